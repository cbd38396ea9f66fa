// SPDX-License-Identifier: Apache-2.0
//
// transform.cc: matrix products, rounded as the specification says.
//
//   Spec  docs/transform.md#5-transform
//   Test  model/tdr/transform_test.cc
#include "model/tdr/transform.h"

#include <array>
#include <cassert>
#include <cstddef>

namespace tern::tdr {
namespace {

constexpr std::uint32_t kMaxPoints = 16;

// First column of the 32-point matrix: 64 * sqrt(2) * cos(pi k / 64), as the standard tuned it.
constexpr std::array<std::int32_t, 32> kFirstColumn = {64, 90, 90, 90, 89, 88, 87, 85, 83, 82, 80,
                                                       78, 75, 73, 70, 67, 64, 61, 57, 54, 50, 46,
                                                       43, 38, 36, 31, 25, 22, 18, 13, 9,  4};

using Block = std::array<std::int64_t, kMaxPoints>;

// Calls `work` with each whole block: its first index, and the distance between its values.
template <typename Work>
void for_each_block(std::uint32_t points, bool along_rows, const Matrix& matrix, Work work) {
  const std::size_t length = along_rows ? matrix.cols : matrix.rows;
  const std::size_t lines = along_rows ? matrix.rows : matrix.cols;
  const std::size_t stride = along_rows ? 1 : matrix.cols;
  for (std::size_t line = 0; line < lines; ++line) {
    const std::size_t first = along_rows ? line * matrix.cols : line;
    for (std::size_t at = 0; at + points <= length; at += points) {
      work(first + at * stride, stride);
    }
  }
}

}  // namespace

std::int32_t dct_entry(std::uint32_t points_log2, std::uint32_t row, std::uint32_t column) {
  assert(points_log2 >= 3 && points_log2 <= 4);
  // The angle is pi * k * (2 column + 1) / (2 points); the first column holds a quarter of the
  // period, in steps of pi / 64.
  const std::uint32_t step = 1U << (5 - points_log2);
  std::uint32_t angle = row * step * (2 * column + 1) % 128;
  if (angle > 64) angle = 128 - angle;
  if (row == 0) return 64;
  if (angle == 32) return 0;
  return angle < 32 ? kFirstColumn[angle] : -kFirstColumn[64 - angle];
}

void forward_transform(Transform kind, bool along_rows, Matrix& matrix) {
  if (kind == Transform::kBypass) return;
  if (kind == Transform::kDct8x8) {
    assert(!along_rows);
    forward_transform(Transform::kDct8, false, matrix);
    return forward_transform(Transform::kDct8, true, matrix);
  }
  const std::uint32_t log2 = kind == Transform::kDct8 ? 3 : 4;
  const std::uint32_t points = 1U << log2;
  for_each_block(points, along_rows, matrix, [&](std::size_t first, std::size_t stride) {
    Block out{};
    for (std::uint32_t row = 0; row < points; ++row) {
      for (std::uint32_t i = 0; i < points; ++i) {
        out[row] += std::int64_t{dct_entry(log2, row, i)} * matrix.values[first + i * stride];
      }
    }
    for (std::uint32_t i = 0; i < points; ++i) {
      matrix.values[first + i * stride] = clip(round_shift(out[i], log2 + 4), kMaxCoefficient);
    }
  });
}

void inverse_transform(Transform kind, bool along_rows, Matrix& matrix) {
  if (kind == Transform::kDct8x8) {
    assert(!along_rows);
    inverse_transform(Transform::kDct8, true, matrix);
    return inverse_transform(Transform::kDct8, false, matrix);
  }
  if (kind != Transform::kBypass) {
    const std::uint32_t log2 = kind == Transform::kDct8 ? 3 : 4;
    const std::uint32_t points = 1U << log2;
    for_each_block(points, along_rows, matrix, [&](std::size_t first, std::size_t stride) {
      Block out{};
      for (std::uint32_t row = 0; row < points; ++row) {
        const std::int64_t coefficient = matrix.values[first + row * stride];
        for (std::uint32_t i = 0; i < points; ++i) {
          out[i] += dct_entry(log2, row, i) * coefficient;
        }
      }
      for (std::uint32_t i = 0; i < points; ++i) {
        matrix.values[first + i * stride] = clip(round_shift(out[i], 8), kMaxValue);
      }
    });
  }
  for (std::int32_t& value : matrix.values) value = clip(value, kMaxValue);
}

}  // namespace tern::tdr
