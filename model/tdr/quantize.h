// SPDX-License-Identifier: Apache-2.0
//
// quantize: the step, the trellis of the dependent quantiser, and what a level stands for.
//
// Two quantisers share one grid: Q0 has its even points, Q1 its odd points and zero. The parities
// of the levels so far choose between them, which packs points of a line more densely than one
// quantiser could.
//
//   Spec  docs/transform.md#6-quantise
//   Test  model/tdr/quantize_test.cc
#pragma once

#include <cstdint>

#include "model/tdr/format.h"
#include "model/tdr/matrix.h"

namespace tern::tdr {

/// The distance of two points of the grid, in units of 2^-kStepBits of an aligned unit.
inline constexpr unsigned kStepBits = 12;

/// Precondition: qp <= kMaxQp.
[[nodiscard]] std::int64_t step_of(std::uint32_t qp);

/// Generators of the trellis (Ungerboeck's codes for amplitude modulation), by log2 of its states.
struct Trellis {
  std::uint32_t feedback = 0;
  std::uint32_t forward = 0;
  std::uint32_t states_log2 = 0;

  /// 0: the scalar quantiser, one state.
  explicit Trellis(std::uint32_t log2);

  [[nodiscard]] std::uint32_t states() const { return 1U << states_log2; }

  /// The quantiser of a state.
  [[nodiscard]] std::uint32_t quantizer(std::uint32_t state) const {
    return states_log2 == 0 ? 0 : state >> (states_log2 - 1);
  }

  /// The state behind a level with this parity.
  [[nodiscard]] std::uint32_t next(std::uint32_t state, std::uint32_t parity) const {
    std::uint32_t next = state << 1;
    if (quantizer(state) != 0) next ^= feedback;
    if (parity != 0) next ^= forward;
    return next & (states() - 1);
  }
};

/// Where the values of one class go.
struct Bin {
  std::uint32_t bin = 0;       ///< which pair of books, 0 to kBins - 1
  std::uint32_t low_bits = 0;  ///< lower bits of the magnitude that are sent raw
};

/// `sum`: row class + column class + bias.
[[nodiscard]] constexpr Bin bin_of(std::int32_t sum) {
  if (sum < 0) return {0, 0};
  const auto k = static_cast<std::uint32_t>(sum);
  if (k < kBins) return {k, 0};
  std::uint32_t low = (k - kBins + 2) / 2;
  if (low > kMaxLowBits) low = kMaxLowBits;
  return {k - 2 * low < kBins ? k - 2 * low : kBins - 1, low};
}

/// The coefficient that a magnitude above 0 of `quantizer` stands for, as a positive number.
/// `centroid`: its shift, in 1/16 of the grid.
[[nodiscard]] constexpr std::int32_t reconstruct(std::uint32_t magnitude, std::uint32_t quantizer,
                                                 std::int32_t centroid, std::int64_t step) {
  const std::int64_t sixteenths =
      16 * (2 * std::int64_t{magnitude} - std::int64_t{quantizer}) + centroid;
  return clip(round_shift(sixteenths * step, kStepBits + 4), kMaxCoefficient);
}

}  // namespace tern::tdr
