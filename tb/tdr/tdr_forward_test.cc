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
#include "model/common/test_seed.h"
#include "model/tdr/align.h"
#include "model/tdr/levels.h"
#include "model/tdr/predict.h"
#include "model/tdr/quick_fit.h"
#include "model/tdr/test_cases.h"
#include "model/tdr/transform.h"
#include "model/tdr/window.h"
#include "tb/tdr/stage_bench.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Predict;
using tdr::Transform;

constexpr unsigned kMean = tdr::shared::kValueBits + 1;
constexpr unsigned kCommand = tdr::shared::kQpBits + tdr::shared::kLambdaBits + 26;
constexpr unsigned kIn = 16 * 36 + 23;
constexpr unsigned kOut = 16 * kStepLane + 1;
constexpr std::uint32_t kLambda = 300;

/// All streams of the forward pipeline; one tensor after the other is added.
class ForwardCase {
 public:
  std::vector<Beat> commands;
  std::vector<Beat> in;
  std::vector<Beat> means;
  std::vector<Beat> out;

  /// Lines are columns, and the transform runs along rows. `header`: Qp, quantiser and tools.
  void add(const tdr::TestTensor& tensor, tdr::Header header) {
    header.dtype = tensor.dtype;
    header.rows = tensor.rows;
    header.cols = tensor.cols;
    header.along_rows = true;
    header.lanes_log2 = 4;
    const auto aligned = tdr::align(tensor.dtype, tensor.bytes.data(), tensor.bytes.size());
    ASSERT_TRUE(aligned);
    header.exponent = aligned->exponent;
    tdr::Matrix matrix{tensor.rows, tensor.cols, aligned->values};
    const std::vector<std::int32_t> sent = tdr::find_means(header, matrix);
    tdr::add_means(header, sent, -1, matrix);
    tdr::forward_transform(header.transform, header.along_rows, matrix);
    const tdr::Fit fit = tdr::quick_fit(matrix, tdr::step_of(header.qp));
    header.bias = fit.bias;
    tdr::WindowSearch search(tdr::shipped_books(), header.qp, header.states_log2, kLambda, 32);
    const auto levels =
        tdr::search_levels(header, fit.classes, matrix,
                           [&](const std::vector<tdr::LinePoint>& line,
                               std::vector<std::int32_t>& found) { search.run(line, found); });
    // Without a live position there is nothing to send.
    if (std::all_of(fit.classes.rows.begin(), fit.classes.rows.end(),
                    [](std::uint8_t one) { return one == tdr::kDeadClass; })) {
      return;
    }
    add_command(header);
    add_values(tensor, header, fit.classes, sent);
    add_steps({header, fit.classes, levels}, out);
  }

 private:
  void add_command(const tdr::Header& header) {
    Beat command(kCommand);
    command.put(0, tdr::shared::kQpBits, header.qp);
    command.put(tdr::shared::kQpBits, tdr::shared::kLambdaBits, kLambda);
    command.put(kCommand - 26, 1, header.states_log2 == 0 ? 1 : 0);
    command.put(kCommand - 25, 8, header.bias);
    command.put(kCommand - 17, 2, static_cast<std::int64_t>(header.transform));
    command.put(kCommand - 15, 2, static_cast<std::int64_t>(header.predict));
    command.put(kCommand - 13, 9, header.exponent);
    command.put(kCommand - 4, 4, static_cast<std::int64_t>(header.dtype));
    commands.push_back(command);
  }

  void add_values(const tdr::TestTensor& tensor, const tdr::Header& header,
                  const tdr::Classes& classes, const std::vector<std::int32_t>& sent) {
    std::uint32_t last_row = header.rows - 1;
    while (classes.rows[last_row] == tdr::kDeadClass) --last_row;
    for (std::uint32_t group = 0; group < header.cols; group += 64) {
      const std::uint32_t end = std::min(header.cols, group + 64);
      for (std::uint32_t row = 0; row <= last_row; ++row) {
        if (classes.rows[row] == tdr::kDeadClass) continue;
        for (std::uint32_t first = group; first < end; first += 16) {
          Beat beat(kIn);
          Beat mean(16 * kMean);
          for (std::uint32_t i = 0; i < 16; ++i) {
            const std::uint32_t col = first + i;
            const bool there = col < header.cols;
            beat.put(528 + i * 4, 4, there ? classes.cols[col] : tdr::kDeadClass);
            if (!there) continue;
            const std::uint32_t bytes = element_bytes(tensor.dtype);
            const std::uint8_t* code =
                &tensor.bytes[(std::size_t{row} * header.cols + col) * bytes];
            for (std::uint32_t b = 0; b < bytes; ++b) beat.put(i * 32 + b * 8, 8, code[b]);
            beat.put(512 + i, 1, 1);
            if (sent.empty()) continue;
            const bool by_row = header.predict == Predict::kRowMean;
            mean.put(i * kMean, kMean,
                     tdr::mean_value(sent[by_row ? row : col], tdr::step_of(header.qp)));
          }
          beat.put(592, 4, classes.rows[row]);
          beat.put(596, 1, first + 16 >= end ? 1 : 0);
          beat.put(597, 1, row == last_row ? 1 : 0);
          beat.put(598, 1, first + 16 >= header.cols && row == last_row ? 1 : 0);
          in.push_back(beat);
          if (!sent.empty()) means.push_back(mean);
        }
      }
    }
  }
};

struct Stalls {
  StallPattern side = StallPattern::kNone;
  StallPattern source = StallPattern::kNone;
  StallPattern sink = StallPattern::kNone;
};

StageResult run(const ForwardCase& one, const Stalls& stalls, const RunContext& context) {
  sim::VerilatedCircuit<Vforward_alone> circuit(context.seed);
  Vforward_alone& top = circuit.top();
  const auto bind = [](auto& valid, auto& ready, auto& data, unsigned width) {
    sim::StreamPins stream;
    stream.valid = sim::Pin(valid);
    stream.ready = sim::Pin(ready);
    stream.data = sim::Port(data, width);
    return stream;
  };
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = bind(top.in_valid_i, top.in_ready_o, top.in_data_i, kIn);
  pins.out = bind(top.out_valid_o, top.out_ready_i, top.out_data_o, kOut);
  const std::vector<SideStream> sides = {
      {bind(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, kCommand), &one.commands,
       stalls.side},
      {bind(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, 16 * kMean), &one.means,
       stalls.side}};
  return run_stage(circuit, pins, one.in, one.out, stalls.source, stalls.sink, context, sides);
}

/// Tools of every kind; with DCT-8 the last group of lines must not be of 9 to 15.
tdr::Header random_tools(Rng& rng, std::uint32_t cols) {
  tdr::Header header;
  header.states_log2 = rng.below(4) == 0 ? 0 : 2;
  header.predict = static_cast<Predict>(rng.below(3));
  header.transform = static_cast<Transform>(rng.below(3));
  if (header.transform == Transform::kDct8 && cols % 16 > 8) header.transform = Transform::kDct16;
  header.qp = static_cast<std::uint16_t>(2500 + rng.below(1200));
  return header;
}

// Every content and dtype in every combination of tools.
TEST(TdrForward, TensorsOfEveryContentAndDtype) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  ForwardCase one;
  for (const tdr::Content content : tdr::kContents) {
    for (const Dtype dtype : tdr::kTestDtypes) {
      for (int i = 0; i < 3; ++i) {
        const auto rows = static_cast<std::uint32_t>(1 + rng.below(70));
        const auto cols = static_cast<std::uint32_t>(1 + rng.below(80));
        one.add(tdr::make_tensor(content, dtype, rows, cols, rng), random_tools(rng, cols));
      }
    }
  }
  expect_passes([&](const RunContext& context) { return run(one, {}, context).fault; }, 1);
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

TEST(TdrForward, TakesABeatPerCycle) {
  Rng rng(1);
  ForwardCase one;
  tdr::Header header;
  header.states_log2 = 2;
  header.qp = 3000;
  one.add(tdr::make_tensor(tdr::Content::kNoise, Dtype::kFp32, 120, 64, rng), header);
  RunContext context;
  const StageResult result = run(one, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  // The quantiser waits until the step of the first block is divided.
  EXPECT_EQ(result.in_cycles, one.in.size() + 15);
}

}  // namespace
}  // namespace tern::tb
