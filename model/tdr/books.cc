// SPDX-License-Identifier: Apache-2.0
//
// books.cc: the shipped books unpacked, and what the encoder's search derives from books.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/books_test.cc
#include "model/tdr/books.h"

#include <algorithm>
#include <cassert>

#include "model/huff/train.h"
#include "model/tdr/books_data.h"

namespace tern::tdr {
namespace {

std::uint8_t digit_of(char text) {
  return static_cast<std::uint8_t>(text <= '9' ? text - '0' : text - 'a' + 10);
}

Books unpack() {
  Books books;
  for (std::uint32_t i = 0; i < kBins * kQuantizers; ++i) {
    huff::Lengths& lengths = books.lengths[i / kQuantizers][i % kQuantizers];
    for (std::size_t entry = 0; entry < lengths.size(); ++entry) {
      lengths[entry] = digit_of(kShippedLengths[i][entry]);
    }
    books.centroids[i / kQuantizers][i % kQuantizers] = kShippedCentroids[i];
  }
  return books;
}

}  // namespace

const Books& shipped_books() {
  static const Books books = unpack();
  return books;
}

huff::Book book_of(const huff::Lengths& lengths) {
  huff::Book book;
  book.dtype = Dtype::kUint8;
  book.max_len = kMaxCodeLen;
  book.lengths = lengths;
  return book;
}

PerBook<huff::Lengths> train_lengths(const PerBook<huff::Histogram>& counts) {
  PerBook<huff::Lengths> lengths;
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
      huff::Weights weights = counts[bin][quantizer];
      // Two entries are the least that make a code.
      if (std::all_of(weights.begin(), weights.end(), [](auto w) { return w == 0; })) {
        weights[0] = 1;
      }
      huff::TrainOptions options;
      options.max_len = kMaxCodeLen;
      lengths[bin][quantizer] = huff::train_book(Dtype::kUint8, weights, options).value().lengths;
    }
  }
  return lengths;
}

std::uint32_t log2_256(std::uint64_t value) {
  assert(value > 0);
  std::uint32_t whole = 63;
  while (value >> whole == 0) --whole;
  // The mantissa with 31 fraction bits; squaring it gives one more bit of the logarithm.
  std::uint64_t mantissa = whole > 31 ? value >> (whole - 31) : value << (31 - whole);
  std::uint32_t result = whole;
  for (int i = 0; i < 8; ++i) {
    mantissa = mantissa * mantissa >> 31;
    result <<= 1;
    if (mantissa >> 32 != 0) {
      mantissa >>= 1;
      result |= 1;
    }
  }
  return result;
}

PerBook<CostTable> digit_costs(const Books& books) {
  PerBook<CostTable> costs;
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    const Grouping grouping = kGroupings[bin];
    for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
      const huff::Lengths& lengths = books.lengths[bin][quantizer];
      std::array<std::uint64_t, 16> weights{};
      std::uint64_t total = 0;
      for (std::uint32_t symbol = 0; symbol < symbols_of(grouping); ++symbol) {
        const std::uint32_t length = lengths[symbol] != 0
                                         ? lengths[symbol]
                                         : lengths[huff::kEscapeIndex] + huff::kSymbolBits;
        const std::uint64_t weight = std::uint64_t{1} << (40 - length);
        std::uint32_t rest = symbol;
        for (std::uint32_t i = 0; i < grouping.digits; ++i) {
          weights[rest % grouping.base] += weight;
          rest /= grouping.base;
        }
        total += grouping.digits * weight;
      }
      for (std::uint32_t digit = 0; digit < grouping.base; ++digit) {
        costs[bin][quantizer].digit[digit] =
            static_cast<std::uint16_t>(log2_256(total) - log2_256(weights[digit]));
      }
    }
  }
  return costs;
}

}  // namespace tern::tdr
