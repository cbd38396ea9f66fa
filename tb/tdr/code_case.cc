// SPDX-License-Identifier: Apache-2.0
//
// code_case.cc: the words that the model's order gives, cut into beats.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   RTL   rtl/tdr/tdr_code.sv
//   Test  tb/tdr/tdr_code_test.cc
#include "tb/tdr/code_case.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/bits.h"
#include "model/huff/canonical.h"
#include "model/tdr/order.h"

namespace tern::tb {
namespace {

// Bits of a value that the circuit packs at once.
constexpr std::uint32_t kPartBits = 31;

// Records the words in the order in which the decoder takes them.
class WordOrder {
 public:
  explicit WordOrder(const std::vector<tdr::LaneBits>& lanes)
      : lanes_(lanes), sent_(lanes.size()), taken_(lanes.size()) {}

  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t index) const {
    return lanes_[lane].pieces[index].bits;
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    if (step_ != taken_in_) std::fill(taken_.begin(), taken_.end(), 0U);
    taken_in_ = step_;
    ++taken_[lane];
    const std::size_t at = sent_[lane]++;
    const bool padding = at >= lanes_[lane].words.size();
    words_.push_back(padding ? 0U : static_cast<std::uint32_t>(lanes_[lane].words[at]));
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t index) {
    step_ = index + 1;
    return lanes_[lane].pieces[index].digits;
  }

  [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

  /// Whether the part of a step that the circuit packs last takes words.
  [[nodiscard]] bool ends_with_words() const {
    if (step_ == 0 || taken_in_ + 1 != step_) return false;
    const std::uint64_t passes = *std::max_element(taken_.begin(), taken_.end());
    std::uint64_t parts = 1;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      if (lanes_[lane].pieces.size() != step_) continue;
      // Words of zeros behind the last value are packed with it.
      const std::uint64_t zeros = sent_[lane] - lanes_[lane].words.size();
      const std::uint64_t bits = lanes_[lane].pieces.back().bits + zeros * tdr::kWordBits;
      parts = std::max(parts, (bits + kPartBits - 1) / kPartBits);
    }
    return passes >= parts;
  }

 private:
  const std::vector<tdr::LaneBits>& lanes_;
  std::vector<std::size_t> sent_;
  std::vector<std::uint32_t> taken_;  // of each lane, in step `taken_in_`
  std::uint64_t taken_in_ = 0;
  std::uint64_t step_ = 0;
  std::vector<std::uint32_t> words_;
};

WordOrder ordered(const std::vector<tdr::LaneBits>& lanes) {
  std::vector<std::uint64_t> counts;
  for (const tdr::LaneBits& lane : lanes) counts.push_back(lane.pieces.size());
  WordOrder order(lanes);
  EXPECT_TRUE(tdr::run_order(counts, order, true));
  return order;
}

}  // namespace

tdr::LaneBits lane_bits(const std::vector<Token>& tokens, const tdr::Books& books,
                        std::size_t count) {
  tdr::PerBook<huff::CodeTable> codes;
  for (std::uint32_t bin = 0; bin < tdr::kBins; ++bin) {
    for (std::uint32_t quantizer = 0; quantizer < tdr::kQuantizers; ++quantizer) {
      codes[bin][quantizer] = huff::assign_codes(tdr::book_of(books.lengths[bin][quantizer]));
    }
  }
  tdr::LaneBits result;
  BitWriter writer(tdr::kWordBits);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t before = writer.bit_count();
    tdr::LaneBits::Piece piece;
    if (i >= tokens.size()) {
      writer.put(0, 1);
      piece.digits = 1;
    } else {
      const Token& token = tokens[i];
      if (token.fresh) {
        const huff::CodeTable& table = codes[token.bin.bin][token.quantizer];
        const bool escaped = table[token.symbol].len == 0;
        const huff::Code code = table[escaped ? huff::kEscapeIndex : token.symbol];
        writer.put(code.bits, code.len);
        if (escaped) writer.put(token.symbol, huff::kSymbolBits);
        piece.digits = static_cast<std::uint8_t>(tdr::kGroupings[token.bin.bin].digits);
      }
      writer.put(token.extra, token.count);
    }
    piece.bits = static_cast<std::uint8_t>(writer.bit_count() - before);
    result.pieces.push_back(piece);
  }
  result.words = writer.finish();
  return result;
}

std::vector<std::uint32_t> words_of(const std::vector<tdr::LaneBits>& lanes) {
  return ordered(lanes).words();
}

void add_words(const std::vector<tdr::LaneBits>& lanes, std::vector<Beat>& out) {
  const WordOrder order = ordered(lanes);
  const std::vector<std::uint32_t>& words = order.words();
  const std::size_t wide = lanes.size();
  const bool bare = words.size() % wide == 0 && !order.ends_with_words();
  const std::size_t beats = (words.size() + wide - 1) / wide + (bare ? 1U : 0U);
  for (std::size_t i = 0; i < beats; ++i) {
    Beat beat(36 * wide + 3);
    for (std::size_t k = 0; k < wide && i * wide + k < words.size(); ++k) {
      beat.put(32 * k, 32, words[i * wide + k]);
      beat.put(32 * wide + 4 * k, 4, 15);
    }
    beat.put(36 * wide, 1, i + 1 == beats ? 1 : 0);
    out.push_back(beat);
  }
}

std::vector<std::vector<Token>> all_tokens(const SymbolBlock& block) {
  std::vector<std::vector<Token>> tokens;
  for (std::uint32_t lane = 0; lane < 1U << block.header.lanes_log2; ++lane) {
    tokens.push_back(tokens_of(block, lane));
  }
  return tokens;
}

void CodeCase::add(const SymbolBlock& block) {
  std::vector<std::size_t> counts;
  for (const std::vector<Token>& tokens : all_tokens(block)) {
    const auto lane = static_cast<std::uint32_t>(counts.size());
    EXPECT_TRUE(is_what_the_model_sends(block, lane, tokens));
    counts.push_back(tokens.size());
  }
  add(block, tdr::shipped_books(), counts);
}

void CodeCase::add(const SymbolBlock& block, const tdr::Books& some,
                   const std::vector<std::size_t>& counts) {
  std::vector<tdr::LaneBits> sent;
  Beat command(lanes * kCodeCountBits);
  for (const std::vector<Token>& tokens : all_tokens(block)) {
    const std::size_t lane = sent.size();
    command.put(lane * kCodeCountBits, kCodeCountBits, static_cast<std::int64_t>(counts[lane]));
    sent.push_back(lane_bits(tokens, some, counts[lane]));
  }
  commands.push_back(command);
  add_steps(block, in);
  add_words(sent, out);
}

}  // namespace tern::tb
