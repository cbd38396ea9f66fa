// SPDX-License-Identifier: Apache-2.0
//
// random_cases: how the random books, tensors, histograms and damaged messages are made.
//
//   Spec  docs/huffman_format.md
//   Test  tb/python/tern_cross_test.py
#include "tb/python/random_cases.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tern::huff {
namespace {

std::uint64_t load_header(const Bytes& message) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 8; ++i) bits |= std::uint64_t{message[i]} << (8 * i);
  return bits;
}

void store_header(Bytes* message, const Header& header) {
  const std::uint64_t bits = pack_header(header);
  for (std::size_t i = 0; i < 8; ++i) (*message)[i] = static_cast<std::uint8_t>(bits >> (8 * i));
}

/// Replaces the trailer by the one that belongs to the rest.
void seal(Bytes* message, const Geometry& geometry) {
  const std::size_t trailer = geometry.word_bits / 8;
  message->resize(message->size() - trailer);
  const std::uint64_t crc = message_crc(message->data(), message->size(), geometry);
  for (std::size_t i = 0; i < trailer; ++i) {
    message->push_back(static_cast<std::uint8_t>(crc >> (8 * i)));
  }
}

std::uint8_t random_byte(Rng& rng) { return static_cast<std::uint8_t>(rng.bits(8)); }

void flip(Rng& rng, Bytes* message, std::size_t first, std::size_t last) {
  if (first >= last) return;
  const std::size_t at = first + rng.below(last - first);
  (*message)[at] = static_cast<std::uint8_t>((*message)[at] ^ (1U << rng.below(8)));
}

/// The header with one field changed, at random.
Header change_field(Rng& rng, const Header& header) {
  static constexpr std::uint32_t kWidths[] = {
      kHeaderVersionWidth,  kHeaderDtypeWidth,     kHeaderLanesLog2Width,
      kHeaderWordCodeWidth, kHeaderRawWidth,       kHeaderReserved0Width,
      kHeaderBookIdWidth,   kHeaderReserved1Width, kHeaderEpochWidth};
  const std::uint64_t changed = rng.below(std::size(kWidths));
  std::uint32_t lsb = 0;
  for (std::uint64_t field = 0; field < changed; ++field) lsb += kWidths[field];
  const std::uint64_t difference = 1 + rng.below((std::uint64_t{1} << kWidths[changed]) - 1);
  return unpack_header(pack_header(header) ^ (difference << lsb));
}

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

Bytes random_values(Rng& rng, Dtype dtype, const Book* book, std::size_t count) {
  const bool constant = rng.chance(1, 16);
  const bool alien = rng.chance(1, 8);  // data of another distribution: mostly escapes
  const std::uint8_t fixed = random_byte(rng);
  Bytes data;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t symbol = constant ? fixed : random_symbol(rng, alien ? nullptr : book);
    if (value_bytes(dtype) == 1) {
      data.push_back(symbol);
      continue;
    }
    const std::uint64_t rest = rng.bits(8);
    const std::uint64_t value = (rest >> 7 << 15) | (std::uint64_t{symbol} << 7) | (rest & 127U);
    data.push_back(static_cast<std::uint8_t>(value));
    data.push_back(static_cast<std::uint8_t>(value >> 8));
  }
  return data;
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

Bytes damage(Rng& rng, std::uint32_t kind, Bytes message, const Geometry& geometry) {
  const std::size_t word = geometry.word_bits / 8;
  const std::size_t size = message.size();
  Header header = unpack_header(load_header(message));
  switch (kind) {
    case 0:
      flip(rng, &message, 0, size);
      return message;
    case 1:
      flip(rng, &message, size - word, size);
      return message;
    case 2:
      message.resize(rng.below(size));
      return message;
    case 3:
      message.resize(8 + word * rng.below(size / word - 8 / word + 1));
      return message;
    case 4:
      for (std::uint64_t i = 1 + rng.below(17); i > 0; --i) message.push_back(random_byte(rng));
      return message;
    case 5:
      message.resize(size + word * (1 + rng.below(3)));
      break;
    case 6:
      if (size >= 8 + 2 * word) message.resize(size - word);
      break;
    case 7:
      for (std::uint64_t i = 1 + rng.below(3); i > 0; --i) flip(rng, &message, 8, size - word);
      break;
    case 8:
      // One value more or fewer, or any number.
      header.count = rng.chance(1, 4)   ? static_cast<std::uint32_t>(rng.bits(32))
                     : rng.chance(1, 2) ? header.count + 1
                                        : header.count - 1;
      store_header(&message, header);
      break;
    default:
      store_header(&message, change_field(rng, header));
      break;
  }
  seal(&message, geometry);
  return message;
}

}  // namespace tern::huff
