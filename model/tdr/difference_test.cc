// SPDX-License-Identifier: Apache-2.0
//
// difference_test.cc: against wider floating point where that is exact, and from above elsewhere.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/difference_test.cc
#include "model/tdr/difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern::tdr {
namespace {

double value_of(const Magnitude& m) {
  return std::ldexp(static_cast<double>(m.significand), m.exponent);
}

double value_of(const Parts& parts) {
  return std::ldexp(static_cast<double>(parts.significand), parts.exponent);
}

Parts draw(Rng& rng, std::int32_t spread) {
  const auto significand = static_cast<std::int32_t>(rng.bits(24)) * (rng.chance(1, 2) ? -1 : 1);
  return {significand, static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(spread)))};
}

TEST(TdrDifference, IsExactWhereBinary64Is) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 20000; ++i) {
    const Parts a = draw(rng, 29);
    const Parts b = draw(rng, 29);
    ASSERT_EQ(value_of(difference(a, b)), std::abs(value_of(a) - value_of(b)));
  }
}

TEST(TdrDifference, FarApartItIsRoundedUpAndHardly) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  for (int i = 0; i < 20000; ++i) {
    const Parts low = draw(rng, 29);
    const Parts high{
        static_cast<std::int32_t>(rng.bits(23) | 0x800000) * (rng.chance(1, 2) ? -1 : 1),
        static_cast<std::int32_t>(68 + rng.below(150))};
    const Magnitude found = difference(high, low);
    ASSERT_TRUE(found == difference(low, high));
    // In units of 2^(exponent - 38) the high number is an integer, and so is what was found.
    const auto first = std::uint64_t(std::abs(std::int64_t{high.significand})) << 38;
    const auto scaled = static_cast<std::int64_t>(
        (found.significand >> (high.exponent - 38 - found.exponent)) - first);
    const double exact = std::ldexp(std::abs(value_of(low)), 38 - high.exponent) *
                         ((low.significand < 0) == (high.significand < 0) ? -1 : 1);
    ASSERT_EQ(static_cast<double>(scaled), std::ceil(exact));
  }
}

TEST(TdrDifference, OrdersMagnitudesLikeNumbers) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t a = rng.bits(1 + static_cast<unsigned>(rng.below(12)));
    const std::uint64_t b = rng.bits(1 + static_cast<unsigned>(rng.below(12)));
    const auto e = static_cast<std::int32_t>(rng.below(12));
    const auto f = static_cast<std::int32_t>(rng.below(12));
    ASSERT_EQ(magnitude_of(a, e) < magnitude_of(b, f), a << e < b << f);
    ASSERT_EQ(magnitude_of(a, e) == magnitude_of(b, f), a << e == b << f);
  }
}

TEST(TdrDifference, FindsTheLargestWhereverItIs) {
  for (std::size_t place = 0; place < 5; ++place) {
    float a[] = {1, -2, 3e30F, 1e-45F, 0};
    float b[] = {1, -2, 3e30F, 1e-45F, -0.0F};
    std::uint8_t first[sizeof a];
    std::uint8_t second[sizeof b];
    const auto largest = [&] {
      std::memcpy(first, a, sizeof a);
      std::memcpy(second, b, sizeof b);
      return value_of(largest_difference(Dtype::kFp32, first, second, sizeof a));
    };
    EXPECT_EQ(largest(), 0);
    b[place] = b[place] == 3e30F ? std::nextafter(b[place], 4e30F) : b[place] + 0.5F;
    EXPECT_EQ(largest(), std::abs(static_cast<double>(a[place]) - static_cast<double>(b[place])));
  }
  const std::uint8_t low = 0x80;
  const std::uint8_t high = 0x7F;
  EXPECT_EQ(value_of(largest_difference(Dtype::kInt8, &low, &high, 1)), 255);
}

// The least binary32 number that is not below: the one before it is.
TEST(TdrDifference, RoundsUpToBinary32) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 9);
  EXPECT_EQ(binary32_above({}), 0U);
  EXPECT_EQ(binary32_above(magnitude_of(1, -149)), 1U);
  EXPECT_EQ(binary32_above(magnitude_of(1, -300)), 1U);
  EXPECT_EQ(binary32_above(magnitude_of(3, -150)), 2U);
  EXPECT_EQ(binary32_above(magnitude_of(0x1FFFFFF, -149)), 0x01800000U);
  EXPECT_EQ(binary32_above(magnitude_of(0xFFFFFF, 104)), 0x7F7FFFFFU);
  EXPECT_EQ(binary32_above(magnitude_of(0x1FFFFFF, 103)), 0x7F800000U);
  for (int i = 0; i < 3000; ++i) {
    const Magnitude magnitude = magnitude_of(1 + rng.bits(static_cast<unsigned>(1 + rng.below(63))),
                                             static_cast<std::int32_t>(rng.below(180)) - 150 - 20);
    const std::uint32_t bits = binary32_above(magnitude);
    if (bits >= 0x7F800000) continue;
    const auto number_of = [](std::uint32_t code) {
      const Parts parts = parts_of(code);
      return magnitude_of(static_cast<std::uint64_t>(parts.significand), parts.exponent);
    };
    ASSERT_FALSE(number_of(bits) < magnitude);
    ASSERT_TRUE(bits == 1 || number_of(bits - 1) < magnitude);
  }
}

}  // namespace
}  // namespace tern::tdr
