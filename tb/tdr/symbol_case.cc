// SPDX-License-Identifier: Apache-2.0
//
// symbol_case.cc: a symboliser that looks digit by digit for the values that follow.
//
//   Spec  docs/transform.md#7-symbolise
//   RTL   rtl/tdr/tdr_symbolize.sv
//   Test  tb/tdr/tdr_symbolize_test.cc
#include "tb/tdr/symbol_case.h"

#include <algorithm>
#include <array>

#include "model/common/bits.h"
#include "model/huff/canonical.h"
#include "model/tdr/symbolize.h"

namespace tern::tb {
namespace {

void put_extra(Token& token, std::uint64_t bits, std::uint32_t count) {
  token.extra |= bits << token.count;
  token.count += count;
}

// Tail, lower bits and sign, a bit at a time.
void add_extra(Token& token) {
  const auto magnitude = static_cast<std::uint32_t>(token.level < 0 ? -token.level : token.level);
  const std::uint32_t high = magnitude >> token.bin.low_bits;
  const std::uint32_t last = tdr::kGroupings[token.bin.bin].base - 1;
  if (high >= last) {
    const std::uint32_t number = high - last + 1;
    std::uint32_t width = 0;
    for (; number >> (width + 1) != 0; ++width) put_extra(token, 1, 1);
    if (width < tdr::kMaxTailBits) put_extra(token, 0, 1);
    for (std::uint32_t i = 0; i < width; ++i) put_extra(token, number >> i & 1, 1);
  }
  for (std::uint32_t i = 0; i < token.bin.low_bits; ++i) put_extra(token, magnitude >> i & 1, 1);
  if (magnitude != 0) put_extra(token, token.level < 0 ? 1 : 0, 1);
}

std::uint32_t digit_of(const Token& token) {
  const auto magnitude = static_cast<std::uint32_t>(token.level < 0 ? -token.level : token.level);
  return std::min(magnitude >> token.bin.low_bits, tdr::kGroupings[token.bin.bin].base - 1);
}

std::uint32_t cheapest_digit(std::uint32_t book) {
  const std::uint32_t* prices = &tdr::shared::kDigitCosts[std::size_t{16} * book];
  return static_cast<std::uint32_t>(
      std::min_element(prices, prices + tdr::kGroupings[book / 2].base) - prices);
}

// Of a book: the value that brings its symbol, and how many digits that lacks.
struct Open {
  Token* token = nullptr;
  std::size_t index = 0;
  std::uint32_t lacks = 0;
};

void add_symbols(bool bounded, std::vector<Token>& tokens) {
  std::array<Open, std::size_t{tdr::kBins} * tdr::kQuantizers> opens;
  const auto put = [](Open& open, std::uint32_t digit) {
    open.token->symbol = open.token->symbol * tdr::kGroupings[open.token->bin.bin].base + digit;
    --open.lacks;
  };
  const auto close = [&](Open& open) {
    while (open.lacks > 0) put(open, cheapest_digit(open.token->book));
  };
  constexpr std::size_t kRun = tdr::shared::kDigitValues;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Open& open = opens[tokens[i].book];
    if (bounded && i / kRun > open.index / kRun + 1) close(open);
    if (open.lacks == 0) {
      open = {&tokens[i], i, tdr::kGroupings[tokens[i].bin.bin].digits};
      tokens[i].fresh = true;
    }
    put(open, digit_of(tokens[i]));
  }
  for (Open& open : opens) close(open);
}

// Whether each lane has a value in the last beat of the block.
std::vector<bool> lanes_of_last_beat(const SymbolBlock& block) {
  const std::uint32_t lanes = 1U << block.header.lanes_log2;
  const std::uint32_t first = (block.header.cols - 1) / lanes * lanes;
  const bool none = std::all_of(block.classes.rows.begin(), block.classes.rows.end(),
                                [](std::uint8_t one) { return one == tdr::kDeadClass; });
  std::vector<bool> live(lanes);
  for (std::uint32_t lane = 0; lane < std::min(lanes, block.header.cols - first); ++lane) {
    live[lane] = !none && block.classes.cols[first + lane] != tdr::kDeadClass;
  }
  return live;
}

void put_token(Beat& beat, std::uint32_t lane, const Token& token) {
  constexpr unsigned kExtra = tdr::shared::kExtraBits;
  const std::size_t at = lane * kStepLane;
  beat.put(at, 32, static_cast<std::int64_t>(token.extra & 0xFFFFFFFF));
  beat.put(at + 32, kExtra - 32, static_cast<std::int64_t>(token.extra >> 32));
  beat.put(at + kExtra, 6, token.count);
  if (token.fresh) beat.put(at + kExtra + 6, 8, token.symbol);
  beat.put(at + kExtra + 14, 4, token.book);
  beat.put(at + kExtra + 18, 1, token.fresh ? 1 : 0);
  beat.put(at + kExtra + 19, 1, 1);
}

}  // namespace

SymbolBlock random_levels(Rng& rng, std::uint8_t lanes_log2, std::uint32_t lines,
                          std::uint32_t positions, unsigned size) {
  SymbolBlock block;
  block.header.bounded = true;
  block.header.lanes_log2 = lanes_log2;
  const auto states = static_cast<std::uint8_t>(rng.below(tdr::kMaxStatesLog2));
  block.header.states_log2 = static_cast<std::uint8_t>(states == 0 ? 0 : states + 1);
  block.header.rows = positions;
  block.header.cols = lines;
  block.header.bias = static_cast<std::int8_t>(static_cast<std::int32_t>(rng.below(24)) - 12);
  for (std::uint32_t i = 0; i < lines; ++i) {
    block.classes.cols.push_back(static_cast<std::uint8_t>(rng.below(6) == 0 ? 15 : rng.below(9)));
  }
  for (std::uint32_t i = 0; i < positions; ++i) {
    block.classes.rows.push_back(static_cast<std::uint8_t>(rng.below(9) == 0 ? 15 : rng.below(9)));
  }
  block.levels.resize(std::size_t{lines} * positions);
  for (std::uint32_t line = 0; line < lines; ++line) {
    for (std::uint32_t at = 0; at < positions; ++at) {
      if (block.classes.cols[line] == 15 || block.classes.rows[at] == 15) continue;
      const tdr::Bin bin =
          tdr::bin_of(block.classes.cols[line], block.classes.rows[at], block.header.bias);
      const auto width = static_cast<unsigned>(bin.low_bits + bin.bin / 2 + rng.below(size + 1));
      const std::int64_t most = std::min<std::int64_t>(
          tdr::kMaxLevel,
          std::int64_t{tdr::max_high(tdr::kGroupings[bin.bin].base)} << bin.low_bits);
      const std::int64_t magnitude =
          std::min<std::int64_t>(static_cast<std::int64_t>(rng.bits(std::min(width, 22U))), most);
      block.levels[block.header.index(line, at)] =
          static_cast<std::int32_t>(rng.bits(1) != 0 ? -magnitude : magnitude);
    }
  }
  return block;
}

std::vector<Token> tokens_of(const SymbolBlock& block, std::uint32_t lane) {
  const tdr::Trellis trellis(block.header.states_log2);
  std::array<std::uint32_t, tdr::kInterleave> states{};
  std::vector<Token> tokens;
  tdr::LaneWalk walk(block.header, block.classes, lane);
  for (auto place = walk.next(); place.valid; place = walk.next()) {
    std::uint32_t& state = states[place.slot];
    if (place.starts_line) state = 0;
    Token token;
    token.level = block.levels[block.header.index(place.line, place.at)];
    token.bin = tdr::bin_of(block.classes.cols[place.line], block.classes.rows[place.at],
                            block.header.bias);
    token.quantizer = trellis.quantizer(state);
    token.book = 2 * token.bin.bin + token.quantizer;
    token.slot = place.slot;
    token.starts_line = place.starts_line;
    add_extra(token);
    state = trellis.next(state, static_cast<std::uint32_t>(token.level) & 1);
    tokens.push_back(token);
  }
  add_symbols(block.header.bounded, tokens);
  return tokens;
}

bool is_what_the_model_sends(const SymbolBlock& block, std::uint32_t lane,
                             const std::vector<Token>& tokens) {
  const tdr::Books& books = tdr::shipped_books();
  BitWriter writer(tdr::kWordBits);
  for (const Token& token : tokens) {
    if (token.fresh) {
      const huff::CodeTable codes =
          huff::assign_codes(tdr::book_of(books.lengths[token.bin.bin][token.quantizer]));
      const bool escaped = codes[token.symbol].len == 0;
      const huff::Code code = codes[escaped ? huff::kEscapeIndex : token.symbol];
      writer.put(code.bits, code.len);
      if (escaped) writer.put(token.symbol, huff::kSymbolBits);
    }
    writer.put(token.extra, token.count);
  }
  return writer.finish() == tdr::symbolize(block.header, block.classes, books, block.levels, lane,
                                           nullptr, tdr::FreeDigits::kCheapestDigit)
                                .words;
}

void add_steps(const SymbolBlock& block, std::vector<Beat>& out) {
  const std::uint32_t lanes = 1U << block.header.lanes_log2;
  const std::vector<bool> ends = lanes_of_last_beat(block);
  std::vector<std::vector<Token>> tokens;
  std::size_t steps = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    tokens.push_back(tokens_of(block, lane));
    steps = std::max(steps, tokens.back().size() + (ends[lane] ? 0U : 1U));
  }
  for (std::size_t step = 0; step < steps; ++step) {
    Beat beat(std::size_t{lanes} * kStepLane + 1);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      if (step < tokens[lane].size()) put_token(beat, lane, tokens[lane][step]);
    }
    beat.put(std::size_t{lanes} * kStepLane, 1, step + 1 == steps ? 1 : 0);
    out.push_back(beat);
  }
}

}  // namespace tern::tb
