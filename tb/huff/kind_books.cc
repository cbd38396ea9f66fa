// SPDX-License-Identifier: Apache-2.0
//
// kind_books: books at the borders of what a kind of circuit can hold.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_book_fit.sv
//   Test  tb/huff/kind_books_test.cc
#include "tb/huff/kind_books.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "model/huff/train.h"
#include "tb/huff/test_data.h"

namespace tern::tb {

using huff::Book;
using huff::Dtype;
using huff::kEscapeIndex;
using huff::kNumSymbols;

namespace {

/// Leaves of a code tree: how many there are of each length.
using Counts = std::array<std::uint32_t, huff::kMaxCodeLen + 1>;

/// Symbols from 0 on get the lengths in their order; the escape gets the last one.
Book book_of(Dtype dtype, const Counts& counts) {
  Book book;
  book.dtype = dtype;
  book.id = 9;
  book.epoch = 200;
  std::uint32_t symbol = 0;
  for (std::uint32_t length = 1; length < counts.size(); ++length) {
    for (std::uint32_t i = 0; i < counts[length]; ++i) {
      assert(symbol <= kNumSymbols);
      book.lengths[symbol++] = static_cast<std::uint8_t>(length);
    }
  }
  std::swap(book.lengths[kEscapeIndex], book.lengths[symbol - 1]);
  return book;
}

void shuffle(Book& book, Rng& rng) {
  for (std::uint64_t i = kNumSymbols - 1; i > 0; --i) {
    std::swap(book.lengths[i], book.lengths[rng.below(i + 1)]);
  }
}

/// Equal codewords of `length` but for one, which goes on by `jumps`.
Counts long_stairs(std::uint32_t length, const std::vector<std::uint32_t>& jumps) {
  Counts counts{};
  counts[length] = 1U << length;
  for (const std::uint32_t jump : jumps) {
    if (jump == 0) continue;
    --counts[length];
    length += jump;
    counts[length] = 1U << jump;
  }
  return counts;
}

/// A book with exactly so many symbols.
Book book_of_exactly(Dtype dtype, const sim::EncoderConfig& config, std::uint32_t coded, Rng& rng) {
  Book book = book_of_symbols(dtype, config, coded);
  assert(sim::coded_symbols(book) == coded);
  shuffle(book, rng);
  return book;
}

}  // namespace

huff::Lengths quad_lengths(std::uint32_t shortest, std::uint32_t longest, Rng& rng) {
  Counts counts{};
  std::uint32_t level = shortest;
  std::uint32_t leaves = 1U << shortest;
  counts[level] = leaves;
  for (std::uint32_t step = 1; step < huff::kQuadLengths && level < longest; ++step) {
    const auto jump = 1 + static_cast<std::uint32_t>(rng.below(longest - level));
    // Each of them becomes 2^jump leaves.
    const std::uint32_t most = std::min(counts[level], (kNumSymbols - leaves) / ((1U << jump) - 1));
    if (most == 0) continue;
    const auto split = 1 + static_cast<std::uint32_t>(rng.below(rng.chance(1, 2) ? 1 : most));
    counts[level] -= split;
    level += jump;
    counts[level] = split << jump;
    leaves += split * ((1U << jump) - 1);
  }
  Book book = book_of(Dtype::kInt8, counts);
  // Any of them may be the escape's.
  std::swap(book.lengths[kEscapeIndex], book.lengths[rng.below(leaves - 1)]);
  shuffle(book, rng);
  return book.lengths;
}

bool holds_flat(const sim::BookKind& kind, std::uint32_t shortest) {
  return kind.kind != sim::kKindTop || (1U << shortest) - 1 <= kind.top_symbols;
}

Book uniform_book(Dtype dtype, const sim::BookKind& kind) {
  if (kind.kind != sim::kKindTop) return uniform_book(dtype);
  std::uint32_t length = 1;
  while (holds_flat(kind, length + 1)) ++length;
  Book book = book_of(dtype, long_stairs(length, {}));
  book.id = 5;
  book.epoch = 1;
  return book;
}

Book staircase_book(Dtype dtype, std::uint32_t shortest, std::uint32_t longest,
                    const sim::BookKind& kind) {
  assert(holds_flat(kind, shortest));
  if (kind.kind == sim::kKindTop) {
    longest = std::min(longest, shortest + kind.top_symbols - ((1U << shortest) - 1));
  }
  if (kind.kind != sim::kKindQuad) return staircase_book(dtype, shortest, longest);
  const std::uint32_t way = longest - shortest;
  return book_of(dtype, long_stairs(shortest, {way / 3, (way + 1) / 3, (way + 2) / 3}));
}

void even_out(huff::Plan& plan, const Book& book) {
  const std::uint32_t length = huff::min_length(book);
  plan.min_len = static_cast<std::uint8_t>(length - 1);
  if (length == huff::kSymbolBits) return;
  std::replace(plan.choices.begin(), plan.choices.end(), static_cast<const Book*>(nullptr), &book);
}

std::vector<std::uint8_t> coded_values(const Book& book, std::uint64_t count, Rng& rng) {
  std::vector<std::uint32_t> symbols;
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    if (book.lengths[symbol] != 0) symbols.push_back(symbol);
  }
  std::vector<std::uint8_t> values;
  for (std::uint64_t i = 0; i < count; ++i) {
    append_value(values, book.dtype, symbols[rng.below(symbols.size())],
                 static_cast<std::uint32_t>(rng.bits(huff::extra_bits(book.dtype))));
  }
  return values;
}

std::vector<Book> border_books(Dtype dtype, const sim::EncoderConfig& config, Rng& rng) {
  const std::uint32_t low = shortest_code(dtype, config);
  std::vector<Book> books = {book_of(dtype, long_stairs(low, {}))};
  if (config.book_kind == sim::kKindTop) {
    books.push_back(book_of_exactly(dtype, config, config.top_symbols, rng));
    books.push_back(staircase_book(dtype, low, config.max_code_len, config.kind()));
  }
  if (config.book_kind == sim::kKindQuad) {
    const std::uint32_t way = config.max_code_len - low;
    books.push_back(book_of(dtype, long_stairs(low, {1, 1, 1})));
    books.push_back(book_of(dtype, long_stairs(low, {way / 3, (way + 1) / 3, (way + 2) / 3})));
    // Most of them with codewords of the longest length.
    books.push_back(book_of(dtype, long_stairs(low, {std::min(way, 7U)})));
  }
  for (std::size_t i = 0; i < books.size(); ++i) {
    shuffle(books[i], rng);
    books[i].id = static_cast<std::uint8_t>(i);
  }
  return books;
}

std::vector<Book> unfit_books(Dtype dtype, const sim::EncoderConfig& config, Rng& rng) {
  const std::uint32_t low = shortest_code(dtype, config);
  std::vector<Book> books;
  if (config.book_kind == sim::kKindTop) {
    books.push_back(book_of_exactly(dtype, config, config.top_symbols + 1, rng));
    books.push_back(uniform_book(dtype));
  }
  if (config.book_kind == sim::kKindQuad && low <= 4) {
    books.push_back(book_of(dtype, long_stairs(low, {1, 1, 1, 1})));
    shuffle(books.back(), rng);
  }
  return books;
}

}  // namespace tern::tb
