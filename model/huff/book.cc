// SPDX-License-Identifier: Apache-2.0
//
// book.cc: the rules that make a set of lengths a codebook.
//
// A book is checked once, when it is made or loaded; whoever codes with it relies on that.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/huff/book_test.cc
#include "model/huff/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "model/common/dtype.h"

namespace tern::huff {
namespace {

// Kraft sums are counted in units of the longest codeword, so that they are whole numbers.
constexpr std::uint32_t kKraftOne = 1U << kMaxCodeLen;

std::uint32_t kraft_sum(const Lengths& lengths) {
  std::uint32_t sum = 0;
  for (const std::uint8_t length : lengths) {
    if (length > 0) sum += kKraftOne >> length;
  }
  return sum;
}

bool has_legal_limit(const Book& book) {
  return book.max_len >= kMinMaxCodeLen && book.max_len <= kMaxCodeLen;
}

// The first symbol without a length, or kNumSymbols.
std::uint32_t first_without_length(const Lengths& lengths) {
  std::uint32_t symbol = 0;
  while (symbol < kNumSymbols && lengths[symbol] > 0) ++symbol;
  return symbol;
}

std::string entry_name(std::size_t index) {
  return index == kEscapeIndex ? "the escape" : fmt::format("symbol {}", index);
}

}  // namespace

BookError check(const Book& book) {
  if (!has_legal_limit(book)) return BookError::kTooLong;
  for (const std::uint8_t length : book.lengths) {
    if (length > book.max_len) return BookError::kTooLong;
  }
  const std::uint32_t sum = kraft_sum(book.lengths);
  if (sum > kKraftOne) return BookError::kOversubscribed;
  if (sum < kKraftOne) return BookError::kIncomplete;
  if (book.lengths[kEscapeIndex] == 0 && first_without_length(book.lengths) < kNumSymbols) {
    return BookError::kUncodable;
  }
  return BookError::kNone;
}

std::string describe(BookError error, const Book& book) {
  switch (error) {
    case BookError::kNone:
      break;
    case BookError::kTooLong: {
      if (!has_legal_limit(book)) {
        return fmt::format("max_len is {}, not {} to {}", book.max_len, kMinMaxCodeLen,
                           kMaxCodeLen);
      }
      std::size_t index = 0;
      while (index + 1 < kNumEntries && book.lengths[index] <= book.max_len) ++index;
      return fmt::format("{} has length {}, above max_len {}", entry_name(index),
                         book.lengths[index], book.max_len);
    }
    case BookError::kOversubscribed:
      return fmt::format("the lengths are oversubscribed: Kraft sum {}/{}, above 1",
                         kraft_sum(book.lengths), kKraftOne);
    case BookError::kIncomplete:
      return fmt::format("the code is incomplete: Kraft sum {}/{}, below 1",
                         kraft_sum(book.lengths), kKraftOne);
    case BookError::kUncodable:
      return fmt::format("{} has no codeword and there is no escape",
                         entry_name(first_without_length(book.lengths)));
  }
  return "the book is valid";
}

std::uint32_t min_length(const Book& book) {
  assert(check(book) == BookError::kNone);
  std::uint32_t shortest = kMaxCodeLen;
  for (const std::uint8_t length : book.lengths) {
    if (length > 0) shortest = std::min<std::uint32_t>(shortest, length);
  }
  return shortest;
}

std::optional<Error> BookSet::add(const Book& book) {
  if (static_cast<std::size_t>(book.dtype) >= kDtypeNames.size()) {
    return Error{
        ErrorKind::kBook,
        fmt::format("book {} has the unknown dtype code {}; use a code of section 3 of the "
                    "format",
                    book.id, static_cast<unsigned>(book.dtype))};
  }
  const std::string who = fmt::format("book {} of dtype {}", book.id, dtype_name(book.dtype));
  if (book.id >= kNumBooks) {
    return Error{ErrorKind::kBook,
                 fmt::format("{}: a header cannot name this id; use 0 to {}", who, kNumBooks - 1)};
  }
  const BookError error = check(book);
  if (error != BookError::kNone) {
    return Error{ErrorKind::kBook,
                 fmt::format("{}: {}; train the book again", who, describe(error, book))};
  }
  if (find(book.dtype, book.id, book.epoch) != nullptr) {
    return Error{
        ErrorKind::kBook,
        fmt::format("{} is there twice with epoch {}; give one of them another id or epoch", who,
                    book.epoch)};
  }
  books_.push_back(book);
  return std::nullopt;
}

const Book* BookSet::find(Dtype dtype, std::uint8_t id) const {
  const Book* last = nullptr;
  for (const Book& book : books_) {
    if (book.dtype == dtype && book.id == id) last = &book;
  }
  return last;
}

const Book* BookSet::find(Dtype dtype, std::uint8_t id, std::uint8_t epoch) const {
  for (const Book& book : books_) {
    if (book.dtype == dtype && book.id == id && book.epoch == epoch) return &book;
  }
  return nullptr;
}

const Book* BookSet::first(Dtype dtype) const {
  const std::vector<const Book*> all = current(dtype);
  return all.empty() ? nullptr : all.front();
}

std::vector<const Book*> BookSet::current(Dtype dtype) const {
  std::vector<const Book*> all;
  for (std::uint32_t id = 0; id < kNumBooks; ++id) {
    if (const Book* const book = find(dtype, static_cast<std::uint8_t>(id))) all.push_back(book);
  }
  return all;
}

}  // namespace tern::huff
