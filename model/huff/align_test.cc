// SPDX-License-Identifier: Apache-2.0
//
// align_test.cc: books for tensors that are moved to each other.
//
//   Spec  docs/huffman_format.md#10-training-books, docs/tensors.md#best-of-k
#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/huff/cluster.h"
#include "model/huff/offset.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

constexpr TrainOptions kOptions{12, 1, {}};

std::vector<Book> clustered(const std::vector<Histogram>& histograms, std::uint32_t count,
                            bool align) {
  const auto books = cluster_books(Dtype::kBf16, histograms, count, kOptions, {align, false});
  EXPECT_TRUE(books.ok());
  return books.value();
}

Lengths trained(const Weights& weights) {
  return train_book(Dtype::kBf16, weights, kOptions).value().lengths;
}

/// A tensor's place and cost under a book; from the text, without the code under test.
struct Placed {
  std::uint32_t offset = 0;
  std::uint64_t cost = 0;
};

Placed place(const Weights& weights, const Lengths& lengths) {
  Placed best;
  for (std::uint32_t offset = 0; offset < 256; ++offset) {
    std::uint64_t cost = 0;
    for (std::uint32_t symbol = 0; symbol < 256; ++symbol) {
      const std::uint32_t bits = lengths[symbol] > 0 ? lengths[symbol] : lengths[kEscapeIndex] + 8U;
      cost += weights[(symbol + offset) % 256] * bits;
    }
    if (offset == 0 || cost < best.cost) best = {offset, cost};
  }
  return best;
}

// Section 10, word by word.
Lengths section10_aligned(const std::vector<Histogram>& histograms) {
  std::vector<Weights> all;
  for (const Histogram& histogram : histograms) all.push_back(average({histogram}));
  Lengths book{};
  std::uint64_t least = UINT64_MAX;
  for (const Weights& alone : all) {
    const Lengths own = trained(alone);
    std::uint64_t sum = 0;
    for (const Weights& weights : all) sum += place(weights, own).cost;
    if (sum < least) book = own;
    least = std::min(least, sum);
  }
  std::vector<std::uint32_t> offsets;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::uint32_t> found;
    Weights sum{};
    for (const Weights& weights : all) {
      found.push_back(place(weights, book).offset);
      for (std::uint32_t symbol = 0; symbol < 256; ++symbol) {
        sum[symbol] += weights[(symbol + found.back()) % 256];
      }
    }
    if (found == offsets) break;
    offsets = found;
    book = trained(sum);
  }
  return book;
}

/// Bell-shaped exponents around `centre`, of which many tensors have their like.
Histogram bell(Rng& rng, std::uint32_t centre, std::uint32_t width) {
  Histogram histogram{};
  for (std::uint32_t i = 0; i < 24; ++i) {
    histogram[(centre + 256 - i) % 256] = (1U << 20) / (1 + i * i / width) + rng.below(5000);
  }
  return histogram;
}

TEST(Align, IsTheRuleOfSection10) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 12 && !testing::Test::HasFailure(); ++i) {
    std::vector<Histogram> all;
    for (std::uint64_t count = 1 + rng.below(5); count > 0; --count) {
      all.push_back(rng.chance(1, 3) ? make_histogram(rng, 20, 8)
                                     : bell(rng, static_cast<std::uint32_t>(rng.below(256)),
                                            static_cast<std::uint32_t>(1 + rng.below(9))));
    }
    const std::vector<Book> books = clustered(all, 1, true);
    ASSERT_EQ(books.size(), 1U);
    ASSERT_EQ(books.front().lengths, section10_aligned(all)) << i;
  }
}

// The point of it all: what differs in scale only costs no more than alone.
TEST(Align, TensorsThatDifferInScaleShareABookForNothing) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Histogram one = bell(rng, 120, 4);
  std::vector<Histogram> all;
  for (const std::uint32_t by : {0U, 7U, 250U, 40U, 128U}) all.push_back(shifted(one, by));
  const Book own = train_book(Dtype::kBf16, average({one}), kOptions).value();
  const std::vector<Book> aligned = clustered(all, 1, true);
  const std::vector<Book> plain = clustered(all, 1, false);
  for (const Histogram& histogram : all) {
    const std::uint64_t least = cheapest_offset(one, symbol_bits(&own)).cost;
    EXPECT_EQ(cheapest_offset(histogram, symbol_bits(&aligned.front())).cost, least);
    EXPECT_GT(cheapest_offset(histogram, symbol_bits(&plain.front())).cost, least);
  }
}

TEST(Align, FindsTheKindsWhateverTheirScale) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const std::vector<Histogram> kinds = {bell(rng, 120, 1), bell(rng, 120, 60)};
  std::vector<Histogram> all;
  for (int i = 0; i < 8; ++i) {
    all.push_back(shifted(kinds[static_cast<std::size_t>(i % 2)],
                          static_cast<std::uint32_t>(rng.below(256))));
  }
  const std::vector<Book> books = clustered(all, 2, true);
  ASSERT_EQ(books.size(), 2U);
  for (const Histogram& histogram : all) {
    const Book own = train_book(Dtype::kBf16, average({histogram}), kOptions).value();
    const std::uint64_t cost = std::min(cheapest_offset(histogram, symbol_bits(&books[0])).cost,
                                        cheapest_offset(histogram, symbol_bits(&books[1])).cost);
    EXPECT_LE(cost, cheapest_offset(histogram, symbol_bits(&own)).cost);
  }
}

TEST(Align, OneTensorIsNotMoved) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Histogram one = bell(rng, 90, 3);
  EXPECT_EQ(clustered({one}, 1, true).front().lengths, clustered({one}, 1, false).front().lengths);
}

TEST(Align, RefusesWhatCannotBeTrained) {
  EXPECT_EQ(cluster_books(Dtype::kBf16, {Histogram{}}, 1, kOptions, {true, false}).error().kind,
            ErrorKind::kBook);
}

}  // namespace
}  // namespace tern::huff
