// SPDX-License-Identifier: Apache-2.0
//
// matrix: a tensor as TDR works on it, rows and columns of integers.
//
//   Spec  docs/transform.md
//   Test  model/tdr/align_test.cc
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tern::tdr {

/// Row by row.
struct Matrix {
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  std::vector<std::int32_t> values;

  [[nodiscard]] std::int32_t& at(std::size_t row, std::size_t col) {
    return values[row * cols + col];
  }
  [[nodiscard]] std::int32_t at(std::size_t row, std::size_t col) const {
    return values[row * cols + col];
  }
};

/// value * 2^-shift, rounded to the nearest, halves up. Precondition: 1 <= shift <= 62.
[[nodiscard]] constexpr std::int64_t round_shift(std::int64_t value, unsigned shift) {
  return (value + (std::int64_t{1} << (shift - 1))) >> shift;
}

[[nodiscard]] constexpr std::int32_t clip(std::int64_t value, std::int32_t limit) {
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(value, -std::int64_t{limit}, std::int64_t{limit}));
}

}  // namespace tern::tdr
