// SPDX-License-Identifier: Apache-2.0
//
// decode_case.cc: the golden model's lanes, with an oracle beside each that tells the levels.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   RTL   rtl/tdr/tdr_decode.sv
//   Test  tb/tdr/tdr_decode_test.cc
#include "tb/tdr/decode_case.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/bits.h"
#include "model/tdr/desymbolize.h"
#include "model/tdr/order.h"
#include "sim/tdr_beats.h"
#include "tb/tdr/level_oracle.h"

namespace tern::tb {
namespace {

constexpr unsigned kLevel = tdr::shared::kLevelBits;
constexpr unsigned kShift = tdr::shared::kCentroidBits + 1;
constexpr unsigned kOutLane = kLevel + kShift + 3;
constexpr unsigned kCountBits = 13;

const tdr::DecodeBooks& decode_books() {
  static const tdr::DecodeBooks books(tdr::shipped_books());
  return books;
}

std::uint32_t magnitude_of(std::int32_t level) {
  return static_cast<std::uint32_t>(level < 0 ? -level : level);
}

// The receiver of run_order: the golden lanes, and the same bits through the oracles.
class Receiver {
 public:
  Receiver(const SymbolBlock& block, const std::vector<std::uint32_t>& words)
      : block_(block), words_(words), coefficients_(block.levels.size()) {
    for (std::uint32_t lane = 0; lane < 1U << block.header.lanes_log2; ++lane) {
      golden_.emplace_back(block.header, block.classes, decode_books(), lane);
      walks_.emplace_back(block.header, block.classes, lane);
      readers_.emplace_back(tdr::kWordBits);
      oracles_.emplace_back(block.header.bounded);
    }
    result.lanes.resize(golden_.size());
  }

  DecodedSteps result;

  [[nodiscard]] const std::vector<std::int32_t>& coefficients() const { return coefficients_; }
  [[nodiscard]] std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> counts;
    for (const tdr::LaneDecoder& lane : golden_) counts.push_back(lane.count());
    return counts;
  }
  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t /*index*/) {
    return golden_[lane].bits();
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    if (golden_[lane].bits() > readers_[lane].available()) late_ = true;
    if (result.words == words_.size()) return false;
    golden_[lane].append(words_[result.words]);
    readers_[lane].append(words_[result.words++]);
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t index) {
    if (late_ && late_step_ != index) {
      ++result.late_steps;
      late_step_ = index;
    }
    late_ = false;
    const tdr::LaneWalk::Place place = walks_[lane].next();
    Token token;
    token.bin = tdr::bin_of(block_.classes.cols[place.line], block_.classes.rows[place.at],
                            block_.header.bias);
    token.slot = place.slot;
    token.starts_line = place.starts_line;
    oracles_[lane].look(token, block_.header.states_log2);
    std::uint64_t window = readers_[lane].peek(64).value;
    std::uint32_t code_bits = 0;
    if (token.fresh) {
      const huff::DecodedToken found =
          huff::decode_token(decode_books().table(token.bin.bin, token.quantizer), window);
      token.symbol = found.value.symbol;
      code_bits = found.len;
    }
    token.extra = window >> code_bits & low_bits(tdr::shared::kExtraBits);
    oracles_[lane].run(token, block_.header.states_log2);
    EXPECT_EQ(code_bits + token.count, golden_[lane].bits());
    static_cast<void>(readers_[lane].take(code_bits + token.count));
    const std::uint32_t digits = golden_[lane].consume(coefficients_);
    EXPECT_EQ(digits != 0, token.fresh);
    check(token, coefficients_[block_.header.index(place.line, place.at)]);
    result.lanes[lane].push_back(token);
    result.steps = std::max<std::size_t>(result.steps, index + 1);
    return digits;
  }

 private:
  // Level and quantiser are those of the golden coefficient.
  void check(const Token& token, std::int32_t coefficient) const {
    const std::uint32_t magnitude = magnitude_of(token.level);
    std::int32_t wanted = 0;
    if (magnitude != 0) {
      wanted = tdr::reconstruct(
          magnitude, token.quantizer,
          decode_books().centroids(token.bin.bin,
                                   token.quantizer)[std::min(magnitude, tdr::kCentroids - 1)],
          tdr::step_of(block_.header.qp));
    }
    EXPECT_EQ(token.level < 0 ? -wanted : wanted, coefficient);
  }

  const SymbolBlock& block_;
  const std::vector<std::uint32_t>& words_;
  std::vector<std::int32_t> coefficients_;
  std::vector<tdr::LaneDecoder> golden_;
  std::vector<tdr::LaneWalk> walks_;
  std::vector<BitReader> readers_;
  std::vector<LevelOracle> oracles_;
  bool late_ = false;
  std::uint64_t late_step_ = ~std::uint64_t{0};
};

void put_level(Beat& beat, std::uint32_t lane, const Token& token) {
  const std::size_t at = std::size_t{lane} * kOutLane;
  const std::uint32_t magnitude = magnitude_of(token.level);
  beat.put(at, kLevel, magnitude);
  beat.put(at + kLevel, kShift,
           tdr::shipped_books().centroids[token.bin.bin][token.quantizer]
                                         [std::min(magnitude, tdr::kCentroids - 1)]);
  beat.put(at + kLevel + kShift, 1, token.level < 0 ? 1 : 0);
  beat.put(at + kLevel + kShift + 1, 1, token.quantizer);
}

}  // namespace

DecodedSteps decode_steps(const SymbolBlock& block, const std::vector<std::uint32_t>& words) {
  Receiver receiver(block, words);
  receiver.result.truncated = !tdr::run_order(receiver.counts(), receiver, block.header.bounded);
  receiver.result.coefficients = receiver.coefficients();
  return receiver.result;
}

void DecodeCase::add(const SymbolBlock& block, const std::vector<std::uint32_t>& words,
                     bool empty_end) {
  const std::uint32_t lanes = 1U << lanes_log2_;
  const DecodedSteps decoded = decode_steps(block, words);
  given_words += words.size();
  late_steps += decoded.late_steps;
  sim::add_tdr_words(words, lanes, empty_end, in);
  Beat command(lanes * kCountBits + 4);
  std::vector<tdr::LaneWalk> walks;
  std::size_t steps = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    walks.emplace_back(block.header, block.classes, lane);
    steps = std::max<std::size_t>(steps, walks.back().count());
    command.put(lane * kCountBits, kCountBits, static_cast<std::int64_t>(walks.back().count()));
  }
  command.put(lanes * kCountBits, 3, block.header.states_log2);
  command.put(lanes * kCountBits + 3, 1, block.header.bounded ? 1 : 0);
  commands.push_back(command);
  const std::size_t out_width = std::size_t{lanes} * kOutLane + 35;
  for (std::size_t step = 0; step < steps; ++step) {
    Beat place(std::size_t{lanes} * 10);
    Beat levels(out_width);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const tdr::LaneWalk::Place at = walks[lane].next();
      if (!at.valid) continue;
      const tdr::Bin bin =
          tdr::bin_of(block.classes.cols[at.line], block.classes.rows[at.at], block.header.bias);
      place.put(lane * 10, 3, bin.bin);
      place.put(lane * 10 + 3, 4, bin.low_bits);
      place.put(lane * 10 + 7, 2, at.slot);
      place.put(lane * 10 + 9, 1, at.starts_line ? 1 : 0);
      levels.put(std::size_t{lane + 1} * kOutLane - 1, 1, 1);
      if (step < decoded.steps) put_level(levels, lane, decoded.lanes[lane][step]);
    }
    places.push_back(place);
    out.push_back(levels);
  }
  Beat end(out_width);
  if (!decoded.truncated) {
    end.put(out_width - 35, 32, static_cast<std::int64_t>(decoded.words));
  }
  end.put(out_width - 3, 2, decoded.truncated ? 1 : decoded.words < words.size() ? 2 : 0);
  end.put(out_width - 1, 1, 1);
  out.push_back(end);
}

}  // namespace tern::tb
