// SPDX-License-Identifier: Apache-2.0
//
// book_test.cc: every rule of section 4.
//
//   Spec  docs/huffman_format.md#4-books
#include "model/huff/book.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

// The book of section 11: symbol 127 has length 1, 124 has 2, 128 and the escape have 3.
Book example_book() {
  Book book;
  book.id = 3;
  book.epoch = 7;
  book.lengths[127] = 1;
  book.lengths[124] = 2;
  book.lengths[128] = 3;
  book.lengths[kEscapeIndex] = 3;
  return book;
}

Book uniform_book() {
  Book book;
  for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) book.lengths[symbol] = 8;
  return book;
}

TEST(Book, AcceptsTheWorkedExample) { EXPECT_EQ(check(example_book()), BookError::kNone); }

TEST(Book, AcceptsEveryKindOfRandomBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 700; ++i) {
    const auto kind = static_cast<BookKind>(i % static_cast<int>(kNumBookKinds));
    EXPECT_EQ(check(make_book(rng, Dtype::kFp16, kind)), BookError::kNone);
  }
}

// Fault H11: 256 entries of one length must not overflow a counter.
TEST(Book, AcceptsAllSymbolsAtEightBitsWithoutEscape) {
  EXPECT_EQ(check(uniform_book()), BookError::kNone);
}

// Fault H18: a limit that no codeword reaches, and lengths without a codeword, are legal.
TEST(Book, AcceptsLengths2To13UnderALimitOf15) {
  Book book;
  book.max_len = 15;
  book.lengths[0] = book.lengths[1] = book.lengths[2] = 2;
  for (std::uint8_t length = 3; length <= 13; ++length) book.lengths[length] = length;
  book.lengths[kEscapeIndex] = 13;
  EXPECT_EQ(check(book), BookError::kNone);
}

TEST(Book, RejectsLengthAbove15) {
  Book book = example_book();
  book.lengths[5] = 16;
  EXPECT_EQ(check(book), BookError::kTooLong);
  book.lengths[5] = 255;
  EXPECT_EQ(check(book), BookError::kTooLong);
}

TEST(Book, RejectsLengthAboveTheStatedLimit) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Book book = make_book(rng, Dtype::kBf16, BookKind::kDeepest);
  book.max_len = 14;
  EXPECT_EQ(check(book), BookError::kTooLong);
}

TEST(Book, RejectsLimitsOutside8To15) {
  Book book = example_book();
  for (int limit = 0; limit < 256; ++limit) {
    book.max_len = static_cast<std::uint8_t>(limit);
    EXPECT_EQ(check(book) == BookError::kNone, limit >= 8 && limit <= 15) << limit;
  }
}

// Fault H9: the Kraft rule is checked, not only documented.
TEST(Book, RejectsThreeOneBitCodes) {
  Book book;
  book.lengths[0] = book.lengths[1] = book.lengths[kEscapeIndex] = 1;
  EXPECT_EQ(check(book), BookError::kOversubscribed);
}

TEST(Book, RejectsOversubscriptionByOneLongestCodeword) {
  Book book = example_book();
  book.lengths[9] = 15;
  EXPECT_EQ(check(book), BookError::kOversubscribed);
}

// The sum of 257 lengths of 1 is far above what 16 bits of Kraft units hold.
TEST(Book, RejectsEveryEntryAtOneBit) {
  Book book;
  book.lengths.fill(1);
  EXPECT_EQ(check(book), BookError::kOversubscribed);
}

TEST(Book, RejectsIncompleteCode) {
  Book book = example_book();
  book.lengths[128] = 4;
  EXPECT_EQ(check(book), BookError::kIncomplete);
}

TEST(Book, RejectsEmptyCodeAndSingleEntry) {
  Book book;
  EXPECT_EQ(check(book), BookError::kIncomplete);
  book.lengths[kEscapeIndex] = 1;
  EXPECT_EQ(check(book), BookError::kIncomplete);
}

// Faults D10 and H1: a book for fewer symbols than the dtype has, and no escape.
TEST(Book, RejectsSymbolsWithoutCodewordAndEscape) {
  Book book;
  book.lengths[0] = book.lengths[1] = 1;
  EXPECT_EQ(check(book), BookError::kUncodable);
  Book almost = uniform_book();
  almost.lengths[255] = 0;
  almost.lengths[254] = 7;
  EXPECT_EQ(check(almost), BookError::kUncodable);
}

TEST(Book, ReportsTheFirstRuleThatFails) {
  Book book;  // oversubscribed, and too long
  book.lengths.fill(1);
  book.lengths[0] = 16;
  EXPECT_EQ(check(book), BookError::kTooLong);
  Book second;  // incomplete, and uncodable
  second.lengths[0] = 1;
  EXPECT_EQ(check(second), BookError::kIncomplete);
}

TEST(Book, DescribesWhatIsWrong) {
  Book book = example_book();
  EXPECT_EQ(describe(check(book), book), "the book is valid");
  book.lengths[kEscapeIndex] = 16;
  EXPECT_EQ(describe(check(book), book), "the escape has length 16, above max_len 15");
  book.lengths[2] = 17;
  EXPECT_EQ(describe(check(book), book), "symbol 2 has length 17, above max_len 15");
  book.max_len = 7;
  EXPECT_EQ(describe(check(book), book), "max_len is 7, not 8 to 15");
  book = example_book();
  book.lengths[9] = 15;
  EXPECT_EQ(describe(check(book), book),
            "the lengths are oversubscribed: Kraft sum 32769/32768, above 1");
  book = example_book();
  book.lengths[127] = 2;
  EXPECT_EQ(describe(check(book), book), "the code is incomplete: Kraft sum 24576/32768, below 1");
  book = Book{};
  book.lengths[0] = book.lengths[2] = 1;
  EXPECT_EQ(describe(check(book), book), "symbol 1 has no codeword and there is no escape");
}

TEST(Book, MinLengthCountsTheEscape) {
  EXPECT_EQ(min_length(example_book()), 1U);
  EXPECT_EQ(min_length(uniform_book()), 8U);
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Book book = make_book(rng, Dtype::kBf16, BookKind::kShortEscape);
  EXPECT_EQ(book.lengths[kEscapeIndex], 1);
  EXPECT_EQ(min_length(book), 1U);
}

TEST(Book, ExtraBitsAndBytesFollowTheDtype) {
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    const bool split = dtype.value == Dtype::kBf16 || dtype.value == Dtype::kFp16;
    const bool wide = dtype.value == Dtype::kFp32;
    EXPECT_EQ(extra_bits(dtype.value), wide ? 24U : split ? 8U : 0U) << dtype.text;
    EXPECT_EQ(value_bytes(dtype.value), wide ? 4U : split ? 2U : 1U) << dtype.text;
  }
}

}  // namespace
}  // namespace tern::huff
