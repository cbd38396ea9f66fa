// SPDX-License-Identifier: Apache-2.0
//
// fast_test.cc: the fast codec makes and reads the messages of the golden model, on every path.
//
//   Spec  docs/host.md
#include "model/fast/fast.h"

#include <gtest/gtest.h>

#include <atomic>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/fast/test_book.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"
#include "model/huff/train.h"

namespace tern::fast {
namespace {

using Bytes = std::vector<std::uint8_t>;
using huff::ChunkedCase;

constexpr std::uint8_t kGuard = 0xA5;
constexpr std::size_t kGuards = 128;

bool long_run() { return test_number("TERN_LONG", 0) != 0; }

// Room behind which every byte is watched.
class Room {
 public:
  explicit Room(std::size_t size) : size_(size), bytes_(size + kGuards, kGuard) {}
  [[nodiscard]] std::uint8_t* data() { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Bytes front(std::size_t size) const {
    return {bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size)};
  }
  [[nodiscard]] bool is_kept() const {
    return Bytes(bytes_.end() - kGuards, bytes_.end()) == Bytes(kGuards, kGuard);
  }

 private:
  std::size_t size_;
  Bytes bytes_;
};

// Any message: all dtypes, geometries, sizes of chunks and books. Up to `most` bytes of values,
// every power of two equally likely.
ChunkedCase make_message(Rng& rng, std::uint32_t most_log2) {
  const auto dtype = static_cast<huff::Dtype>(rng.below(huff::kDtypeNames.size()));
  huff::Geometry geometry = huff::make_geometry(rng, dtype);
  // Half of them have lanes and words that fit into registers.
  if (rng.bits(1) != 0 && huff::fits(dtype, {16, 32})) {
    geometry = {16U << rng.below(3), 32};
  }
  const std::uint64_t bytes = rng.bits(static_cast<unsigned>(rng.below(most_log2 + 1)));
  const std::uint32_t chunk_log2 = rng.bits(1) != 0 ? 0 : huff::make_chunk_log2(rng);
  return huff::make_chunked_case(rng, dtype, geometry, chunk_log2,
                                 bytes / huff::value_bytes(dtype));
}

// A message as networks make them, whose book was trained on it.
ChunkedCase make_trained(Rng& rng, huff::Dtype dtype, std::uint32_t lanes, std::uint64_t count) {
  ChunkedCase c;
  c.dtype = dtype;
  c.geometry = {lanes, 32};
  for (std::uint64_t i = 0; i < count * huff::value_bytes(dtype); ++i) {
    std::uint32_t byte = 120;
    while (byte > 60 && rng.chance(4, 5)) --byte;
    c.data.push_back(static_cast<std::uint8_t>(byte | rng.bits(1) << 7));
  }
  const auto histogram = huff::count_symbols(dtype, c.data.data(), c.data.size());
  c.books = {huff::train_book(dtype, huff::average({histogram}), {}).value()};
  c.min_len = huff::min_len_of(c.books.data());
  c.choices = {0};
  return c;
}

void expect_golden(const ChunkedCase& c, Path path) {
  SCOPED_TRACE(describe(c));
  SCOPED_TRACE(path_name(path));
  const Codec codec(huff::books_of(c), path);
  const Bytes golden = huff::encode(c);
  Room message(golden.size());
  const Encoded encoded = codec.encode(c.dtype, c.data.data(), c.data.size(), c.plan(), c.geometry,
                                       message.data(), message.size());
  ASSERT_TRUE(encoded.fits && encoded.size == golden.size());
  ASSERT_EQ(message.front(golden.size()), golden);
  ASSERT_TRUE(message.is_kept());
  ASSERT_LE(golden.size(), max_message_bytes(c.dtype, c.count(), c.geometry));

  Room values(c.data.size());
  const Decoded decoded =
      codec.decode({golden.data(), golden.size(), values.data(), values.size()}, c.geometry);
  ASSERT_EQ(decoded.error, huff::StreamError::kNone) << huff::error_name(decoded.error);
  ASSERT_TRUE(decoded.fits && decoded.size == c.data.size());
  ASSERT_TRUE(decoded.dtype == c.dtype && decoded.offset == c.offset);
  ASSERT_EQ(values.front(decoded.size), c.data);
  ASSERT_TRUE(values.is_kept());
  ASSERT_GE(values_room(golden.data(), golden.size()), c.data.size());
}

class EveryPath : public testing::TestWithParam<Path> {};

INSTANTIATE_TEST_SUITE_P(Machine, EveryPath, testing::ValuesIn(available_paths()),
                         [](const auto& path) { return std::string(path_name(path.param)); });

// 10,000 messages of up to a mebibyte in the long run, 500 of up to 16 KiB otherwise.
TEST_P(EveryPath, RandomMessagesAreGolden) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const int messages = long_run() ? 10000 : inputs(500, 200);
  for (int i = 0; i < messages && !testing::Test::HasFailure(); ++i) {
    expect_golden(make_message(rng, long_run() ? 20 : 14), GetParam());
  }
}

TEST_P(EveryPath, TrainedMessagesOfManyStepsAreGolden) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const huff::Dtype dtype : {huff::Dtype::kBf16, huff::Dtype::kE4m3, huff::Dtype::kFp16}) {
    for (const std::uint32_t lanes : {8U, 16U, 32U, 64U}) {
      expect_golden(make_trained(rng, dtype, lanes, 5000 + rng.below(100)), GetParam());
      if (testing::Test::HasFailure()) return;
    }
  }
}

// Every kind of book under long runs, escapes in all of them.
TEST_P(EveryPath, EveryKindOfBookIsGolden) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t kind = 0; kind < huff::kNumBookKinds; ++kind) {
    for (const huff::Dtype dtype : {huff::Dtype::kBf16, huff::Dtype::kUint8}) {
      const huff::Book book = huff::make_book(rng, dtype, static_cast<huff::BookKind>(kind));
      expect_golden(huff::make_chunked_case(rng, dtype, {16, 32}, 6, 4000, {book}), GetParam());
      const huff::Book other = crowded_book(dtype);
      expect_golden(huff::make_chunked_case(rng, dtype, {16, 32}, 0, 900, {other}), GetParam());
      if (testing::Test::HasFailure()) return;
    }
  }
}

// Room that is short by 1 to 64 bytes is an error, and nothing behind it is touched.
TEST_P(EveryPath, ShortRoomIsAnErrorAndIsKept) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 6; ++i) {
    const ChunkedCase c = i < 2 ? make_trained(rng, huff::Dtype::kE4m3, 16, 3000 + rng.below(50))
                                : make_message(rng, 12);
    SCOPED_TRACE(describe(c));
    const Codec codec(huff::books_of(c), GetParam());
    const Bytes golden = huff::encode(c);
    for (std::size_t less = 1; less <= 64; ++less) {
      if (less <= golden.size()) {
        Room room(golden.size() - less);
        const Encoded encoded = codec.encode(c.dtype, c.data.data(), c.data.size(), c.plan(),
                                             c.geometry, room.data(), room.size());
        ASSERT_FALSE(encoded.fits) << less;
        ASSERT_TRUE(room.is_kept()) << less;
      }
      if (less <= c.data.size()) {
        Room room(c.data.size() - less);
        const Decoded decoded =
            codec.decode({golden.data(), golden.size(), room.data(), room.size()});
        ASSERT_EQ(decoded.error, huff::StreamError::kNone);
        ASSERT_FALSE(decoded.fits) << less;
        ASSERT_EQ(room.front(room.size()), Bytes(room.size(), kGuard)) << less;
        ASSERT_TRUE(room.is_kept()) << less;
      }
    }
  }
}

// Messages of different lengths and books, some of them damaged, in any pairs.
TEST_P(EveryPath, ManyMessagesGetTheVerdictsOfEachAlone) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int round = 0; round < inputs(12, 4); ++round) {
    const huff::Dtype dtype = round % 4 == 0 ? huff::Dtype::kBf16 : huff::Dtype::kUint8;
    const std::uint32_t chunk_log2 = round % 2 == 0 ? 0 : 6;
    const std::vector<huff::Book> books = huff::make_books(rng, dtype, 1 + round % 3);
    std::vector<Bytes> bytes, rooms;
    for (int i = 0; i < 9; ++i) {
      ChunkedCase c =
          huff::make_chunked_case(rng, dtype, {16, 32}, chunk_log2, 500 + rng.below(4000), books);
      bytes.push_back(huff::encode(c));
      Bytes& last = bytes.back();
      if (rng.chance(1, 4))
        last[rng.below(last.size())] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      if (rng.chance(1, 6)) last.resize(last.size() - 4 * rng.below(last.size() / 8));
      rooms.emplace_back(values_room(last.data(), last.size()));
    }
    huff::BookSet set;
    for (const huff::Book& book : books) ASSERT_FALSE(set.add(book));
    const Codec codec(set, GetParam());
    std::vector<Message> messages;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      messages.push_back({bytes[i].data(), bytes[i].size(), rooms[i].data(), rooms[i].size()});
    }
    const std::vector<Decoded> results = codec.decode_all(messages, 1 + round % 3);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const huff::Decoded golden = huff::decode(bytes[i].data(), bytes[i].size(), set);
      ASSERT_EQ(results[i].error, golden.error) << huff::error_name(golden.error);
      if (golden.error != huff::StreamError::kNone) continue;
      rooms[i].resize(results[i].size);
      ASSERT_EQ(rooms[i], golden.values);
    }
  }
}

// Results in order, each message once, whatever the number of threads.
TEST(Threads, EveryMessageIsDoneOnceWithOneCodec) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const ChunkedCase c = make_trained(rng, huff::Dtype::kBf16, 16, 20000);
  const Codec codec(huff::books_of(c));
  for (const unsigned threads : {1U, 2U, 5U}) {
    std::vector<Bytes> messages(23);
    std::atomic<int> calls{0};
    for_each_message(messages.size(), threads, [&](std::size_t i) {
      const std::size_t size = c.data.size() / (i + 1) / 2 * 2;
      Bytes room(max_message_bytes(c.dtype, size / 2, c.geometry));
      room.resize(
          codec.encode(c.dtype, c.data.data(), size, c.plan(), c.geometry, room.data(), room.size())
              .size);
      messages[i] = room;
      ++calls;
    });
    EXPECT_EQ(calls, 23);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const std::size_t size = c.data.size() / (i + 1) / 2 * 2;
      EXPECT_EQ(messages[i], huff::encode(c.dtype, c.data.data(), size, c.plan(), c.geometry));
    }
  }
}

}  // namespace
}  // namespace tern::fast
