// SPDX-License-Identifier: Apache-2.0
//
// package_merge_test.cc: complete codes within the limits, the same for equal weights.
//
// That the lengths are optimal is shown against other algorithms in model/oracle.
//
//   Spec  docs/huffman_format.md#10-training-books
#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"
#include "model/huff/train.h"

namespace tern::huff {
namespace {

using WeightList = std::vector<std::uint64_t>;
using LengthList = std::vector<std::uint8_t>;

void expect_code(const LengthList& lengths, std::uint32_t min_len, std::uint32_t max_len) {
  std::uint64_t sum = 0;
  for (const std::uint8_t length : lengths) {
    EXPECT_GE(length, min_len);
    EXPECT_LE(length, max_len);
    sum += std::uint64_t{1} << (32 - length);
  }
  EXPECT_EQ(sum, std::uint64_t{1} << 32) << "Kraft sum is not 1";
}

// Fault H6: clamping Huffman's lengths would give 1, 2, 2, 2, which is no code.
TEST(PackageMerge, LimitOf2Gives2222) {
  EXPECT_EQ(limited_lengths({100, 10, 1, 1}, 1, 2), (LengthList{2, 2, 2, 2}));
  EXPECT_EQ(limited_lengths({100, 10, 1, 1}, 1, 3), (LengthList{1, 2, 3, 3}));
}

// Fault H6: Fibonacci weights make the deepest trees.
TEST(PackageMerge, KeepsLimitsOnFibonacciWeights) {
  for (const std::size_t n : {std::size_t{32}, std::size_t{80}}) {
    WeightList weights = {1, 1};
    while (weights.size() < n) weights.push_back(weights.end()[-1] + weights.end()[-2]);
    for (std::uint32_t max_len = 8; max_len <= 15; ++max_len) {
      expect_code(limited_lengths(weights, 1, max_len), 1, max_len);
      expect_code(limited_lengths(weights, 4, max_len), 4, max_len);
    }
  }
  // 256 entries: the sequence stops growing where its sum would not fit in the precondition.
  WeightList weights = {1, 1};
  while (weights.size() < 75) weights.push_back(weights.end()[-1] + weights.end()[-2]);
  weights.resize(kNumSymbols, 1);
  for (std::uint32_t max_len = 8; max_len <= 15; ++max_len) {
    expect_code(limited_lengths(weights, 1, max_len), 1, max_len);
  }
}

// Fault H3: two entries is the least that a code can have.
TEST(PackageMerge, TwoEntriesGetOneBitEach) {
  EXPECT_EQ(limited_lengths({1, 1}, 1, 8), (LengthList{1, 1}));
  EXPECT_EQ(limited_lengths({1000000, 1}, 1, 15), (LengthList{1, 1}));
}

// Fault H11: as many entries as the shortest and the longest length allow.
TEST(PackageMerge, FullTreesAreUniform) {
  EXPECT_EQ(limited_lengths(WeightList(256, 5), 1, 8), LengthList(256, 8));
  EXPECT_EQ(limited_lengths(WeightList(256, 5), 8, 8), LengthList(256, 8));
  EXPECT_EQ(limited_lengths(WeightList(16, 9), 4, 12), LengthList(16, 4));
}

TEST(PackageMerge, TiesGiveTheLongCodeToTheHigherIndex) {
  EXPECT_EQ(limited_lengths({7, 7, 7}, 1, 8), (LengthList{1, 2, 2}));
  EXPECT_EQ(limited_lengths({7, 7, 7, 7, 7}, 1, 8), (LengthList{2, 2, 2, 3, 3}));
}

TEST(PackageMerge, EntryComesBeforePackageOfEqualWeight) {
  // Both 2, 2, 2, 2 and 1, 2, 3, 3 cost 10; section 10 decides for the balanced one.
  EXPECT_EQ(limited_lengths({2, 1, 1, 1}, 1, 8), (LengthList{2, 2, 2, 2}));
}

TEST(PackageMerge, MinimumLengthHolds) {
  EXPECT_EQ(limited_lengths({1000, 1, 1, 1, 1}, 2, 8), (LengthList{2, 2, 2, 3, 3}));
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 300; ++i) {
    const auto min_len = static_cast<std::uint32_t>(1 + rng.below(8));
    const auto max_len = static_cast<std::uint32_t>(8 + rng.below(8));
    const std::uint64_t most = std::min<std::uint64_t>(257, std::uint64_t{1} << max_len);
    const std::uint64_t least = std::max<std::uint64_t>(2, std::uint64_t{1} << min_len);
    WeightList weights(least + rng.below(most - least + 1));
    for (std::uint64_t& weight : weights) {
      weight = 1 + rng.bits(static_cast<unsigned>(rng.below(45)));
    }
    const LengthList lengths = limited_lengths(weights, min_len, max_len);
    expect_code(lengths, min_len, max_len);
    for (std::size_t a = 0; a + 1 < weights.size(); ++a) {
      if (weights[a] > weights[a + 1]) {
        EXPECT_LE(lengths[a], lengths[a + 1]);
      } else {
        EXPECT_TRUE(weights[a] != weights[a + 1] || lengths[a] <= lengths[a + 1]);
      }
    }
  }
}

// Fault H17: sums of weights far above 32 bits.
TEST(PackageMerge, HandlesWeightsUpToThePrecondition) {
  WeightList weights(257, 1);
  weights[3] = std::uint64_t{1} << 59;
  weights[4] = std::uint64_t{1} << 58;
  const LengthList lengths = limited_lengths(weights, 1, 15);
  expect_code(lengths, 1, 15);
  EXPECT_EQ(lengths[3], 1);
  EXPECT_EQ(lengths[4], 2);
}

}  // namespace
}  // namespace tern::huff
