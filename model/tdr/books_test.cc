// SPDX-License-Identifier: Apache-2.0
//
// books_test.cc: shipped books are books, and costs follow them.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/books_test.cc
#include "model/tdr/books.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tern::tdr {
namespace {

TEST(TdrBooks, EveryShippedBookCodesEverySymbol) {
  for (const auto& of_bin : shipped_books().lengths) {
    for (const huff::Lengths& lengths : of_bin) {
      EXPECT_EQ(huff::check(book_of(lengths)), huff::BookError::kNone);
    }
  }
}

TEST(TdrBooks, SymbolsFitInAByte) {
  for (const Grouping& grouping : kGroupings) {
    EXPECT_LE(symbols_of(grouping), huff::kNumSymbols);
    EXPECT_GE(grouping.digits, 2U);
    EXPECT_LE(grouping.digits, kMaxDigits);
  }
}

TEST(TdrBooks, CentroidsStayNearTheirPoints) {
  for (const auto& of_bin : shipped_books().centroids) {
    for (const Centroids& centroids : of_bin) {
      EXPECT_EQ(centroids[0], 0);
      for (const std::int8_t shift : centroids) EXPECT_LT(std::abs(shift), 16);
    }
  }
}

TEST(TdrBooks, LogarithmIsRoundedDown) {
  for (std::uint64_t value = 1; value < 5000; ++value) {
    const double exact = 256 * std::log2(static_cast<double>(value));
    EXPECT_LE(log2_256(value), exact + 1e-6);
    EXPECT_GT(log2_256(value), exact - 1.1);
  }
  EXPECT_EQ(log2_256(~std::uint64_t{0}), 64 * 256U - 1);
}

// Digits cost what a book says: the mean cost of a digit is the mean cost of a symbol's share.
TEST(TdrBooks, CostsOfDigitsAreTheirInformation) {
  const PerBook<CostTable> costs = digit_costs(shipped_books());
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    for (const CostTable& table : costs[bin]) {
      double sum = 0;
      for (std::uint32_t digit = 0; digit < kGroupings[bin].base; ++digit) {
        sum += std::exp2(-table.digit[digit] / 256.0);
      }
      EXPECT_NEAR(sum, 1.0, 0.01) << bin;
    }
  }
}

TEST(TdrBooks, BooksOfNothingEscape) {
  const PerBook<huff::Lengths> lengths = train_lengths({});
  for (const auto& of_bin : lengths) {
    for (const huff::Lengths& one : of_bin) {
      EXPECT_EQ(huff::check(book_of(one)), huff::BookError::kNone);
      EXPECT_GT(one[huff::kEscapeIndex], 0);
    }
  }
}

}  // namespace
}  // namespace tern::tdr
