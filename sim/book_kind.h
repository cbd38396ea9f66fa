// SPDX-License-Identifier: Apache-2.0
//
// book_kind: which books a circuit can hold.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_book_fit.sv
//   Test  tb/huff/huff_book_refuse_test.cc
#pragma once

#include <cstdint>

#include "model/huff/book.h"

namespace tern::sim {

/// Values of the parameter BookKind.
inline constexpr std::uint32_t kKindFull = 0;  ///< every book
inline constexpr std::uint32_t kKindTop = 1;   ///< few symbols with codewords
inline constexpr std::uint32_t kKindQuad = 2;  ///< few lengths of codewords

/// Most symbols that a circuit of kKindTop can be built for.
inline constexpr std::uint32_t kMaxTopSymbols = 31;

/// Symbols that have a codeword.
[[nodiscard]] std::uint32_t coded_symbols(const huff::Book& book);

/// Different lengths of codewords, the escape's included.
[[nodiscard]] std::uint32_t code_lengths(const huff::Book& book);

/// What a circuit holds; longest and shortest codewords are matters of their own.
struct BookKind {
  std::uint32_t kind = kKindFull;
  std::uint32_t top_symbols = 15;

  [[nodiscard]] bool holds(const huff::Book& book) const;
};

}  // namespace tern::sim
