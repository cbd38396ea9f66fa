// SPDX-License-Identifier: Apache-2.0
//
// align.cc: floating point taken apart and put together with integers only.
//
//   Spec  docs/transform.md#3-align
//   Test  model/tdr/align_test.cc
#include "model/tdr/align.h"

#include <algorithm>
#include <cassert>

#include "model/common/tensor.h"
#include "model/tdr/format.h"
#include "model/tdr/parts.h"

namespace tern::tdr {
namespace {

constexpr std::int32_t kFloatMinExponent = -149;  // of the last bit of a subnormal binary32 number

// Bits of |value|.
std::int32_t width(std::int32_t value) {
  std::int32_t bits = 0;
  for (std::uint32_t v = static_cast<std::uint32_t>(value < 0 ? -value : value); v != 0; v >>= 1) {
    ++bits;
  }
  return bits;
}

// Ties to even, so that a tensor and its negative are treated alike.
std::int32_t scaled(const Parts& parts, std::int32_t unit) {
  const std::int32_t down = unit - parts.exponent;
  if (down <= 0) return parts.significand * (std::int32_t{1} << -down);
  if (down > 25) return 0;
  const bool negative = parts.significand < 0;
  const std::int32_t magnitude = negative ? -parts.significand : parts.significand;
  const std::int32_t half = std::int32_t{1} << (down - 1);
  const std::int32_t rounded = (magnitude + half - 1 + (magnitude >> down & 1)) >> down;
  return negative ? -rounded : rounded;
}

// The binary32 number value * 2^exponent; it has at most 22 significant bits, so it is exact.
std::uint32_t to_float32_bits(std::int32_t value, std::int32_t exponent) {
  if (value == 0) return 0;
  const std::uint32_t sign = value < 0 ? 0x80000000U : 0;
  auto magnitude = static_cast<std::uint32_t>(value < 0 ? -value : value);
  std::int32_t field = exponent + 150;
  while (magnitude < 0x800000 && field > 1) {
    magnitude <<= 1;
    --field;
  }
  if (magnitude < 0x800000) return sign | magnitude;  // subnormal
  if (field > 254) return sign | 0x7F7FFFFF;
  return sign | static_cast<std::uint32_t>(field) << 23 | (magnitude & 0x7FFFFF);
}

}  // namespace

std::optional<std::int16_t> align_exponent(Dtype dtype, const std::uint8_t* data,
                                           std::size_t size) {
  if (dtype == Dtype::kInt8) return std::int16_t{0};
  const std::uint32_t bytes = element_bytes(dtype);
  const std::size_t count = size / bytes;
  std::int32_t top = kFloatMinExponent;  // no value reaches 2^top
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bits = float32_of(dtype, data + i * bytes);
    if ((bits >> 23 & 0xFF) == 0xFF) return std::nullopt;
    const Parts parts = parts_of(bits);
    if (parts.significand != 0) top = std::max(top, parts.exponent + width(parts.significand));
  }
  const std::int32_t unit =
      std::max(top - static_cast<std::int32_t>(kAlignBits), kFloatMinExponent);
  return static_cast<std::int16_t>(unit);
}

std::optional<Aligned> align(Dtype dtype, const std::uint8_t* data, std::size_t size) {
  const std::optional<std::int16_t> unit = align_exponent(dtype, data, size);
  if (!unit) return std::nullopt;
  return Aligned{*unit, align_to(dtype, data, size, *unit)};
}

std::int32_t aligned_value(Dtype dtype, const std::uint8_t* data, std::int32_t exponent) {
  return scaled(parts_at(dtype, data), exponent);
}

std::vector<std::int32_t> align_to(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                   std::int32_t exponent) {
  const std::uint32_t bytes = element_bytes(dtype);
  std::vector<std::int32_t> values(size / bytes);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = aligned_value(dtype, data + i * bytes, exponent);
  }
  return values;
}

void unalign(Dtype dtype, std::int32_t value, std::int32_t exponent, std::uint8_t* out) {
  assert(value >= -kMaxValue && value <= kMaxValue);
  if (dtype == Dtype::kInt8) {
    assert(exponent == 0);
    *out = static_cast<std::uint8_t>(std::clamp(value, -128, 127));
    return;
  }
  std::uint32_t code = to_float32_bits(value, exponent);
  if (dtype != Dtype::kFp32) {
    const FloatFormat format = *float_format_of(dtype);
    const std::uint32_t sign_bit = 1U << (format.exponent_bits + format.mantissa_bits);
    // The codes of infinity and NaN lie above the largest finite one.
    const std::uint32_t infinity = (sign_bit - 1) >> format.mantissa_bits << format.mantissa_bits;
    const std::uint32_t largest = format.has_infinity ? infinity - 1 : sign_bit - 2;
    code = from_float32(code, format);
    code = (code & sign_bit) | std::min(code & (sign_bit - 1), largest);
  }
  for (std::uint32_t i = 0; i < element_bytes(dtype); ++i) {
    out[i] = static_cast<std::uint8_t>(code >> (8 * i));
  }
}

}  // namespace tern::tdr
