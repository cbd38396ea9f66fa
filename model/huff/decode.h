// SPDX-License-Identifier: Apache-2.0
//
// decode.h: third stage of the decoder, from the bits of a lane to (symbol, extra bits).
//
// One look-up finds any codeword, so the time of a token does not depend on its length.
//
//   Spec  docs/huffman_format.md#5-tokens
//   Test  model/huff/decode_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/bits.h"
#include "model/huff/code.h"
#include "model/huff/symbolize.h"

namespace tern::huff {

/// Entry and length of the codeword that begins a window of bits.
class DecodeTable {
 public:
  struct Entry {
    std::uint16_t index = 0;  ///< symbol, or kEscapeIndex
    std::uint8_t len = 0;
  };

  /// `book` nullptr: raw. Precondition: check(*book) is kNone and book->dtype == dtype.
  DecodeTable(Dtype dtype, const Book* book);

  [[nodiscard]] std::uint32_t extra() const { return extra_; }

  /// The entry whose codeword starts at bit 0 of `window`. A complete code always has one.
  [[nodiscard]] Entry find(std::uint32_t window) const { return entries_[window & mask_]; }

 private:
  std::uint32_t extra_;
  std::uint32_t mask_;
  std::vector<Entry> entries_;  // by the first bits of the stream, as many as the longest codeword
};

/// One decoded token.
struct DecodedToken {
  Symbolized value;
  bool choice = false;  ///< its choice bit; false if it has none
  std::uint32_t len = 0;
};

/// The token at bit 0 of `window`, which holds the next kMaxTokenBits bits of a lane; where the
/// lane has fewer, zeros. The token is real if and only if its length is at most the lane's bits.
/// `has_choice`: it begins with a choice bit.
[[nodiscard]] inline DecodedToken decode_token(const DecodeTable& table, std::uint64_t window,
                                               bool has_choice = false) {
  DecodedToken token;
  if (has_choice) {
    token.choice = (window & 1) != 0;
    token.len = 1;
  }
  const std::uint64_t own = window >> token.len;
  token.value.extra = static_cast<std::uint32_t>(own & ((1U << table.extra()) - 1));
  const auto coded = static_cast<std::uint32_t>(own >> table.extra());
  const DecodeTable::Entry entry = table.find(coded);
  token.len += table.extra() + entry.len;
  if (entry.index == kEscapeIndex) {
    token.value.symbol = static_cast<std::uint8_t>(coded >> entry.len);
    token.len += kSymbolBits;
  } else {
    token.value.symbol = static_cast<std::uint8_t>(entry.index);
  }
  return token;
}

}  // namespace tern::huff
