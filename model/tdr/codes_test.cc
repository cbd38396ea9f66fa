// SPDX-License-Identifier: Apache-2.0
//
// codes_test.cc: every bit pattern has a place of its own, in the order of the numbers.
//
//   Spec  docs/transform.md#16-modes
#include "model/tdr/codes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "model/common/test_seed.h"
#include "model/tdr/parts.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

double number_of(Dtype dtype, std::uint64_t code) {
  std::uint8_t bytes[4] = {};
  store_code(dtype, code, bytes);
  if (dtype == Dtype::kInt8) return static_cast<std::int8_t>(bytes[0]);
  const std::uint32_t bits = float32_of(dtype, bytes);
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return static_cast<double>(value);
}

TEST(TdrCodes, EveryCodeOfUpTo16BitsHasItsPlace) {
  for (const Dtype dtype : kTestDtypes) {
    if (dtype == Dtype::kFp32) continue;
    const std::int64_t half = std::int64_t{1} << (code_bits(dtype) - 1);
    double last = -INFINITY;
    for (std::int64_t place = -half; place < half; ++place) {
      const std::uint64_t code = code_of(dtype, place);
      ASSERT_LT(code, static_cast<std::uint64_t>(2 * half));
      ASSERT_EQ(ordered_of(dtype, code), place) << dtype_name(dtype);
      const double number = number_of(dtype, code);
      if (std::isnan(number)) continue;
      ASSERT_GE(number, last) << dtype_name(dtype) << " " << place;
      last = number;
    }
  }
}

TEST(TdrCodes, DifferencesBringEveryCodeToEveryOther) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 20000; ++i) {
    const Dtype dtype = kTestDtypes[rng.below(6)];
    const std::uint64_t from = rng.bits(code_bits(dtype));
    const std::uint64_t to = rng.bits(code_bits(dtype));
    const std::int64_t way = ordered_of(dtype, to) - ordered_of(dtype, from);
    const std::int64_t wrapped = sign_extend(static_cast<std::uint64_t>(way), code_bits(dtype));
    ASSERT_LT(std::abs(wrapped), (std::int64_t{1} << (code_bits(dtype) - 1)) + 1);
    ASSERT_EQ(code_of(dtype, ordered_of(dtype, from) + wrapped), to) << dtype_name(dtype);
  }
}

TEST(TdrCodes, ZerosOfBothSignsAreNeighbours) {
  EXPECT_EQ(ordered_of(Dtype::kFp32, 0), 0);
  EXPECT_EQ(ordered_of(Dtype::kFp32, 0x80000000U), -1);
  EXPECT_EQ(ordered_of(Dtype::kFp32, 0xFFFFFFFFU), -(std::int64_t{1} << 31));
  EXPECT_EQ(code_of(Dtype::kFp32, -(std::int64_t{1} << 31)), 0xFFFFFFFFU);
}

}  // namespace
}  // namespace tern::tdr
