// SPDX-License-Identifier: Apache-2.0
//
// forward_case.cc: the stages of the model, one behind the other, and a whole part beside them.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_forward.sv
//   Test  tb/tdr/tdr_forward_test.cc, tb/tdr/tdr_enc_test.cc
#include "tb/tdr/forward_case.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/tdr/align.h"
#include "model/tdr/levels.h"
#include "model/tdr/predict.h"
#include "model/tdr/quick_fit.h"
#include "model/tdr/symbolize.h"
#include "model/tdr/transform.h"
#include "model/tdr/window.h"

namespace tern::tb {
namespace {

constexpr std::uint32_t kLambda = 300;

}  // namespace

void ForwardCase::add(const tdr::TestTensor& tensor, tdr::Header header) {
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
  tdr::EncodeOptions options;
  options.effort = tdr::Effort::kStream;
  options.tools = {header.predict, header.transform, true, false};
  options.qp = header.qp;
  options.states_log2 = header.states_log2;
  options.lambda = kLambda;
  options.lanes_log2 = header.lanes_log2;
  parts.push_back(
      tdr::encode_part(header, aligned->values, options, tdr::shipped_books(), nullptr));
  blocks.push_back({header, fit.classes, levels});
  add_command(blocks.back());
  add_values(tensor, header, fit.classes, sent);
}

void ForwardCase::add_command(const SymbolBlock& block) {
  constexpr unsigned kBits = kForwardCommand;
  const tdr::Header& header = block.header;
  Beat command(kBits + std::size_t{16} * count_bits_);
  command.put(0, tdr::shared::kQpBits, header.qp);
  command.put(tdr::shared::kQpBits, tdr::shared::kLambdaBits, kLambda);
  command.put(kBits - 26, 1, header.states_log2 == 0 ? 1 : 0);
  command.put(kBits - 25, 8, header.bias);
  command.put(kBits - 17, 2, static_cast<std::int64_t>(header.transform));
  command.put(kBits - 15, 2, static_cast<std::int64_t>(header.predict));
  command.put(kBits - 13, 9, header.exponent);
  command.put(kBits - 4, 4, static_cast<std::int64_t>(header.dtype));
  for (std::uint32_t lane = 0; count_bits_ != 0 && lane < 16; ++lane) {
    const tdr::LaneWalk walk(header, block.classes, lane);
    command.put(kBits + lane * count_bits_, count_bits_, static_cast<std::int64_t>(walk.count()));
  }
  commands.push_back(command);
}

void ForwardCase::add_values(const tdr::TestTensor& tensor, const tdr::Header& header,
                             const tdr::Classes& classes, const std::vector<std::int32_t>& sent) {
  std::uint32_t last_row = header.rows - 1;
  while (classes.rows[last_row] == tdr::kDeadClass) --last_row;
  for (std::uint32_t group = 0; group < header.cols; group += 64) {
    const std::uint32_t end = std::min(header.cols, group + 64);
    for (std::uint32_t row = 0; row <= last_row; ++row) {
      if (classes.rows[row] == tdr::kDeadClass) continue;
      for (std::uint32_t first = group; first < end; first += 16) {
        Beat beat(kForwardIn);
        Beat mean(16 * kForwardMean);
        for (std::uint32_t i = 0; i < 16; ++i) {
          const std::uint32_t col = first + i;
          const bool there = col < header.cols;
          beat.put(528 + i * 4, 4, there ? classes.cols[col] : tdr::kDeadClass);
          if (!there) continue;
          const std::uint32_t bytes = element_bytes(tensor.dtype);
          const std::uint8_t* code = &tensor.bytes[(std::size_t{row} * header.cols + col) * bytes];
          for (std::uint32_t b = 0; b < bytes; ++b) beat.put(i * 32 + b * 8, 8, code[b]);
          beat.put(512 + i, 1, 1);
          if (sent.empty()) continue;
          const bool by_row = header.predict == tdr::Predict::kRowMean;
          mean.put(i * kForwardMean, kForwardMean,
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

tdr::Header random_tools(Rng& rng, std::uint32_t cols) {
  tdr::Header header;
  header.states_log2 = rng.below(4) == 0 ? 0 : 2;
  header.predict = static_cast<tdr::Predict>(rng.below(3));
  header.transform = static_cast<tdr::Transform>(rng.below(3));
  if (header.transform == tdr::Transform::kDct8 && cols % 16 > 8)
    header.transform = tdr::Transform::kDct16;
  header.qp = static_cast<std::uint16_t>(2500 + rng.below(1200));
  return header;
}

}  // namespace tern::tb
