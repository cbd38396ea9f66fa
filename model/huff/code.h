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

/// Bits of the longest token of a dtype: choice bit, extra bits, longest codeword, escaped symbol.
[[nodiscard]] constexpr std::uint32_t max_token_bits(Dtype dtype) {
  return 1 + extra_bits(dtype) + kMaxCodeLen + kSymbolBits;
}

/// The same for any dtype.
inline constexpr std::uint32_t kMaxTokenBits = max_token_bits(Dtype::kFp32);

/// A token as it stands in a lane: bit 0 is sent first.
struct Token {
  std::uint64_t bits = 0;
  std::uint32_t len = 0;
};

/// All tokens of a choice with their extra bits left zero and without choice bit, by symbol.
struct TokenTable {
  std::array<Token, kNumSymbols> tokens{};
};

/// Tokens for values of `dtype`. `book` nullptr: raw.
/// Precondition: check(*book) is kNone and book->dtype == dtype.
[[nodiscard]] TokenTable make_tokens(Dtype dtype, const Book* book);

/// Bits of each symbol's token, without extra bits and choice bit: what a choice of book costs.
using SymbolBits = std::array<std::uint8_t, kNumSymbols>;

/// `book` nullptr: raw. Precondition: check(*book) is kNone.
[[nodiscard]] SymbolBits symbol_bits(const Book* book);

/// The largest MinLen that a message with this book can have. `book` nullptr: raw.
/// Precondition: check(*book) is kNone.
[[nodiscard]] std::uint8_t min_len_of(const Book* book);

/// Lmin of section 5.
[[nodiscard]] constexpr std::uint32_t min_token_bits(Dtype dtype, std::uint32_t min_len) {
  return extra_bits(dtype) + min_len + 1;
}

/// The token of one value, without choice bit.
[[nodiscard]] inline Token code(const TokenTable& table, Symbolized value) {
  Token token = table.tokens[value.symbol];
  token.bits |= value.extra;
  return token;
}

/// The token with a choice bit in front.
[[nodiscard]] inline Token with_choice(Token token, bool choice) {
  return {token.bits << 1 | (choice ? 1U : 0U), token.len + 1};
}

}  // namespace tern::huff
