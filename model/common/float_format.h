// SPDX-License-Identifier: Apache-2.0
//
// float_format: small floating-point formats from and to binary32, in integer arithmetic only.
//
// The host's floating-point unit, its rounding mode and its flush-to-zero switch cannot change a
// result.
//
//   Spec  IEEE 754-2019; OCP 8-bit Floating Point Specification 1.0 (E4M3, E5M2)
//   Test  model/common/float_format_test.cc
#pragma once

#include <cstdint>

namespace tern {

/// A format of one sign bit, an exponent and a mantissa. The bias is 2^(exponent_bits - 1) - 1.
struct FloatFormat {
  std::uint32_t exponent_bits;
  std::uint32_t mantissa_bits;
  /// True: the largest exponent means infinity and NaN, as in IEEE 754. False: it is an ordinary
  /// exponent, except that the code of all ones is NaN, as in OCP E4M3.
  bool has_infinity;
};

inline constexpr FloatFormat kBf16Format{8, 7, true};
inline constexpr FloatFormat kFp16Format{5, 10, true};
inline constexpr FloatFormat kE4m3Format{4, 3, false};
inline constexpr FloatFormat kE5m2Format{5, 2, true};

/// Rounds a binary32 number, given by its bits, to the nearest value of `format`; ties go to the
/// even code.
///
/// Overflow and infinity give infinity, or NaN if the format has no infinity. NaN gives the quiet
/// NaN without payload. The sign is always kept, that of zero and NaN too.
[[nodiscard]] constexpr std::uint16_t from_float32(std::uint32_t bits, const FloatFormat& format) {
  const std::uint32_t code_bits = format.exponent_bits + format.mantissa_bits;
  const std::uint32_t sign = (bits >> 31) << code_bits;
  const std::uint32_t all_ones = (std::uint32_t{1} << code_bits) - 1;
  const std::uint32_t infinity = all_ones >> format.mantissa_bits << format.mantissa_bits;
  const std::uint32_t quiet_nan =
      format.has_infinity ? infinity | std::uint32_t{1} << (format.mantissa_bits - 1) : all_ones;
  const std::uint32_t overflow = format.has_infinity ? infinity : quiet_nan;
  const std::uint32_t largest = format.has_infinity ? infinity - 1 : all_ones - 1;

  const std::int32_t field = static_cast<std::int32_t>((bits >> 23) & 0xFF);
  const std::uint32_t fraction = bits & 0x7FFFFF;
  if (field == 0xFF) {
    return static_cast<std::uint16_t>(sign | (fraction != 0 ? quiet_nan : overflow));
  }

  // The number is significand * 2^(exponent - 23), normal or not.
  const std::uint32_t significand = field == 0 ? fraction : fraction | 0x800000;
  const std::int32_t exponent = (field == 0 ? 1 : field) - 127;

  // Drop the bits below the last one that the format has at this exponent.
  const std::int32_t bias = (1 << (format.exponent_bits - 1)) - 1;
  const std::int32_t target = exponent + bias;  // exponent field, if the result is normal
  const std::int32_t base = target < 1 ? 1 : target;
  const std::uint32_t wanted =
      23 - format.mantissa_bits + static_cast<std::uint32_t>(base - target);
  const std::uint32_t shift = wanted > 25 ? 25 : wanted;  // 25 already leaves less than one half
  const std::uint32_t last_bit = (significand >> shift) & 1;
  const std::uint32_t half = std::uint32_t{1} << (shift - 1);
  const std::uint32_t rounded = (significand + half - 1 + last_bit) >> shift;

  // The implicit bit of a normal result counts as one exponent step, so it is added, not masked:
  // rounding up to the next power of two, and from subnormal to normal, comes out right by itself.
  const std::uint32_t code =
      (static_cast<std::uint32_t>(base - 1) << format.mantissa_bits) + rounded;
  return static_cast<std::uint16_t>(sign | (code > largest ? overflow : code));
}

/// The binary32 number, as bits, that has the value of `code`. Exact. NaN stays a NaN, made quiet.
[[nodiscard]] constexpr std::uint32_t to_float32(std::uint16_t code, const FloatFormat& format) {
  const std::uint32_t code_bits = format.exponent_bits + format.mantissa_bits;
  const std::uint32_t all_ones = (std::uint32_t{1} << code_bits) - 1;
  const std::uint32_t sign = (std::uint32_t{code} >> code_bits & 1) << 31;
  const std::uint32_t magnitude = code & all_ones;
  const std::uint32_t exponent_ones = (std::uint32_t{1} << format.exponent_bits) - 1;
  const std::uint32_t widen = 23 - format.mantissa_bits;

  std::uint32_t field = magnitude >> format.mantissa_bits;
  std::uint32_t fraction = (magnitude << widen) & 0x7FFFFF;
  if (format.has_infinity && field == exponent_ones) {
    return sign | 0x7F800000 | (fraction != 0 ? fraction | 0x400000 : 0);
  }
  if (!format.has_infinity && magnitude == all_ones) return sign | 0x7FC00000;
  if (magnitude == 0) return sign;

  const std::uint32_t rebias = 127 - ((std::uint32_t{1} << (format.exponent_bits - 1)) - 1);
  if (field == 0 && rebias > 0) {
    // A subnormal of a format with fewer exponent bits is a normal binary32 number.
    field = 1;
    while ((fraction & 0x800000) == 0) {
      fraction <<= 1;
      --field;  // wraps below zero; the sum with `rebias` is positive again
    }
    fraction &= 0x7FFFFF;
  }
  return sign | (field + rebias) << 23 | fraction;
}

}  // namespace tern
