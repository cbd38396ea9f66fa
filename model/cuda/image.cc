// SPDX-License-Identifier: Apache-2.0
//
// image.cc: makes the image of a set of books.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/cuda/parts_test.cc
#include "model/cuda/image.h"

#include <algorithm>
#include <cassert>

#include "model/huff/canonical.h"
#include "model/huff/code.h"

namespace tern::cuda {
namespace {

using huff::kEscapeIndex;
using huff::kNumEntries;
using huff::kNumSymbols;
using huff::kSymbolBits;

std::uint32_t key_of(const huff::Book& book) {
  return (static_cast<std::uint32_t>(book.dtype) * huff::kNumBooks + book.id) << 8 | book.epoch;
}

// What 32 bits of 0 make of a check, and so on.
void fill_advance(ImageHead& head) {
  for (std::uint32_t k = 0; k < kAdvances; ++k) {
    for (std::uint32_t byte = 0; byte < 4; ++byte) {
      for (std::uint32_t value = 0; value < 256; ++value) {
        std::uint32_t check = value << (8 * byte);
        if (k == 0) {
          for (int bit = 0; bit < 32; ++bit) {
            check = check >> 1 ^ ((check & 1) != 0 ? huff::kCrcPoly : 0);
          }
        } else {
          for (int half = 0; half < 2; ++half) {
            const auto& table = head.advance[k - 1];
            check = table[0][check & 255] ^ table[1][check >> 8 & 255] ^
                    table[2][check >> 16 & 255] ^ table[3][check >> 24];
          }
        }
        head.advance[k][byte][value] = check;
      }
    }
  }
}

// The tables of a book behind the others; nullptr: raw.
BookEntry append_tables(std::vector<std::uint32_t>& words, const huff::Book* book) {
  BookEntry entry{};
  const huff::CodeTable codes = book == nullptr ? huff::CodeTable{} : huff::assign_codes(*book);
  const huff::Code escape = codes[kEscapeIndex];
  entry.min_len = huff::min_len_of(book);
  if (book != nullptr) {
    entry.dtype = static_cast<std::uint8_t>(book->dtype);
    entry.id = book->id;
    entry.epoch = book->epoch;
  }
  entry.tokens_at = static_cast<std::uint32_t>(words.size());
  std::uint32_t longest = 1;  // two entries fill a word
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    const huff::Code own = codes[symbol];
    // Raw is the escape with a codeword of no bits.
    const std::uint32_t len = own.len != 0 ? own.len : escape.len + kSymbolBits;
    const std::uint32_t bits = own.len != 0 ? own.bits : escape.bits | symbol << escape.len;
    words.push_back(len << kTokenBits | bits);
    longest = std::max<std::uint32_t>(longest, own.len);
  }
  longest = std::max<std::uint32_t>(longest, escape.len);
  entry.decode_at = static_cast<std::uint32_t>(words.size());
  entry.decode_mask = (1U << longest) - 1;
  std::vector<std::uint16_t> entries(std::size_t{1} << longest,
                                     static_cast<std::uint16_t>(kEntryEscape | kSymbolBits));
  for (std::uint32_t index = 0; index < kNumEntries; ++index) {
    const huff::Code code = codes[index];
    if (code.len == 0) continue;
    const std::uint32_t coded = index == kEscapeIndex ? kEntryEscape | (code.len + kSymbolBits)
                                                      : index << kEntrySymbolShift | code.len;
    for (std::size_t at = code.bits; at < entries.size(); at += std::size_t{1} << code.len) {
      entries[at] = static_cast<std::uint16_t>(coded);
    }
  }
  for (std::size_t at = 0; at < entries.size(); at += 2) {
    words.push_back(entries[at] | std::uint32_t{entries[at + 1]} << 16);
  }
  return entry;
}

}  // namespace

BookImage::BookImage(const huff::BookSet& books) {
  std::vector<const huff::Book*> sorted;
  for (const huff::Book& book : books.books()) sorted.push_back(&book);
  std::sort(sorted.begin(), sorted.end(), [](const huff::Book* a, const huff::Book* b) {
    return key_of(*a) < key_of(*b);  // all different
  });
  sorted.push_back(nullptr);

  std::vector<ImageHead> head(1);
  fill_advance(head[0]);
  head[0].books = static_cast<std::uint32_t>(sorted.size() - 1);
  for (std::uint32_t i = 0; i < std::size(head[0].begin); ++i) {
    const auto first = std::find_if(sorted.begin(), sorted.end(), [i](const huff::Book* book) {
      return book == nullptr || key_of(*book) >> 8 >= i;
    });
    head[0].begin[i] = static_cast<std::uint32_t>(first - sorted.begin());
  }

  const std::size_t entries_at = sizeof(ImageHead) / 4;
  words_.resize(entries_at + sorted.size() * sizeof(BookEntry) / 4);
  std::memcpy(words_.data(), head.data(), sizeof(ImageHead));
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const BookEntry entry = append_tables(words_, sorted[i]);
    std::memcpy(&words_[entries_at + i * sizeof entry / 4], &entry, sizeof entry);
  }
}

std::uint16_t BookImage::slot(const huff::Book* book) const {
  const Books books(words_.data());
  if (book == nullptr) return static_cast<std::uint16_t>(books.raw());
  const Chosen found = resolve(books, pack_choice(0, book->id, book->epoch),
                               static_cast<std::uint32_t>(book->dtype), 0);
  assert(found.error == huff::StreamError::kNone);
  return static_cast<std::uint16_t>(found.slot);
}

}  // namespace tern::cuda
