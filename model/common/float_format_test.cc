// SPDX-License-Identifier: Apache-2.0
//
// float_format_test: conversions against a second definition, exhaustively.
//
// The oracle lists every value of a format in double, from the definition (-1)^s * m * 2^e, and
// finds the nearest by search. It shares nothing with the code under test.
//
//   Spec  OCP 8-bit Floating Point Specification 1.0; IEEE 754-2019
#include "model/common/float_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace tern {
namespace {

struct NamedFormat {
  std::string name;
  FloatFormat format;
  std::uint32_t sign;      // the sign bit
  std::uint32_t largest;   // code of the largest finite value
  std::uint32_t infinity;  // code of what overflow becomes
  int min_exponent;        // of the smallest normal value
};

void PrintTo(const NamedFormat& named, std::ostream* os) { *os << named.name; }

const NamedFormat kBf16{"bf16", kBf16Format, 0x8000, 0x7F7F, 0x7F80, -126};
const NamedFormat kFp16{"fp16", kFp16Format, 0x8000, 0x7BFF, 0x7C00, -14};
const NamedFormat kE4m3{"e4m3", kE4m3Format, 0x80, 0x7E, 0x7F, -6};
const NamedFormat kE5m2{"e5m2", kE5m2Format, 0x80, 0x7B, 0x7C, -14};

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

bool is_nan(std::uint32_t code, const NamedFormat& named) {
  const std::uint32_t magnitude = code & (named.sign - 1);
  return named.format.has_infinity ? magnitude > named.infinity : magnitude == named.infinity;
}

// The value of a code without sign, by the definition; also of the code behind the largest, as if
// the exponent had no special meaning.
double magnitude_of(std::uint32_t code, const NamedFormat& named) {
  const std::uint32_t scale = std::uint32_t{1} << named.format.mantissa_bits;
  const std::uint32_t field = code / scale;
  const std::uint32_t fraction = code % scale;
  const int bits = static_cast<int>(named.format.mantissa_bits);
  if (field == 0) return std::ldexp(fraction, named.min_exponent - bits);
  return std::ldexp(scale + fraction, named.min_exponent + static_cast<int>(field) - 1 - bits);
}

// The code nearest to a finite `value`; halfway, the even one. The code behind the largest stands
// for overflow: what rounds to it or lies above it overflows.
class Oracle {
 public:
  explicit Oracle(const NamedFormat& named) : named_(named) {
    for (std::uint32_t code = 0; code <= named.largest + 1; ++code) {
      values_.push_back(magnitude_of(code, named));
    }
  }

  std::uint32_t nearest(double value) const {
    const std::uint32_t sign = std::signbit(value) ? named_.sign : 0;
    const double magnitude = std::fabs(value);
    const auto above = std::lower_bound(values_.begin(), values_.end(), magnitude);
    if (above == values_.end()) return sign | named_.infinity;
    auto code = static_cast<std::uint32_t>(above - values_.begin());
    if (code > 0) {
      // Exact: neighbours and a binary32 number differ by far fewer than 53 bits.
      const double up = *above - magnitude;
      const double down = magnitude - values_[code - 1];
      if (down < up || (down == up && code % 2 == 1)) --code;
    }
    return sign | (code > named_.largest ? named_.infinity : code);
  }

 private:
  NamedFormat named_;
  std::vector<double> values_;
};

class Formats : public testing::TestWithParam<NamedFormat> {
 protected:
  std::uint32_t convert(std::uint32_t bits) const { return from_float32(bits, GetParam().format); }

  // What a binary32 number must become, special values included.
  void check(std::uint32_t bits, const Oracle& oracle) const {
    const NamedFormat& named = GetParam();
    const float value = float_of(bits);
    const std::uint32_t sign = (bits >> 31) != 0 ? named.sign : 0;
    const std::uint32_t code = convert(bits);
    if (std::isnan(value)) {
      ASSERT_TRUE(is_nan(code, named)) << std::hex << bits << " became " << code;
      ASSERT_EQ(code & named.sign, sign) << std::hex << bits;
    } else if (std::isinf(value)) {
      ASSERT_EQ(code, sign | named.infinity) << std::hex << bits;
    } else {
      ASSERT_EQ(code, oracle.nearest(value)) << std::hex << bits << " = " << value;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, Formats, testing::Values(kBf16, kFp16, kE4m3, kE5m2),
                         [](const auto& param) { return param.param.name; });

TEST_P(Formats, EveryCodeMeansItsValue) {
  const NamedFormat& named = GetParam();
  for (std::uint32_t code = 0; code < 2 * named.sign; ++code) {
    const std::uint32_t bits = to_float32(static_cast<std::uint16_t>(code), named.format);
    const float value = float_of(bits);
    const std::uint32_t magnitude = code & (named.sign - 1);
    ASSERT_EQ(bits >> 31 != 0, (code & named.sign) != 0) << std::hex << code;
    if (is_nan(code, named)) {
      ASSERT_TRUE(std::isnan(value)) << std::hex << code;
      ASSERT_NE(bits & 0x400000, 0U) << "not quiet: " << std::hex << code;
    } else if (magnitude > named.largest) {
      ASSERT_TRUE(std::isinf(value)) << std::hex << code;
    } else {
      ASSERT_EQ(std::fabs(static_cast<double>(value)), magnitude_of(magnitude, named))
          << std::hex << code;
    }
  }
}

TEST_P(Formats, EveryCodeSurvivesTheRoundTrip) {
  const NamedFormat& named = GetParam();
  for (std::uint32_t code = 0; code < 2 * named.sign; ++code) {
    const std::uint32_t back = convert(to_float32(static_cast<std::uint16_t>(code), named.format));
    if (is_nan(code, named)) {
      ASSERT_TRUE(is_nan(back, named)) << std::hex << code;
      ASSERT_EQ(back & named.sign, code & named.sign) << std::hex << code;
    } else {
      ASSERT_EQ(back, code) << std::hex << code;
    }
  }
}

TEST_P(Formats, RoundsEveryBf16NumberToNearestEven) {
  const Oracle oracle(GetParam());
  for (std::uint32_t code = 0; code < 0x10000; ++code) check(code << 16, oracle);
}

TEST_P(Formats, RoundsEveryFp16NumberToNearestEven) {
  const Oracle oracle(GetParam());
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    check(to_float32(static_cast<std::uint16_t>(code), kFp16Format), oracle);
  }
}

TEST_P(Formats, RoundsAroundEveryMidpoint) {
  // The midpoint of two neighbours has one bit more than they have, so it is a binary32 number.
  const NamedFormat& named = GetParam();
  const Oracle oracle(named);
  for (std::uint32_t code = 0; code <= named.largest; ++code) {
    const double middle = (magnitude_of(code, named) + magnitude_of(code + 1, named)) / 2;
    const std::uint32_t bits = bits_of(static_cast<float>(middle));
    ASSERT_EQ(static_cast<double>(float_of(bits)), middle);
    for (const std::uint32_t sign : {0U, 0x80000000U}) {
      check(sign | (bits - 1), oracle);
      check(sign | bits, oracle);
      check(sign | (bits + 1), oracle);
    }
  }
}

TEST_P(Formats, KeepsZeroDenormalsAndTheEndsOfTheRange) {
  const Oracle oracle(GetParam());
  for (const std::uint32_t sign : {0U, 0x80000000U}) {
    for (std::uint32_t step = 0; step < 1000; ++step) {
      check(sign | step, oracle);                 // zero and the smallest denormals of binary32
      check(sign | (0x00800000 - step), oracle);  // down from its smallest normal number
      check(sign | (0x7F7FFFFF - step), oracle);  // down from its largest number
      check(sign | (step * 0x20C6F), oracle);     // all over the range
    }
  }
}

TEST_P(Formats, NanNeverBecomesInfinityOrANumber) {
  for (const std::uint32_t sign : {0U, 0x80000000U}) {
    for (std::uint32_t bit = 0; bit < 23; ++bit) {
      for (const std::uint32_t payload : {1U << bit, 0x7FFFFFU >> bit, 0x400000U | 1U << bit}) {
        const std::uint32_t code = convert(sign | 0x7F800000 | payload);
        EXPECT_TRUE(is_nan(code, GetParam())) << std::hex << payload << " became " << code;
        EXPECT_EQ((code & GetParam().sign) != 0, sign != 0) << std::hex << payload;
      }
    }
  }
}

}  // namespace
}  // namespace tern
