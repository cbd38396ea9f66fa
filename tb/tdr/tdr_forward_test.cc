// SPDX-License-Identifier: Apache-2.0
//
// tdr_forward_test: values of tensors to symbols and extra bits, as the stream effort sends them.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_forward.sv rtl/tdr/tdr_residual.sv
//   Test  tb/tdr/tdr_forward_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "Vforward_alone.h"
#include "Vforward_narrow.h"
#include "model/common/test_seed.h"
#include "model/tdr/test_cases.h"
#include "tb/tdr/forward_case.h"
#include "tb/tdr/stage_bench.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Transform;

constexpr unsigned kOut = 16 * kStepLane + 1;

struct Stalls {
  StallPattern side = StallPattern::kNone;
  StallPattern source = StallPattern::kNone;
  StallPattern sink = StallPattern::kNone;
};

template <typename Top = Vforward_alone>
StageResult run(const ForwardCase& one, const Stalls& stalls, const RunContext& context) {
  sim::VerilatedCircuit<Top> circuit(context.seed);
  Top& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, sim::kTdrEncIn);
  pins.out = stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, kOut);
  const std::vector<SideStream> sides = {
      {stream_pins(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, sim::kTdrEncCommand),
       &one.streams.commands, stalls.side},
      {stream_pins(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, sim::kTdrMean),
       &one.streams.means, stalls.side}};
  std::vector<Beat> out;
  for (const SymbolBlock& block : one.blocks) add_steps(block, out);
  return run_stage(circuit, pins, one.streams.in, out, stalls.source, stalls.sink, context, sides);
}

// Every content and dtype in every combination of tools.
void add_tensors(Rng& rng, ForwardCase& one) {
  for (const tdr::Content content : tdr::kContents) {
    for (const Dtype dtype : tdr::kTestDtypes) {
      for (int i = 0; i < 3; ++i) {
        const auto rows = static_cast<std::uint32_t>(1 + rng.below(70));
        const auto cols = static_cast<std::uint32_t>(1 + rng.below(80));
        one.add(tdr::make_tensor(content, dtype, rows, cols, rng), random_tools(rng, cols));
      }
    }
  }
}

TEST(TdrForward, TensorsOfEveryContentAndDtype) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  ForwardCase one;
  add_tensors(rng, one);
  expect_passes([&](const RunContext& context) { return run(one, {}, context).fault; }, 1);
}

// Eight bits fewer, with an exponent for that: what a circuit of the format's width would give.
TEST(TdrForward, NarrowValues) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  ForwardCase one(0, tdr::shared::kValueBits - 14);
  add_tensors(rng, one);
  EXPECT_GT(one.blocks.size(), 60U);
  expect_passes(
      [&](const RunContext& context) { return run<Vforward_narrow>(one, {}, context).fault; }, 1);
}

TEST(TdrForward, SmallTensorsUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  ForwardCase one;
  for (int i = 0; i < 12; ++i) {
    const auto rows = static_cast<std::uint32_t>(1 + rng.below(40));
    const auto cols = static_cast<std::uint32_t>(1 + rng.below(40));
    one.add(tdr::make_tensor(tdr::Content::kScaled, Dtype::kBf16, rows, cols, rng),
            random_tools(rng, cols));
  }
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_passes(
          [&](const RunContext& context) {
            return run(one, {source, source, sink}, context).fault;
          },
          1);
    }
  }
}

// Behind the memories that turn beats, while the step of the first block is divided.
TEST(TdrForward, TakesABeatPerCycleAlongEitherAxis) {
  for (const Transform transform : {Transform::kBypass, Transform::kDct8, Transform::kDct16}) {
    for (const bool along_rows : {false, true}) {
      SCOPED_TRACE(along_rows);
      if (transform == Transform::kBypass && along_rows) continue;
      Rng rng(1);
      ForwardCase one;
      tdr::Header header;
      header.states_log2 = 2;
      header.qp = 3000;
      header.transform = transform;
      header.along_rows = along_rows;
      one.add(tdr::make_tensor(tdr::Content::kNoise, Dtype::kFp32, 120, 64, rng), header);
      RunContext context;
      const StageResult result = run(one, {}, context);
      ASSERT_FALSE(result.fault) << result.fault->text;
      EXPECT_EQ(result.in_cycles, one.streams.in.size());
    }
  }
}

}  // namespace
}  // namespace tern::tb
