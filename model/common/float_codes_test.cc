// SPDX-License-Identifier: Apache-2.0
//
// float_codes_test: the codes at the edges of each format, as its specification lists them.
//
//   Spec  OCP 8-bit Floating Point Specification 1.0; IEEE 754-2019
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "model/common/float_format.h"

namespace tern {
namespace {

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

TEST(E4m3, HasOneNanAndNoInfinity) {
  for (std::uint32_t code = 0; code < 256; ++code) {
    const float value = float_of(to_float32(static_cast<std::uint16_t>(code), kE4m3Format));
    EXPECT_EQ(std::isnan(value), code == 0x7F || code == 0xFF) << code;
    EXPECT_FALSE(std::isinf(value)) << code;
  }
  EXPECT_EQ(float_of(to_float32(0x7E, kE4m3Format)), 448.0F);
}

TEST(E4m3, OverflowAndInfinityBecomeNan) {
  const auto code = [](float value) { return from_float32(bits_of(value), kE4m3Format); };
  EXPECT_EQ(code(448.0F), 0x7E);
  EXPECT_EQ(code(464.0F), 0x7E) << "halfway to the missing 480, and 448 is even";
  EXPECT_EQ(code(std::nextafter(464.0F, 465.0F)), 0x7F);
  EXPECT_EQ(code(-480.0F), 0xFF);
  EXPECT_EQ(code(3e38F), 0x7F);
  EXPECT_EQ(code(std::numeric_limits<float>::infinity()), 0x7F);
  EXPECT_EQ(code(-std::numeric_limits<float>::infinity()), 0xFF);
}

TEST(E5m2, HasInfinityAndThreeNansOfEachSign) {
  int nans = 0;
  for (std::uint32_t code = 0; code < 256; ++code) {
    const float value = float_of(to_float32(static_cast<std::uint16_t>(code), kE5m2Format));
    nans += std::isnan(value) ? 1 : 0;
    EXPECT_EQ(std::isinf(value), code == 0x7C || code == 0xFC) << code;
  }
  EXPECT_EQ(nans, 6);
  EXPECT_EQ(float_of(to_float32(0x7B, kE5m2Format)), 57344.0F);
}

TEST(E5m2, OverflowBecomesInfinity) {
  const auto code = [](float value) { return from_float32(bits_of(value), kE5m2Format); };
  EXPECT_EQ(code(57344.0F), 0x7B);
  EXPECT_EQ(code(std::nextafter(61440.0F, 0.0F)), 0x7B);
  EXPECT_EQ(code(61440.0F), 0x7C) << "halfway, and the code of infinity is even";
  EXPECT_EQ(code(-1e30F), 0xFC);
}

TEST(Fp16, OverflowBecomesInfinityAndUnderflowKeepsItsSign) {
  const auto code = [](float value) { return from_float32(bits_of(value), kFp16Format); };
  EXPECT_EQ(code(65504.0F), 0x7BFF);
  EXPECT_EQ(code(65519.996F), 0x7BFF);
  EXPECT_EQ(code(65520.0F), 0x7C00);
  EXPECT_EQ(code(-1e-30F), 0x8000);
  EXPECT_EQ(code(std::ldexp(1.0F, -25)), 0) << "halfway to the smallest, and zero is even";
  EXPECT_EQ(code(std::ldexp(1.5F, -25)), 1);
}

}  // namespace
}  // namespace tern
