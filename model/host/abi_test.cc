// SPDX-License-Identifier: Apache-2.0
//
// abi_test.cc: what libtern.so does through its C interface, against the golden model.
//
//   Spec  docs/host.md#from-c
//   Test  model/host/abi_test.cc
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "model/common/test_seed.h"
#include "model/host/tern.h"
#include "model/huff/book_file.h"
#include "model/huff/offset.h"
#include "model/huff/select.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::host {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Codec = std::unique_ptr<tern_codec, decltype(&tern_codec_destroy)>;

constexpr std::uint8_t kGuard = 0xA5;
constexpr std::size_t kGuards = 64;

Codec make_codec(const huff::BookSet& books) {
  const std::string text = huff::format_books(books, "a test");
  tern_codec* codec = nullptr;
  EXPECT_EQ(tern_codec_create(text.data(), text.size(), &codec, nullptr, 0), TERN_OK);
  return {codec, tern_codec_destroy};
}

tern_coding coding_of(const huff::ChunkedCase& c, std::int32_t book) {
  tern_coding coding;
  tern_coding_init(&coding);
  coding.lanes = c.geometry.lanes;
  coding.word_bits = c.geometry.word_bits;
  coding.book = book;
  coding.offset = c.offset;
  return coding;
}

// Values under one book, or raw, in memory of exactly that size.
struct Case {
  huff::ChunkedCase c;
  huff::BookSet books;
  tern_coding coding;
  Bytes golden;
};

Case make_test(Rng& rng, std::uint64_t count) {
  Case one;
  const auto dtype = static_cast<huff::Dtype>(rng.below(huff::kDtypeNames.size()));
  one.c = huff::make_chunked_case(rng, dtype, huff::make_geometry(rng, dtype), 0, count);
  one.books = huff::books_of(one.c);
  const huff::Book* const book = rng.chance(1, 6) ? nullptr : one.books.first(dtype);
  one.coding = coding_of(one.c, book == nullptr ? TERN_BOOK_RAW : TERN_BOOK_FIRST);
  one.golden = huff::encode(
      dtype, one.c.data.data(), one.c.data.size(),
      huff::plan_named(dtype, one.c.data.size(), book, {}, one.c.geometry, one.c.offset),
      one.c.geometry);
  return one;
}

tern_dtype number(huff::Dtype dtype) { return static_cast<tern_dtype>(dtype); }

TEST(Abi, MessagesAreGoldenBothWays) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 150; ++i) {
    const Case one = make_test(rng, rng.below(700));
    SCOPED_TRACE(describe(one.c));
    const Codec codec = make_codec(one.books);
    const tern_dtype dtype = number(one.c.dtype);
    Bytes room(tern_encode_bound(dtype, one.c.data.size(), &one.coding));
    ASSERT_GE(room.size(), one.golden.size());
    std::size_t used = 0;
    ASSERT_EQ(tern_encode(codec.get(), dtype, &one.coding, one.c.data.data(), one.c.data.size(),
                          room.data(), room.size(), &used),
              TERN_OK);
    room.resize(used);
    ASSERT_EQ(room, one.golden);
    Bytes values(tern_decode_bound(room.data(), room.size()));
    ASSERT_GE(values.size(), one.c.data.size());
    tern_dtype found = -1;
    ASSERT_EQ(tern_decode(codec.get(), room.data(), room.size(), values.data(), values.size(),
                          &used, &found),
              TERN_OK);
    values.resize(used);
    ASSERT_EQ(values, one.c.data);
    ASSERT_EQ(found, dtype);
  }
}

// Allocated to the byte, so that a sanitizer sees what guards do not.
TEST(Abi, RoomThatIsShortIsAnErrorAndNotAWrite) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 8; ++i) {
    const Case one = make_test(rng, 200 + rng.below(500));
    SCOPED_TRACE(describe(one.c));
    const Codec codec = make_codec(one.books);
    const auto expect_room = [&](std::size_t whole, bool kept, const auto& call) {
      for (std::size_t less = 1; less <= 64 && less <= whole; ++less) {
        Bytes exact(whole - less, kGuard);
        std::size_t used = 1;
        ASSERT_EQ(call(exact.data(), exact.size(), &used), TERN_ROOM) << less;
        ASSERT_EQ(used, 0U);
        Bytes guarded(whole - less + kGuards, kGuard);
        ASSERT_EQ(call(guarded.data(), whole - less, &used), TERN_ROOM) << less;
        const auto from = kept ? guarded.begin() : guarded.end() - kGuards;
        ASSERT_EQ(Bytes(from, guarded.end()), Bytes(guarded.end() - from, kGuard)) << less;
      }
    };
    expect_room(one.golden.size(), false,
                [&](std::uint8_t* out, std::size_t size, std::size_t* used) {
                  return tern_encode(codec.get(), number(one.c.dtype), &one.coding,
                                     one.c.data.data(), one.c.data.size(), out, size, used);
                });
    expect_room(one.c.data.size(), true,
                [&](std::uint8_t* out, std::size_t size, std::size_t* used) {
                  return tern_decode(codec.get(), one.golden.data(), one.golden.size(), out, size,
                                     used, nullptr);
                });
  }
}

TEST(Abi, DamagedMessagesGetTheGoldenVerdict) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::set<tern_status> seen;
  for (int i = 0; i < 1500; ++i) {
    Case one = make_test(rng, rng.below(60));
    const Codec codec = make_codec(one.books);
    Bytes& message = one.golden;
    message[rng.below(std::min<std::size_t>(message.size(), 16))] ^=
        static_cast<std::uint8_t>(1U << rng.below(8));
    if (rng.chance(1, 4)) message.resize(rng.below(message.size()));
    message.shrink_to_fit();
    const huff::Decoded golden = huff::decode(message.data(), message.size(), one.books);
    Bytes values(tern_decode_bound(message.data(), message.size()));
    std::size_t used = 0;
    const tern_status status = tern_decode(codec.get(), message.data(), message.size(),
                                           values.data(), values.size(), &used, nullptr);
    ASSERT_EQ(status, static_cast<tern_status>(golden.error)) << describe(one.c);
    ASSERT_STREQ(tern_strerror(status), huff::error_name(golden.error));
    seen.insert(status);
    values.resize(used);
    ASSERT_EQ(values, golden.values);
  }
  EXPECT_GE(seen.size(), 8U);
}

TEST(Abi, ChunksAndOffsetsAreThoseOfTheModel) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const huff::Dtype dtype = huff::Dtype::kBf16;
  const huff::Geometry geometry{16, 32};
  for (int i = 0; i < 10; ++i) {
    const std::vector<huff::Book> list = huff::make_books(rng, dtype, 3);
    const auto c = huff::make_chunked_case(rng, dtype, geometry, 4, 1000 + rng.below(500), list);
    huff::BookSet books;
    for (const huff::Book& book : list) ASSERT_FALSE(books.add(book));
    const Codec codec = make_codec(books);
    tern_coding coding = coding_of(c, TERN_BOOK_BEST);
    coding.chunk_steps = 16;
    coding.offset = TERN_OFFSET_CHEAPEST;
    const huff::Chunking chunking{4, huff::min_len_of_chunks(dtype)};
    const auto fields = huff::count_symbols(dtype, c.data.data(), c.data.size());
    const Bytes golden = huff::encode(
        dtype, c.data.data(), c.data.size(),
        huff::plan_best(dtype, c.data.data(), c.data.size(), books.current(dtype), chunking,
                        geometry, huff::choose_offset(fields, books.current(dtype), chunking)),
        geometry);
    Bytes room(tern_encode_bound(number(dtype), c.data.size(), &coding));
    std::size_t used = 0;
    ASSERT_EQ(tern_encode(codec.get(), number(dtype), &coding, c.data.data(), c.data.size(),
                          room.data(), room.size(), &used),
              TERN_OK);
    room.resize(used);
    ASSERT_EQ(room, golden);
  }
}

TEST(Abi, ManyJobsGetTheResultsOfEachAlone) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const auto c = huff::make_chunked_case(rng, huff::Dtype::kE4m3, {16, 32}, 0, 6000);
  const Codec codec = make_codec(huff::books_of(c));
  const tern_coding coding = coding_of(c, TERN_BOOK_FIRST);
  std::vector<Bytes> messages(9), values(9);
  std::vector<tern_job> jobs(9), back(9);
  for (std::size_t i = 0; i < 9; ++i) {
    messages[i].resize(tern_encode_bound(TERN_E4M3, 600 * i, &coding));
    jobs[i] = {c.data.data(), 600 * i, messages[i].data(), messages[i].size(), 0, TERN_INTERNAL, 0};
  }
  jobs[4].room = 3;
  ASSERT_EQ(tern_encode_many(codec.get(), TERN_E4M3, &coding, jobs.data(), 9, 3), TERN_ROOM);
  for (std::size_t i = 0; i < 9; ++i) {
    ASSERT_EQ(jobs[i].status, i == 4 ? TERN_ROOM : TERN_OK);
    values[i].resize(600 * i);
    back[i] = {jobs[i].out, jobs[i].used, values[i].data(), values[i].size(), 0, TERN_INTERNAL, -1};
  }
  ASSERT_EQ(tern_decode_many(codec.get(), back.data(), 9, 2), TERN_SIZE);  // the one of no bytes
  for (std::size_t i = 0; i < 9; ++i) {
    ASSERT_EQ(back[i].status, i == 4 ? TERN_SIZE : TERN_OK) << i;
    if (i == 4) continue;
    ASSERT_EQ(back[i].used, 600 * i);
    ASSERT_EQ(back[i].dtype, TERN_E4M3);
    ASSERT_EQ(values[i], Bytes(c.data.begin(), c.data.begin() + static_cast<long>(600 * i)));
  }
}

}  // namespace
}  // namespace tern::host
