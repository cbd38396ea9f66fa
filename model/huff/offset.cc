// SPDX-License-Identifier: Apache-2.0
//
// offset.cc: what each offset costs.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   Test  model/huff/offset_test.cc
#include "model/huff/offset.h"

#include <utility>

namespace tern::huff {

Offset cheapest_offset(const std::array<std::uint64_t, kNumSymbols>& fields,
                       const SymbolBits& bits) {
  // Most tensors have few fields.
  std::vector<std::pair<std::uint8_t, std::uint64_t>> used;
  for (std::size_t field = 0; field < kNumSymbols; ++field) {
    if (fields[field] > 0) used.emplace_back(static_cast<std::uint8_t>(field), fields[field]);
  }
  Offset best;
  for (std::uint32_t offset = 0; offset < kNumSymbols; ++offset) {
    std::uint64_t cost = 0;
    for (const auto& [field, count] : used) {
      cost += count * bits[static_cast<std::uint8_t>(field - offset)];
    }
    if (offset == 0 || cost < best.cost) best = {static_cast<std::uint8_t>(offset), cost};
  }
  return best;
}

std::uint8_t choose_offset(const Histogram& fields, const Book* book) {
  return cheapest_offset(fields, symbol_bits(book)).offset;
}

std::uint8_t choose_offset(const Histogram& fields, const std::vector<const Book*>& candidates,
                           const Chunking& chunking) {
  // Raw, which costs the same with every offset, is always there.
  Offset best = cheapest_offset(fields, symbol_bits(nullptr));
  for (const Book* const book : competing(candidates, chunking)) {
    const Offset own = cheapest_offset(fields, symbol_bits(book));
    const bool better = own.cost < best.cost || (own.cost == best.cost && own.offset < best.offset);
    if (better) best = own;
  }
  return best.offset;
}

}  // namespace tern::huff
