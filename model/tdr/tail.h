// SPDX-License-Identifier: Apache-2.0
//
// tail: numbers without a table, for what is rare.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/symbolize_test.cc
#pragma once

#include <cassert>
#include <cstdint>

#include "model/common/bits.h"
#include "model/tdr/format.h"

namespace tern::tdr {

/// The largest number that a tail can carry.
inline constexpr std::uint32_t kMaxTail = (2U << kMaxTailBits) - 2;

/// Bits below the highest one of value + 1.
[[nodiscard]] constexpr std::uint32_t tail_width(std::uint32_t value) {
  std::uint32_t width = 0;
  while ((value + 1) >> (width + 1) != 0) ++width;
  return width;
}

/// Bits of the tail of `value`. Precondition: value <= kMaxTail.
[[nodiscard]] constexpr std::uint32_t tail_bits(std::uint32_t value) {
  const std::uint32_t width = tail_width(value);
  return 2 * width + (width < kMaxTailBits ? 1 : 0);
}

/// `width` ones and a zero, which is left out behind kMaxTailBits ones; then the lower `width` bits
/// of value + 1. Precondition: value <= kMaxTail.
inline void put_tail(std::uint32_t value, BitWriter& writer) {
  assert(value <= kMaxTail);
  const std::uint32_t width = tail_width(value);
  writer.put(low_bits(width), width < kMaxTailBits ? width + 1 : width);
  writer.put((value + 1) & low_bits(width), width);
}

struct Tail {
  std::uint32_t value = 0;
  std::uint32_t bits = 0;
};

/// The tail at bit 0 of `window`. Every window has one, of at most 2 * kMaxTailBits bits.
[[nodiscard]] constexpr Tail parse_tail(std::uint64_t window) {
  std::uint32_t width = 0;
  while (width < kMaxTailBits && (window >> width & 1) != 0) ++width;
  const std::uint32_t prefix = width < kMaxTailBits ? width + 1 : width;
  const auto lower = static_cast<std::uint32_t>(window >> prefix & ((1U << width) - 1));
  return {(1U << width | lower) - 1, prefix + width};
}

/// 0, -1, 1, -2, 2 ... as 0, 1, 2, 3, 4 ...
[[nodiscard]] constexpr std::uint32_t fold_sign(std::int32_t value) {
  return value < 0 ? 2 * static_cast<std::uint32_t>(-(value + 1)) + 1
                   : 2 * static_cast<std::uint32_t>(value);
}

[[nodiscard]] constexpr std::int32_t unfold_sign(std::uint32_t folded) {
  const auto half = static_cast<std::int32_t>(folded >> 1);
  return (folded & 1) != 0 ? -half - 1 : half;
}

}  // namespace tern::tdr
