// SPDX-License-Identifier: Apache-2.0
//
// offset.h: the offset with which a message is coded cheapest.
//
// A book is trained once; the tensors that use it come in every scale.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   Test  model/huff/offset_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/huff/book.h"
#include "model/huff/code.h"
#include "model/huff/histogram.h"
#include "model/huff/select.h"

namespace tern::huff {

/// An offset, and what all symbols cost with it.
struct Offset {
  std::uint8_t offset = 0;
  std::uint64_t cost = 0;
};

/// The offset with which `fields` are cheapest, of equally cheap ones the smallest. `fields` may be
/// counts, or weights of which the sum times 23 fits in 64 bits.
[[nodiscard]] Offset cheapest_offset(const std::array<std::uint64_t, kNumSymbols>& fields,
                                     const SymbolBits& bits);

/// The offset of a message of plan_named() with this book; nullptr: raw. The histogram is that of
/// the fields, count_symbols() with offset 0.
[[nodiscard]] std::uint8_t choose_offset(const Histogram& fields, const Book* book);

/// The offset of a message of plan_best() with these candidates, which may be given in any order
/// and with several epochs.
[[nodiscard]] std::uint8_t choose_offset(const Histogram& fields,
                                         const std::vector<const Book*>& candidates,
                                         const Chunking& chunking);

}  // namespace tern::huff
