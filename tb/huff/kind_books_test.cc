// SPDX-License-Identifier: Apache-2.0
//
// kind_books_test: the books for the tests of a kind are legal, and where they say they are.
//
//   Spec  docs/streams.md#book-load-port
//   Test  tb/huff/kind_books_test.cc
#include "tb/huff/kind_books.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/common/test_seed.h"
#include "model/huff/train.h"
#include "tb/huff/test_data.h"

namespace tern::tb {
namespace {

std::vector<sim::EncoderConfig> configs() {
  std::vector<sim::EncoderConfig> all;
  for (const std::uint32_t kind : {sim::kKindTop, sim::kKindQuad}) {
    for (const std::uint32_t top : {7U, 15U, 31U}) {
      sim::EncoderConfig config;
      config.book_kind = kind;
      config.top_symbols = top;
      all.push_back(config);
      config.max_code_len = 8;
      all.push_back(config);
      config.min_token_bits = 9;
      all.push_back(config);
    }
  }
  return all;
}

TEST(KindBooks, RandomBooksAreLegalAndReachTheBorder) {
  Rng rng(test_seed());
  for (const sim::EncoderConfig& config : configs()) {
    std::set<std::uint32_t> symbols;
    std::set<std::uint32_t> lengths;
    std::set<std::uint32_t> longest;
    for (int i = 0; i < 300; ++i) {
      for (const huff::Dtype dtype : dtypes_of(config)) {
        const huff::Book book = random_book(dtype, config, rng);
        ASSERT_EQ(huff::check(book), huff::BookError::kNone);
        ASSERT_TRUE(config.kind().holds(book));
        ASSERT_GE(huff::min_length(book), shortest_code(dtype, config));
        symbols.insert(sim::coded_symbols(book));
        lengths.insert(sim::code_lengths(book));
        longest.insert(*std::max_element(book.lengths.begin(), book.lengths.end()));
      }
    }
    const bool top = config.book_kind == sim::kKindTop;
    EXPECT_EQ(*symbols.rbegin(), top ? config.top_symbols : 255U);
    if (top) {
      EXPECT_EQ(*symbols.begin(), 1U);
      continue;
    }
    EXPECT_EQ(lengths, (std::set<std::uint32_t>{1, 2, 3, 4}));
    EXPECT_EQ(*longest.rbegin(), config.max_code_len);
  }
}

TEST(KindBooks, BordersAreLegalAndTight) {
  Rng rng(test_seed());
  for (const sim::EncoderConfig& config : configs()) {
    for (const huff::Dtype dtype : dtypes_of(config)) {
      std::uint32_t symbols = 0;
      std::uint32_t lengths = 0;
      for (const huff::Book& book : border_books(dtype, config, rng)) {
        ASSERT_EQ(huff::check(book), huff::BookError::kNone);
        EXPECT_TRUE(config.kind().holds(book));
        EXPECT_GE(huff::min_length(book), shortest_code(dtype, config));
        EXPECT_LE(*std::max_element(book.lengths.begin(), book.lengths.end()), config.max_code_len);
        symbols = std::max(symbols, sim::coded_symbols(book));
        lengths = std::max(lengths, sim::code_lengths(book));
      }
      if (config.book_kind == sim::kKindTop) {
        EXPECT_EQ(symbols, config.top_symbols);
      } else {
        EXPECT_EQ(lengths, huff::kQuadLengths);
      }
      std::uint32_t fewest = huff::kNumSymbols;
      for (const huff::Book& book : unfit_books(dtype, config, rng)) {
        ASSERT_EQ(huff::check(book), huff::BookError::kNone);
        EXPECT_FALSE(config.kind().holds(book));
        fewest = std::min(fewest, config.book_kind == sim::kKindTop ? sim::coded_symbols(book)
                                                                    : sim::code_lengths(book));
      }
      EXPECT_EQ(fewest, (config.book_kind == sim::kKindTop ? symbols : lengths) + 1);
    }
  }
}

TEST(KindBooks, FlatBooksAndStaircasesFitTheirKind) {
  for (const sim::EncoderConfig& config : configs()) {
    const huff::Book flat = uniform_book(huff::Dtype::kInt8, config.kind());
    ASSERT_EQ(huff::check(flat), huff::BookError::kNone);
    EXPECT_EQ(sim::code_lengths(flat), 1U);
    EXPECT_TRUE(config.kind().holds(flat));
    for (std::uint32_t shortest = 1; shortest <= 7; ++shortest) {
      if (!holds_flat(config.kind(), shortest)) continue;
      const huff::Book book =
          staircase_book(huff::Dtype::kInt8, shortest, config.max_code_len, config.kind());
      ASSERT_EQ(huff::check(book), huff::BookError::kNone) << shortest;
      EXPECT_TRUE(config.kind().holds(book));
      EXPECT_EQ(book.lengths[0], shortest);
      EXPECT_EQ(book.lengths[huff::kEscapeIndex],
                *std::max_element(book.lengths.begin(), book.lengths.end()));
    }
  }
}

// What is trained for a kind of circuit can be loaded into it.
TEST(KindBooks, TrainedBooksAreHeldByTheirKind) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 40; ++i) {
    huff::Weights weights{};
    for (std::uint64_t& weight : weights) {
      weight = rng.bits(static_cast<unsigned>(rng.below(1 + rng.below(40))));
    }
    weights[rng.below(256)] += 1;
    huff::TrainOptions options;
    options.max_len = static_cast<std::uint32_t>(8 + rng.below(8));
    options.min_len = static_cast<std::uint32_t>(1 + rng.below(4));
    options.quad = true;
    const sim::BookKind quad{sim::kKindQuad, 15};
    EXPECT_TRUE(quad.holds(huff::train_book(huff::Dtype::kInt8, weights, options).value()));
    options.quad = false;
    options.most_coded = static_cast<std::uint32_t>(15 + rng.below(sim::kMaxTopSymbols - 14));
    const sim::BookKind top{sim::kKindTop, options.most_coded};
    EXPECT_TRUE(top.holds(huff::train_book(huff::Dtype::kInt8, weights, options).value()));
  }
}

}  // namespace
}  // namespace tern::tb
