// SPDX-License-Identifier: Apache-2.0
//
// random_cases: how the random books, tensors, plans and histograms are made.
//
//   Spec  docs/huffman_format.md
//   Test  tb/python/tern_cross_test.py
#include "tb/python/random_cases.h"

#include <algorithm>
#include <utility>

namespace tern::huff {
namespace {

std::uint8_t random_byte(Rng& rng) { return static_cast<std::uint8_t>(rng.bits(8)); }

/// Symbols in proportion to 2^-length; the share of the escape goes to all symbols alike.
std::uint8_t random_symbol(Rng& rng, const Book* book) {
  while (book != nullptr) {
    const std::uint64_t entry = rng.below(kNumEntries);
    const std::uint32_t length = book->lengths[entry];
    if (length == 0 || rng.bits(length) != 0) continue;
    if (entry == kEscapeIndex) break;
    return static_cast<std::uint8_t>(entry);
  }
  return random_byte(rng);
}

}  // namespace

Book random_book(Rng& rng, Dtype dtype, std::uint8_t id) {
  std::uint64_t coded = 256;
  if (rng.chance(3, 4)) coded = rng.chance(1, 2) ? 1 + rng.below(20) : 1 + rng.below(255);
  const bool escape = coded < 256 || rng.chance(1, 2);
  const std::uint64_t entries = coded + (escape ? 1 : 0);

  Book book;
  book.dtype = dtype;
  book.id = id;
  book.epoch = random_byte(rng);
  book.max_len = static_cast<std::uint8_t>(entries > 256 ? 9 + rng.below(7) : 8 + rng.below(8));

  const bool deep = rng.chance(1, 2);
  std::vector<std::uint8_t> leaves = {1, 1};
  while (leaves.size() < entries) {
    const std::size_t at = deep && rng.chance(7, 8) ? leaves.size() - 1 : rng.below(leaves.size());
    if (leaves[at] == book.max_len) {
      // The deepest leaf cannot be split: one from the front takes its place.
      std::swap(leaves[at], leaves[rng.below(leaves.size())]);
      continue;
    }
    ++leaves[at];
    leaves.push_back(leaves[at]);
  }
  for (std::size_t i = leaves.size(); i > 1; --i) std::swap(leaves[i - 1], leaves[rng.below(i)]);

  // An escape that is the shortest entry sets Lmin, without the 8 bits behind it.
  if (rng.chance(1, 2)) std::swap(*std::min_element(leaves.begin(), leaves.end()), leaves.back());
  if (escape) {
    book.lengths[kEscapeIndex] = leaves.back();
    leaves.pop_back();
  }
  while (!leaves.empty()) {
    std::uint8_t& length = book.lengths[rng.below(kNumSymbols)];
    if (length != 0) continue;
    length = leaves.back();
    leaves.pop_back();
  }
  return book;
}

Book spoil_book(Rng& rng, Book book) {
  const std::uint64_t entry = rng.below(kNumEntries);
  switch (rng.below(6)) {
    case 0:
      book.lengths[entry] = static_cast<std::uint8_t>(rng.below(18));
      break;
    case 1:
      book.max_len = static_cast<std::uint8_t>(6 + rng.below(12));
      break;
    case 2:
      std::swap(book.lengths[entry], book.lengths[rng.below(kNumEntries)]);
      break;
    case 3:
      book.lengths[entry] = static_cast<std::uint8_t>(book.lengths[entry] + 1);
      break;
    case 4:
      book.lengths[kEscapeIndex] = static_cast<std::uint8_t>(rng.below(16));
      break;
    default: {
      // A symbol takes the place of the escape: complete, but the other symbols have no code.
      const auto symbol = std::find(book.lengths.begin(), book.lengths.end() - 1, 0);
      std::swap(*symbol, book.lengths[kEscapeIndex]);
      break;
    }
  }
  return book;
}

Bytes random_values(Rng& rng, Dtype dtype, const Book* book, std::size_t count,
                    std::uint8_t offset) {
  const bool constant = rng.chance(1, 16);
  const bool alien = rng.chance(1, 8);  // data of another distribution: mostly escapes
  const std::uint8_t fixed = random_byte(rng);
  Bytes data;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t symbol = constant ? fixed : random_symbol(rng, alien ? nullptr : book);
    const auto field = static_cast<std::uint8_t>(symbol + offset);
    const std::uint32_t width = extra_bits(dtype);
    std::uint64_t value = field;
    if (width > 0) {
      const std::uint64_t sign = rng.bits(1);
      value = (((sign << 8) | field) << (width - 1)) | rng.bits(width - 1);
    }
    for (std::uint32_t byte = 0; byte < value_bytes(dtype); ++byte) {
      data.push_back(static_cast<std::uint8_t>(value >> (8 * byte)));
    }
  }
  return data;
}

Plan random_plan(Rng& rng, Dtype dtype, const BookSet& books, std::uint32_t chunk_log2,
                 std::uint64_t chunks, bool raw) {
  std::vector<const Book*> known = {nullptr};
  for (const Book& book : books.books()) {
    if (book.dtype == dtype && !raw) known.push_back(&book);
  }
  Plan plan;
  plan.chunk_log2 = chunk_log2;
  plan.offset = rng.chance(1, 4) ? std::uint8_t{0} : random_byte(rng);
  std::uint32_t most = 7;
  for (std::uint64_t i = 0; i < chunks; ++i) {
    // Mostly books: raw is only one of the choices, unless the message is to be raw.
    plan.choices.push_back(known[rng.below(known.size())]);
    if (plan.choices.back() != nullptr) {
      most = std::min(most, min_length(*plan.choices.back()) - 1);
    }
  }
  plan.min_len = static_cast<std::uint8_t>(rng.chance(1, 2) ? most : rng.below(most + 1));
  return plan;
}

Histogram random_histogram(Rng& rng) {
  Histogram counts{};
  const std::uint64_t shape = rng.below(6);
  const std::uint64_t present = 1 + rng.below(kNumSymbols);
  // Nearly equal counts of all symbols, for which the book of 256 symbols is the cheapest.
  if (shape == 3) counts.fill(1 + rng.below(4));
  std::uint64_t last = 0;
  std::uint64_t fibonacci = 1;
  for (std::uint64_t i = 0; i < present; ++i) {
    std::uint64_t& count = counts[rng.below(kNumSymbols)];
    switch (shape) {
      case 0:  // ties
        count = rng.below(4);
        break;
      case 1:  // skewed
        count = rng.bits(static_cast<unsigned>(rng.below(21)));
        break;
      case 2:  // huge
        count = rng.bits(static_cast<unsigned>(rng.below(53)));
        break;
      case 3:  // nearly flat
        count = 1;
        break;
      case 4:  // halves
        count = std::uint64_t{1} << std::min<std::uint64_t>(i, 50);
        break;
      default:  // Fibonacci: the deepest code
        count = fibonacci;
        if (i < 70) fibonacci += std::exchange(last, fibonacci);
        break;
    }
  }
  return counts;
}

}  // namespace tern::huff
