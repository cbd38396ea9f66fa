// SPDX-License-Identifier: Apache-2.0
//
// symbolize_test.cc: levels through one lane and back.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/symbolize_test.cc
#include "model/tdr/symbolize.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/tdr/desymbolize.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

struct Case {
  Header header;
  Classes classes;
};

Case random_case(Rng& rng) {
  Case one;
  // Some lanes have far more values than bounded digits wait for.
  one.header.rows = static_cast<std::uint32_t>(1 + rng.below(rng.chance(1, 8) ? 400 : 40));
  one.header.cols = static_cast<std::uint32_t>(1 + rng.below(40));
  one.header.lanes_log2 = static_cast<std::uint8_t>(rng.below(4));
  one.header.lines_are_rows = rng.chance(1, 2);
  one.header.states_log2 = static_cast<std::uint8_t>(2 + rng.below(4));
  one.header.qp = 128;  // a step of one unit
  one.header.bounded = rng.chance(1, 2);
  one.header.bias = static_cast<std::int8_t>(static_cast<int>(rng.below(40)) - 20);
  for (std::uint32_t i = 0; i < one.header.rows; ++i) {
    one.classes.rows.push_back(static_cast<std::uint8_t>(rng.below(kClassSymbols)));
  }
  for (std::uint32_t i = 0; i < one.header.cols; ++i) {
    one.classes.cols.push_back(static_cast<std::uint8_t>(rng.below(kClassSymbols)));
  }
  return one;
}

TEST(TdrSymbolize, LanesVisitEveryLiveValueOnce) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 200; ++i) {
    const Case one = random_case(rng);
    std::vector<int> visits(one.header.values());
    for (std::uint32_t lane = 0; lane < 1U << one.header.lanes_log2; ++lane) {
      LaneWalk walk(one.header, one.classes, lane);
      std::uint64_t count = 0;
      for (auto place = walk.next(); place.valid; place = walk.next(), ++count) {
        EXPECT_EQ(place.line % (1U << one.header.lanes_log2), lane);
        ++visits[one.header.index(place.line, place.at)];
      }
      EXPECT_EQ(count, walk.count());
    }
    for (std::uint32_t row = 0; row < one.header.rows; ++row) {
      for (std::uint32_t col = 0; col < one.header.cols; ++col) {
        const bool live =
            one.classes.rows[row] != kDeadClass && one.classes.cols[col] != kDeadClass;
        ASSERT_EQ(visits[std::size_t{row} * one.header.cols + col], live ? 1 : 0);
      }
    }
  }
}

// Levels of both signs and of every size that a bin can carry.
TEST(TdrSymbolize, LevelsComeBackFromTheirLane) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  Books books = shipped_books();
  books.centroids = {};
  const DecodeBooks tables(books);
  for (int i = 0; i < 200; ++i) {
    const Case one = random_case(rng);
    std::vector<std::int32_t> levels(one.header.values());
    for (std::int32_t& level : levels) {
      const auto size = static_cast<std::int32_t>(rng.bits(static_cast<unsigned>(rng.below(17))));
      level = rng.chance(1, 2) ? size : -size;
    }
    for (std::uint32_t lane = 0; lane < 1U << one.header.lanes_log2; ++lane) {
      const LaneBits bits = symbolize(one.header, one.classes, books, levels, lane, nullptr);
      LaneDecoder decoder(one.header, one.classes, tables, lane);
      ASSERT_EQ(decoder.count(), bits.pieces.size());
      for (const std::uint64_t word : bits.words) decoder.append(static_cast<std::uint32_t>(word));
      std::vector<std::int32_t> coefficients(levels.size());
      LaneWalk walk(one.header, one.classes, lane);
      std::array<std::uint32_t, kInterleave> states{};
      const Trellis trellis(one.header.states_log2);
      for (const LaneBits::Piece& piece : bits.pieces) {
        ASSERT_EQ(decoder.bits(), piece.bits);
        ASSERT_LE(piece.bits, 2 * kWordBits);
        ASSERT_EQ(decoder.consume(coefficients), piece.digits);
        const LaneWalk::Place place = walk.next();
        if (place.starts_line) states[place.slot] = 0;
        const std::size_t index = one.header.index(place.line, place.at);
        const auto magnitude = static_cast<std::uint32_t>(std::abs(levels[index]));
        const std::int32_t point =
            magnitude == 0 ? 0
                           : reconstruct(magnitude, trellis.quantizer(states[place.slot]), 0,
                                         step_of(one.header.qp));
        ASSERT_EQ(coefficients[index], levels[index] < 0 ? -point : point);
        states[place.slot] = trellis.next(states[place.slot], magnitude & 1);
      }
    }
  }
}

TEST(TdrSymbolize, TailsComeBack) {
  for (std::uint32_t value = 0; value <= kMaxTail; ++value) {
    BitWriter writer(kWordBits);
    put_tail(value, writer);
    ASSERT_EQ(writer.bit_count(), tail_bits(value));
    const std::uint64_t word = writer.finish()[0];
    const Tail tail = parse_tail(word);
    ASSERT_EQ(tail.value, value);
    ASSERT_EQ(tail.bits, tail_bits(value));
  }
  EXPECT_EQ(parse_tail(~std::uint64_t{0}).bits, 2 * kMaxTailBits);
}

TEST(TdrSymbolize, SignsFoldAndUnfold) {
  for (const std::int32_t value : {0, -1, 1, -2, 2, 1 << 30, -(1 << 30)}) {
    EXPECT_EQ(unfold_sign(fold_sign(value)), value);
  }
  EXPECT_EQ(fold_sign(-1), 1U);
  EXPECT_EQ(fold_sign(2), 4U);
}

}  // namespace
}  // namespace tern::tdr
