// SPDX-License-Identifier: Apache-2.0
//
// bounded_test.cc: digits that do not wait for long, and words that are taken ahead.
//
//   Spec  docs/transform.md#19-bounded-digits
//   Test  model/tdr/bounded_test.cc
#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/tdr/blocks.h"
#include "model/tdr/desymbolize.h"
#include "model/tdr/order.h"
#include "model/tdr/symbolize.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

/// One lane of values, of bins that change slowly, so that books are left for long.
struct LaneCase {
  Header header;
  Classes classes;
  std::vector<std::int32_t> levels;
};

LaneCase lane_case(Rng& rng, std::uint32_t values) {
  LaneCase one;
  one.header.rows = values;
  one.header.cols = 1;
  one.header.lanes_log2 = 0;
  one.header.states_log2 = 2;
  one.header.qp = 128;
  one.header.bounded = true;
  one.classes.cols = {0};
  for (std::uint32_t i = 0; i < values; ++i) {
    const bool rare = rng.chance(1, 40);
    one.classes.rows.push_back(static_cast<std::uint8_t>(rare ? rng.below(8) : 2 + i / 1500 % 2));
    const auto size = static_cast<std::int32_t>(rng.below(5));
    one.levels.push_back(rng.chance(1, 2) ? size : -size);
  }
  return one;
}

LaneBits bits_of(const LaneCase& one, FreeDigits free = FreeDigits::kCheapestDigit) {
  return symbolize(one.header, one.classes, shipped_books(), one.levels, 0, nullptr, free);
}

// The bits of the first `count` values.
std::vector<std::uint64_t> head_of(const LaneBits& bits, std::size_t count) {
  BitReader reader(kWordBits);
  for (const std::uint64_t word : bits.words) reader.append(static_cast<std::uint32_t>(word));
  std::vector<std::uint64_t> head;
  for (std::size_t i = 0; i < count; ++i) head.push_back(reader.take(bits.pieces[i].bits).value);
  return head;
}

// What comes two multiples later has no say, whatever it is; so an encoder need not wait for it.
TEST(TdrBounded, BitsDependOnFewValuesAhead) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 20; ++i) {
    const auto values = static_cast<std::uint32_t>(2000 + rng.below(2000));
    const LaneCase one = lane_case(rng, values);
    const std::size_t changed = rng.below(values);
    LaneCase other = one;
    for (std::size_t at = changed; at < values; ++at) {
      other.levels[at] = static_cast<std::int32_t>(rng.below(7)) - 3;
    }
    const std::size_t same = changed / kDigitValues * kDigitValues;
    if (same < kDigitValues) continue;
    const LaneBits a = bits_of(one);
    const LaneBits b = bits_of(other);
    EXPECT_EQ(head_of(a, same - kDigitValues), head_of(b, same - kDigitValues)) << changed;
  }
}

TEST(TdrBounded, LevelsComeBackAndFreeDigitsAreFree) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  Books books = shipped_books();
  books.centroids = {};
  const DecodeBooks tables(books);
  for (int i = 0; i < 20; ++i) {
    const LaneCase one = lane_case(rng, static_cast<std::uint32_t>(1 + rng.below(4000)));
    for (const FreeDigits free : {FreeDigits::kCheapestDigit, FreeDigits::kCheapestSymbol}) {
      const LaneBits bits = bits_of(one, free);
      LaneDecoder decoder(one.header, one.classes, tables, 0);
      for (const std::uint64_t word : bits.words) decoder.append(static_cast<std::uint32_t>(word));
      std::vector<std::int32_t> coefficients(one.levels.size());
      for (const LaneBits::Piece& piece : bits.pieces) {
        ASSERT_EQ(decoder.bits(), piece.bits);
        ASSERT_EQ(decoder.consume(coefficients), piece.digits);
      }
      // A step of the scalar quantiser is two units of this one.
      for (std::size_t at = 0; at < coefficients.size(); ++at) {
        const std::int32_t level = std::abs(one.levels[at]);
        EXPECT_GE(std::abs(coefficients[at]), level == 0 ? 0 : level - 1);
        EXPECT_EQ(coefficients[at] < 0, one.levels[at] < 0 && coefficients[at] != 0);
      }
    }
  }
}

/// Plays both sides of the order and counts.
class Ledger {
 public:
  explicit Ledger(const std::vector<LaneBits>& lanes)
      : taken(lanes.size()), used(lanes.size()), lanes_(lanes) {}

  std::vector<std::uint64_t> taken;  // words
  std::vector<std::uint64_t> used;   // bits

  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t index) const {
    return lanes_[lane].pieces[index].bits;
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    ++taken[lane];
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t index) {
    const std::uint64_t ready = taken[lane] * kWordBits - used[lane];
    const std::uint64_t left = lanes_[lane].pieces.size() - index;
    EXPECT_GE(ready, bits(lane, index)) << index;
    EXPECT_GE(ready, std::min<std::uint64_t>(left, 2 * kWordBits + 1)) << index;
    EXPECT_LE(ready, 3 * kWordBits);
    used[lane] += bits(lane, index);
    return lanes_[lane].pieces[index].digits;
  }

 private:
  const std::vector<LaneBits>& lanes_;
};

// So no value of up to two words lacks one but in the last few steps.
TEST(TdrBounded, LanesAreAheadUpToTheirEnd) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  for (int i = 0; i < 20; ++i) {
    std::vector<LaneBits> lanes;
    std::vector<std::uint64_t> counts;
    for (int lane = 0; lane < 4; ++lane) {
      lanes.push_back(bits_of(lane_case(rng, static_cast<std::uint32_t>(rng.below(300) + 1))));
      counts.push_back(lanes.back().pieces.size());
    }
    Ledger ledger(lanes);
    EXPECT_TRUE(run_order(counts, ledger, true));
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      EXPECT_GE(ledger.taken[lane], lanes[lane].words.size());
      EXPECT_LE(ledger.taken[lane], lanes[lane].words.size() + 2);
    }
  }
}

TEST(TdrBounded, StreamsOfEveryModeHaveAVersionOfTheirOwn) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 3);
  for (const Mode mode :
       {Mode::kRaw, Mode::kLossy, Mode::kLossless, Mode::kInteger, Mode::kNear, Mode::kLayered}) {
    for (const Effort effort : {Effort::kStream, Effort::kBest}) {
      const TestTensor tensor =
          make_tensor(Content::kSmooth, mode == Mode::kInteger ? Dtype::kInt8 : Dtype::kBf16,
                      static_cast<std::uint32_t>(1 + rng.below(150)),
                      static_cast<std::uint32_t>(1 + rng.below(60)), rng);
      BlockOptions options;
      options.wanted = mode;
      options.band_rows = 70;
      options.lossy.qp = 2500;
      options.lossy.rounds = 1;
      options.lossy.states_log2 = 2;
      options.lossy.effort = effort;
      options.lossy.bounded = true;
      if (mode == Mode::kNear) options.bound = magnitude_of(1, -6);
      const Encoded encoded = encode_blocks(tensor.source(), options);
      EXPECT_EQ(encoded.stream[0] & 15U, kBlocksVersionBounded);
      const Decoded decoded = decode(encoded.stream.data(), encoded.stream.size());
      ASSERT_EQ(decoded.error, TdrError::kNone) << mode_name(mode);
      EXPECT_EQ(decoded.values, encoded.values) << mode_name(mode);
    }
  }
}

// What a decoder of digits that wait makes of such words are other values, or none.
TEST(TdrBounded, TheVersionMatters) {
  Rng rng(9);
  const TestTensor tensor = make_tensor(Content::kScaled, Dtype::kFp32, 300, 20, rng);
  EncodeOptions options;
  options.qp = 2600;
  options.bounded = true;
  options.lanes_log2 = 0;
  Encoded encoded = encode(tensor.source(), options);
  EXPECT_EQ(encoded.stream[0] & 15U, kFormatVersionBounded);
  EXPECT_EQ(decode(encoded.stream.data(), encoded.stream.size()).values, encoded.values);
  encoded.stream[0] = static_cast<std::uint8_t>((encoded.stream[0] & 0xF0) | kFormatVersion);
  EXPECT_NE(decode(encoded.stream.data(), encoded.stream.size()).error, TdrError::kNone);
}

}  // namespace
}  // namespace tern::tdr
