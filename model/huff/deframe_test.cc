// SPDX-License-Identifier: Apache-2.0
//
// deframe_test.cc: each reason of section 9 for refusing a message, and their order.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include "model/huff/deframe.h"

#include <gtest/gtest.h>

#include <functional>

#include "model/common/test_seed.h"
#include "model/huff/message_tools.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

constexpr Geometry kGeometry{4, 32};

Book small_book() {
  Book book;
  book.id = 3;
  book.epoch = 7;
  book.lengths[127] = 1;
  book.lengths[kEscapeIndex] = 1;
  return book;
}

BookSet small_set() {
  BookSet books;
  EXPECT_FALSE(books.add(small_book()));
  return books;
}

Message small_message(const Book* book, const Geometry& geometry = kGeometry) {
  const std::vector<std::uint8_t> data(100, 0x3F);
  return encode(Dtype::kBf16, data.data(), data.size(), book, geometry);
}

Message small_message() {
  const Book book = small_book();
  return small_message(&book);
}

StreamError error_of(const Message& message, const std::optional<Geometry>& geometry = {}) {
  const Decoded decoded = decode(message.data(), message.size(), small_set(), geometry);
  if (decoded.error != StreamError::kNone) {
    EXPECT_TRUE(decoded.values.empty()) << "nothing is delivered from a refused message";
  }
  return decoded.error;
}

// The message with a changed header field; the check still holds.
template <typename Change>
Message changed(Message message, Change change) {
  Header header = header_of(message);
  change(header);
  return with_right_check(with_header(std::move(message), header), kGeometry);
}

TEST(Rejects, NothingIfTheMessageIsWhole) {
  EXPECT_EQ(error_of(small_message()), StreamError::kNone);
  EXPECT_EQ(error_of(small_message(nullptr)), StreamError::kNone);
  EXPECT_EQ(error_of(small_message(), kGeometry), StreamError::kNone);
}

TEST(Rejects, Order1SizeBelow12Bytes) {
  for (std::size_t size = 0; size < 12; ++size) {
    Message message = small_message();
    message.resize(size);
    EXPECT_EQ(error_of(message), StreamError::kSize);
  }
  EXPECT_EQ(decode(nullptr, 0, small_set()).error, StreamError::kSize);
}

TEST(Rejects, Order2Version) {
  for (std::uint8_t version = 0; version < 16; ++version) {
    const Message message = changed(small_message(), [=](Header& h) { h.version = version; });
    EXPECT_EQ(error_of(message), version == 1 ? StreamError::kNone : StreamError::kVersion);
  }
}

TEST(Rejects, Order3Reserved) {
  for (std::uint8_t log2 = 1; log2 < 16; ++log2) {
    const StreamError error =
        error_of(changed(small_message(), [=](Header& h) { h.chunk_log2 = log2; }));
    // The message has 13 steps, so every legal size makes one chunk of it.
    EXPECT_EQ(error, log2 < 4 ? StreamError::kReserved : StreamError::kNone) << int{log2};
  }
}

TEST(Rejects, Order3ReservedRawWithBookOrEpoch) {
  EXPECT_EQ(error_of(changed(small_message(nullptr), [](Header& h) { h.book_id = 3; })),
            StreamError::kReserved);
  EXPECT_EQ(error_of(changed(small_message(nullptr), [](Header& h) { h.epoch = 7; })),
            StreamError::kReserved);
}

TEST(Rejects, Order3ReservedBitsOfTheHeader) {
  for (std::uint32_t bit = 0; bit < 24; ++bit) {
    EXPECT_EQ(error_of(changed(small_message(), [=](Header& h) { h.reserved = 1U << bit; })),
              StreamError::kReserved)
        << bit;
  }
}

TEST(Rejects, Order4Dtype) {
  for (std::uint8_t dtype = 13; dtype < 16; ++dtype) {
    EXPECT_EQ(error_of(changed(small_message(), [=](Header& h) { h.dtype = dtype; })),
              StreamError::kDtype);
  }
}

TEST(Rejects, Order5Geometry) {
  EXPECT_EQ(error_of(changed(small_message(), [](Header& h) { h.lanes_log2 = 7; })),
            StreamError::kGeometry);
  EXPECT_EQ(error_of(changed(small_message(), [](Header& h) { h.dtype = 12; })),
            StreamError::kGeometry)
      << "fp32 in 32-bit words";
}

TEST(Rejects, Order5GeometryOfAnotherDecoder) {
  EXPECT_EQ(error_of(small_message(), Geometry{8, 32}), StreamError::kGeometry);
  EXPECT_EQ(error_of(small_message(), Geometry{4, 64}), StreamError::kGeometry);
}

// Fault H15 too: a book of the same id for another dtype is another book.
TEST(Rejects, Order6UnknownBook) {
  EXPECT_EQ(error_of(changed(small_message(), [](Header& h) { h.book_id = 4; })),
            StreamError::kUnknownBook);
  EXPECT_EQ(error_of(changed(small_message(), [](Header& h) { h.dtype = 2; })),
            StreamError::kUnknownBook);
}

TEST(Rejects, Order7Epoch) {
  EXPECT_EQ(error_of(changed(small_message(), [](Header& h) { h.epoch = 8; })),
            StreamError::kEpoch);
}

TEST(Rejects, Order8MinLen) {
  for (std::uint8_t min_len = 1; min_len < 8; ++min_len) {
    EXPECT_EQ(error_of(changed(small_message(), [=](Header& h) { h.min_len = min_len; })),
              StreamError::kMinLen);
  }
}

// A smaller MinLen than the book allows is another order of the words, and legal.
TEST(Rejects, NoSmallerMinLenThanTheBookHas) {
  const std::vector<std::uint8_t> data(100, 0x3F);
  for (std::uint8_t min_len = 0; min_len < 8; ++min_len) {
    EXPECT_EQ(error_of(encode(Dtype::kBf16, data.data(), data.size(), {0, min_len, {nullptr}},
                              kGeometry)),
              StreamError::kNone);
  }
}

TEST(Rejects, Order9SizeNotWholeWords) {
  for (std::size_t more = 1; more < 4; ++more) {
    Message message = small_message();
    message.resize(message.size() + more);
    EXPECT_EQ(error_of(message), StreamError::kSize);
  }
  Message wide = small_message(nullptr, {1, 64});
  wide.resize(wide.size() - 4);
  EXPECT_EQ(error_of(wide), StreamError::kSize);
}

TEST(Rejects, Order9SizeWithoutRoomForTheTrailer) {
  Message message = small_message();
  message.resize(12);
  EXPECT_EQ(error_of(message), StreamError::kSize);
  for (const std::size_t size : {12U, 16U}) {
    Message wide = small_message(nullptr, {1, 64});
    wide.resize(size);
    EXPECT_EQ(error_of(wide), StreamError::kSize) << size;
  }
}

TEST(Rejects, Order10Truncated) {
  const Message message = small_message();
  const std::size_t words = message.size() / 4 - 4;
  for (std::size_t less = 1; less <= words; ++less) {
    EXPECT_EQ(error_of(with_fewer_words(message, less, kGeometry)), StreamError::kTruncated);
  }
}

TEST(Rejects, Order11Excess) {
  for (std::size_t more = 1; more < 20; ++more) {
    EXPECT_EQ(error_of(with_more_words(small_message(), more, kGeometry)), StreamError::kExcess);
  }
  const Message empty = encode(Dtype::kBf16, nullptr, 0, nullptr, kGeometry);
  EXPECT_EQ(error_of(empty), StreamError::kNone);
  EXPECT_EQ(error_of(with_more_words(empty, 1, kGeometry)), StreamError::kExcess);
}

TEST(Rejects, Order12Crc) {
  const Message message = small_message();
  for (std::size_t bit = 0; bit < 32; ++bit) {
    Message damaged = message;
    damaged[message.size() - 4 + bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    EXPECT_EQ(error_of(damaged), StreamError::kCrc);
  }
}

TEST(Rejects, Order12CrcOfAWideWordWithUpperBits) {
  Message message = small_message(nullptr, {2, 64});
  EXPECT_EQ(error_of(message), StreamError::kNone);
  message.back() ^= 0x80;
  EXPECT_EQ(error_of(message), StreamError::kCrc);
}

// Two faults at once: the one that is checked first is reported.
TEST(Rejects, InTheOrderOfTheTable) {
  using Spoil = std::function<Message(const Message&)>;
  const auto header = [](auto change) {
    return Spoil([change](const Message& m) { return changed(m, change); });
  };
  const std::vector<std::pair<StreamError, Spoil>> faults = {
      {StreamError::kVersion, header([](Header& h) { h.version = 2; })},
      {StreamError::kReserved, header([](Header& h) { h.reserved = 1; })},
      {StreamError::kDtype, header([](Header& h) { h.dtype = 13; })},
      {StreamError::kGeometry, header([](Header& h) { h.lanes_log2 = 7; })},
      {StreamError::kUnknownBook, header([](Header& h) { h.book_id = 0; })},
      {StreamError::kEpoch, header([](Header& h) { h.epoch = 0; })},
      {StreamError::kMinLen, header([](Header& h) { h.min_len = 7; })},
      {StreamError::kSize, [](Message m) { return m.push_back(0), m; }},
      {StreamError::kTruncated, [](const Message& m) { return with_fewer_words(m, 2, kGeometry); }},
      {StreamError::kCrc, [](Message m) { return m[m.size() - 4] ^= 1, m; }},
  };
  for (std::size_t first = 0; first < faults.size(); ++first) {
    EXPECT_EQ(error_of(faults[first].second(small_message())), faults[first].first);
    for (std::size_t second = first + 1; second < faults.size(); ++second) {
      const Message message = faults[second].second(faults[first].second(small_message()));
      EXPECT_EQ(error_of(message), faults[first].first) << first << " " << second;
    }
  }
  Message excess = with_more_words(small_message(), 1, kGeometry);
  excess.back() ^= 1;
  EXPECT_EQ(error_of(excess), StreamError::kExcess) << "before crc";
  Message tiny = faults[0].second(small_message());
  tiny.resize(11);
  EXPECT_EQ(error_of(tiny), StreamError::kSize) << "before version";
}

}  // namespace
}  // namespace tern::huff
