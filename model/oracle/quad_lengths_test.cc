// SPDX-License-Identifier: Apache-2.0
//
// quad_lengths_test.cc: codes of at most four lengths are the cheapest ones, found again by trying
// every code, and by trees of which only four levels carry codewords.
//
//   Spec  docs/huffman_format.md#10-training-books
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <numeric>
#include <set>

#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"
#include "model/huff/train.h"
#include "model/oracle/lengths.h"

namespace tern::oracle {
namespace {

using huff::quad_lengths;

std::uint64_t cost_of(const WeightList& weights, const std::vector<std::uint8_t>& lengths) {
  return std::inner_product(weights.begin(), weights.end(), lengths.begin(), std::uint64_t{0});
}

void expect_quad_code(const std::vector<std::uint8_t>& lengths, std::uint32_t min_len,
                      std::uint32_t max_len) {
  std::uint64_t sum = 0;
  for (const std::uint8_t length : lengths) {
    EXPECT_GE(length, min_len);
    EXPECT_LE(length, max_len);
    sum += std::uint64_t{1} << (32 - length);
  }
  EXPECT_EQ(sum, std::uint64_t{1} << 32) << "Kraft sum is not 1";
  EXPECT_LE(std::set<std::uint8_t>(lengths.begin(), lengths.end()).size(), huff::kQuadLengths);
}

WeightList random_weights(Rng& rng, std::size_t n) {
  const auto octaves = static_cast<unsigned>(rng.below(30));
  WeightList weights(n);
  for (std::uint64_t& weight : weights) {
    weight = 1 + rng.bits(static_cast<unsigned>(rng.below(octaves + 1)));
  }
  return weights;
}

TEST(QuadLengths, AreTheCheapestOfAllCodesOfUpTo8Entries) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  int dearer = 0;
  for (std::uint32_t n = 2; n <= 8; ++n) {
    for (std::uint32_t max_len = 5; max_len <= 7; ++max_len) {
      for (std::uint32_t min_len = 1; min_len <= 2; ++min_len) {
        if (n < (1U << min_len)) continue;
        for (int i = 0; i < (n < 8 ? 60 : 10); ++i) {
          WeightList weights = random_weights(rng, n);
          // Weights that double want as many lengths as there are entries.
          if (i % 3 == 0) {
            for (std::size_t k = 0; k < n; ++k) weights[k] = (std::uint64_t{1} << k) + rng.bits(1);
          }
          const auto lengths = quad_lengths(weights, min_len, max_len);
          expect_quad_code(lengths, min_len, max_len);
          const auto low = static_cast<int>(min_len);
          const auto high = static_cast<int>(max_len);
          ASSERT_EQ(cost_of(weights, lengths),
                    exhaustive_cost(weights, low, high, huff::kQuadLengths))
              << n << " entries, " << min_len << " to " << max_len;
          dearer += cost_of(weights, lengths) > exhaustive_cost(weights, low, high) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(dearer, 50) << "four lengths were never too few";
}

TEST(QuadLengths, AreTheCheapestAmongTreesOfUpTo257Entries) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 30; ++i) {
    const auto max_len = static_cast<std::uint32_t>(8 + rng.below(3));
    const auto min_len = static_cast<std::uint32_t>(1 + rng.below(4));
    const WeightList weights =
        random_weights(rng, i == 0 ? std::min(257U, 1U << max_len) : 16 + rng.below(40));
    const auto lengths = quad_lengths(weights, min_len, max_len);
    expect_quad_code(lengths, min_len, max_len);
    std::uint64_t least = UINT64_MAX;
    for (std::uint32_t levels = 0; levels < 2U << max_len; ++levels) {
      const auto lowest = levels & ((1U << min_len) - 1);
      if (lowest != 0 || std::bitset<32>(levels).count() != 4) continue;
      least = std::min(least, tree_cost(weights, levels, static_cast<int>(max_len)));
    }
    ASSERT_EQ(cost_of(weights, lengths), least) << min_len << " to " << max_len;
  }
}

TEST(QuadLengths, AreThoseOfPackageMergeWhereItNeedsFewLengths) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  int few = 0;
  for (int i = 0; i < 200; ++i) {
    const WeightList weights = random_weights(rng, 8 + rng.below(200));
    const auto any = huff::limited_lengths(weights, 3, 12);
    if (std::set<std::uint8_t>(any.begin(), any.end()).size() > huff::kQuadLengths) continue;
    ++few;
    ASSERT_EQ(cost_of(weights, quad_lengths(weights, 3, 12)), cost_of(weights, any));
  }
  EXPECT_GT(few, 10);
}

// Fault H6: equal weights have many cheapest codes; the one taken is fixed.
TEST(QuadLengths, AreTheFirstOfEquallyCheapOnes) {
  // 1 3 3 3 3 and 2 2 2 3 3 cost 28 both.
  EXPECT_EQ(quad_lengths({4, 2, 2, 2, 2}, 1, 8), (std::vector<std::uint8_t>{1, 3, 3, 3, 3}));
  EXPECT_EQ(quad_lengths({2, 2, 2, 2, 4}, 1, 8), (std::vector<std::uint8_t>{3, 3, 3, 3, 1}));
  EXPECT_EQ(quad_lengths({1, 1, 1}, 1, 8), (std::vector<std::uint8_t>{1, 2, 2}));
}

// The whole trainer: of the books with at most four lengths, and those with few codewords, none
// that codes another number of symbols is cheaper.
TEST(TrainKinds, NoNumberOfSymbolsIsCheaper) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 6; ++i) {
    const huff::Histogram histogram =
        huff::make_histogram(rng, static_cast<std::uint32_t>(1 + rng.below(256)), 12);
    huff::TrainOptions options;
    options.min_len = i % 2 == 0 ? 1 : 3;
    options.quad = i < 4;
    if (i >= 4) options.most_coded = i == 4 ? 31 : 15;
    const huff::Weights weights = huff::average({histogram});
    const huff::Book best = huff::train_book(huff::Dtype::kInt8, weights, options).value();
    const std::uint64_t least = huff::token_bits(weights, best);
    for (std::uint32_t m = 1; m <= options.most_coded; ++m) {
      if (m + 1 < 1U << options.min_len) continue;
      huff::TrainOptions fixed = options;
      fixed.coded = m;
      const auto book = huff::train_book(huff::Dtype::kInt8, weights, fixed).value();
      ASSERT_GE(huff::token_bits(weights, book), least) << m;
    }
    EXPECT_LE(256 - std::count(best.lengths.begin(), best.lengths.end() - 1, 0),
              options.most_coded);
  }
}

}  // namespace
}  // namespace tern::oracle
