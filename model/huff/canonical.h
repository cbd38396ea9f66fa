// SPDX-License-Identifier: Apache-2.0
//
// canonical.h: canonical codewords of a book.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/huff/canonical_test.cc
#pragma once

#include <array>
#include <cstdint>

#include "model/huff/book.h"

namespace tern::huff {

/// One codeword, as it stands in the stream: bit 0 is sent first (the code's most significant bit).
struct Code {
  std::uint16_t bits = 0;
  std::uint8_t len = 0;
};

/// Codewords by entry index; entries without one have `len` 0.
using CodeTable = std::array<Code, kNumEntries>;

/// Assigns codewords in order of (length, index). Precondition: check(book) is kNone.
[[nodiscard]] CodeTable assign_codes(const Book& book);

}  // namespace tern::huff
