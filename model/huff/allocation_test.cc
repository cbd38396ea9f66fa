// SPDX-License-Identifier: Apache-2.0
//
// allocation_test.cc: how much memory the coder asks for.
//
// A program of its own, because it replaces the global operator new to count.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdlib>
#include <new>

#include "model/common/test_seed.h"
#include "model/huff/message_tools.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace {

/// What the program asked for since the last reset.
struct Usage {
  std::size_t live = 0;
  std::size_t peak = 0;
  std::size_t calls = 0;
};
Usage usage;

}  // namespace

void* operator new(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  usage.live += malloc_usable_size(memory);
  if (usage.live > usage.peak) usage.peak = usage.live;
  ++usage.calls;
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) usage.live -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }

namespace tern::huff {
namespace {

/// Peak and number of allocations of one call, above what was there before.
template <typename Call>
Usage measure(Call call) {
  const std::size_t before = usage.live;
  usage.peak = usage.live;
  usage.calls = 0;
  call();
  return {usage.live - before, usage.peak - before, usage.calls};
}

Usage measure_encode(const Case& c) {
  return measure([&c] { static_cast<void>(encode(c)); });
}

Usage measure_decode(const Message& message, const BookSet& books) {
  return measure([&] { static_cast<void>(decode(message.data(), message.size(), books)); });
}

constexpr std::size_t kSmall = 100000;  // tables of a book, lanes
constexpr std::size_t kLarge = 1000000;

Case large_case(Dtype dtype, BookKind kind, std::uint64_t count = kLarge) {
  Rng rng(test_seed());
  Case c;
  c.dtype = dtype;
  c.geometry.word_bits = fits(dtype, {1, 32}) ? 32 : 64;
  c.book = make_book(rng, dtype, kind);
  c.data = make_values(rng, dtype, count, c.book_or_raw(), c.geometry.lanes);
  return c;
}

// The message with a count of 2^32 - 1.
Message with_claim(const Message& message, const Case& c) {
  Header header = header_of(message);
  header.count = 0xFFFFFFFF;
  return with_right_check(with_header(message, header), c.geometry);
}

// A header may claim 2^32 - 1 values in a message of 24 bytes.
TEST(Allocation, DecoderReservesNoMoreThanThePayloadCanHold) {
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    for (const bool raw : {false, true}) {
      Case c = large_case(dtype.value, BookKind::kOneBit, 1);
      if (raw) c.book.reset();
      const Message message = with_claim(with_more_words(encode(c), 1, c.geometry), c);
      ASSERT_EQ(message.size(), header_bytes(c.geometry) + 3 * c.geometry.word_bits / 8);
      const BookSet books = books_of(c);
      StreamError error = StreamError::kNone;
      const Usage used =
          measure([&] { error = decode(message.data(), message.size(), books).error; });
      EXPECT_EQ(error, StreamError::kTruncated);
      EXPECT_LT(used.peak, kSmall);
    }
  }
}

// The largest count that passes the first test: as many 1-bit tokens as the payload has bits.
TEST(Allocation, DecoderReservesAtMostOneValueForEachLmin) {
  const Case c = large_case(Dtype::kUint8, BookKind::kOneBit, 1);
  Message message = with_more_words(encode(c), 1000, c.geometry);
  Header header = header_of(message);
  header.count = 1001 * 32;
  message = with_right_check(with_header(message, header), c.geometry);
  const BookSet books = books_of(c);
  const Usage used = measure_decode(message, books);
  EXPECT_LT(used.peak, 1001 * 32 + kSmall);
}

TEST(Allocation, EncoderNeedsOneMessage) {
  for (const BookKind kind : {BookKind::kUniform, BookKind::kDeepest, BookKind::kOneBit}) {
    const Case c = large_case(Dtype::kBf16, kind);
    std::size_t size = 0;
    const Usage used = measure([&] { size = encode(c).size(); });
    EXPECT_LT(used.peak, size + kSmall);
  }
}

TEST(Allocation, DecoderNeedsOneTensor) {
  const Case c = large_case(Dtype::kBf16, BookKind::kUniform);
  const Message message = encode(c);
  const BookSet books = books_of(c);
  const Usage used = measure_decode(message, books);
  EXPECT_LT(used.peak, c.data.size() + kSmall);
}

TEST(Allocation, NothingIsAllocatedForEachValue) {
  const Case small = large_case(Dtype::kInt8, BookKind::kFull, 20000);
  const Case large = large_case(Dtype::kInt8, BookKind::kFull, 200000);
  const Message small_message = encode(small);
  const Message large_message = encode(large);
  const BookSet books = books_of(small);
  EXPECT_EQ(measure_encode(small).calls, measure_encode(large).calls);
  // The lanes' readers grow to a fixed size in the beginning.
  EXPECT_EQ(measure_decode(small_message, books).calls, measure_decode(large_message, books).calls);
}

// Books are looked up in every chunk, and their tables made once.
TEST(Allocation, NothingIsAllocatedForEachChunk) {
  Rng rng(test_seed());
  const std::vector<Book> books = make_books(rng, Dtype::kInt8, 3);
  const auto case_of = [&](std::uint64_t count) {
    ChunkedCase c = make_chunked_case(rng, Dtype::kInt8, {4, 32}, 4, count, books);
    c.min_len = 0;
    for (std::size_t i = 0; i < c.choices.size(); ++i) c.choices[i] = i % 3;
    return c;
  };
  const ChunkedCase small = case_of(20000);
  const ChunkedCase large = case_of(200000);
  const Message small_message = encode(small);
  const Message large_message = encode(large);
  const BookSet set = books_of(small);
  EXPECT_EQ(measure_decode(small_message, set).calls, measure_decode(large_message, set).calls);
  const auto encode_calls = [](const ChunkedCase& c) {
    const Plan plan = c.plan();
    return measure([&] {
             static_cast<void>(encode(c.dtype, c.data.data(), c.data.size(), plan, c.geometry));
           })
        .calls;
  };
  EXPECT_EQ(encode_calls(small), encode_calls(large));
}

// A count that no payload can hold, in a message whose second chunk is never reached.
TEST(Allocation, ChunksDoNotMakeTheDecoderReserveMore) {
  Rng rng(test_seed());
  const ChunkedCase c = make_chunked_case(rng, Dtype::kUint8, {1, 32}, 15, 100, {});
  Message message = encode(c);
  Header header = header_of(message);
  header.count = 0xFFFFFFFF;
  message = with_right_check(with_header(message, header), c.geometry);
  StreamError error = StreamError::kNone;
  const BookSet none;
  const Usage used = measure([&] { error = decode(message.data(), message.size(), none).error; });
  EXPECT_EQ(error, StreamError::kTruncated);
  EXPECT_LT(used.peak, kSmall);
}

TEST(Allocation, NothingIsKept) {
  const Case c = large_case(Dtype::kBf16, BookKind::kFull, 1000);
  EXPECT_EQ(measure_encode(c).live, 0U);
}

}  // namespace
}  // namespace tern::huff
