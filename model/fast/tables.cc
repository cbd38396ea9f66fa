// SPDX-License-Identifier: Apache-2.0
//
// tables.cc: the tables of a book.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/fast/parts_test.cc
#include "model/fast/tables.h"

#include <algorithm>
#include <cassert>

#include "model/common/bits.h"
#include "model/huff/canonical.h"
#include "model/huff/code.h"

namespace tern::fast {
namespace {

using huff::kEscapeIndex;
using huff::kMaxCodeLen;
using huff::kNumEntries;
using huff::kNumSymbols;
using huff::kSymbolBits;

constexpr std::uint32_t kSpace = 1U << kMaxCodeLen;  // codewords as long as the longest

// Codewords as a decoder meets them.
huff::CodeTable codes_of(const huff::Book* book) {
  if (book != nullptr) return huff::assign_codes(*book);
  huff::CodeTable codes{};
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    codes[symbol] = {static_cast<std::uint16_t>(symbol), kSymbolBits};
  }
  return codes;
}

// `below[length]`: the part of kSpace that codewords up to that length fill.
using Filled = std::array<std::uint32_t, kMaxCodeLen + 1>;

std::uint32_t length_at(const Filled& below, std::uint32_t inverted) {
  std::uint32_t length = 1;
  while (kSpace - 1 - inverted >= below[length]) ++length;
  return length;
}

// Fills the limits.
void fill_limits(const Filled& below, std::uint32_t extra, RankTables& ranks) {
  ranks.number = 1;
  bool possible = true;
  for (std::uint32_t zeros = 0; zeros < 16; ++zeros) {
    // Inverted codewords from `from` on; the last row has only the one that is 0.
    const std::uint32_t from = (kSpace / 2) >> zeros;
    std::uint32_t length = length_at(below, from == 0 ? 0 : 2 * from - 1);
    ranks.limits[0][zeros] = length + extra;
    std::uint32_t found = 0;
    // Below kSpace - below[length] come longer ones.
    for (std::uint32_t limit = kSpace - below[length]; limit > from;
         limit = kSpace - below[length]) {
      length = length_at(below, limit - 1);
      if (found < RankTables::kMostLimits) {
        ranks.limits[found][zeros] |= limit << 17 | (length + extra) << (found == 0 ? 8 : 0);
      }
      ++found;
    }
    ranks.number = std::max(ranks.number, found);
    possible = possible && found <= RankTables::kMostLimits;
  }
  if (!possible) ranks.number = 0;
}

RankTables make_ranks(const huff::CodeTable& codes, std::uint32_t extra) {
  RankTables ranks;
  Filled below{};
  std::uint32_t rank = 0;
  for (std::uint32_t length = 1; length <= kMaxCodeLen; ++length) {
    below[length] = below[length - 1];
    const std::uint32_t first_code = below[length] >> (kMaxCodeLen - length);
    ranks.bases[(length + extra) & 15] = rank - first_code + (1U << length) - 1;
    const std::uint32_t first_rank = rank;
    for (std::uint32_t index = 0; index < kNumEntries; ++index) {
      if (codes[index].len != length) continue;
      const auto number = static_cast<std::uint32_t>(reverse_bits(codes[index].bits, length));
      const std::uint32_t own = first_rank + number - first_code;
      ranks.symbols[own] = index == kEscapeIndex ? kEntryEscape : index;
      if (own < kNumSymbols) ranks.bytes[own] = static_cast<std::uint8_t>(index);
      if (index == kEscapeIndex) ranks.escape = own;
      below[length] += kSpace >> length;
      ++rank;
    }
  }
  assert(below[kMaxCodeLen] == kSpace);
  fill_limits(below, extra, ranks);
  if (rank > kNumSymbols) ranks.number = 0;
  return ranks;
}

}  // namespace

Tables::Tables(huff::Dtype dtype, const huff::Book* book) {
  const huff::CodeTable codes = codes_of(book);
  const std::uint32_t extra = huff::extra_bits(dtype);
  std::uint32_t longest = 0;
  for (const huff::Code& code : codes) longest = std::max<std::uint32_t>(longest, code.len);
  entries.resize(std::size_t{1} << longest);
  mask = static_cast<std::uint32_t>(entries.size() - 1);
  for (std::uint32_t index = 0; index < kNumEntries; ++index) {
    const huff::Code code = codes[index];
    if (code.len == 0) continue;
    const bool escape = index == kEscapeIndex;
    const std::uint32_t entry = escape ? kEntryEscape | (extra + code.len + kSymbolBits)
                                       : index << kEntrySymbolShift | (extra + code.len);
    for (std::size_t at = code.bits; at < entries.size(); at += std::size_t{1} << code.len) {
      entries[at] = entry;
    }
  }
  const huff::Code escape = codes[kEscapeIndex];
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    const huff::Code own = codes[symbol];
    const std::uint32_t len = own.len != 0 ? own.len : escape.len + kSymbolBits;
    const std::uint32_t bits = own.len != 0 ? own.bits : escape.bits | symbol << escape.len;
    tokens[symbol] = len << kTokenBits | bits;
  }
  ranks = make_ranks(codes, extra);
}

}  // namespace tern::fast
