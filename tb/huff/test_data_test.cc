// SPDX-License-Identifier: Apache-2.0
//
// test_data_test: the test data are what they claim to be.
//
// A stress test whose data are tame by mistake passes and shows nothing.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  tb/huff/test_data_test.cc
#include "tb/huff/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/common/test_seed.h"
#include "model/huff/code.h"
#include "model/huff/histogram.h"
#include "tb/huff/lane_patterns.h"

namespace tern::tb {
namespace {

std::uint32_t token(const huff::Book& book, std::uint32_t symbol) {
  return huff::make_tokens(book.dtype, &book).tokens[symbol].len;
}

TEST(TestData, RandomBooksAreLegalAndReachBothLimits) {
  Rng rng(test_seed());
  for (const sim::EncoderConfig config :
       {sim::EncoderConfig{}, {4, 32, 16, 8, 1}, {2, 64, 16, 8, 16}, {2, 32, 8, 15, 1}}) {
    std::set<std::uint32_t> shortest;
    std::set<std::uint32_t> longest;
    for (int i = 0; i < 200; ++i) {
      for (const huff::Dtype dtype : dtypes_of(config)) {
        const huff::Book book = random_book(dtype, config, rng);
        ASSERT_EQ(huff::check(book), huff::BookError::kNone);
        ASSERT_EQ(book.dtype, dtype);
        const std::uint32_t low = huff::min_length(book);
        const std::uint32_t high = *std::max_element(book.lengths.begin(), book.lengths.end());
        ASSERT_GE(low + huff::extra_bits(dtype), config.min_token_bits);
        ASSERT_LE(high, config.max_code_len);
        shortest.insert(low + huff::extra_bits(dtype));
        longest.insert(high);
      }
    }
    EXPECT_EQ(*shortest.begin(), config.min_token_bits);
    EXPECT_EQ(*longest.rbegin(), config.max_code_len);
  }
}

TEST(TestData, ExtremeBooksHaveTheExtremeTokens) {
  const sim::EncoderConfig config;
  const huff::Book wide = extreme_book(huff::Dtype::kBf16, config);
  ASSERT_EQ(huff::check(wide), huff::BookError::kNone);
  EXPECT_EQ(token(wide, shortest_symbol(wide)), 9U);
  EXPECT_EQ(token(wide, longest_symbol(wide)), 31U);
  const huff::Book narrow = extreme_book(huff::Dtype::kInt8, config);
  ASSERT_EQ(huff::check(narrow), huff::BookError::kNone);
  EXPECT_EQ(token(narrow, shortest_symbol(narrow)), config.min_token_bits);
  EXPECT_EQ(token(narrow, longest_symbol(narrow)), 23U);
  const sim::EncoderConfig exact{2, 64, 16, 8, 16};
  const huff::Book flat = extreme_book(huff::Dtype::kFp16, exact);
  ASSERT_EQ(huff::check(flat), huff::BookError::kNone);
  EXPECT_EQ(token(flat, 0), 16U);
}

TEST(TestData, StaircasesAreComplete) {
  for (std::uint32_t shortest = 1; shortest <= 7; ++shortest) {
    for (std::uint32_t longest = std::max(8U, shortest); longest <= 15; ++longest) {
      const huff::Book book = staircase_book(huff::Dtype::kInt8, shortest, longest);
      ASSERT_EQ(huff::check(book), huff::BookError::kNone) << shortest << " to " << longest;
      EXPECT_EQ(book.lengths[0], shortest);
      EXPECT_EQ(book.lengths[huff::kEscapeIndex], longest);
    }
  }
}

TEST(TestData, FittingValuesUseShortCodewordsOftenAndTheEscapeSometimes) {
  Rng rng(test_seed());
  const huff::Book book = staircase_book(huff::Dtype::kBf16, 1, 8);
  const Bytes values = fitting_values(book, 20000, rng);
  const huff::Histogram histogram = huff::count_symbols(book.dtype, values.data(), values.size());
  EXPECT_NEAR(static_cast<double>(histogram[0]), 10000, 400);
  EXPECT_NEAR(static_cast<double>(histogram[1]), 5000, 350);
  std::uint64_t escaped = 0;
  for (std::uint32_t symbol = 0; symbol < huff::kNumSymbols; ++symbol) {
    if (book.lengths[symbol] == 0) escaped += histogram[symbol];
  }
  EXPECT_NEAR(static_cast<double>(escaped), 20000.0 / 256, 50);
}

TEST(TestData, LanePatternsMixShortAndLongTokens) {
  Rng rng(test_seed());
  const sim::EncoderConfig config;
  const huff::Book book = extreme_book(huff::Dtype::kBf16, config);
  for (const LanePattern& pattern : lane_patterns()) {
    const Bytes values = pattern.values(book, 16, 200, rng);
    ASSERT_EQ(values.size(), std::size_t{16} * 200 * 2) << pattern.name;
    const auto histogram = huff::count_symbols(book.dtype, values.data(), values.size());
    EXPECT_EQ(histogram[shortest_symbol(book)] > 0, pattern.name != "all longest") << pattern.name;
    EXPECT_EQ(histogram[longest_symbol(book)] > 0, pattern.name != "all shortest") << pattern.name;
  }
}

}  // namespace
}  // namespace tern::tb
