// SPDX-License-Identifier: Apache-2.0
//
// order_test.cc: the consequences that section 6 promises.
//
//   Spec  docs/huffman_format.md#6-order-of-the-words
#include "model/huff/order.h"

#include <gtest/gtest.h>

#include <map>

#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

constexpr int kCases = 1500;

std::vector<OrderedWord> words_of(const Case& c) {
  return ordered_words(c.dtype, c.data.data(), c.data.size(), c.book_or_raw(), c.geometry);
}

// Bits of each lane, from the values alone.
std::vector<std::uint64_t> lane_bits(const Case& c) {
  const TokenTable tokens = make_tokens(c.dtype, c.book_or_raw());
  std::vector<std::uint64_t> bits(c.geometry.lanes);
  for (std::uint64_t i = 0; i < c.count(); ++i) {
    bits[i % c.geometry.lanes] +=
        code(tokens, symbolize(c.dtype, load_value(c.dtype, c.data.data(), i))).len;
  }
  return bits;
}

template <typename Check>
void for_random_cases(Check check) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < kCases; ++i) {
    const Case c = make_case(rng);
    SCOPED_TRACE(describe(c));
    check(c);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Order, Step0HasAtMostThreePassesAndLaterStepsOne) {
  for_random_cases([](const Case& c) {
    for (const OrderedWord& word : words_of(c)) {
      EXPECT_LT(word.pass, word.step == 0 ? 3U : 1U);
    }
  });
}

TEST(Order, EachLaneSendsExactlyTheWordsItNeeds) {
  for_random_cases([](const Case& c) {
    std::vector<std::uint64_t> words(c.geometry.lanes);
    for (const OrderedWord& word : words_of(c)) {
      EXPECT_EQ(word.index, words[word.lane]) << "words of a lane are in order";
      ++words[word.lane];
    }
    const std::vector<std::uint64_t> bits = lane_bits(c);
    for (std::uint32_t lane = 0; lane < c.geometry.lanes; ++lane) {
      EXPECT_EQ(words[lane], (bits[lane] + c.geometry.word_bits - 1) / c.geometry.word_bits);
    }
  });
}

// Fault P4: the size is known from the tokens, to the byte.
TEST(Order, MessageSizeFollowsFromTheTokens) {
  for_random_cases([](const Case& c) {
    const std::uint64_t word_bytes = c.geometry.word_bits / 8;
    std::uint64_t words = 0;
    for (const std::uint64_t bits : lane_bits(c))
      words += (bits + 8 * word_bytes - 1) / (8 * word_bytes);
    const std::uint64_t expected = 8 + words * word_bytes + word_bytes;
    EXPECT_EQ(encode(c).size(), expected);
    EXPECT_EQ(message_bytes(c.dtype, c.data.data(), c.data.size(), c.book_or_raw(), c.geometry),
              expected);
  });
}

TEST(Order, WordsOfAPassAreInLaneOrder) {
  for_random_cases([](const Case& c) {
    const std::vector<OrderedWord> words = words_of(c);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto key = [](const OrderedWord& w) { return std::make_tuple(w.step, w.pass, w.lane); };
      EXPECT_LT(key(words[i - 1]), key(words[i]));
    }
  });
}

TEST(Order, OrderedWordsAreThePayload) {
  for_random_cases([](const Case& c) {
    const std::vector<std::uint8_t> message = encode(c);
    std::size_t at = 8;
    for (const OrderedWord& word : words_of(c)) {
      EXPECT_EQ(load_word(message.data() + at, c.geometry.word_bits), word.word);
      at += c.geometry.word_bits / 8;
    }
    EXPECT_EQ(at + c.geometry.word_bits / 8, message.size());
  });
}

TEST(Order, OneLaneIsAnOrdinaryBitstream) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 200; ++i) {
    Case c = make_case(rng);
    c.geometry.lanes = 1;
    std::uint64_t index = 0;
    for (const OrderedWord& word : words_of(c)) EXPECT_EQ(word.index, index++);
  }
}

// A lane never holds more than the three words that hardware has room for.
TEST(Order, NoLaneHoldsMoreThanThreeWords) {
  for_random_cases([](const Case& c) {
    const TokenTable tokens = make_tokens(c.dtype, c.book_or_raw());
    const std::uint64_t lanes = c.geometry.lanes;
    std::vector<std::uint64_t> held(lanes);
    std::vector<std::uint64_t> decoded(lanes);  // values
    for (const OrderedWord& word : words_of(c)) {
      while (decoded[word.lane] < word.step) {
        const std::uint64_t i = decoded[word.lane]++ * lanes + word.lane;
        held[word.lane] -=
            code(tokens, symbolize(c.dtype, load_value(c.dtype, c.data.data(), i))).len;
      }
      held[word.lane] += c.geometry.word_bits;
      EXPECT_LE(held[word.lane], std::uint64_t{kPrefetchWords} * c.geometry.word_bits);
    }
  });
}

TEST(Order, LaneValuesFollowsSection3) {
  for (std::uint32_t lanes : {1U, 2U, 8U, 64U}) {
    for (std::uint64_t count = 0; count < 4 * lanes + 2; ++count) {
      std::vector<std::uint64_t> values(lanes);
      for (std::uint64_t i = 0; i < count; ++i) ++values[i % lanes];
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        ASSERT_EQ(lane_values(count, lane, lanes), values[lane]) << count << " " << lane;
      }
    }
  }
  EXPECT_EQ(lane_values(0xFFFFFFFF, 0, 1), 0xFFFFFFFFU);
  EXPECT_EQ(lane_values(0xFFFFFFFF, 63, 64), 0x3FFFFFFU);
}

/// Runs out of words after a given number; counts what it is asked.
struct StarvingSide {
  std::uint64_t words;
  std::uint64_t tokens = 0;

  static std::uint32_t token_length(std::uint32_t /*lane*/, std::uint64_t /*index*/) { return 9; }
  bool take(std::uint32_t /*lane*/, std::uint64_t /*step*/, std::uint32_t /*pass*/) {
    return words-- > 0;
  }
  std::uint32_t consume(std::uint32_t /*lane*/, std::uint64_t /*index*/) {
    ++tokens;
    return 9;
  }
};

TEST(Order, StopsAtTheFirstMissingWordEvenForTheLargestCount) {
  StarvingSide side{100};
  EXPECT_FALSE(run_order({16, 32, 9, 0xFFFFFFFF}, side));
  EXPECT_LE(side.tokens, 100U * 32 / 9);
}

}  // namespace
}  // namespace tern::huff
