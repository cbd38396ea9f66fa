// SPDX-License-Identifier: Apache-2.0
//
// order_test.cc: the consequences that section 7 promises.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
#include "model/huff/order.h"

#include <gtest/gtest.h>

#include <map>

#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/huff/symbolize.h"
#include "model/huff/test_cases.h"
#include "model/huff/test_chunks.h"

namespace tern::huff {
namespace {

constexpr int kCases = 1500;

template <typename Any>
std::vector<OrderedWord> words_of(const Any& c) {
  return ordered_words(c.dtype, c.data.data(), c.data.size(), c.plan(), c.geometry);
}

// Bits of each token, from the values and the text of sections 5 and 6 alone.
template <typename Any>
std::vector<std::uint64_t> token_bits(const Any& c) {
  const Plan plan = c.plan();
  const std::uint64_t lanes = c.geometry.lanes;
  const std::uint64_t chunk_values =
      plan.chunk_log2 == 0 ? c.count() + 1 : lanes << plan.chunk_log2;
  const std::uint64_t choice_steps = (13 + lanes - 1) / lanes;
  std::vector<std::uint64_t> bits;
  for (std::uint64_t i = 0; i < c.count(); ++i) {
    const std::uint64_t chunk = i / chunk_values;
    const Book* const book = plan.choices.at(chunk);
    const std::uint32_t symbol =
        symbolize(c.dtype, load_value(c.dtype, c.data.data(), i), c.offset).symbol;
    std::uint64_t len = 8;
    if (book != nullptr) {
      len = book->lengths[symbol] != 0 ? book->lengths[symbol] : book->lengths[kEscapeIndex] + 8U;
    }
    const std::uint64_t from_end = (chunk + 1) * chunk_values - i;  // 1: last of the chunk
    const bool due = from_end > 2 * lanes && from_end <= (2 + choice_steps) * lanes;
    const bool carries = due && (2 + choice_steps) * lanes - from_end < 13;
    if (chunk + 1 < plan.choices.size() && carries) ++len;
    bits.push_back(extra_bits(c.dtype) + len);
  }
  return bits;
}

template <typename Any>
std::vector<std::uint64_t> lane_bits(const Any& c) {
  std::vector<std::uint64_t> bits(c.geometry.lanes);
  std::uint64_t i = 0;
  for (const std::uint64_t len : token_bits(c)) bits[i++ % c.geometry.lanes] += len;
  return bits;
}

template <typename Check>
void for_random_cases(Check check) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const auto run = [&check](const auto& c) {
    SCOPED_TRACE(describe(c));
    check(c);
  };
  for (int i = 0; i < kCases && !testing::Test::HasFailure(); ++i) {
    run(make_case(rng));
    if (i % 3 == 0) run(make_chunked_case(rng));
  }
}

TEST(Order, Step0HasAtMostThreePassesAndLaterStepsOne) {
  for_random_cases([](const auto& c) {
    for (const OrderedWord& word : words_of(c)) {
      EXPECT_LT(word.pass, word.step == 0 ? 3U : 1U);
    }
  });
}

TEST(Order, EachLaneSendsExactlyTheWordsItNeeds) {
  for_random_cases([](const auto& c) {
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
  for_random_cases([](const auto& c) {
    const std::uint64_t word_bytes = c.geometry.word_bits / 8;
    std::uint64_t words = 0;
    for (const std::uint64_t bits : lane_bits(c))
      words += (bits + 8 * word_bytes - 1) / (8 * word_bytes);
    const std::uint64_t expected =
        (96 + 8 * word_bytes - 1) / (8 * word_bytes) * word_bytes + words * word_bytes + word_bytes;
    EXPECT_EQ(encode(c).size(), expected);
    EXPECT_EQ(message_bytes(c.dtype, c.data.data(), c.data.size(), c.plan(), c.geometry), expected);
  });
}

TEST(Order, WordsOfAPassAreInLaneOrder) {
  for_random_cases([](const auto& c) {
    const std::vector<OrderedWord> words = words_of(c);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto key = [](const OrderedWord& w) { return std::make_tuple(w.step, w.pass, w.lane); };
      EXPECT_LT(key(words[i - 1]), key(words[i]));
    }
  });
}

TEST(Order, OrderedWordsAreThePayload) {
  for_random_cases([](const auto& c) {
    const std::vector<std::uint8_t> message = encode(c);
    std::size_t at = c.geometry.word_bits == 32 ? 12 : 16;
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
  for_random_cases([](const auto& c) {
    const std::vector<std::uint64_t> bits = token_bits(c);
    const std::uint64_t lanes = c.geometry.lanes;
    std::vector<std::uint64_t> held(lanes);
    std::vector<std::uint64_t> decoded(lanes);  // values
    for (const OrderedWord& word : words_of(c)) {
      while (decoded[word.lane] < word.step) {
        held[word.lane] -= bits[decoded[word.lane]++ * lanes + word.lane];
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

  static bool start_step(std::uint64_t /*step*/) { return true; }
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
