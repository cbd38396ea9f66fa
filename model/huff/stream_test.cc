// SPDX-License-Identifier: Apache-2.0
//
// stream_test.cc: what is encoded is decoded, for all tensors, books and geometries.
//
//   Spec  docs/huffman_format.md
#include "model/huff/stream.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/huff/message_tools.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"
#include "model/huff/train.h"

namespace tern::huff {
namespace {

using Bytes = std::vector<std::uint8_t>;

void expect_round_trip(const Case& c) {
  SCOPED_TRACE(describe(c));
  const Message message = encode(c);
  const Decoded decoded = decode(message.data(), message.size(), books_of(c), c.geometry);
  ASSERT_EQ(decoded.error, StreamError::kNone) << error_name(decoded.error);
  ASSERT_EQ(decoded.dtype, c.dtype);
  ASSERT_EQ(decoded.offset, c.offset);
  ASSERT_EQ(decoded.values, c.data);
  ASSERT_EQ(header_of(message).count, c.count());
  ASSERT_EQ(header_of(message).offset, c.offset);
}

// Fault H13: random book, random tensor.
TEST(Stream, RandomTensorsComeBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 4000 && !testing::Test::HasFailure(); ++i) expect_round_trip(make_case(rng));
}

TEST(Stream, RandomChunkedTensorsComeBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 1500 && !testing::Test::HasFailure(); ++i) {
    const ChunkedCase c = make_chunked_case(rng, 20000);
    SCOPED_TRACE(describe(c));
    const Message message = encode(c);
    const Decoded decoded = decode(message.data(), message.size(), books_of(c), c.geometry);
    ASSERT_EQ(decoded.error, StreamError::kNone) << error_name(decoded.error);
    ASSERT_EQ(decoded.dtype, c.dtype);
    ASSERT_EQ(decoded.offset, c.offset);
    ASSERT_EQ(decoded.values, c.data);
    const Header header = header_of(message);
    ASSERT_EQ(header.count, c.count());
    ASSERT_EQ(header.chunk_log2, c.chunk_log2);
    ASSERT_EQ(header.min_len, c.min_len);
  }
}

// Every size of chunk, the largest ones with one lane only: they are long.
TEST(Stream, EverySizeOfChunkComesBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t log2 = kMinChunkLog2; log2 <= 15; ++log2) {
    for (const std::uint32_t lanes : {1U, 8U, 64U}) {
      if (lanes > 1 && log2 > 10) continue;
      const std::uint64_t count = (2 * std::uint64_t{lanes} << log2) + lanes + lanes / 2;
      const ChunkedCase c = make_chunked_case(rng, Dtype::kFp16, {lanes, 32}, log2, count);
      SCOPED_TRACE(describe(c));
      const Message message = encode(c);
      ASSERT_EQ(decode(message.data(), message.size(), books_of(c)).values, c.data);
    }
  }
}

// Fault D1: sizes around every multiple of the lanes; the output has exactly the right size.
TEST(Stream, EverySizeUpToFourStepsAndOne) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t lanes = 1; lanes <= kMaxLanes; lanes *= 2) {
    for (const std::uint32_t word_bits : {32U, 64U}) {
      for (std::uint64_t count = 0; count <= 4 * lanes + 1; ++count) {
        Case c;
        c.dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
        c.geometry = {lanes, fits(c.dtype, {lanes, word_bits}) ? word_bits : 64};
        c.book = make_book(rng, c.dtype, static_cast<BookKind>(rng.below(kNumBookKinds)));
        c.offset = make_offset(rng);
        c.data = make_values(rng, c.dtype, count, c.book_or_raw(), lanes, c.offset);
        expect_round_trip(c);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

// Fault H3: constant tensors, one value and many.
TEST(Stream, ConstantTensorsComeBack) {
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    for (const std::uint8_t byte : Bytes{0x00, 0x7F, 0xFF}) {
      for (const std::size_t count : {std::size_t{1}, std::size_t{100000}}) {
        Case c;
        c.dtype = dtype.value;
        c.geometry.word_bits = fits(c.dtype, {1, 32}) ? 32 : 64;
        c.data.assign(count * value_bytes(c.dtype), byte);
        const Histogram histogram = count_symbols(c.dtype, c.data.data(), c.data.size());
        const Result<Book> book = train_book(c.dtype, average({histogram}), {});
        ASSERT_TRUE(book.ok());
        c.book = book.value();
        expect_round_trip(c);
      }
    }
  }
}

// Fault H5: a tensor of no values is a message of header and trailer.
TEST(Stream, EmptyTensorIsHeaderAndTrailer) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 100; ++i) {
    Case c = make_case(rng);
    c.data.clear();
    EXPECT_EQ(encode(c).size(), header_bytes(c.geometry) + c.geometry.word_bits / 8);
    expect_round_trip(c);
  }
}

// Fault H1: trained on 200 of 256 values, used on all of them.
TEST(Stream, SymbolsUnseenInTrainingComeBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    Histogram seen{};
    for (std::uint32_t symbol = 0; symbol < 200; ++symbol) seen[symbol] = 1 + symbol;
    const Result<Book> book = train_book(dtype.value, average({seen}), {});
    ASSERT_TRUE(book.ok());
    Case c;
    c.dtype = dtype.value;
    c.book = book.value();
    c.geometry.word_bits = fits(c.dtype, {1, 32}) ? 32 : 64;
    for (std::uint32_t value = 0; value < 65536; value += value_bytes(c.dtype) == 1 ? 256 : 1) {
      // The upper bytes, which have the symbol, count through everything.
      if (value_bytes(c.dtype) == 4) c.data.insert(c.data.end(), {0x12, 0x34});
      if (value_bytes(c.dtype) > 1) c.data.push_back(static_cast<std::uint8_t>(value));
      c.data.push_back(static_cast<std::uint8_t>(value >> 8));
    }
    expect_round_trip(c);
  }
}

// Fault D3: a book for another distribution makes the message larger than the tensor.
TEST(Stream, ExpandingMessagesComeBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Case c;
  c.dtype = Dtype::kUint8;
  c.book = make_book(rng, c.dtype, BookKind::kDeepest);
  c.data.resize(20000);
  std::uint8_t escaped = 0;
  while (c.book->lengths[escaped] != 0) ++escaped;
  for (std::uint8_t& byte : c.data) byte = escaped;
  EXPECT_GT(encode(c).size(), c.data.size() * 23 / 8);
  expect_round_trip(c);
}

// Fault D13: longer than any counter or block that could be hidden inside.
TEST(Stream, LongTensorsComeBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const Geometry& geometry : {Geometry{1, 32}, Geometry{16, 32}, Geometry{64, 64}}) {
    Case c;
    c.dtype = Dtype::kBf16Bytes;
    c.geometry = geometry;
    c.book = make_book(rng, c.dtype, BookKind::kFull);
    c.data = make_values(rng, c.dtype, 1000003, c.book_or_raw(), geometry.lanes);
    expect_round_trip(c);
  }
}

// Fault H15: two books with swapped ids, messages of both in turn.
TEST(Stream, MessagesFindTheirBookByName) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::vector<Book> pair = {make_book(rng, Dtype::kInt8, BookKind::kUniform),
                            make_book(rng, Dtype::kInt8, BookKind::kShortEscape)};
  for (int swap = 0; swap < 2; ++swap) {
    pair[0].id = static_cast<std::uint8_t>(swap);
    pair[1].id = static_cast<std::uint8_t>(1 - swap);
    BookSet books;
    ASSERT_FALSE(books.add(pair[0]));
    ASSERT_FALSE(books.add(pair[1]));
    for (std::size_t i = 0; i < 20; ++i) {
      const Book& book = pair[i % 2];
      const Bytes data = make_values(rng, Dtype::kInt8, 50, &book, 4);
      const Message message = encode(Dtype::kInt8, data.data(), data.size(), &book, {4, 32});
      const Decoded decoded = decode(message.data(), message.size(), books);
      EXPECT_EQ(decoded.error, StreamError::kNone);
      EXPECT_EQ(decoded.values, data);
    }
  }
}

// Fault D8: the count ends a message, not the bits. The padding is full of 1-bit codewords, and a
// last token can be shorter than the padding.
TEST(Stream, PaddingIsNotDecodedWhateverItHolds) {
  Book book;
  book.dtype = Dtype::kUint8;
  book.lengths[5] = book.lengths[kEscapeIndex] = 1;
  BookSet books;
  ASSERT_FALSE(books.add(book));
  const Geometry geometry{2, 32};
  for (std::size_t count = 1; count < 70; ++count) {
    const Bytes data(count, 5);
    Message message = encode(Dtype::kUint8, data.data(), data.size(), &book, geometry);
    EXPECT_EQ(decode(message.data(), message.size(), books).values, data);
    // A decoder ignores the padding bits, so ones there are as good as zeros.
    const std::size_t used_in_last = (count / 2 - 1) % 32 + 1;
    if (count > 1 && used_in_last < 32) message[message.size() - 5] |= 0x80;
    message = with_right_check(message, geometry);
    const Decoded decoded = decode(message.data(), message.size(), books);
    EXPECT_EQ(decoded.error, StreamError::kNone);
    EXPECT_EQ(decoded.values, data);
  }
}

TEST(Stream, RawMessagesNeedNoBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 300; ++i) {
    Case c = make_case(rng);
    c.book.reset();
    expect_round_trip(c);
    const std::uint64_t words_at_most = c.data.size() * 8 / c.geometry.word_bits + c.geometry.lanes;
    EXPECT_LE(encode(c).size(),
              header_bytes(c.geometry) + (words_at_most + 1) * c.geometry.word_bits / 8);
  }
}

TEST(Stream, EqualInputGivesEqualBytes) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Case c = make_case(rng);
  EXPECT_EQ(encode(c), encode(c));
}

}  // namespace
}  // namespace tern::huff
