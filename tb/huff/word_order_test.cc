// SPDX-License-Identifier: Apache-2.0
//
// word_order_test: the bench's own word order is that of the golden model.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/word_order_test.cc
#include "sim/word_order.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "model/common/test_seed.h"
#include "model/huff/select.h"
#include "model/huff/stream.h"
#include "tb/huff/test_data.h"

namespace tern::sim {
namespace {

/// A message whose chunks use either of two books, or are raw. It stays where it is made.
struct Case {
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;
  explicit Case(Rng& rng) {
    EncoderConfig config;
    config.lanes = 1U << rng.below(7);
    config.word_bits = rng.bits(1) != 0 ? 64 : 32;
    config.min_token_bits = 1;
    geometry = config.geometry();
    const auto dtypes = tb::dtypes_of(config);
    const huff::Dtype dtype = dtypes[static_cast<std::size_t>(rng.below(dtypes.size()))];
    for (huff::Book& book : books) book = tb::random_book(dtype, config, rng);
    const std::uint64_t count = rng.below(std::uint64_t{60} * config.lanes);
    data = tb::fitting_values(books[0], count, rng);
    const auto chunk_log2 = static_cast<std::uint32_t>(rng.chance(1, 3) ? 0 : 4 + rng.below(2));
    const huff::Book* const first = rng.chance(1, 5) ? nullptr : books.data();
    huff::Plan plan =
        huff::plan_named(dtype, data.size(), first, config.chunking(dtype, chunk_log2), geometry);
    for (std::size_t i = 1; i < plan.choices.size(); ++i) {
      const std::uint64_t which = rng.below(3);
      plan.choices[i] = which == 2 ? nullptr : &books[static_cast<std::size_t>(which)];
    }
    plan.offset = tb::any_offset(data, 0);
    data = tb::with_offset(std::move(data), dtype, plan.offset);
    values = {dtype, data.data(), count, plan};
  }

  huff::Geometry geometry;
  std::array<huff::Book, 2> books;
  tb::Bytes data;
  MessageValues values;
};

TEST(WordOrder, FollowsTheGoldenModelWordByWord) {
  Rng rng(test_seed());
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(seed_note() + " round " + std::to_string(round));
    const Case test(rng);
    const auto golden = huff::ordered_words(test.values.dtype, test.data.data(), test.data.size(),
                                            test.values.plan, test.geometry);
    WordOrder order(test.values, test.geometry);
    std::size_t next = 0;
    for (std::uint64_t step = 0; !order.done(); ++step) {
      order.next_step();
      for (const WordOrder::Taken& taken : order.taken()) {
        ASSERT_LT(next, golden.size());
        ASSERT_EQ(golden[next].step, step) << "word " << next;
        ASSERT_EQ(golden[next].lane, taken.lane) << "word " << next;
        ASSERT_EQ(golden[next].index, taken.word) << "word " << next;
        ++next;
      }
    }
    ASSERT_EQ(next, golden.size());
  }
}

TEST(WordOrder, MessageBytesAreThoseOfTheGoldenModel) {
  Rng rng(test_seed());
  for (int round = 0; round < 100; ++round) {
    const Case test(rng);
    const auto message = huff::encode(test.values.dtype, test.data.data(), test.data.size(),
                                      test.values.plan, test.geometry);
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
    const MessageValues values{huff::Dtype::kBf16, data.data(), count, {0, 7, {nullptr}}};
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
  const MessageValues values{huff::Dtype::kBf16, data.data(), 5, {0, 0, {&book}}};
  const huff::Geometry geometry{2, 32};
  EXPECT_EQ(describe_word(values, geometry, 2), "word 2: header");
  EXPECT_EQ(describe_word(values, geometry, 3),
            "word 3: lane 0, its word 0, demanded in step 0: value 0 (step 0) bits 0..8; value 2 "
            "(step 1) bits 9..18; value 4 (step 2) bits 19..31;");
  EXPECT_EQ(describe_word(values, geometry, 5),
            "word 5: lane 0, its word 1, demanded in step 2: value 4 (step 2) bits 0..5;");
  EXPECT_EQ(describe_word(values, geometry, 6), "word 6: trailer");
}

}  // namespace
}  // namespace tern::sim
