// SPDX-License-Identifier: Apache-2.0
//
// align_reference: one value to an integer and back by the model, for all inputs that the RTL
// takes.
//
//   Spec  docs/transform.md#3-align
//   Test  tb/tdr/tdr_align_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "model/tdr/align.h"
#include "model/tdr/format.h"
#include "model/tdr/parts.h"

namespace tern::tb {

struct Integer {
  std::int32_t value = 0;
  bool special = false;
};

/// The model's integer; MaxValue where the model's precondition or the unit's width ends.
inline Integer align_one(Dtype dtype, std::uint32_t code, std::int32_t exponent) {
  const std::array<std::uint8_t, 4> bytes = {
      static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8),
      static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 24)};
  if (dtype != Dtype::kInt8 && (tdr::float32_of(dtype, bytes.data()) >> 23 & 0xFF) == 0xFF) {
    return {0, true};
  }
  const tdr::Parts parts = tdr::parts_at(dtype, bytes.data());
  std::int32_t top = parts.exponent - exponent;
  for (std::int32_t rest = std::abs(parts.significand); rest != 0; rest >>= 1) ++top;
  if (parts.significand != 0 && top > 24) {
    return {parts.significand < 0 ? -tdr::kMaxValue : tdr::kMaxValue, false};
  }
  const auto value = tdr::align_to(dtype, bytes.data(), element_bytes(dtype), exponent)[0];
  return {tdr::clip(value, tdr::kMaxValue), false};
}

/// The model's code.
inline std::uint32_t unalign_one(Dtype dtype, std::int32_t value, std::int32_t exponent) {
  std::array<std::uint8_t, 4> bytes{};
  tdr::unalign(dtype, value, dtype == Dtype::kInt8 ? 0 : exponent, bytes.data());
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | std::uint32_t{bytes[3]} << 24;
}

}  // namespace tern::tb
