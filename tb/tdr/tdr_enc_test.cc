// SPDX-License-Identifier: Apache-2.0
//
// tdr_enc_test: values of tensors to the words of their blocks, byte by byte those of the model.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_enc.sv
//   Test  tb/tdr/tdr_enc_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "Vtdr_enc_streams.h"
#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/tdr/symbolize.h"
#include "model/tdr/test_cases.h"
#include "tb/tdr/code_case.h"
#include "tb/tdr/forward_case.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Transform;

constexpr unsigned kLanes = sim::kTdrLanes;
constexpr unsigned kCountBits = sim::kTdrCountBits;
constexpr unsigned kCommand = sim::kTdrEncCommand + kLanes * kCountBits;

/// Beats of all blocks. The words are also the last ones of the model's part.
std::vector<Beat> expected_words(const ForwardCase& one) {
  std::vector<Beat> out;
  for (std::size_t i = 0; i < one.blocks.size(); ++i) {
    const SymbolBlock& block = one.blocks[i];
    std::vector<tdr::LaneBits> lanes;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      lanes.push_back(tdr::symbolize(block.header, block.classes, tdr::shipped_books(),
                                     block.levels, lane, nullptr, tdr::FreeDigits::kCheapestDigit));
    }
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t word : words_of(lanes)) append_word(bytes, word, tdr::kWordBits);
    const std::vector<std::uint8_t>& payload = one.parts[i].payload;
    EXPECT_LE(bytes.size(), payload.size());
    if (bytes.size() <= payload.size()) {
      const auto from = payload.end() - static_cast<std::ptrdiff_t>(bytes.size());
      EXPECT_EQ(bytes, std::vector<std::uint8_t>(from, payload.end())) << "block " << i;
    }
    add_words(lanes, out);
  }
  return out;
}

StageResult run(const ForwardCase& one, const std::vector<Beat>& out, StallPattern source,
                StallPattern sink, const RunContext& context) {
  sim::VerilatedCircuit<Vtdr_enc_streams> circuit(context.seed);
  Vtdr_enc_streams& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, sim::kTdrEncIn);
  pins.out = stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, sim::kTdrEncOut);
  std::vector<Beat> books;
  sim::add_tdr_books(tdr::shipped_books(), books);
  const std::vector<SideStream> sides = {
      {stream_pins(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, kCommand),
       &one.streams.commands, source},
      {stream_pins(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, sim::kTdrMean),
       &one.streams.means, source},
      {stream_pins(top.book_valid_i, top.book_ready_o, top.book_data_i, sim::kTdrEncBook), &books}};
  return run_stage(circuit, pins, one.streams.in, out, source, sink, context, sides);
}

void expect_equal(const ForwardCase& one, StallPattern source = {}, StallPattern sink = {}) {
  const std::vector<Beat> out = expected_words(one);
  expect_passes(
      [&](const RunContext& context) { return run(one, out, source, sink, context).fault; }, 1);
}

// Every content and dtype in every combination of tools.
TEST(TdrEnc, TensorsOfEveryContentAndDtype) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  ForwardCase one(kCountBits);
  for (const tdr::Content content : tdr::kContents) {
    for (const Dtype dtype : tdr::kTestDtypes) {
      for (int i = 0; i < 3; ++i) {
        const auto rows = static_cast<std::uint32_t>(1 + rng.below(70));
        const auto cols = static_cast<std::uint32_t>(1 + rng.below(80));
        one.add(tdr::make_tensor(content, dtype, rows, cols, rng), random_tools(rng, cols));
      }
    }
  }
  // Positions that only the transform needs are among them.
  EXPECT_TRUE(std::any_of(one.streams.in.begin(), one.streams.in.end(), [](const Beat& beat) {
    return beat.bit(592) && beat.bit(593) && beat.bit(594) && beat.bit(595);
  }));
  expect_equal(one);
}

TEST(TdrEnc, SmallTensorsUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  ForwardCase one(kCountBits);
  for (int i = 0; i < 12; ++i) {
    const auto rows = static_cast<std::uint32_t>(1 + rng.below(40));
    const auto cols = static_cast<std::uint32_t>(1 + rng.below(40));
    one.add(tdr::make_tensor(tdr::Content::kScaled, Dtype::kBf16, rows, cols, rng),
            random_tools(rng, cols));
  }
  for (const StallPattern stall : {StallPattern::kRandom, StallPattern::kAdversarial}) {
    SCOPED_TRACE(sim::stall_name(stall));
    expect_equal(one, stall);
    expect_equal(one, StallPattern::kNone, stall);
    expect_equal(one, stall, stall);
  }
}

// From block to block as well, if the windows of the search are full. The step of the first one is
// divided while the memories that turn beats fill.
TEST(TdrEnc, TakesABeatPerCycleAlongEitherAxis) {
  for (const Transform transform : {Transform::kBypass, Transform::kDct8, Transform::kDct16}) {
    for (const bool along_rows : {false, true}) {
      SCOPED_TRACE(along_rows);
      if (transform == Transform::kBypass && along_rows) continue;
      Rng rng(1);
      ForwardCase one(kCountBits);
      tdr::Header header;
      header.states_log2 = 2;
      header.qp = 3000;
      header.transform = transform;
      header.along_rows = along_rows;
      for (const std::uint32_t rows : {96U, 128U, 64U}) {
        one.add(tdr::make_tensor(tdr::Content::kNoise, Dtype::kFp32, rows, 64, rng), header);
      }
      RunContext context;
      const StageResult result = run(one, expected_words(one), {}, {}, context);
      ASSERT_FALSE(result.fault) << result.fault->text;
      EXPECT_EQ(result.in_cycles, one.streams.in.size());
    }
  }
}

// Blocks of 10 and 6 groups of lines: in each the last two groups take turns alone, and the end of
// a window costs them a turn each. The memories that turn beats hold as many.
TEST(TdrEnc, BlocksOfFewGroupsFollowEachOther) {
  constexpr std::uint32_t kRows = 100;
  constexpr std::uint64_t kEnds = 2 * ((kRows - 1) / tdr::shared::kWindow);
  Rng rng(2);
  ForwardCase one(kCountBits);
  tdr::Header header;
  header.states_log2 = 2;
  header.qp = 3000;
  for (const std::uint32_t groups : {10U, 10U, 6U, 10U}) {
    one.add(tdr::make_tensor(tdr::Content::kNoise, Dtype::kFp32, kRows, 16 * groups, rng), header);
  }
  const StageResult result = run(one, expected_words(one), {}, {}, RunContext{});
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.in_cycles, one.streams.in.size());
  EXPECT_LE(result.out_cycles, one.streams.in.size() + 4 * kEnds);
}

}  // namespace
}  // namespace tern::tb
