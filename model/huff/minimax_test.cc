// SPDX-License-Identifier: Apache-2.0
//
// minimax_test.cc: books for the tensor that they cost most.
//
//   Spec  docs/huffman_format.md#10-training-books
#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/huff/cluster.h"
#include "model/huff/code.h"
#include "model/huff/offset.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

constexpr TrainOptions kOptions{12, 1, {}};

/// Symbols around 120, the further the rarer.
Histogram peak(Rng& rng, std::uint32_t width) {
  Histogram histogram{};
  for (std::uint32_t i = 0; i < 20; ++i) {
    histogram[120 - i] = (1U << 20) / (1 + i * i / width) + rng.below(5000);
  }
  return histogram;
}

Lengths shared(const std::vector<Histogram>& histograms, bool align, bool minimax) {
  const auto books = cluster_books(Dtype::kBf16, histograms, 1, kOptions, {align, minimax});
  EXPECT_TRUE(books.ok());
  return books.value().front().lengths;
}

std::uint64_t bits(const Weights& weights, const Lengths& lengths) {
  std::uint64_t sum = 0;
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    sum += weights[symbol] *
           (lengths[symbol] > 0 ? lengths[symbol] : lengths[kEscapeIndex] + kSymbolBits);
  }
  return sum;
}

Lengths trained(const Weights& weights) {
  return train_book(Dtype::kBf16, weights, kOptions).value().lengths;
}

/// What the book costs the worst tensor more than its own.
std::int64_t most(const std::vector<Histogram>& histograms, const Lengths& lengths) {
  std::int64_t found = INT64_MIN;
  for (const Histogram& histogram : histograms) {
    const Weights weights = average({histogram});
    found = std::max(found, static_cast<std::int64_t>(bits(weights, lengths)) -
                                static_cast<std::int64_t>(bits(weights, trained(weights))));
  }
  return found;
}

// Section 10, word by word.
TEST(Minimax, IsTheRuleOfSection10) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 2; ++i) {
    std::vector<Weights> all;
    std::vector<std::uint64_t> own;
    std::vector<Histogram> histograms;
    for (const std::uint32_t width : {1U, 4U, 40U}) {
      histograms.push_back(peak(rng, width));
      all.push_back(average({histograms.back()}));
      own.push_back(bits(all.back(), trained(all.back())));
    }
    std::vector<std::uint64_t> share(all.size(), 4);
    Lengths book{};
    for (int round = 0; round <= 32; ++round) {
      Weights sum{};
      for (std::size_t t = 0; t < all.size(); ++t) {
        for (std::uint32_t s = 0; s < kNumSymbols; ++s) sum[s] += share[t] * all[t][s];
      }
      book = trained(sum);
      std::size_t worst = 0;
      std::int64_t excess = INT64_MIN;
      for (std::size_t t = 0; t < all.size(); ++t) {
        const auto more = static_cast<std::int64_t>(bits(all[t], book) - own[t]);
        if (more > excess) worst = t;
        excess = std::max(excess, more);
      }
      ++share[worst];
    }
    ASSERT_EQ(shared(histograms, false, true), book) << i;
  }
}

TEST(Minimax, TheWorstTensorIsServedBetterThanByTheAverage) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::vector<Histogram> all(5, peak(rng, 1));
  all.push_back(peak(rng, 60));  // one unlike five
  const std::int64_t average = most(all, shared(all, false, false));
  const std::int64_t minimax = most(all, shared(all, false, true));
  EXPECT_GT(minimax, 0);
  EXPECT_LT(2 * minimax, average);
}

TEST(Minimax, TensorsThatDifferInScaleOnlyHaveTheirOwnBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Histogram one = peak(rng, 4);
  const std::vector<Histogram> all = {one, shifted(one, 9), shifted(one, 200)};
  EXPECT_EQ(shared(all, true, true), shared(all, true, false));
  EXPECT_NE(shared(all, false, true), shared(all, true, true));
}

TEST(Minimax, OneTensorHasItsOwnBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Histogram one = peak(rng, 3);
  EXPECT_EQ(shared({one}, false, true), trained(average({one})));
}

TEST(Minimax, RefusesWhatCannotBeTrained) {
  EXPECT_EQ(cluster_books(Dtype::kBf16, {Histogram{}}, 1, kOptions, {false, true}).error().kind,
            ErrorKind::kBook);
}

}  // namespace
}  // namespace tern::huff
