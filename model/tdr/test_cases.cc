// SPDX-License-Identifier: Apache-2.0
//
// test_cases.cc: tensors drawn with integers, so that they are the same everywhere.
//
//   Spec  docs/transform.md
//   Test  model/tdr/stream_test.cc
#include "model/tdr/test_cases.h"

#include "model/tdr/align.h"

namespace tern::tdr {
namespace {

// About 2^10 in deviation.
std::int32_t bell(Rng& rng) {
  std::int32_t sum = 0;
  for (int i = 0; i < 12; ++i) sum += static_cast<std::int32_t>(rng.bits(10)) - 512;
  return sum;
}

}  // namespace

TestTensor make_tensor(Content content, Dtype dtype, std::uint32_t rows, std::uint32_t cols,
                       Rng& rng) {
  TestTensor tensor{dtype, rows, cols, {}};
  const std::uint32_t bytes = element_bytes(dtype);
  tensor.bytes.resize(std::size_t{rows} * cols * bytes);
  std::vector<std::int32_t> state(cols, 0);
  for (std::uint32_t row = 0; row < rows; ++row) {
    std::int32_t change = 0;
    for (std::uint32_t col = 0; col < cols; ++col) {
      std::int32_t value = 0;
      switch (content) {
        case Content::kZero:
          break;
        case Content::kConstant:
          value = 77;
          break;
        case Content::kNoise:
          value = bell(rng);
          break;
        case Content::kScaled:
          value = bell(rng) * (1 << row % 5) >> col % 7;
          break;
        case Content::kSmooth:
          value = state[col] = state[col] - state[col] / 16 + bell(rng) / 8;
          break;
        case Content::kOutliers:
          value = rng.chance(1, 50) ? bell(rng) * 512 : bell(rng) / 8;
          break;
        case Content::kCheckerboard:
          value = (row + col) % 2 == 0 ? kMaxValue : -kMaxValue;
          break;
        case Content::kField:
          change = change - change / 16 + bell(rng) / 8;
          value = state[col] = state[col] - state[col] / 16 + change / 4;
          break;
      }
      // Small numbers for the narrow types, none of which then is infinite.
      const std::int32_t exponent = dtype == Dtype::kInt8 ? 0 : -12;
      unalign(dtype, clip(dtype == Dtype::kInt8 ? value / 16 : value, kMaxValue), exponent,
              &tensor.bytes[(std::size_t{row} * cols + col) * bytes]);
    }
  }
  return tensor;
}

EncodeOptions random_options(Rng& rng) {
  EncodeOptions options;
  options.tools.predict = static_cast<Predict>(rng.below(4));
  options.tools.transform = static_cast<Transform>(rng.below(4));
  options.tools.along_rows = options.tools.transform != Transform::kDct8x8 && rng.chance(1, 2);
  options.tools.lines_are_rows = rng.chance(1, 2);
  options.qp = static_cast<std::uint32_t>(rng.below(kMaxQp + 1));
  options.states_log2 = static_cast<std::uint32_t>(rng.below(kMaxStatesLog2));
  if (options.states_log2 > 0) ++options.states_log2;
  options.lambda = static_cast<std::uint32_t>(rng.below(600));
  options.rounds = 1;
  options.lanes_log2 = static_cast<int>(rng.below(kMaxLanesLog2 + 2)) - 1;
  return options;
}

}  // namespace tern::tdr
