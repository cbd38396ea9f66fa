// SPDX-License-Identifier: Apache-2.0
//
// books: what both ends hold about levels of every bin and quantiser.
//
// A symbol is the joint magnitude of several values, so that a codeword of whole bits can carry
// values of much less than one bit each.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/books_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/huff/book.h"
#include "model/huff/canonical.h"
#include "model/huff/decode.h"
#include "model/huff/histogram.h"
#include "model/tdr/format.h"

namespace tern::tdr {

/// How values share a symbol: `digits` magnitudes, each 0 to base - 1, the first one the most
/// significant. base - 1 stands for itself and everything above: a tail follows.
struct Grouping {
  std::uint32_t digits;
  std::uint32_t base;
};

inline constexpr std::array<Grouping, kBins> kGroupings = {
    {{8, 2}, {8, 2}, {5, 3}, {4, 4}, {3, 6}, {3, 6}, {2, 16}, {2, 16}}};
inline constexpr std::uint32_t kMaxDigits = 8;

[[nodiscard]] constexpr std::uint32_t symbols_of(const Grouping& grouping) {
  std::uint32_t symbols = 1;
  for (std::uint32_t i = 0; i < grouping.digits; ++i) symbols *= grouping.base;
  return symbols;
}

/// Shifts of reconstructed magnitudes 1, 2, 3 and more, at index 1 to 3; in 1/16 of the grid.
using Centroids = std::array<std::int8_t, kCentroids>;

template <typename T>
using PerBook = std::array<std::array<T, kQuantizers>, kBins>;

struct Books {
  PerBook<huff::Lengths> lengths{};
  PerBook<Centroids> centroids{};
};

/// The ones that every decoder has.
[[nodiscard]] const Books& shipped_books();

/// Books of each bin and quantiser from counts of their symbols. A bin without counts gets a book
/// in which every symbol is escaped. Precondition: counts of symbols beyond symbols_of() are 0.
[[nodiscard]] PerBook<huff::Lengths> train_lengths(const PerBook<huff::Histogram>& counts);

/// One book in the form that the Huffman unit takes.
[[nodiscard]] huff::Book book_of(const huff::Lengths& lengths);

/// Cost of one magnitude in 1/256 bit, as the encoder's search sees it: by digit 0 to base - 1,
/// without the tail; a symbol's cost is spread over its digits as their probabilities say.
struct CostTable {
  std::array<std::uint16_t, 16> digit{};
};

[[nodiscard]] PerBook<CostTable> digit_costs(const Books& books);

/// 256 * log2(value), rounded down. Precondition: value > 0.
[[nodiscard]] std::uint32_t log2_256(std::uint64_t value);

}  // namespace tern::tdr
