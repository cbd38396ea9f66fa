// SPDX-License-Identifier: Apache-2.0
//
// canonical.cc: from code lengths to codewords.
//
// Encoder, decoder and hardware derive the same codewords from the lengths alone.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/huff/canonical_test.cc
#include "model/huff/canonical.h"

#include <cassert>

#include "model/common/bits.h"

namespace tern::huff {

CodeTable assign_codes(const Book& book) {
  assert(check(book) == BookError::kNone);
  CodeTable codes{};
  std::uint32_t next = 0;  // the next codeword, as a number of `length` bits
  for (std::uint8_t length = 1; length <= kMaxCodeLen; ++length) {
    next <<= 1;
    for (std::size_t index = 0; index < kNumEntries; ++index) {
      if (book.lengths[index] != length) continue;
      codes[index] = {static_cast<std::uint16_t>(reverse_bits(next, length)), length};
      ++next;
    }
  }
  return codes;
}

}  // namespace tern::huff
