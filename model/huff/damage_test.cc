// SPDX-License-Identifier: Apache-2.0
//
// damage_test.cc: no damage is accepted, and none does harm.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/huff/message_tools.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::huff {
namespace {

constexpr int kMessages = 60;

// Decodes from memory of exactly this size, so that a sanitizer sees any byte read behind it.
StreamError error_of(const Message& message, const BookSet& books) {
  const Message exact(message);
  const Decoded decoded = decode(exact.data(), exact.size(), books);
  EXPECT_TRUE(decoded.error == StreamError::kNone || decoded.values.empty());
  return decoded.error;
}

// A message of one chunk and one of chunks, in turn.
template <typename Check>
void for_random_messages(int count, Check check) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const auto run = [&check](const auto& c) {
    SCOPED_TRACE(describe(c));
    if (c.count() > 0) check(c, encode(c), books_of(c));
  };
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    if (i % 2 == 0) {
      Case c = make_case(rng);
      c.data.resize(std::min<std::size_t>(c.data.size(), 200));
      run(c);
    } else {
      run(make_chunked_case(rng, 120));
    }
  }
}

// What damaged payload can lead to, if the check was repaired.
bool is_payload_error(StreamError error, std::uint32_t chunk_log2) {
  if (error == StreamError::kTruncated || error == StreamError::kExcess) return true;
  const bool choice = error == StreamError::kReserved || error == StreamError::kUnknownBook ||
                      error == StreamError::kEpoch || error == StreamError::kMinLen;
  return choice && chunk_log2 != 0;
}

// Fault D5: cut anywhere.
TEST(Damage, EveryTruncationIsRefused) {
  for_random_messages(kMessages, [](const auto& c, const Message& message, const BookSet& books) {
    for (std::size_t size = 0; size < message.size(); ++size) {
      const Message cut(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(size));
      const StreamError error = error_of(cut, books);
      ASSERT_NE(error, StreamError::kNone) << size;
      const std::size_t word_bytes = c.geometry.word_bits / 8;
      if (size < header_bytes(c.geometry) + word_bytes || size % word_bytes != 0) {
        ASSERT_EQ(error, StreamError::kSize) << size;
      } else {
        ASSERT_EQ(error, StreamError::kTruncated) << size;
      }
    }
  });
}

TEST(Damage, EverySingleBitFlipIsRefused) {
  for_random_messages(kMessages, [](const auto&, const Message& message, const BookSet& books) {
    for (std::size_t bit = 0; bit < message.size() * 8; ++bit) {
      Message damaged = message;
      damaged[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
      ASSERT_NE(error_of(damaged, books), StreamError::kNone) << bit;
    }
  });
}

// A flipped payload bit behind a repaired check: other values or an error, but always an end.
TEST(Damage, BitFlipsBehindARepairedCheckEnd) {
  for_random_messages(kMessages, [](const auto& c, const Message& message, const BookSet& books) {
    for (std::size_t bit = 8 * std::size_t{header_bytes(c.geometry)};
         bit < (message.size() - 4) * 8; bit += 3) {
      Message damaged = message;
      damaged[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
      damaged = with_right_check(damaged, c.geometry);
      const Decoded decoded = decode(damaged.data(), damaged.size(), books);
      if (decoded.error == StreamError::kNone) {
        ASSERT_EQ(decoded.values.size(), c.data.size());
      } else {
        ASSERT_TRUE(is_payload_error(decoded.error, c.plan().chunk_log2))
            << error_name(decoded.error);
      }
    }
  });
}

TEST(Damage, CutWordsAreTruncated) {
  for_random_messages(kMessages, [](const auto& c, const Message& message, const BookSet& books) {
    const std::size_t words =
        message.size() / (c.geometry.word_bits / 8) - header_words(c.geometry) - 1;
    for (std::size_t less = 1; less <= words; ++less) {
      ASSERT_EQ(error_of(with_fewer_words(message, less, c.geometry), books),
                StreamError::kTruncated);
    }
  });
}

TEST(Damage, AppendedWordsAreExcess) {
  for_random_messages(kMessages, [](const auto& c, const Message& message, const BookSet& books) {
    for (std::size_t more = 1; more <= 5; ++more) {
      ASSERT_EQ(error_of(with_more_words(message, more, c.geometry), books), StreamError::kExcess);
    }
    Message twice = message;
    twice.insert(twice.end(), message.begin(), message.end());
    ASSERT_EQ(error_of(twice, books), StreamError::kExcess);
  });
}

// A count below the truth leaves words over, or decodes a prefix that the check does not match;
// behind a repaired check it can only be a shorter tensor. A count above it runs out of words
// sooner or later.
TEST(Damage, WrongCountsAreRefused) {
  for_random_messages(300, [](const auto& c, const Message& message, const BookSet& books) {
    const std::uint64_t count = c.count();
    for (const std::uint64_t other : {std::uint64_t{0}, count / 2, count - 1, count + 1, 2 * count,
                                      std::uint64_t{0xFFFFFFFF}}) {
      if (other == count) continue;
      Header header = header_of(message);
      header.count = static_cast<std::uint32_t>(other);
      const Message wrong = with_header(message, header);
      ASSERT_NE(error_of(wrong, books), StreamError::kNone) << other;

      const Message repaired = with_right_check(wrong, c.geometry);
      const Decoded decoded = decode(repaired.data(), repaired.size(), books);
      if (decoded.error == StreamError::kNone) {
        ASSERT_EQ(decoded.values.size(), other * value_bytes(c.dtype));
      } else {
        ASSERT_TRUE(is_payload_error(decoded.error, c.plan().chunk_log2))
            << error_name(decoded.error);
      }
      ASSERT_TRUE(other != 0xFFFFFFFF || decoded.error != StreamError::kNone);
    }
  });
}

// Faults D4 and D5: bytes that were never a message.
TEST(Damage, RandomGarbageIsRefused) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Case c = make_case(rng);
  const BookSet books = books_of(c);
  for (int i = 0; i < 20000; ++i) {
    Message garbage(rng.below(120));
    for (std::uint8_t& byte : garbage) byte = static_cast<std::uint8_t>(rng.bits(8));
    ASSERT_NE(error_of(garbage, books), StreamError::kNone);
  }
}

// The same behind a header that is accepted.
TEST(Damage, RandomGarbageBehindAValidHeaderEnds) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 20000; ++i) {
    const auto dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
    const Geometry geometry = make_geometry(rng, dtype);
    const Book book = make_book(rng, dtype, static_cast<BookKind>(rng.below(kNumBookKinds - 1)));
    BookSet books;
    ASSERT_FALSE(books.add(book));
    const auto count = static_cast<std::uint32_t>(rng.bits(static_cast<unsigned>(rng.below(10))));
    Message message;
    const std::uint32_t chunk_log2 = make_chunk_log2(rng);
    append_header(message,
                  make_header(dtype, {chunk_log2, min_len_of(&book), {&book}, make_offset(rng)},
                              geometry, count));
    const std::uint64_t words = rng.below(60);
    for (std::uint64_t w = 0; w < words; ++w) {
      append_word(message, rng.bits(geometry.word_bits), geometry.word_bits);
    }
    append_trailer(message, geometry);
    const Decoded decoded = decode(message.data(), message.size(), books);
    if (decoded.error == StreamError::kNone) {
      ASSERT_EQ(decoded.values.size(), count * value_bytes(dtype));
    } else {
      ASSERT_TRUE(is_payload_error(decoded.error, chunk_log2)) << error_name(decoded.error);
    }
  }
}

}  // namespace
}  // namespace tern::huff
