// SPDX-License-Identifier: Apache-2.0
//
// select_test.cc: the cheapest choice of each chunk, and how long a message can become.
//
//   Spec  docs/huffman_format.md#12-choosing-books
#include "model/huff/select.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/huff/chunk.h"
#include "model/huff/message_tools.h"
#include "model/huff/symbolize.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::huff {
namespace {

// Bits of the tokens of a range of values, choice bits left out.
std::uint64_t bits_of(const ChunkedCase& c, std::uint64_t first, std::uint64_t last,
                      const Book* book) {
  const TokenTable table = make_tokens(c.dtype, book);
  std::uint64_t bits = 0;
  for (std::uint64_t i = first; i < last; ++i) {
    bits += code(table, symbolize(c.dtype, load_value(c.dtype, c.data.data(), i), c.offset)).len;
  }
  return bits;
}

std::vector<const Book*> candidates_of(const ChunkedCase& c) {
  std::vector<const Book*> list;
  for (const Book& book : c.books) list.push_back(&book);
  return list;
}

Plan best(const ChunkedCase& c) {
  return plan_best(c.dtype, c.data.data(), c.data.size(), candidates_of(c),
                   {c.chunk_log2, c.min_len}, c.geometry, c.offset);
}

template <typename Check>
void for_random_cases(int count, Check check) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    const ChunkedCase c = make_chunked_case(rng);
    SCOPED_TRACE(describe(c));
    check(c);
  }
}

TEST(Best, NoCandidateIsCheaperInAnyChunk) {
  for_random_cases(400, [](const ChunkedCase& c) {
    const Plan plan = best(c);
    ASSERT_EQ(plan.chunk_log2, c.chunk_log2);
    ASSERT_EQ(plan.offset, c.offset);
    ASSERT_EQ(plan.choices.size(), c.choices.size());
    const std::uint64_t size =
        c.chunk_log2 == 0 ? c.count() : std::uint64_t{c.geometry.lanes} << c.chunk_log2;
    const BookSet books = books_of(c);
    const std::vector<const Book*> current = books.current(c.dtype);
    for (std::size_t chunk = 0; chunk < plan.choices.size(); ++chunk) {
      const std::uint64_t first = chunk * size;
      const std::uint64_t last = std::min(first + size, c.count());
      const Book* const chosen = plan.choices[chunk];
      const std::uint64_t bits = bits_of(c, first, last, chosen);
      EXPECT_LE(bits, bits_of(c, first, last, nullptr));
      if (chosen != nullptr) {
        EXPECT_EQ(books.find(c.dtype, chosen->id)->epoch, chosen->epoch) << "not current";
      }
      for (const Book* const book : current) {
        if (c.chunk_log2 != 0 && min_len_of(book) < c.min_len) continue;
        const std::uint64_t other = bits_of(c, first, last, book);
        EXPECT_LE(bits, other);
        const bool earlier = chosen == nullptr || book->id < chosen->id;
        EXPECT_FALSE(earlier && bits == other) << "of equal ones the lowest id wins, raw last";
      }
    }
  });
}

TEST(Best, MakesMessagesThatComeBack) {
  for_random_cases(300, [](const ChunkedCase& c) {
    const Plan plan = best(c);
    const Message message = encode(c.dtype, c.data.data(), c.data.size(), plan, c.geometry);
    const Decoded decoded = decode(message.data(), message.size(), books_of(c));
    ASSERT_EQ(decoded.error, StreamError::kNone);
    ASSERT_EQ(decoded.values, c.data);
    EXPECT_EQ(plan.choices, best(c).choices);
  });
}

TEST(Best, KeepsShortBooksOutOfChunks) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Book book = make_book(rng, Dtype::kInt8, BookKind::kOneBit);
  std::uint8_t symbol = 0;
  while (book.lengths[symbol] == 0) ++symbol;
  const std::vector<std::uint8_t> data(100, symbol);
  const auto choose = [&](const Chunking& chunking) {
    return plan_best(Dtype::kInt8, data.data(), data.size(), {&book}, chunking, {4, 32});
  };
  EXPECT_EQ(choose({4, 0}).choices, (std::vector<const Book*>{&book, &book}));
  EXPECT_EQ(choose({4, 1}).choices, (std::vector<const Book*>{nullptr, nullptr}));
  EXPECT_EQ(choose({4, 1}).min_len, 1);
  EXPECT_EQ(choose({0, 7}).choices, (std::vector<const Book*>{&book})) << "one chunk: no limit";
  EXPECT_EQ(choose({0, 7}).min_len, 0);
}

TEST(Best, WithoutValuesTakesTheLowestId) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Book low = make_book(rng, Dtype::kInt8, BookKind::kUniform);
  Book high = low;
  low.id = 2;
  high.id = 5;
  EXPECT_EQ(plan_best(Dtype::kInt8, nullptr, 0, {&high, &low}, {4, 0}, {4, 32}).choices,
            std::vector<const Book*>{&low});
  EXPECT_EQ(plan_best(Dtype::kInt8, nullptr, 0, {}, {4, 0}, {4, 32}).choices,
            std::vector<const Book*>{nullptr});
}

TEST(Named, EveryChunkHasTheBook) {
  for_random_cases(100, [](const ChunkedCase& c) {
    for (const Book& book : c.books) {
      const std::uint8_t least = c.chunk_log2 == 0 ? min_len_of(&book) : std::uint8_t{0};
      const Plan plan =
          plan_named(c.dtype, c.data.size(), &book, {c.chunk_log2, 0}, c.geometry, c.offset);
      EXPECT_EQ(plan.choices, std::vector<const Book*>(c.choices.size(), &book));
      EXPECT_EQ(plan.min_len, least);
      EXPECT_EQ(plan.offset, c.offset);
      const Message message = encode(c.dtype, c.data.data(), c.data.size(), plan, c.geometry);
      EXPECT_EQ(decode(message.data(), message.size(), books_of(c)).values, c.data);
    }
  });
}

TEST(MaxMessageBytes, NoBestAndNoRawMessageIsLonger) {
  for_random_cases(800, [](const ChunkedCase& c) {
    const std::uint64_t most = max_message_bytes(c.dtype, c.count(), c.chunk_log2, c.geometry);
    const auto size_of = [&c](const Plan& plan) {
      return message_bytes(c.dtype, c.data.data(), c.data.size(), plan, c.geometry);
    };
    const Plan raw = plan_named(c.dtype, c.data.size(), nullptr, {c.chunk_log2, 7}, c.geometry);
    EXPECT_LE(size_of(raw), most);
    EXPECT_LE(size_of(best(c)), most);
    // The bound is no farther off than the words in which the lanes end.
    EXPECT_GE(size_of(raw) + c.geometry.lanes * c.geometry.word_bits / 8, most);
  });
}

// Section 12: what a book that does not fit can cost.
TEST(MaxMessageBytes, NoNamedMessageGrowsByMoreThanTheLongestOfItsBook) {
  for_random_cases(300, [](const ChunkedCase& c) {
    const std::uint64_t most = max_message_bytes(c.dtype, c.count(), c.chunk_log2, c.geometry);
    for (const Book& book : c.books) {
      std::uint64_t longest = kSymbolBits;
      for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
        const std::uint32_t length = book.lengths[symbol];
        longest = std::max<std::uint64_t>(
            longest, length > 0 ? length : book.lengths[kEscapeIndex] + kSymbolBits);
      }
      const std::uint64_t words =
          (c.count() * (longest - kSymbolBits) + c.geometry.word_bits - 1) / c.geometry.word_bits;
      const Plan plan = plan_named(c.dtype, c.data.size(), &book, {c.chunk_log2, 0}, c.geometry);
      EXPECT_LE(message_bytes(c.dtype, c.data.data(), c.data.size(), plan, c.geometry),
                most + words * (c.geometry.word_bits / 8));
    }
  });
}

// The arithmetic of section 2, 5 and 6 by hand, and messages that are exactly as long.
TEST(MaxMessageBytes, IsReached) {
  const auto raw_size = [](Dtype dtype, std::uint64_t count, std::uint32_t chunk_log2,
                           const Geometry& geometry) {
    const std::vector<std::uint8_t> data(count * value_bytes(dtype), 0x5A);
    return message_bytes(dtype, data.data(), data.size(),
                         plan_named(dtype, data.size(), nullptr, {chunk_log2, 7}, geometry),
                         geometry);
  };
  const Geometry geometry{4, 32};
  EXPECT_EQ(max_message_bytes(Dtype::kUint8, 0, 0, geometry), 16U);
  EXPECT_EQ(max_message_bytes(Dtype::kUint8, 20, 0, geometry), 16U + 8 * 4);
  EXPECT_EQ(raw_size(Dtype::kUint8, 20, 0, geometry), 16U + 8 * 4);
  // 65 values in two chunks: 520 bits of raw tokens and 13 of a choice, one more word in each lane.
  EXPECT_EQ(max_message_bytes(Dtype::kUint8, 65, 4, geometry), 16U + (533 + 4 * 31) / 32 * 4);
  EXPECT_EQ(raw_size(Dtype::kUint8, 65, 4, geometry), 16U + (533 + 4 * 31) / 32 * 4);
}

// Tokens that cost as much as raw ones in all, but end one bit behind a word in one lane.
TEST(MaxMessageBytes, IsReachedByABookWhereRawIsShorter) {
  Book book;
  book.dtype = Dtype::kUint8;
  book.lengths.fill(8);
  book.lengths[0] = 7;
  book.lengths[254] = book.lengths[255] = 9;
  book.lengths[kEscapeIndex] = 0;
  ASSERT_EQ(check(book), BookError::kNone);
  const Geometry geometry{2, 32};
  const std::vector<std::uint8_t> data = {255, 0, 1, 1, 1, 1, 1, 1};  // 33 and 31 bits
  const Plan plan = plan_best(Dtype::kUint8, data.data(), data.size(), {&book}, {0, 0}, geometry);
  EXPECT_EQ(plan.choices, std::vector<const Book*>{&book}) << "equally cheap, and before raw";
  const std::uint64_t size = message_bytes(Dtype::kUint8, data.data(), data.size(), plan, geometry);
  EXPECT_EQ(size, max_message_bytes(Dtype::kUint8, data.size(), 0, geometry));
  EXPECT_EQ(size, message_bytes(Dtype::kUint8, data.data(), data.size(), nullptr, geometry) + 4);
}

}  // namespace
}  // namespace tern::huff
