// SPDX-License-Identifier: Apache-2.0
//
// apart.cc: codes of single digits, and the bits that they take.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/apart_test.cc
#include "model/tdr/apart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tern::tdr {
namespace {

constexpr std::uint32_t kMostDigits = 16;

using DigitLengths = std::array<std::uint32_t, kMostDigits>;

// Huffman's: the two least likely groups of digits become one, again and again.
DigitLengths lengths_of(const CostTable& costs, std::uint32_t base) {
  struct Group {
    double weight;
    std::vector<std::uint32_t> digits;
  };
  std::vector<Group> groups;
  for (std::uint32_t digit = 0; digit < base; ++digit) {
    groups.push_back({std::exp2(-costs.digit[digit] / 256.0), {digit}});
  }
  DigitLengths lengths{};
  while (groups.size() > 1) {
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.weight > b.weight; });
    const Group last = groups.back();
    groups.pop_back();
    Group& joined = groups.back();
    joined.weight += last.weight;
    joined.digits.insert(joined.digits.end(), last.digits.begin(), last.digits.end());
    for (const std::uint32_t digit : joined.digits) ++lengths[digit];
  }
  return lengths;
}

std::uint64_t bits_joint(const Books& books, const PerBook<huff::Histogram>& symbols) {
  std::uint64_t bits = 0;
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
      const huff::Lengths& lengths = books.lengths[bin][quantizer];
      for (std::uint32_t symbol = 0; symbol < symbols_of(kGroupings[bin]); ++symbol) {
        const std::uint32_t length = lengths[symbol] != 0
                                         ? lengths[symbol]
                                         : lengths[huff::kEscapeIndex] + huff::kSymbolBits;
        bits += symbols[bin][quantizer][symbol] * length;
      }
    }
  }
  return bits;
}

}  // namespace

std::uint64_t bits_apart(const Books& books, const PerBook<huff::Histogram>& digits) {
  const PerBook<CostTable> costs = digit_costs(books);
  std::uint64_t bits = 0;
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    const std::uint32_t base = kGroupings[bin].base;
    for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
      const DigitLengths lengths = lengths_of(costs[bin][quantizer], base);
      for (std::uint32_t digit = 0; digit < base; ++digit) {
        bits += digits[bin][quantizer][digit] * lengths[digit];
      }
    }
  }
  return bits;
}

Encoded encode_apart(const Source& source, const EncodeOptions& options) {
  const Books& books = shipped_books();
  Statistics statistics;
  Encoded encoded = encode(source, options, books, &statistics);
  if (encoded.header.mode == Mode::kRaw) return encoded;
  const std::uint64_t joint = bits_joint(books, statistics.symbols);
  const std::uint64_t apart = bits_apart(books, statistics.digits);
  if (apart > joint) encoded.stream.resize(encoded.stream.size() + (apart - joint) / 8);
  return encoded;
}

}  // namespace tern::tdr
