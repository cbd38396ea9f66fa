// SPDX-License-Identifier: Apache-2.0
//
// histogram.cc: counts symbols and averages distributions, in exact integers.
//
// Rounding is part of the result: equal tensors give equal books on every machine.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/huff/histogram_test.cc
#include "model/huff/histogram.h"

#include <cassert>

#include "model/huff/book.h"
#include "model/huff/symbolize.h"

namespace tern::huff {
namespace {

// 256 counts of up to 2^63 sum up to 2^71, and a count is scaled by 2^32.
__extension__ using Uint128 = unsigned __int128;

}  // namespace

Histogram count_symbols(Dtype dtype, const std::uint8_t* data, std::size_t size,
                        std::uint8_t offset) {
  assert(size % value_bytes(dtype) == 0);
  Histogram histogram{};
  const std::size_t count = size / value_bytes(dtype);
  for (std::size_t i = 0; i < count; ++i) {
    ++histogram[symbolize(dtype, load_value(dtype, data, i), offset).symbol];
  }
  return histogram;
}

Histogram shifted(const Histogram& histogram, std::uint32_t offset) {
  Histogram symbols{};
  for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    symbols[symbol] = histogram[(symbol + offset) % kNumSymbols];
  }
  return symbols;
}

Weights average(const std::vector<Histogram>& histograms) {
  Weights weights{};
  for (const Histogram& histogram : histograms) {
    Uint128 total = 0;
    for (const std::uint64_t count : histogram) total += count;
    if (total == 0) continue;
    for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
      const Uint128 scaled = Uint128{histogram[symbol]} << 32;
      weights[symbol] += static_cast<std::uint64_t>(scaled / total);
    }
  }
  return weights;
}

}  // namespace tern::huff
