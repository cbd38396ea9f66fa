// SPDX-License-Identifier: Apache-2.0
//
// tables.h: what the codec looks up, one set of tables for a book.
//
// Raw is the code of 256 symbols of 8 bits, sent from the least significant bit, so that nothing
// behind the tables has to know of it.
//
//   Spec  docs/huffman_format.md#5-tokens
//   Test  model/fast/parts_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/huff/book.h"

namespace tern::fast {

/// A token without extra bits and choice bit: bits, and above them their number.
inline constexpr std::uint32_t kTokenBits = 27;
inline constexpr std::uint32_t kTokenMask = (1U << kTokenBits) - 1;

/// An entry of DecodeTables: bits of the token (extra bits and escaped symbol included), symbol.
inline constexpr std::uint32_t kEntryLenMask = 255;
inline constexpr std::uint32_t kEntrySymbolShift = 8;
inline constexpr std::uint32_t kEntryEscape = 1U << 31;

/// The code in the way that a decoder with 16 lanes in a register takes it. It keeps the bits of a
/// lane inverted and in reverse order, so that the first bit of a codeword is the highest. Long
/// codewords are then small numbers, and those with equally many leading zeros have few lengths:
/// most codes halve what is left with every length.
struct RankTables {
  static constexpr std::uint32_t kMostLimits = 4;

  /// Codewords with equally many leading zeros have at most that many lengths more than one, but 1
  /// at least. 0: they have more, or there are 257 entries, so that the code must be looked up in
  /// `entries`.
  std::uint32_t number = 0;
  /// By leading zeros, up to 15, the limits between lengths in bits 31..17, the highest first; 0:
  /// none. Bits 7..0 have the bits of a token below it; those of a token above all of them are in
  /// the same byte of the first, where bits 15..8 have what the others have in bits 7..0. Extra
  /// bits count, an escaped symbol does not.
  std::array<std::array<std::uint32_t, 16>, kMostLimits> limits{};
  /// By the lowest 4 bits of that length: subtract the inverted codeword to get its rank.
  std::array<std::uint32_t, 16> bases{};
  /// By rank, in the order of section 4: symbol; kEntryEscape for the escape.
  std::array<std::uint32_t, huff::kNumEntries> symbols{};
  std::array<std::uint8_t, huff::kNumSymbols> bytes{};  ///< the same for the first 256
  std::uint32_t escape = huff::kNumEntries;             ///< rank of the escape, or no rank
};

struct Tables {
  /// `book` nullptr: raw. Precondition: check(*book) is kNone and book->dtype == dtype.
  Tables(huff::Dtype dtype, const huff::Book* book);

  std::array<std::uint32_t, huff::kNumSymbols> tokens{};  ///< by symbol
  std::uint32_t mask = 0;                                 ///< of the bits that find an entry
  std::vector<std::uint32_t> entries;  ///< by the bits behind the extra bits, first bit lowest
  RankTables ranks;
};

}  // namespace tern::fast
