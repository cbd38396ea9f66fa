// SPDX-License-Identifier: Apache-2.0
//
// book.h: a codebook, the code lengths, and what a message needs to name it.
//
// Everything else (codewords, tables) follows from the lengths.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/huff/book_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/params.h"

namespace tern::huff {

/// Number of entries a book can have: 256 symbols and the escape.
inline constexpr std::uint32_t kNumEntries = kNumSymbols + 1;

/// Code lengths by symbol, and that of the escape at `kEscapeIndex`. Zero: no codeword.
using Lengths = std::array<std::uint8_t, kNumEntries>;

/// Why a set of lengths is not a book, in the order in which it is checked.
enum class BookError : std::uint8_t {
  kNone,
  kTooLong,         ///< some length exceeds `max_len`, or `max_len` is not 8 to 15
  kOversubscribed,  ///< Kraft sum above one: two entries would share a codeword
  kIncomplete,      ///< Kraft sum below one: some bit patterns would have no meaning
  kUncodable,       ///< a symbol has no length and there is no escape
};

/// A codebook as section 4 defines it.
struct Book {
  Dtype dtype = Dtype::kBf16;
  std::uint8_t id = 0;     ///< 0 to kNumBooks - 1
  std::uint8_t epoch = 0;  ///< 0 to 255
  std::uint8_t max_len = kMaxCodeLen;
  Lengths lengths{};
};

/// Checks the lengths against section 4. Never throws.
[[nodiscard]] BookError check(const Book& book);

/// One line for a person: the reason, with the entry or the Kraft sum that shows it.
[[nodiscard]] std::string describe(BookError error, const Book& book);

/// Shortest code length of the book. Precondition: check(book) is kNone.
[[nodiscard]] std::uint32_t min_length(const Book& book);

/// Extra bits that a value of this dtype carries: 8 for bf16 and fp16, 24 for fp32, else 0.
[[nodiscard]] constexpr std::uint32_t extra_bits(Dtype dtype) {
  if (dtype == Dtype::kBf16 || dtype == Dtype::kFp16) return kSplitExtraBits;
  return dtype == Dtype::kFp32 ? kWideExtraBits : 0;
}

/// Bytes of one coded value: 2 for bf16 and fp16, 4 for fp32, else 1 (bf16-bytes: 1).
[[nodiscard]] constexpr std::uint32_t value_bytes(Dtype dtype) {
  return (kSymbolBits + extra_bits(dtype)) / 8;
}

/// Books that both ends hold, at most one for each (dtype, id, epoch). Of several epochs of a book
/// the one that was added last is current.
class BookSet {
 public:
  /// Adds a book. Refuses an invalid one and a second one with the same dtype, id and epoch.
  [[nodiscard]] std::optional<Error> add(const Book& book);

  /// The current book with this dtype and id, or nullptr.
  [[nodiscard]] const Book* find(Dtype dtype, std::uint8_t id) const;

  /// The book with this dtype, id and epoch, or nullptr.
  [[nodiscard]] const Book* find(Dtype dtype, std::uint8_t id, std::uint8_t epoch) const;

  /// The current book with this dtype and the smallest id, or nullptr.
  [[nodiscard]] const Book* first(Dtype dtype) const;

  /// The current books of this dtype, ids ascending.
  [[nodiscard]] std::vector<const Book*> current(Dtype dtype) const;

  [[nodiscard]] const std::vector<Book>& books() const { return books_; }

 private:
  std::vector<Book> books_;
};

}  // namespace tern::huff
