// SPDX-License-Identifier: Apache-2.0
//
// test_cases.cc: how random books, tensors and messages are drawn.
//
//   Spec  docs/huffman_format.md
//   Test  model/huff/stream_test.cc
#include "model/huff/test_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "model/common/dtype.h"
#include "model/huff/desymbolize.h"

namespace tern::huff {
namespace {

using Leaves = std::vector<std::uint8_t>;

// Depths of the leaves of a random tree.
Leaves grow_tree(Rng& rng, std::size_t leaves, std::uint32_t max_len) {
  Leaves depths = {0};
  const std::uint64_t greed = rng.below(4);  // 0: bushy, 3: nearly a chain
  while (depths.size() < leaves) {
    const bool deepen = rng.below(4) < greed;
    std::size_t at = deepen ? depths.size() - 1 : rng.below(depths.size());
    while (depths[at] >= max_len) at = (at + 1) % depths.size();
    ++depths[at];
    depths.push_back(depths[at]);
  }
  return depths;
}

// from, from + 1, ... to, to: a chain below a tree that is complete down to `from`.
Leaves chain(std::uint8_t from, std::uint8_t to) {
  Leaves depths((std::size_t{1} << from) - 1, from);
  for (std::uint8_t depth = from + 1; depth <= to; ++depth) depths.push_back(depth);
  depths.push_back(to);
  return depths;
}

template <typename T>
void shuffle(Rng& rng, std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(i)]);
}

Leaves make_leaves(Rng& rng, BookKind kind, std::uint8_t max_len) {
  switch (kind) {
    case BookKind::kRandom:
      return grow_tree(rng, 2 + rng.below(rng.chance(1, 2) ? 20 : 255), max_len);
    case BookKind::kOneBit:
      return {1, 1};
    case BookKind::kUniform:
      return Leaves(kNumSymbols, 8);
    case BookKind::kSparse:
      return chain(2, 13);
    case BookKind::kDeepest:
    case BookKind::kShortEscape:
      return chain(1, 15);
    case BookKind::kFull:
      return grow_tree(rng, kNumEntries, max_len);
  }
  return {1, 1};
}

std::uint32_t make_value(Rng& rng, Dtype dtype, std::uint32_t symbol, std::uint8_t offset) {
  return desymbolize(
      dtype,
      {static_cast<std::uint8_t>(symbol), static_cast<std::uint32_t>(rng.bits(extra_bits(dtype)))},
      offset);
}

// Symbols with a codeword, or without one.
std::vector<std::uint32_t> symbols_of(const Book* book, bool coded) {
  std::vector<std::uint32_t> symbols;
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    const bool has = book == nullptr || book->lengths[symbol] > 0;
    if (has == coded) symbols.push_back(symbol);
  }
  return symbols;
}

}  // namespace

Book make_book(Rng& rng, Dtype dtype, BookKind kind) {
  Book book;
  book.dtype = dtype;
  book.id = static_cast<std::uint8_t>(rng.below(kNumBooks));
  book.epoch = static_cast<std::uint8_t>(rng.bits(8));
  book.max_len =
      static_cast<std::uint8_t>(kMinMaxCodeLen + rng.below(kMaxCodeLen - kMinMaxCodeLen + 1));
  if (kind == BookKind::kFull) book.max_len = std::max<std::uint8_t>(book.max_len, 9);
  if (kind >= BookKind::kSparse && kind <= BookKind::kShortEscape) book.max_len = 15;

  Leaves leaves = make_leaves(rng, kind, book.max_len);
  std::sort(leaves.begin(), leaves.end());
  const bool escape = leaves.size() != kNumSymbols || (kind == BookKind::kRandom && rng.bits(1));
  if (escape) {
    std::size_t at = rng.below(leaves.size());
    if (kind == BookKind::kShortEscape) at = 0;
    if (kind == BookKind::kDeepest) at = leaves.size() - 1;
    book.lengths[kEscapeIndex] = leaves[at];
    leaves.erase(leaves.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::vector<std::uint32_t> symbols(kNumSymbols);
  std::iota(symbols.begin(), symbols.end(), 0U);
  shuffle(rng, symbols);
  for (std::size_t i = 0; i < leaves.size(); ++i) book.lengths[symbols[i]] = leaves[i];
  assert(check(book) == BookError::kNone);
  return book;
}

std::vector<std::uint8_t> make_values(Rng& rng, Dtype dtype, std::uint64_t count, const Book* book,
                                      std::uint32_t lanes, std::uint8_t offset) {
  std::vector<std::uint32_t> coded = symbols_of(book, true);
  std::vector<std::uint32_t> escaped = symbols_of(book, false);
  if (escaped.empty()) escaped = coded;
  shuffle(rng, coded);
  shuffle(rng, escaped);
  const std::uint64_t mood = rng.below(6);
  const std::uint64_t long_lanes = rng.next();
  std::vector<std::uint8_t> data(count * value_bytes(dtype));
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint32_t symbol = static_cast<std::uint32_t>(rng.bits(8));
    if (mood == 1) symbol = coded[rng.below(coded.size())];
    if (mood == 2) symbol = escaped[rng.below(escaped.size())];
    if (mood == 3) symbol = coded[0];
    if (mood == 4) symbol = ((long_lanes >> (i % lanes)) & 1) != 0 ? escaped[0] : coded[0];
    // A skew that most books do not expect: half of the values are the first symbol, and so on.
    if (mood == 5) {
      std::size_t rank = 0;
      while (rank + 1 < coded.size() && rng.bits(1) != 0) ++rank;
      symbol = coded[rank];
    }
    store_value(dtype, data.data(), i, make_value(rng, dtype, symbol, offset));
  }
  return data;
}

std::uint8_t make_offset(Rng& rng) {
  if (rng.chance(1, 4)) return 0;
  if (rng.chance(1, 4)) return static_cast<std::uint8_t>(255 - rng.below(3));
  return static_cast<std::uint8_t>(rng.bits(8));
}

Geometry make_geometry(Rng& rng, Dtype dtype) {
  const bool wide = rng.bits(1) == 0 || !fits(dtype, {1, 32});
  return {1U << rng.below(7), wide ? 64U : 32U};
}

std::uint64_t make_count(Rng& rng, std::uint32_t lanes) {
  if (rng.chance(1, 32)) return 0;
  if (rng.chance(1, 2)) return 1 + rng.below(4 * lanes + 1);
  return rng.below(600);
}

Case make_case(Rng& rng) {
  Case c;
  c.dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
  c.geometry = make_geometry(rng, c.dtype);
  if (!rng.chance(1, 8)) {
    c.book = make_book(rng, c.dtype, static_cast<BookKind>(rng.below(kNumBookKinds)));
  }
  c.offset = make_offset(rng);
  c.data = make_values(rng, c.dtype, make_count(rng, c.geometry.lanes), c.book_or_raw(),
                       c.geometry.lanes, c.offset);
  return c;
}

std::vector<std::uint8_t> encode(const Case& c) {
  return encode(c.dtype, c.data.data(), c.data.size(), c.plan(), c.geometry);
}

BookSet books_of(const Case& c) {
  BookSet books;
  if (c.book) {
    const bool refused = books.add(*c.book).has_value();
    assert(!refused);
    static_cast<void>(refused);
  }
  return books;
}

std::string describe(const Case& c) {
  return fmt::format("{} lanes, {}-bit words, {}, {} values, offset {}, {}", c.geometry.lanes,
                     c.geometry.word_bits, dtype_name(c.dtype), c.count(), c.offset,
                     c.book ? fmt::format("book {} epoch {}", c.book->id, c.book->epoch) : "raw");
}

Histogram make_histogram(Rng& rng, std::uint32_t symbols, std::uint32_t octaves) {
  std::vector<std::uint32_t> order(kNumSymbols);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(rng, order);
  Histogram histogram{};
  for (std::uint32_t i = 0; i < symbols; ++i) {
    const auto octave = static_cast<unsigned>(rng.below(octaves + 1));
    histogram[order[i]] = (std::uint64_t{1} << octave) + rng.bits(octave);
  }
  return histogram;
}

}  // namespace tern::huff
