// SPDX-License-Identifier: Apache-2.0
//
// parts: a number of any dtype as a significand and a power of two.
//
//   Spec  docs/transform.md#3-align
//   Test  model/tdr/align_test.cc
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/common/dtype.h"
#include "model/common/tensor.h"

namespace tern::tdr {

/// The number is significand * 2^exponent; the significand has at most 24 bits and a sign.
struct Parts {
  std::int32_t significand = 0;
  std::int32_t exponent = 0;
};

/// `bits`: a binary32 number that is finite.
[[nodiscard]] inline Parts parts_of(std::uint32_t bits) {
  const std::uint32_t field = bits >> 23 & 0xFF;
  const auto fraction = static_cast<std::int32_t>(bits & 0x7FFFFF);
  const std::int32_t significand = field == 0 ? fraction : fraction | 0x800000;
  const std::int32_t exponent = static_cast<std::int32_t>(std::max(field, 1U)) - 150;
  return {bits >> 31 != 0 ? -significand : significand, exponent};
}

/// The value at `data`, of any dtype but int8, as binary32.
[[nodiscard]] inline std::uint32_t float32_of(Dtype dtype, const std::uint8_t* data) {
  std::uint32_t code = 0;
  for (std::uint32_t i = 0; i < element_bytes(dtype); ++i) code |= std::uint32_t{data[i]} << 8 * i;
  if (dtype == Dtype::kFp32) return code;
  return to_float32(static_cast<std::uint16_t>(code), *float_format_of(dtype));
}

/// The value at `data`, which must be finite.
[[nodiscard]] inline Parts parts_at(Dtype dtype, const std::uint8_t* data) {
  if (dtype == Dtype::kInt8) return {static_cast<std::int8_t>(*data), 0};
  return parts_of(float32_of(dtype, data));
}

}  // namespace tern::tdr
