// SPDX-License-Identifier: Apache-2.0
//
// offset_test.cc: no offset makes a message of fewer bits than the one that is chosen.
//
//   Spec  docs/huffman_format.md#12-choosing-books
#include "model/huff/offset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "model/common/test_seed.h"
#include "model/huff/message_tools.h"
#include "model/huff/symbolize.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::huff {
namespace {

// Bits of all tokens of one choice and offset, value by value.
std::uint64_t bits_of(const ChunkedCase& c, const Book* book, std::uint8_t offset) {
  const TokenTable table = make_tokens(c.dtype, book);
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < c.count(); ++i) {
    bits += code(table, symbolize(c.dtype, load_value(c.dtype, c.data.data(), i), offset)).len;
  }
  return bits;
}

// Section 12, word by word.
std::uint8_t naive_offset(const ChunkedCase& c, const std::vector<const Book*>& choices) {
  std::optional<std::uint64_t> least;
  std::uint8_t found = 0;
  for (std::uint32_t offset = 0; offset < 256; ++offset) {
    for (const Book* const book : choices) {
      const std::uint64_t bits = bits_of(c, book, static_cast<std::uint8_t>(offset));
      if (least && *least <= bits) continue;
      least = bits;
      found = static_cast<std::uint8_t>(offset);
    }
  }
  return found;
}

ChunkedCase small_case(Rng& rng) { return make_chunked_case(rng, 60); }

Histogram fields_of(const ChunkedCase& c) {
  return count_symbols(c.dtype, c.data.data(), c.data.size());
}

TEST(Offset, OfANamedBookIsTheCheapestAndTheSmallest) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 60 && !testing::Test::HasFailure(); ++i) {
    const ChunkedCase c = small_case(rng);
    SCOPED_TRACE(describe(c));
    for (const Book& book : c.books) {
      ASSERT_EQ(choose_offset(fields_of(c), &book), naive_offset(c, {&book}));
    }
    ASSERT_EQ(choose_offset(fields_of(c), nullptr), 0) << "raw costs the same with each";
  }
}

TEST(Offset, OfTheBestBookIsTheCheapestAndTheSmallest) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  int moved = 0;
  for (int i = 0; i < 100 && !testing::Test::HasFailure(); ++i) {
    const ChunkedCase c = small_case(rng);
    SCOPED_TRACE(describe(c));
    std::vector<const Book*> candidates;
    for (const Book& book : c.books) candidates.push_back(&book);
    const BookSet books = books_of(c);
    std::vector<const Book*> choices = {nullptr};
    for (const Book* const book : books.current(c.dtype)) {
      if (c.chunk_log2 == 0 || min_len_of(book) >= c.min_len) choices.push_back(book);
    }
    const std::uint8_t offset = choose_offset(fields_of(c), candidates, {c.chunk_log2, c.min_len});
    ASSERT_EQ(offset, naive_offset(c, choices));
    if (offset != 0) ++moved;
  }
  EXPECT_GT(moved, 10);
}

// In one chunk and one lane the count of bits is the size of the message, but for its last word.
TEST(Offset, NoOtherMessageIsShorter) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 30 && !testing::Test::HasFailure(); ++i) {
    Case c = make_case(rng);
    c.geometry.lanes = 1;
    if (!c.book) continue;
    SCOPED_TRACE(describe(c));
    const Histogram fields = count_symbols(c.dtype, c.data.data(), c.data.size());
    c.offset = choose_offset(fields, &*c.book);
    const std::size_t size = encode(c).size();
    for (std::uint32_t offset = 0; offset < 256; ++offset) {
      c.offset = static_cast<std::uint8_t>(offset);
      ASSERT_LE(size, encode(c).size()) << offset;
    }
  }
}

// A tensor 2^40 times as large has all exponents 40 higher.
TEST(Offset, FollowsTheScaleOfATensor) {
  Book book;
  book.dtype = Dtype::kBf16;
  book.lengths[100] = 1;
  book.lengths[101] = 2;
  book.lengths[kEscapeIndex] = 2;
  Histogram fields{};
  fields[100] = 10;
  fields[101] = 3;
  EXPECT_EQ(choose_offset(fields, &book), 0);
  EXPECT_EQ(choose_offset(shifted(fields, 216), &book), 40);
  EXPECT_EQ(choose_offset(shifted(fields, 40), &book), 216) << "modulo 256";
  EXPECT_EQ(choose_offset(Histogram{}, &book), 0);
  EXPECT_EQ(cheapest_offset(shifted(fields, 216), symbol_bits(&book)).cost, 16U);
}

TEST(Offset, SymbolBitsAreThoseOfTheTokens) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 50; ++i) {
    const Book book = make_book(rng, Dtype::kBf16, static_cast<BookKind>(rng.below(kNumBookKinds)));
    for (const Book* const choice : {&book, static_cast<const Book*>(nullptr)}) {
      const TokenTable table = make_tokens(Dtype::kBf16, choice);
      const SymbolBits bits = symbol_bits(choice);
      for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
        ASSERT_EQ(bits[symbol] + extra_bits(Dtype::kBf16), table.tokens[symbol].len);
      }
    }
  }
}

}  // namespace
}  // namespace tern::huff
