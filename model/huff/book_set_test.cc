// SPDX-License-Identifier: Apache-2.0
//
// book_set_test.cc: which books a set takes, and which one it finds.
//
//   Spec  docs/huffman_format.md#4-books
#include <gtest/gtest.h>

#include "model/huff/book.h"

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

// Fault H15: books are looked up by what the message names, not by position.
TEST(BookSet, FindsByDtypeAndIdInAnyOrder) {
  BookSet books;
  Book a = example_book();
  Book b = uniform_book();
  a.id = 9;
  b.id = 2;
  ASSERT_FALSE(books.add(a));
  ASSERT_FALSE(books.add(b));
  b.dtype = Dtype::kInt8;
  ASSERT_FALSE(books.add(b));
  ASSERT_NE(books.find(Dtype::kBf16, 9), nullptr);
  EXPECT_EQ(books.find(Dtype::kBf16, 9)->lengths, a.lengths);
  EXPECT_EQ(books.find(Dtype::kBf16, 2)->lengths, b.lengths);
  EXPECT_EQ(books.find(Dtype::kInt8, 9), nullptr);
  EXPECT_EQ(books.first(Dtype::kBf16)->id, 2);
  EXPECT_EQ(books.first(Dtype::kInt8)->id, 2);
  EXPECT_EQ(books.first(Dtype::kE4m3), nullptr);
  EXPECT_EQ(books.books().size(), 3U);
}

TEST(BookSet, RefusesWhatNoHeaderCanName) {
  BookSet books;
  Book book = example_book();
  book.id = 16;
  std::optional<Error> error = books.add(book);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::kBook);
  EXPECT_EQ(error->message, "book 16 of dtype bf16: a header cannot name this id; use 0 to 15");
  book.id = 0;
  book.dtype = static_cast<Dtype>(13);
  error = books.add(book);
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("unknown dtype code 13"), std::string::npos);
  EXPECT_TRUE(books.books().empty());
}

TEST(BookSet, RefusesInvalidBooksAndDuplicates) {
  BookSet books;
  Book bad = example_book();
  bad.lengths[127] = 2;
  std::optional<Error> error = books.add(bad);
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("book 3 of dtype bf16: the code is incomplete"), std::string::npos);
  ASSERT_FALSE(books.add(example_book()));
  error = books.add(example_book());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message,
            "book 3 of dtype bf16 is there twice with epoch 7; give one of them another id or "
            "epoch");
  EXPECT_EQ(books.books().size(), 1U);
}

TEST(BookSet, HoldsSeveralEpochsAndTheLastAddedIsCurrent) {
  BookSet books;
  Book book = example_book();
  for (const std::uint8_t epoch : {std::uint8_t{7}, std::uint8_t{9}, std::uint8_t{2}}) {
    book.epoch = epoch;
    ASSERT_FALSE(books.add(book));
  }
  book.id = 1;
  ASSERT_FALSE(books.add(book));
  EXPECT_EQ(books.find(Dtype::kBf16, 3)->epoch, 2);
  EXPECT_EQ(books.find(Dtype::kBf16, 3, 9)->epoch, 9);
  EXPECT_EQ(books.find(Dtype::kBf16, 3, 8), nullptr);
  EXPECT_EQ(books.find(Dtype::kInt8, 3, 9), nullptr);
  EXPECT_EQ(books.find(Dtype::kBf16, 2, 9), nullptr);
  EXPECT_EQ(books.first(Dtype::kBf16)->id, 1);
  const std::vector<const Book*> current = books.current(Dtype::kBf16);
  ASSERT_EQ(current.size(), 2U);
  EXPECT_EQ(current[0]->id, 1);
  EXPECT_EQ(current[1]->id, 3);
  EXPECT_EQ(current[1]->epoch, 2);
  EXPECT_TRUE(books.current(Dtype::kInt8).empty());
}

}  // namespace
}  // namespace tern::huff
