// SPDX-License-Identifier: Apache-2.0
//
// word_order_test: the bench's own word order is that of the golden model.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/word_order_test.cc
#include "sim/word_order.h"

#include <gtest/gtest.h>

#include <string>

#include "model/common/test_seed.h"
#include "model/huff/code.h"
#include "model/huff/order.h"
#include "tb/huff/test_data.h"

namespace tern::sim {
namespace {

/// Listens to the golden model: which lane gets a word in which step.
struct Recorder {
  const huff::TokenTable& tokens;
  const MessageValues& values;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> taken;  // step, lane

  std::uint32_t token_length(std::uint32_t, std::uint64_t index) const {
    const std::uint32_t value =
        huff::load_value(values.dtype, values.data, static_cast<std::size_t>(index));
    return huff::code(tokens, huff::symbolize(values.dtype, value)).len;
  }
  static bool start_step(std::uint64_t) { return true; }
  bool take(std::uint32_t lane, std::uint64_t step, std::uint32_t) {
    taken.emplace_back(step, lane);
    return true;
  }
  std::uint32_t consume(std::uint32_t lane, std::uint64_t index) const {
    return token_length(lane, index);
  }
};

struct Case {
  huff::Geometry geometry;
  huff::Book book;
  tb::Bytes data;
  MessageValues values;
};

Case random_case(Rng& rng) {
  Case result;
  EncoderConfig config;
  config.lanes = 1U << rng.below(7);
  config.word_bits = rng.bits(1) != 0 ? 64 : 32;
  config.min_token_bits = 1;
  result.geometry = config.geometry();
  const auto dtypes = tb::dtypes_of(config);
  const huff::Dtype dtype = dtypes[static_cast<std::size_t>(rng.below(dtypes.size()))];
  result.book = tb::random_book(dtype, config, rng);
  const std::uint64_t count = rng.below(std::uint64_t{40} * config.lanes);
  result.data = tb::fitting_values(result.book, count, rng);
  result.values = {dtype, nullptr, count, nullptr};
  return result;
}

TEST(WordOrder, FollowsTheGoldenModelWordByWord) {
  Rng rng(test_seed());
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(seed_note() + " round " + std::to_string(round));
    Case test = random_case(rng);
    test.values.data = test.data.data();
    test.values.book = rng.chance(1, 5) ? nullptr : &test.book;
    const auto tokens = huff::make_tokens(test.values.dtype, test.values.book);
    Recorder golden{tokens, test.values, {}};
    const std::uint32_t min_token =
        huff::min_token_bits(test.values.dtype, huff::min_len_of(test.values.book));
    ASSERT_TRUE(huff::run_order(
        {test.geometry.lanes, test.geometry.word_bits, min_token, test.values.count}, golden));

    WordOrder order(test.values, test.geometry);
    std::size_t next = 0;
    for (std::uint64_t step = 0; !order.done(); ++step) {
      order.next_step();
      for (const WordOrder::Taken& taken : order.taken()) {
        ASSERT_LT(next, golden.taken.size());
        ASSERT_EQ(golden.taken[next], std::make_pair(step, taken.lane)) << "word " << next;
        ++next;
      }
    }
    ASSERT_EQ(next, golden.taken.size());
  }
}

TEST(WordOrder, MessageBytesAreThoseOfTheGoldenModel) {
  Rng rng(test_seed());
  for (int round = 0; round < 100; ++round) {
    Case test = random_case(rng);
    test.values.data = test.data.data();
    test.values.book = rng.chance(1, 5) ? nullptr : &test.book;
    const auto message = huff::encode(test.values.dtype, test.data.data(), test.data.size(),
                                      test.values.book, test.geometry);
    EXPECT_EQ(message_bytes(test.values, test.geometry), message.size()) << "round " << round;
  }
}

// In a raw message the length of a token does not depend on its bits: flipping all bits of a step
// changes words up to the last one that holds any of them, and none behind it.
TEST(WordOrder, LastWordOfAStepIsTheLastThatHoldsItsBits) {
  Rng rng(test_seed());
  for (const huff::Geometry geometry : {huff::Geometry{1, 32}, {4, 32}, {4, 64}, {16, 32}}) {
    const std::uint64_t count = std::uint64_t{40} * geometry.lanes;
    const tb::Bytes data = tb::random_values(huff::Dtype::kBf16, count, rng);
    const MessageValues values{huff::Dtype::kBf16, data.data(), count, nullptr};
    const auto whole = huff::encode(values.dtype, data.data(), data.size(), nullptr, geometry);
    const std::size_t trailer = whole.size() - geometry.word_bits / 8;
    const std::size_t step_bytes = std::size_t{2} * geometry.lanes;
    WordOrder order(values, geometry);
    for (std::size_t step = 0; !order.done(); ++step) {
      const std::uint64_t last = order.next_step();
      tb::Bytes changed = data;
      for (std::size_t i = step * step_bytes; i < (step + 1) * step_bytes; ++i) {
        changed[i] = static_cast<std::uint8_t>(~changed[i]);
      }
      const auto other =
          huff::encode(values.dtype, changed.data(), changed.size(), nullptr, geometry);
      ASSERT_EQ(other.size(), whole.size());
      std::uint64_t furthest = 0;
      for (std::size_t i = 0; i < trailer; ++i) {
        if (whole[i] != other[i]) furthest = i / (geometry.word_bits / 8);
      }
      ASSERT_EQ(furthest, last) << "step " << step << " of " << geometry.lanes << " lanes";
    }
  }
}

TEST(WordOrder, DescribesTheWorkedExample) {
  huff::Book book;
  book.id = 3;
  book.epoch = 7;
  book.lengths[127] = 1;
  book.lengths[124] = 2;
  book.lengths[128] = 3;
  book.lengths[huff::kEscapeIndex] = 3;
  const tb::Bytes data = {0x80, 0x3F, 0xC0, 0xBF, 0x20, 0x3E, 0x40, 0x40, 0x00, 0x00};
  const MessageValues values{huff::Dtype::kBf16, data.data(), 5, &book};
  const huff::Geometry geometry{2, 32};
  EXPECT_EQ(describe_word(values, geometry, 1), "word 1: header");
  EXPECT_EQ(describe_word(values, geometry, 2),
            "word 2: lane 0, its word 0, demanded in step 0: value 0 (step 0) bits 0..8; value 2 "
            "(step 1) bits 9..18; value 4 (step 2) bits 19..31;");
  EXPECT_EQ(describe_word(values, geometry, 4),
            "word 4: lane 0, its word 1, demanded in step 2: value 4 (step 2) bits 0..5;");
  EXPECT_EQ(describe_word(values, geometry, 5), "word 5: trailer");
}

}  // namespace
}  // namespace tern::sim
