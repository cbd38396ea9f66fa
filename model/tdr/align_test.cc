// SPDX-License-Identifier: Apache-2.0
//
// align_test.cc: into integers and back.
//
//   Spec  docs/transform.md#3-align
//   Test  model/tdr/align_test.cc
#include "model/tdr/align.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "model/common/tensor.h"
#include "model/tdr/format.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

double as_double(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return static_cast<double>(value);
}

std::vector<std::uint8_t> bytes_of(std::uint32_t code, std::uint32_t count) {
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t i = 0; i < count; ++i)
    bytes.push_back(static_cast<std::uint8_t>(code >> 8 * i));
  return bytes;
}

// Alone, a value keeps every bit that 20 bits can hold.
TEST(TdrAlign, EveryFiniteCodeOfNarrowTypesComesBack) {
  for (const Dtype dtype : {Dtype::kBf16, Dtype::kFp16, Dtype::kE4m3, Dtype::kE5m2}) {
    const std::uint32_t bytes = element_bytes(dtype);
    for (std::uint32_t code = 0; code < 1U << 8 * bytes; ++code) {
      const std::vector<std::uint8_t> in = bytes_of(code, bytes);
      const bool finite = std::isfinite(
          as_double(to_float32(static_cast<std::uint16_t>(code), *float_format_of(dtype))));
      const std::optional<Aligned> aligned = align(dtype, in.data(), in.size());
      ASSERT_EQ(aligned.has_value(), finite) << dtype_name(dtype) << " " << code;
      if (!finite) continue;
      std::vector<std::uint8_t> out(bytes);
      unalign(dtype, aligned->values[0], aligned->exponent, out.data());
      const std::uint32_t negative_zero = 1U << (8 * bytes - 1);
      ASSERT_EQ(out, bytes_of(code == negative_zero ? 0 : code, bytes)) << code;
    }
  }
}

TEST(TdrAlign, Int8IsItself) {
  for (int value = -128; value < 128; ++value) {
    const std::vector<std::uint8_t> in = {static_cast<std::uint8_t>(value)};
    const std::optional<Aligned> aligned = align(Dtype::kInt8, in.data(), 1);
    EXPECT_EQ(aligned->exponent, 0);
    EXPECT_EQ(aligned->values[0], value);
    std::uint8_t out = 0;
    unalign(Dtype::kInt8, value, 0, &out);
    EXPECT_EQ(out, in[0]);
  }
}

TEST(TdrAlign, ValuesOfFloat32AreTheNearestOfTheUnit) {
  Rng rng(1);
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::uint8_t> in;
    std::vector<double> values;
    for (int j = 0; j < 3; ++j) {
      const auto bits = static_cast<std::uint32_t>(rng.bits(31) % 0x7F800000U);
      for (const std::uint8_t byte : bytes_of(bits, 4)) in.push_back(byte);
      values.push_back(as_double(bits));
    }
    const std::optional<Aligned> aligned = align(Dtype::kFp32, in.data(), in.size());
    const double unit = std::ldexp(1.0, aligned->exponent);
    for (std::size_t j = 0; j < values.size(); ++j) {
      ASSERT_LE(std::abs(aligned->values[j] * unit - values[j]), unit / 2);
      ASSERT_LE(std::abs(aligned->values[j]), 1 << kAlignBits);
    }
  }
}

TEST(TdrAlign, TiesGoToTheEvenNeighbour) {
  std::vector<std::uint8_t> in;
  // 2^19, which makes the unit 1, and then 2.5, 3.5, -2.5, 0.5.
  for (const std::uint32_t bits :
       {0x49000000U, 0x40200000U, 0x40600000U, 0xC0200000U, 0x3F000000U}) {
    for (const std::uint8_t byte : bytes_of(bits, 4)) in.push_back(byte);
  }
  const std::optional<Aligned> aligned = align(Dtype::kFp32, in.data(), in.size());
  EXPECT_EQ(aligned->exponent, 0);
  EXPECT_EQ(aligned->values, (std::vector<std::int32_t>{1 << 19, 2, 4, -2, 0}));
}

TEST(TdrAlign, BackIsExactForFloat32AndSaturates) {
  Rng rng(2);
  for (int i = 0; i < 3000; ++i) {
    const auto value = static_cast<std::int32_t>(rng.below(2 * kMaxValue + 1)) - kMaxValue;
    const auto exponent = static_cast<std::int32_t>(rng.below(277)) - 149;
    std::vector<std::uint8_t> out(4);
    unalign(Dtype::kFp32, value, exponent, out.data());
    const std::uint32_t bits = out[0] | out[1] << 8 | out[2] << 16 | std::uint32_t{out[3]} << 24;
    const double largest = as_double(0x7F7FFFFF);
    const double wanted = std::ldexp(value, exponent);
    ASSERT_EQ(as_double(bits), std::abs(wanted) > largest ? std::copysign(largest, wanted) : wanted)
        << value << " " << exponent;
  }
}

TEST(TdrAlign, TooLargeBecomesTheLargestFinite) {
  const std::map<Dtype, std::uint32_t> largest = {
      {Dtype::kBf16, 0x7F7F}, {Dtype::kFp16, 0x7BFF}, {Dtype::kE4m3, 0x7E}, {Dtype::kE5m2, 0x7B}};
  for (const auto& [dtype, code] : largest) {
    const std::uint32_t bytes = element_bytes(dtype);
    std::vector<std::uint8_t> out(bytes);
    unalign(dtype, kMaxValue, 127, out.data());
    EXPECT_EQ(out, bytes_of(code, bytes)) << dtype_name(dtype);
    unalign(dtype, -kMaxValue, 127, out.data());
    EXPECT_EQ(out, bytes_of(code | 1U << (8 * bytes - 1), bytes)) << dtype_name(dtype);
  }
  std::uint8_t byte = 0;
  unalign(Dtype::kInt8, 1000, 0, &byte);
  EXPECT_EQ(byte, 127);
  unalign(Dtype::kInt8, -1000, 0, &byte);
  EXPECT_EQ(byte, 128);
}

TEST(TdrAlign, ZerosHaveAFiniteScale) {
  const std::vector<std::uint8_t> in(16);
  const std::optional<Aligned> aligned = align(Dtype::kFp32, in.data(), in.size());
  EXPECT_EQ(aligned->values, std::vector<std::int32_t>(4, 0));
  EXPECT_EQ(aligned->exponent, -149);
}

}  // namespace
}  // namespace tern::tdr
