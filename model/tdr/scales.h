// SPDX-License-Identifier: Apache-2.0
//
// scales: how large the values of rows and columns are, in half octaves.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/classes_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/tdr/matrix.h"

namespace tern::tdr {

using Scales = std::vector<std::int32_t>;

/// The scale of a line of which no values but zeros are sent.
inline constexpr std::int32_t kDeadScale = -1000;

/// One axis of a matrix: its lines, and how the other axis runs along them.
struct Axis {
  std::size_t lines;
  std::size_t length;
  std::size_t line_stride;
  std::size_t stride;
};

[[nodiscard]] Axis rows_of(const Matrix& matrix);
[[nodiscard]] Axis cols_of(const Matrix& matrix);

/// Twice the logarithm of the deviation of each line, from its mean magnitude, in 1/kFineScale;
/// each value is taken relative to its scale in `other`. kDeadScale: nothing but zeros.
[[nodiscard]] std::vector<std::int32_t> measure_lines(const Matrix& matrix, const Axis& axis,
                                                      const Scales& other);
inline constexpr std::int32_t kFineScale = 128;

/// To the nearest class.
[[nodiscard]] std::int32_t nearest_class(std::int32_t fine);
[[nodiscard]] Scales rounded_scales(const std::vector<std::int32_t>& fine);

/// What is added to the scales of row and column so that the sum counts half octaves of the step of
/// one quantiser, and is that of the centre bin where the deviation is such a step.
[[nodiscard]] std::int32_t scale_bias(std::int64_t step);

/// Classes 0 to 14 from scales; the loudest lines keep theirs if the range is wider. Returns what
/// class 0 stands for.
[[nodiscard]] std::int32_t to_classes(const Scales& scales, std::vector<std::uint8_t>& classes);

}  // namespace tern::tdr
