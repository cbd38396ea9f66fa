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
  header.lanes_log2 = 4;
  header.bounded = true;
  auto aligned = tdr::align(tensor.dtype, tensor.bytes.data(), tensor.bytes.size());
  ASSERT_TRUE(aligned);
  header.exponent = aligned->exponent;
  if (dropped_ != 0 && tensor.dtype != Dtype::kInt8) {
    // The step stays what it is in the tensor's own unit.
    header.exponent = static_cast<std::int16_t>(header.exponent + static_cast<int>(dropped_));
    header.qp = static_cast<std::uint16_t>(
        header.qp - (dropped_ * tdr::shared::kQpOctave << tdr::kQpFractionBits));
    aligned->values =
        tdr::align_to(tensor.dtype, tensor.bytes.data(), tensor.bytes.size(), header.exponent);
  }
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
  options.tools = {header.predict, header.transform, header.along_rows, false};
  options.qp = header.qp;
  options.states_log2 = header.states_log2;
  options.lambda = kLambda;
  options.lanes_log2 = header.lanes_log2;
  options.bounded = true;
  parts.push_back(
      tdr::encode_part(header, aligned->values, options, tdr::shipped_books(), nullptr));
  blocks.push_back({header, fit.classes, levels});
  streams.add(header, {sent, fit.classes}, tensor.bytes.data(), kLambda);
}

tdr::Header random_tools(Rng& rng, std::uint32_t cols) {
  tdr::Header header;
  header.states_log2 = rng.below(4) == 0 ? 0 : 2;
  header.predict = static_cast<tdr::Predict>(rng.below(3));
  header.transform = static_cast<tdr::Transform>(rng.below(3));
  header.along_rows = rng.bits(1) != 0;
  if (header.transform == tdr::Transform::kDct8 && header.along_rows && cols % 16 > 8) {
    header.transform = tdr::Transform::kDct16;
  }
  header.qp = static_cast<std::uint16_t>(2500 + rng.below(1200));
  return header;
}

}  // namespace tern::tb
