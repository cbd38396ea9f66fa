// SPDX-License-Identifier: Apache-2.0
//
// scales.cc: mean magnitudes, and the classes that follow from them.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/classes_test.cc
#include "model/tdr/scales.h"

#include <algorithm>
#include <limits>

#include "model/tdr/books.h"
#include "model/tdr/quantize.h"

namespace tern::tdr {
namespace {

// The books were made so that bin 4 has values of the standard deviation of a quantiser's step.
constexpr std::int32_t kCentreBin = 4;

// 2^24 * 2^(-half / 2).
std::uint64_t down_weight(std::int32_t half) {
  const std::int32_t inside = std::clamp(half, -24, 46);
  const std::uint64_t weight = (inside & 1) != 0 ? 3037000500U : 4294967296U;  // 2^31.5, 2^32
  return weight << 12 >> (8 + (inside + 24) / 2);
}

}  // namespace

Axis rows_of(const Matrix& matrix) { return {matrix.rows, matrix.cols, matrix.cols, 1}; }

Axis cols_of(const Matrix& matrix) { return {matrix.cols, matrix.rows, 1, matrix.cols}; }

std::vector<std::int32_t> measure_lines(const Matrix& matrix, const Axis& axis,
                                        const Scales& other) {
  std::vector<std::int32_t> fine(axis.lines);
  for (std::size_t line = 0; line < axis.lines; ++line) {
    std::uint64_t sum = 0;
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < axis.length; ++at) {
      const std::int32_t value = matrix.values[line * axis.line_stride + at * axis.stride];
      if (other[at] == kDeadScale) continue;
      const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
      sum += magnitude * down_weight(other[at]) >> 12;
      ++count;
    }
    // 2 * log2(1.25 * mean).
    fine[line] = sum == 0 || count == 0
                     ? kDeadScale
                     : static_cast<std::int32_t>(log2_256(sum)) -
                           static_cast<std::int32_t>(log2_256(count)) + 82 - 12 * 256;
  }
  return fine;
}

std::int32_t nearest_class(std::int32_t fine) {
  return (fine + kFineScale / 2 + kFineScale * 1024) / kFineScale - 1024;
}

Scales rounded_scales(const std::vector<std::int32_t>& fine) {
  Scales scales;
  for (const std::int32_t one : fine) {
    scales.push_back(one == kDeadScale ? kDeadScale : nearest_class(one));
  }
  return scales;
}

std::int32_t scale_bias(std::int64_t step) {
  // Half octaves of the step of one quantiser, to the nearest.
  const std::int32_t scale =
      (static_cast<std::int32_t>(log2_256(static_cast<std::uint64_t>(step))) + 64) / 128 -
      2 * (static_cast<std::int32_t>(kStepBits) - 1);
  return kCentreBin - scale;
}

std::int32_t to_classes(const Scales& scales, std::vector<std::uint8_t>& classes) {
  std::int32_t low = std::numeric_limits<std::int32_t>::max();
  std::int32_t high = kDeadScale;
  for (const std::int32_t scale : scales) {
    if (scale == kDeadScale) continue;
    low = std::min(low, scale);
    high = std::max(high, scale);
  }
  const std::int32_t base =
      high == kDeadScale ? 0 : std::max(low, high - static_cast<std::int32_t>(kDeadClass) + 1);
  for (const std::int32_t scale : scales) {
    classes.push_back(scale == kDeadScale ? std::uint8_t{kDeadClass}
                                          : static_cast<std::uint8_t>(std::max(scale - base, 0)));
  }
  return base;
}

}  // namespace tern::tdr
