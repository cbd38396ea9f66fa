// SPDX-License-Identifier: Apache-2.0
//
// code.cc: the table of tokens.
//
// Escapes are resolved here, once for a book, so that no symbol can be left without bits.
//
//   Spec  docs/huffman_format.md#5-tokens
//   Test  model/huff/code_test.cc
#include "model/huff/code.h"

#include <cassert>

#include "model/huff/canonical.h"

namespace tern::huff {

SymbolBits symbol_bits(const Book* book) {
  SymbolBits bits{};
  for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    const bool coded = book != nullptr && book->lengths[symbol] > 0;
    const std::uint32_t escape = book == nullptr ? 0 : book->lengths[kEscapeIndex];
    bits[symbol] = coded ? book->lengths[symbol] : static_cast<std::uint8_t>(escape + kSymbolBits);
  }
  return bits;
}

std::uint8_t min_len_of(const Book* book) {
  return static_cast<std::uint8_t>((book == nullptr ? kSymbolBits : min_length(*book)) - 1);
}

TokenTable make_tokens(Dtype dtype, const Book* book) {
  assert(book == nullptr || (book->dtype == dtype && check(*book) == BookError::kNone));
  const std::uint32_t extra = extra_bits(dtype);
  TokenTable table;
  const CodeTable codes = book == nullptr ? CodeTable{} : assign_codes(*book);
  const Code escape = codes[kEscapeIndex];
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    const Code own = codes[symbol];
    Token& token = table.tokens[symbol];
    if (own.len > 0) {
      token = {std::uint64_t{own.bits} << extra, extra + own.len};
    } else {
      // Raw is the escape with a codeword of no bits.
      const std::uint64_t bits = escape.bits | (symbol << escape.len);
      token = {bits << extra, extra + escape.len + kSymbolBits};
    }
  }
  return table;
}

}  // namespace tern::huff
