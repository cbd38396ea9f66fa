// SPDX-License-Identifier: Apache-2.0
//
// cluster_test: the books of clusters.
//
//   Spec  docs/tensors.md#best-of-k
//   Test  model/huff/cluster_test.cc
#include "model/huff/cluster.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern::huff {
namespace {

constexpr TrainOptions kOptions{12, 3, {}};

/// Mostly around `centre`.
Histogram around(std::uint32_t centre, Rng& rng) {
  Histogram histogram{};
  for (std::uint32_t i = 0; i < 64; ++i) {
    histogram[(centre + i) % kNumSymbols] = (1U << (20 - i / 4)) + rng.below(1000);
  }
  return histogram;
}

std::vector<Histogram> tensors(std::size_t number, std::size_t kinds, Rng& rng) {
  std::vector<Histogram> list;
  for (std::size_t i = 0; i < number; ++i) {
    list.push_back(around(static_cast<std::uint32_t>(i % kinds * 80), rng));
  }
  return list;
}

std::vector<Book> clustered(const std::vector<Histogram>& histograms, std::uint32_t count) {
  Result<std::vector<Book>> books = cluster_books(Dtype::kInt8, histograms, count, kOptions);
  EXPECT_TRUE(books.ok()) << books.error().message;
  return books.value();
}

std::vector<Lengths> lengths_of(const std::vector<Book>& books) {
  std::vector<Lengths> lengths;
  for (const Book& book : books) lengths.push_back(book.lengths);
  return lengths;
}

std::uint64_t best_bits(const Histogram& histogram, const std::vector<Book>& books) {
  std::uint64_t best = UINT64_MAX;
  for (const Book& book : books) best = std::min(best, token_bits(histogram, book));
  return best;
}

Book trained(const std::vector<Histogram>& histograms) {
  return train_book(Dtype::kInt8, average(histograms), kOptions).value();
}

TEST(ClusterTest, OneBookIsTheBookOfTheAverage) {
  Rng rng(test_seed());
  const std::vector<Histogram> all = tensors(7, 3, rng);
  const std::vector<Book> books = clustered(all, 1);
  ASSERT_EQ(books.size(), 1U);
  EXPECT_EQ(books.front().lengths, trained(all).lengths);
}

TEST(ClusterTest, EveryKindGetsItsOwnBook) {
  Rng rng(test_seed());
  const std::vector<Histogram> all = tensors(9, 3, rng);
  const std::vector<Book> books = clustered(all, 3);
  ASSERT_EQ(books.size(), 3U);
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const Book own = trained({all[kind], all[kind + 3], all[kind + 6]});
    EXPECT_TRUE(std::any_of(books.begin(), books.end(),
                            [&own](const Book& book) { return book.lengths == own.lengths; }));
  }
}

TEST(ClusterTest, IdsCountUpAndBooksAreValid) {
  Rng rng(test_seed());
  const std::vector<Book> books = clustered(tensors(12, 3, rng), 3);
  for (std::size_t i = 0; i < books.size(); ++i) {
    EXPECT_EQ(books[i].id, i);
    EXPECT_EQ(books[i].epoch, 0);
    EXPECT_EQ(books[i].dtype, Dtype::kInt8);
    EXPECT_EQ(check(books[i]), BookError::kNone);
  }
}

TEST(ClusterTest, NoMoreBooksThanTensorsOrKinds) {
  Rng rng(test_seed());
  const std::vector<Histogram> one = tensors(1, 1, rng);
  ASSERT_EQ(clustered(one, 16).size(), 1U);
  EXPECT_EQ(clustered(one, 16).front().lengths, trained(one).lengths);
  EXPECT_EQ(clustered(tensors(3, 3, rng), 16).size(), 3U);
  const std::vector<Histogram> equal(5, one.front());
  EXPECT_EQ(clustered(equal, 4).size(), 1U);
}

// The kinds differ in their symbols only, so that each is as good a start as the other.
TEST(ClusterTest, OfEqualChoicesTheFirstIsTaken) {
  Histogram low{};
  Histogram high{};
  for (std::uint32_t i = 0; i < 12; ++i) low[i] = high[100 + i] = 1U << (20 - i);
  const std::vector<Lengths> both = {trained({low}).lengths, trained({high}).lengths};
  EXPECT_EQ(lengths_of(clustered({low, high}, 2)), both);
  // The third book is that of the first tensor again, which then serves nobody.
  EXPECT_EQ(lengths_of(clustered({low, low, high}, 3)), both);
}

TEST(ClusterTest, TensorsWithoutValuesAreLeftOut) {
  Rng rng(test_seed());
  std::vector<Histogram> all = tensors(4, 2, rng);
  const std::vector<Book> books = clustered(all, 2);
  all.insert(all.begin() + 1, Histogram{});
  EXPECT_EQ(lengths_of(clustered(all, 2)), lengths_of(books));
}

TEST(ClusterTest, TheSameTensorsGiveTheSameBooks) {
  Rng rng(test_seed());
  const std::vector<Histogram> all = tensors(10, 4, rng);
  EXPECT_EQ(lengths_of(clustered(all, 3)), lengths_of(clustered(all, 3)));
}

TEST(ClusterTest, MoreBooksNeverCostMoreOnSeparateKinds) {
  Rng rng(test_seed());
  const std::vector<Histogram> all = tensors(9, 3, rng);
  std::uint64_t before = UINT64_MAX;
  for (const std::uint32_t count : {1, 2, 3}) {
    const std::vector<Book> books = clustered(all, count);
    std::uint64_t bits = 0;
    for (const Histogram& histogram : all) bits += best_bits(histogram, books);
    EXPECT_LT(bits, before);
    before = bits;
  }
}

TEST(ClusterTest, RefusesWhatCannotBeTrained) {
  EXPECT_EQ(cluster_books(Dtype::kInt8, {}, 2, kOptions).error().kind, ErrorKind::kBook);
  EXPECT_EQ(cluster_books(Dtype::kInt8, {Histogram{}}, 2, kOptions).error().kind, ErrorKind::kBook);
  Rng rng(test_seed());
  const TrainOptions impossible{16, 1, {}};
  const auto refused = cluster_books(Dtype::kInt8, tensors(3, 2, rng), 2, impossible);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("max_len is 16"), std::string::npos);
}

}  // namespace
}  // namespace tern::huff
