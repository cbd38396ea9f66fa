// SPDX-License-Identifier: Apache-2.0
//
// choice_error_test.cc: a choice of a later chunk that a decoder must refuse, and when it does.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/huff/choice.h"
#include "model/huff/message_tools.h"
#include "model/huff/select.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::huff {
namespace {

constexpr Geometry kGeometry{4, 32};

// Lengths 2 to 13 in every book, so that MinLen 1 is the most; different codes do not matter here.
Book some_book(std::uint8_t id, std::uint8_t epoch, BookKind kind = BookKind::kSparse) {
  Rng rng(1);
  Book book = make_book(rng, Dtype::kInt8, kind);
  book.id = id;
  book.epoch = epoch;
  return book;
}

BookSet set_of(const std::vector<Book>& books) {
  BookSet set;
  for (const Book& book : books) EXPECT_FALSE(set.add(book));
  return set;
}

// Three chunks and one step; the encoder holds what the decoder may lack.
struct Sent {
  std::vector<Book> books;
  std::vector<std::size_t> choices;
  std::uint8_t min_len = 1;
  std::uint64_t count = 4 * (3 * 16 + 1);

  [[nodiscard]] Message message() const {
    std::vector<std::uint8_t> data(count);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint8_t>(i * 37);
    Plan plan{4, min_len, {}};
    for (const std::size_t choice : choices) {
      plan.choices.push_back(choice == ChunkedCase::kRaw ? nullptr : &books[choice]);
    }
    return encode(Dtype::kInt8, data.data(), data.size(), plan, kGeometry);
  }
};

StreamError error_of(const Message& message, const BookSet& books) {
  const Decoded decoded = decode(message.data(), message.size(), books);
  EXPECT_TRUE(decoded.error == StreamError::kNone || decoded.values.empty());
  return decoded.error;
}

TEST(LaterChoice, IsAcceptedIfItsBookIsThere) {
  const Sent sent{{some_book(3, 7), some_book(3, 8), some_book(5, 7)},
                  {0, 1, ChunkedCase::kRaw, 2}};
  EXPECT_EQ(error_of(sent.message(), set_of(sent.books)), StreamError::kNone);
}

TEST(LaterChoice, UnknownBook) {
  for (std::size_t chunk = 1; chunk < 4; ++chunk) {
    Sent sent{{some_book(3, 7), some_book(5, 7)}, {0, 0, 0, 0}};
    sent.choices[chunk] = 1;
    EXPECT_EQ(error_of(sent.message(), set_of({sent.books[0]})), StreamError::kUnknownBook);
    Book other = sent.books[1];
    other.dtype = Dtype::kUint8;
    EXPECT_EQ(error_of(sent.message(), set_of({sent.books[0], other})), StreamError::kUnknownBook);
  }
}

TEST(LaterChoice, Epoch) {
  for (std::size_t chunk = 1; chunk < 4; ++chunk) {
    Sent sent{{some_book(3, 7), some_book(3, 8)}, {0, 0, 0, 0}};
    sent.choices[chunk] = 1;
    EXPECT_EQ(error_of(sent.message(), set_of({sent.books[0]})), StreamError::kEpoch);
  }
}

// The encoder's book is long enough, the decoder's book of the same name is not.
TEST(LaterChoice, MinLen) {
  const Sent sent{{some_book(3, 7), some_book(5, 7)}, {0, 1, 0, 0}};
  const Book shorter = some_book(5, 7, BookKind::kDeepest);
  EXPECT_EQ(error_of(sent.message(), set_of({sent.books[0], shorter})), StreamError::kMinLen);
}

// The bits of a choice, where they are plain: in a raw message of one lane, every token has 8 bits,
// those of steps 1 to 13 one more in front.
TEST(LaterChoice, ReservedIsARawOneWithAName) {
  const std::vector<std::uint8_t> data(17, 0x55);
  const Geometry geometry{1, 32};
  const Message whole =
      encode(Dtype::kInt8, data.data(), data.size(),
             plan_named(Dtype::kInt8, data.size(), nullptr, {4, 7}, geometry), geometry);
  EXPECT_EQ(error_of(whole, {}), StreamError::kNone);
  const auto with_bits = [&](std::uint32_t bits) {
    Message message = whole;
    for (std::uint32_t j = 0; j < kChoiceBits; ++j) {
      const std::size_t at = kHeaderBits + 8 + std::size_t{9} * j;
      message[at / 8] = static_cast<std::uint8_t>(message[at / 8] & ~(1U << at % 8));
      message[at / 8] |= static_cast<std::uint8_t>(((bits >> j) & 1) << at % 8);
    }
    return with_right_check(message, geometry);
  };
  EXPECT_EQ(with_bits(1), whole);
  for (std::uint32_t bits = 0; bits < 1U << kChoiceBits; ++bits) {
    const StreamError expected = (bits & 1) == 0 ? StreamError::kUnknownBook
                                 : bits == 1     ? StreamError::kNone
                                                 : StreamError::kReserved;
    ASSERT_EQ(error_of(with_bits(bits), {}), expected) << bits;
  }
  const BookSet books = set_of({some_book(3, 7)});
  EXPECT_EQ(error_of(with_bits(3 << 1 | 8 << 5), books), StreamError::kEpoch);
  EXPECT_EQ(error_of(with_bits(3 << 1 | 7 << 5), books), StreamError::kMinLen);
}

// A message cut behind the words of chunk 0 says truncated until the choice of chunk 1 is read;
// once the words for it are there, its refusal comes first, whatever is cut behind it.
TEST(LaterChoice, IsRefusedWhenItsChunkBegins) {
  SCOPED_TRACE(seed_note());
  const Sent sent{{some_book(3, 7), some_book(5, 7)}, {0, 1, 0, 0}};
  const Message message = sent.message();
  const BookSet books = set_of({sent.books[0]});
  const std::size_t words = message.size() / 4 - 4;
  std::size_t most_cut = 0;
  for (std::size_t less = 1; less <= words; ++less) {
    const StreamError error = error_of(with_fewer_words(message, less, kGeometry), books);
    if (error == StreamError::kUnknownBook) most_cut = less;
    ASSERT_EQ(error, less == most_cut ? StreamError::kUnknownBook : StreamError::kTruncated);
  }
  // The words that any step before step 16 takes; none of step 16 itself.
  std::vector<std::uint8_t> data(sent.count);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint8_t>(i * 37);
  std::size_t early = 0;
  const Plan plan{4, 1, {&sent.books[0], &sent.books[1], &sent.books[0], &sent.books[0]}};
  for (const OrderedWord& word :
       ordered_words(Dtype::kInt8, data.data(), data.size(), plan, kGeometry)) {
    if (word.step < 16) ++early;
  }
  EXPECT_EQ(words - most_cut, early);
}

// The largest count in a message that ends early: the refused choice is still found.
TEST(LaterChoice, IsRefusedBeforeACountThatNoPayloadCanHold) {
  const Sent sent{{some_book(3, 7), some_book(5, 7)}, {0, 1, 0, 0}};
  Message message = sent.message();
  Header header = header_of(message);
  header.count = 0xFFFFFFFF;
  message = with_right_check(with_header(message, header), kGeometry);
  EXPECT_EQ(error_of(message, set_of({sent.books[0]})), StreamError::kUnknownBook);
}

// What a message does not reach does not matter: its only chunk has no next one.
TEST(LaterChoice, OfAMessageOfOneChunkDoesNotExist) {
  Sent sent{{some_book(3, 7), some_book(5, 7)}, {0}};
  for (const std::uint64_t count : {1U, 4U * 16 - 1, 4U * 16}) {
    sent.count = count;
    EXPECT_EQ(error_of(sent.message(), set_of({sent.books[0]})), StreamError::kNone) << count;
  }
}

TEST(LaterChoice, ComesBeforeExcessAndCrc) {
  const Sent sent{{some_book(3, 7), some_book(5, 7)}, {0, 0, 0, 1}};
  const BookSet books = set_of({sent.books[0]});
  Message message = with_more_words(sent.message(), 3, kGeometry);
  EXPECT_EQ(error_of(message, books), StreamError::kUnknownBook);
  message.back() ^= 1;
  EXPECT_EQ(error_of(message, books), StreamError::kUnknownBook);
  EXPECT_EQ(error_of(message, set_of(sent.books)), StreamError::kExcess);
}

}  // namespace
}  // namespace tern::huff
