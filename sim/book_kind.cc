// SPDX-License-Identifier: Apache-2.0
//
// book_kind: which books a circuit can hold.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_book_fit.sv
//   Test  tb/huff/huff_book_refuse_test.cc
#include "sim/book_kind.h"

#include <algorithm>
#include <set>

#include "model/huff/train.h"

namespace tern::sim {

std::uint32_t coded_symbols(const huff::Book& book) {
  const auto symbols = book.lengths.begin() + huff::kNumSymbols;
  return static_cast<std::uint32_t>(
      huff::kNumSymbols - static_cast<std::uint32_t>(std::count(book.lengths.begin(), symbols, 0)));
}

std::uint32_t code_lengths(const huff::Book& book) {
  std::set<std::uint8_t> lengths(book.lengths.begin(), book.lengths.end());
  lengths.erase(0);
  return static_cast<std::uint32_t>(lengths.size());
}

bool BookKind::holds(const huff::Book& book) const {
  if (kind == kKindTop) return coded_symbols(book) <= top_symbols;
  if (kind == kKindQuad) return code_lengths(book) <= huff::kQuadLengths;
  return true;
}

}  // namespace tern::sim
