// SPDX-License-Identifier: Apache-2.0
//
// decode.cc: the look-up table of a book.
//
// Built once for a message and a book that it uses.
//
//   Spec  docs/huffman_format.md#5-tokens
//   Test  model/huff/decode_test.cc
#include "model/huff/decode.h"

#include <algorithm>
#include <cassert>

#include "model/huff/canonical.h"

namespace tern::huff {

DecodeTable::DecodeTable(Dtype dtype, const Book* book) : extra_(extra_bits(dtype)), mask_(0) {
  assert(book == nullptr || (book->dtype == dtype && check(*book) == BookError::kNone));
  if (book == nullptr) {
    // Raw is the escape with a codeword of no bits.
    entries_ = {{static_cast<std::uint16_t>(kEscapeIndex), 0}};
    return;
  }
  const auto longest = *std::max_element(book->lengths.begin(), book->lengths.end());
  entries_.resize(std::size_t{1} << longest);
  mask_ = static_cast<std::uint32_t>(entries_.size() - 1);
  const CodeTable codes = assign_codes(*book);
  for (std::size_t index = 0; index < kNumEntries; ++index) {
    const Code code = codes[index];
    if (code.len == 0) continue;
    // The bits behind the codeword are those of the next token: any of them leads here.
    for (std::size_t at = code.bits; at < entries_.size(); at += std::size_t{1} << code.len) {
      entries_[at] = {static_cast<std::uint16_t>(index), code.len};
    }
  }
}

}  // namespace tern::huff
