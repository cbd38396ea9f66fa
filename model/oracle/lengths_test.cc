// SPDX-License-Identifier: Apache-2.0
//
// lengths_test.cc: package-merge is optimal, and breaks ties as section 10 says.
//
//   Spec  docs/huffman_format.md#10-training-books
#include "model/oracle/lengths.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"
#include "model/huff/train.h"

namespace tern::oracle {
namespace {

std::uint64_t cost_of(const WeightList& weights, const std::vector<std::uint8_t>& lengths) {
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) cost += weights[i] * lengths[i];
  return cost;
}

// Weights with a random spread, often with ties.
WeightList random_weights(Rng& rng, std::size_t n) {
  const auto octaves = static_cast<unsigned>(rng.below(30));
  WeightList weights(n);
  for (std::uint64_t& weight : weights) {
    weight = 1 + rng.bits(static_cast<unsigned>(rng.below(octaves + 1)));
  }
  return weights;
}

TEST(PackageMerge, IsOptimalAmongAllCodesOfUpTo7Entries) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t n = 2; n <= 7; ++n) {
    for (std::uint32_t max_len = 1; max_len <= 5; ++max_len) {
      for (std::uint32_t min_len = 0; min_len <= max_len; ++min_len) {
        if (n > (1U << max_len) || n < (1U << min_len)) continue;
        for (int i = 0; i < 150; ++i) {
          const WeightList weights = random_weights(rng, n);
          const auto lengths = huff::limited_lengths(weights, min_len, max_len);
          ASSERT_EQ(cost_of(weights, lengths),
                    exhaustive_cost(weights, static_cast<int>(min_len), static_cast<int>(max_len)))
              << n << " entries, " << min_len << " to " << max_len;
        }
      }
    }
  }
}

// Fault H6: every small integer weight list, so that all ties occur.
TEST(PackageMerge, IsOptimalForAllWeightsUpTo4OfFiveEntries) {
  for (std::uint64_t code = 0; code < 4 * 4 * 4 * 4 * 4; ++code) {
    WeightList weights;
    for (std::uint64_t rest = code; weights.size() < 5; rest /= 4) weights.push_back(1 + rest % 4);
    for (const std::uint32_t max_len : {3U, 4U}) {
      const auto lengths = huff::limited_lengths(weights, 1, max_len);
      ASSERT_EQ(cost_of(weights, lengths), exhaustive_cost(weights, 1, static_cast<int>(max_len)));
    }
  }
}

TEST(PackageMerge, IsOptimalAmongTreesOfUpTo40Entries) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 150; ++i) {
    const auto max_len = static_cast<std::uint32_t>(6 + rng.below(10));
    const auto min_len = static_cast<std::uint32_t>(1 + rng.below(4));
    const WeightList weights = random_weights(rng, 16 + rng.below(25));
    const auto lengths = huff::limited_lengths(weights, min_len, max_len);
    ASSERT_EQ(cost_of(weights, lengths),
              tree_cost(weights, static_cast<int>(min_len), static_cast<int>(max_len)));
  }
}

TEST(PackageMerge, CostsAsMuchAsHuffmanWhenNoLimitBinds) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const WeightList weights = random_weights(rng, 256 + rng.below(2));
    const HuffmanCost huffman = huffman_cost(weights);
    if (huffman.longest > 15) continue;
    ++compared;
    ASSERT_EQ(cost_of(weights, huff::limited_lengths(weights, 1, 15)), huffman.cost);
  }
  EXPECT_GT(compared, 100);
}

TEST(PackageMerge, TighterLimitsCostMore) {
  WeightList weights = {1, 1};
  while (weights.size() < 40) weights.push_back(weights.end()[-1] + weights.end()[-2]);
  std::uint64_t looser = huffman_cost(weights).cost;
  for (std::uint32_t max_len = 15; max_len >= 6; --max_len) {
    const std::uint64_t cost = cost_of(weights, huff::limited_lengths(weights, 1, max_len));
    EXPECT_GT(cost, looser) << max_len;
    EXPECT_EQ(cost, tree_cost(weights, 1, static_cast<int>(max_len)));
    looser = cost;
  }
}

// Not only the cost: the very lengths, so that books are the same on every machine.
TEST(PackageMerge, GivesTheLengthsOfSection10) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 300; ++i) {
    const auto max_len = static_cast<std::uint32_t>(8 + rng.below(8));
    const auto min_len = static_cast<std::uint32_t>(rng.below(5));
    const std::uint64_t most = i % 10 == 0 ? std::min(257U, 1U << max_len) : 40;
    const WeightList weights = random_weights(rng, 16 + rng.below(most - 15));
    const auto lengths = huff::limited_lengths(weights, min_len, max_len);
    const std::vector<int> expected =
        section10_lengths(weights, static_cast<int>(min_len), static_cast<int>(max_len));
    ASSERT_EQ(std::vector<int>(lengths.begin(), lengths.end()), expected);
  }
}

WeightList random_distribution(Rng& rng) {
  const huff::Histogram histogram =
      huff::make_histogram(rng, static_cast<std::uint32_t>(1 + rng.below(256)),
                           static_cast<std::uint32_t>(rng.below(20)));
  return {histogram.begin(), histogram.end()};
}

void expect_book_of_section10(const WeightList& weights, const huff::TrainOptions& options) {
  huff::Weights array{};
  std::copy(weights.begin(), weights.end(), array.begin());
  const Result<huff::Book> book = huff::train_book(huff::Dtype::kInt8, array, options);
  ASSERT_TRUE(book.ok()) << book.error().message;
  const std::vector<int> expected =
      section10_book(weights, static_cast<int>(options.min_len), static_cast<int>(options.max_len),
                     static_cast<int>(options.coded.value_or(0)));
  ASSERT_EQ(std::vector<int>(book.value().lengths.begin(), book.value().lengths.end()), expected);
}

TEST(Train, GivesTheBookOfSection10ForAFixedNumberOfSymbols) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 100 && !testing::Test::HasFailure(); ++i) {
    huff::TrainOptions options;
    options.max_len = static_cast<std::uint32_t>(8 + rng.below(8));
    options.min_len = static_cast<std::uint32_t>(1 + rng.below(4));
    options.coded = static_cast<std::uint32_t>(15 + rng.below(i % 10 == 0 ? 242 : 30));
    expect_book_of_section10(random_distribution(rng), options);
  }
}

TEST(Train, GivesTheCheapestBookOfSection10) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const std::uint32_t min_len : {1U, 4U}) {
    huff::TrainOptions options;
    options.min_len = min_len;
    expect_book_of_section10(random_distribution(rng), options);
  }
}

}  // namespace
}  // namespace tern::oracle
