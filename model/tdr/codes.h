// SPDX-License-Identifier: Apache-2.0
//
// codes: bit patterns of a dtype as integers in the order of their numbers.
//
// What is missing from a reconstruction is a difference of such integers, small where the numbers
// are near, and it brings back every bit: the sign of a zero, infinities, NaNs.
//
//   Spec  docs/transform.md#16-modes
//   Test  model/tdr/codes_test.cc
#pragma once

#include <cstdint>

#include "model/common/dtype.h"

namespace tern::tdr {

/// Bits of a value.
[[nodiscard]] inline std::uint32_t code_bits(Dtype dtype) { return 8 * element_bytes(dtype); }

/// The lowest `bits` bits as two's complement.
[[nodiscard]] constexpr std::int64_t sign_extend(std::uint64_t value, std::uint32_t bits) {
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((value & (2 * top - 1)) ^ top) - static_cast<std::int64_t>(top);
}

[[nodiscard]] inline std::uint64_t load_code(Dtype dtype, const std::uint8_t* data) {
  std::uint64_t code = 0;
  for (std::uint32_t i = 0; i < element_bytes(dtype); ++i) code |= std::uint64_t{data[i]} << 8 * i;
  return code;
}

inline void store_code(Dtype dtype, std::uint64_t code, std::uint8_t* out) {
  for (std::uint32_t i = 0; i < element_bytes(dtype); ++i) {
    out[i] = static_cast<std::uint8_t>(code >> 8 * i);
  }
}

/// int8: the number. Else the magnitude, or -1 - magnitude with the sign bit set.
[[nodiscard]] inline std::int64_t ordered_of(Dtype dtype, std::uint64_t code) {
  const std::uint32_t bits = code_bits(dtype);
  const std::int64_t number = sign_extend(code, bits);
  if (dtype == Dtype::kInt8 || number >= 0) return number;
  return -1 - (number + (std::int64_t{1} << (bits - 1)));
}

/// The way back; upper bits of `ordered` are ignored.
[[nodiscard]] inline std::uint64_t code_of(Dtype dtype, std::int64_t ordered) {
  const std::uint32_t bits = code_bits(dtype);
  const std::int64_t number = sign_extend(static_cast<std::uint64_t>(ordered), bits);
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  if (dtype == Dtype::kInt8 || number >= 0) {
    return static_cast<std::uint64_t>(number) & (2 * sign - 1);
  }
  return static_cast<std::uint64_t>(-1 - number) | sign;
}

}  // namespace tern::tdr
