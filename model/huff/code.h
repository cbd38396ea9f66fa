// SPDX-License-Identifier: Apache-2.0
//
// code.h: third stage of the encoder, from (symbol, extra bits) to the bits of a token.
//
// Coding is one table look-up, because the book is fixed before the message.
//
//   Spec  docs/huffman_format.md#5-tokens
//   Test  model/huff/code_test.cc
#pragma once

#include <array>
#include <cstdint>

#include "model/huff/book.h"
#include "model/huff/params.h"
#include "model/huff/symbolize.h"

namespace tern::huff {

/// Bits of the longest token: extra bits, longest codeword, escaped symbol.
inline constexpr std::uint32_t kMaxTokenBits = kSplitExtraBits + kMaxCodeLen + kSymbolBits;

/// A token as it stands in a lane: bit 0 is sent first.
struct Token {
  std::uint32_t bits = 0;
  std::uint32_t len = 0;
};

/// All tokens of a message with their extra bits left zero, by symbol.
struct TokenTable {
  std::array<Token, kNumSymbols> tokens{};
  std::uint32_t min_token = 0;  ///< Lmin of section 5
};

/// Tokens for values of `dtype`. `book` nullptr: raw.
/// Precondition: check(*book) is kNone and book->dtype == dtype.
[[nodiscard]] TokenTable make_tokens(Dtype dtype, const Book* book);

/// Lmin of section 5. Same precondition.
[[nodiscard]] std::uint32_t min_token_bits(Dtype dtype, const Book* book);

/// The token of one value.
[[nodiscard]] inline Token code(const TokenTable& table, Symbolized value) {
  Token token = table.tokens[value.symbol];
  token.bits |= value.extra;
  return token;
}

}  // namespace tern::huff
