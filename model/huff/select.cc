// SPDX-License-Identifier: Apache-2.0
//
// select.cc: the cheapest book of each chunk.
//
// Choice bits and the filling of last words are left out of the comparison: every choice has the
// same choice bits, and what fills a word depends on other chunks too.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   Test  model/huff/select_test.cc
#include "model/huff/select.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "model/huff/chunk.h"
#include "model/huff/code.h"
#include "model/huff/histogram.h"
#include "model/huff/symbolize.h"

namespace tern::huff {
namespace {

struct Candidate {
  const Book* book;  // nullptr: raw
  SymbolBits bits;
};

const Book* cheapest(const std::vector<Candidate>& candidates, const Histogram& histogram) {
  const Book* best = nullptr;
  std::uint64_t least = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::uint64_t bits = 0;
    for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
      bits += histogram[symbol] * candidates[i].bits[symbol];
    }
    if (i == 0 || bits < least) {
      best = candidates[i].book;
      least = bits;
    }
  }
  return best;
}

}  // namespace

std::vector<const Book*> competing(const std::vector<const Book*>& candidates,
                                   const Chunking& chunking) {
  std::array<const Book*, kNumBooks> by_id{};
  for (const Book* const book : candidates) by_id[book->id] = book;
  std::vector<const Book*> list;
  for (const Book* const book : by_id) {
    if (book == nullptr) continue;
    if (chunking.chunk_log2 == 0 || min_len_of(book) >= chunking.min_len) list.push_back(book);
  }
  list.push_back(nullptr);
  return list;
}

Plan plan_named(Dtype dtype, std::size_t size, const Book* book, const Chunking& chunking,
                const Geometry& geometry, std::uint8_t offset) {
  const Chunks chunks(geometry.lanes, chunking.chunk_log2, size / value_bytes(dtype));
  Plan plan;
  plan.chunk_log2 = chunking.chunk_log2;
  plan.min_len = chunking.chunk_log2 == 0 ? min_len_of(book) : chunking.min_len;
  plan.choices.assign(chunks.number(), book);
  plan.offset = offset;
  return plan;
}

Plan plan_best(Dtype dtype, const std::uint8_t* data, std::size_t size,
               const std::vector<const Book*>& candidates, const Chunking& chunking,
               const Geometry& geometry, std::uint8_t offset) {
  std::vector<Candidate> list;
  for (const Book* const book : competing(candidates, chunking)) {
    assert(book == nullptr || book->dtype == dtype);
    list.push_back({book, symbol_bits(book)});
  }
  const std::size_t count = size / value_bytes(dtype);
  const Chunks chunks(geometry.lanes, chunking.chunk_log2, count);
  const std::size_t chunk_values =
      chunking.chunk_log2 == 0 ? count : std::size_t{geometry.lanes} << chunking.chunk_log2;
  Plan plan;
  plan.chunk_log2 = chunking.chunk_log2;
  plan.offset = offset;
  plan.choices.reserve(chunks.number());
  for (std::uint64_t chunk = 0; chunk < chunks.number(); ++chunk) {
    const std::size_t first = chunk * chunk_values;
    const std::size_t values = std::min(chunk_values, count - first);
    const std::size_t bytes = value_bytes(dtype);
    plan.choices.push_back(
        cheapest(list, count_symbols(dtype, data + first * bytes, values * bytes, offset)));
  }
  plan.min_len = chunking.chunk_log2 == 0 ? min_len_of(plan.choices.front()) : chunking.min_len;
  return plan;
}

std::uint64_t max_message_bytes(Dtype dtype, std::uint64_t count, std::uint32_t chunk_log2,
                                const Geometry& geometry) {
  const Chunks chunks(geometry.lanes, chunk_log2, count);
  const std::uint64_t bits = count * (extra_bits(dtype) + std::uint64_t{kSymbolBits}) +
                             (chunks.number() - 1) * kChoiceBits;
  const std::uint64_t used_lanes = std::min<std::uint64_t>(count, geometry.lanes);
  const std::uint64_t words =
      (bits + used_lanes * (geometry.word_bits - 1)) / geometry.word_bits + 1;
  return header_bytes(geometry) + words * (geometry.word_bits / 8);
}

}  // namespace tern::huff
