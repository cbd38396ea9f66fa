// SPDX-License-Identifier: Apache-2.0
//
// histogram.h: symbol statistics; histogram of a tensor, average over tensors, entropy.
//
// The paper's single-stage coder takes its book from the average distribution of earlier tensors
// (arXiv 2601.10673).
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/huff/histogram_test.cc
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/huff/params.h"

namespace tern::huff {

/// Occurrences of each symbol.
using Histogram = std::array<std::uint64_t, kNumSymbols>;

/// Relative weights of the symbols; a tensor of any size contributes about 2^32 in total.
using Weights = std::array<std::uint64_t, kNumSymbols>;

/// Counts the symbols of `size` bytes holding values of `dtype`, coded with that offset. With 0 the
/// symbols are the fields.
/// Precondition: `size` is a multiple of value_bytes(dtype).
[[nodiscard]] Histogram count_symbols(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                      std::uint8_t offset = 0);

/// The same counts after every symbol has been lowered by `offset`, modulo 256.
[[nodiscard]] Histogram shifted(const Histogram& histogram, std::uint32_t offset);

/// Average distribution: every non-empty histogram has the same say. Exact integer arithmetic for
/// counts up to 2^63.
[[nodiscard]] Weights average(const std::vector<Histogram>& histograms);

}  // namespace tern::huff
