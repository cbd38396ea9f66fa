// SPDX-License-Identifier: Apache-2.0
//
// difference.cc: 64 bits are enough for two numbers of 24 bits, wherever they stand.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/difference_test.cc
#include "model/tdr/difference.h"

#include <algorithm>
#include <utility>

namespace tern::tdr {
namespace {

constexpr std::int32_t kMaxShift = 38;  // 24 bits shifted by it leave two bits free

}  // namespace

bool operator<(const Magnitude& a, const Magnitude& b) {
  if (a.significand == 0 || b.significand == 0) return a.significand < b.significand;
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.significand < b.significand;
}

bool operator==(const Magnitude& a, const Magnitude& b) {
  return a.significand == b.significand && (a.significand == 0 || a.exponent == b.exponent);
}

Magnitude magnitude_of(std::uint64_t significand, std::int32_t exponent) {
  if (significand == 0) return {};
  while (significand >> 63 == 0) {
    significand <<= 1;
    --exponent;
  }
  return {significand, exponent};
}

std::uint32_t binary32_above(const Magnitude& magnitude) {
  if (magnitude.significand == 0) return 0;
  std::int32_t down = std::max(40, -149 - magnitude.exponent);
  if (down > 63) return 1;  // below the least number above 0
  const bool rest = (magnitude.significand & ((std::uint64_t{1} << down) - 1)) != 0;
  std::uint64_t significand = (magnitude.significand >> down) + (rest ? 1 : 0);
  if (significand >> 24 != 0) {
    significand >>= 1;
    ++down;
  }
  const std::int32_t field = significand >> 23 == 0 ? 0 : magnitude.exponent + down + 150;
  if (field > 254) return 0x7F800000;
  return static_cast<std::uint32_t>(field) << 23 |
         static_cast<std::uint32_t>(significand & 0x7FFFFF);
}

Magnitude difference(const Parts& a, const Parts& b) {
  Parts high = a;
  Parts low = b;
  if (high.exponent < low.exponent) std::swap(high, low);
  // Zero has no place of its own.
  if (high.significand == 0) high.exponent = low.exponent;
  const std::int32_t apart = high.exponent - low.exponent;
  const std::int32_t up = std::min(apart, kMaxShift);
  std::int64_t first = std::int64_t{high.significand} * (std::int64_t{1} << up);
  std::int64_t second = low.significand;
  if (first < 0 || (first == 0 && second < 0)) {
    first = -first;
    second = -second;
  }
  // Towards minus infinity, that is, away from the first.
  second >>= std::min(apart - up, 63);
  const std::int64_t result = first - second;
  return magnitude_of(static_cast<std::uint64_t>(result < 0 ? -result : result),
                      high.exponent - up);
}

Magnitude largest_difference(Dtype dtype, const std::uint8_t* a, const std::uint8_t* b,
                             std::size_t size) {
  const std::uint32_t bytes = element_bytes(dtype);
  Magnitude largest;
  for (std::size_t at = 0; at < size; at += bytes) {
    const Magnitude one = difference(parts_at(dtype, a + at), parts_at(dtype, b + at));
    if (largest < one) largest = one;
  }
  return largest;
}

}  // namespace tern::tdr
