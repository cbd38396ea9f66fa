// SPDX-License-Identifier: Apache-2.0
//
// decode_words.cc: the words of a block, in the order in which a decoder takes them.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   RTL   rtl/tdr/tdr_decode.sv
//   Test  tb/tdr/tdr_decode_test.cc
#include <gtest/gtest.h>

#include "model/common/bits.h"
#include "model/huff/canonical.h"
#include "model/tdr/order.h"
#include "tb/tdr/decode_case.h"

namespace tern::tb {
namespace {

// The sender of run_order: what each value sends is known.
class Sender {
 public:
  explicit Sender(const std::vector<std::vector<Token>>& lanes) : lanes_(lanes) {
    for (const std::vector<Token>& tokens : lanes) {
      BitWriter writer(tdr::kWordBits);
      std::vector<std::uint32_t> bits;
      for (const Token& token : tokens) bits.push_back(put(token, writer));
      bits_.push_back(std::move(bits));
      words_.push_back(writer.finish());
      next_.push_back(0);
    }
  }

  [[nodiscard]] std::uint32_t bits(std::uint32_t lane, std::uint64_t index) const {
    return bits_[lane][index];
  }
  [[nodiscard]] bool take(std::uint32_t lane) {
    const std::size_t at = next_[lane]++;
    const bool padding = at >= words_[lane].size();
    sent_.push_back(padding ? 0U : static_cast<std::uint32_t>(words_[lane][at]));
    return true;
  }
  [[nodiscard]] std::uint32_t consume(std::uint32_t lane, std::uint64_t index) const {
    const Token& token = lanes_[lane][index];
    return token.fresh ? tdr::kGroupings[token.bin.bin].digits : 0;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& sent() const { return sent_; }

 private:
  static std::uint32_t put(const Token& token, BitWriter& writer) {
    std::uint32_t bits = token.count;
    if (token.fresh) {
      const huff::CodeTable codes = huff::assign_codes(
          tdr::book_of(tdr::shipped_books().lengths[token.book / 2][token.book % 2]));
      const bool escaped = codes[token.symbol].len == 0;
      const huff::Code code = codes[escaped ? huff::kEscapeIndex : token.symbol];
      writer.put(code.bits, code.len);
      if (escaped) writer.put(token.symbol, huff::kSymbolBits);
      bits += code.len + (escaped ? huff::kSymbolBits : 0U);
    }
    writer.put(token.extra, token.count);
    return bits;
  }

  const std::vector<std::vector<Token>>& lanes_;
  std::vector<std::vector<std::uint32_t>> bits_;
  std::vector<std::vector<std::uint64_t>> words_;
  std::vector<std::size_t> next_;
  std::vector<std::uint32_t> sent_;
};

}  // namespace

std::vector<std::uint32_t> words_of(const std::vector<std::vector<Token>>& lanes, bool bounded) {
  std::vector<std::uint64_t> counts;
  for (const std::vector<Token>& tokens : lanes) counts.push_back(tokens.size());
  Sender sender(lanes);
  EXPECT_TRUE(tdr::run_order(counts, sender, bounded));
  return sender.sent();
}

SymbolBlock dense_block(Rng& rng, std::uint8_t lanes_log2, std::uint8_t states_log2,
                        std::uint32_t positions, unsigned size) {
  SymbolBlock block;
  block.header.bounded = true;
  block.header.lanes_log2 = lanes_log2;
  block.header.states_log2 = states_log2;
  block.header.rows = positions;
  block.header.cols = 4U << lanes_log2;
  block.classes.rows.assign(positions, 2);
  block.classes.cols.assign(block.header.cols, static_cast<std::uint8_t>(size));
  for (std::size_t i = 0; i < std::size_t{positions} * block.header.cols; ++i) {
    const auto magnitude = static_cast<std::int32_t>(rng.bits(1 + size / 2));
    block.levels.push_back(rng.bits(1) != 0 ? -magnitude : magnitude);
  }
  return block;
}

}  // namespace tern::tb
