// SPDX-License-Identifier: Apache-2.0
//
// image.h: books as kernels read them, one block of words without pointers.
//
// It is made once for a set of books and copied to the device as it is. It also brings what the
// check of a message looks up.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/cuda/parts_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/cuda/kernel.h"
#include "model/huff/book.h"
#include "model/huff/params.h"

namespace tern::cuda {

/// One book, or raw. Places are words from the front of the image.
struct BookEntry {
  std::uint8_t dtype;
  std::uint8_t id;
  std::uint8_t epoch;
  std::uint8_t min_len;       ///< shortest codeword, less 1
  std::uint32_t tokens_at;    ///< kNumSymbols words
  std::uint32_t decode_at;    ///< two entries a word
  std::uint32_t decode_mask;  ///< of the bits that find an entry
};

/// No book has this slot.
inline constexpr std::uint32_t kNoSlot = 0xFFFFFFFF;

/// A token without extra bits and choice bit: bits, and above them their number.
inline constexpr std::uint32_t kTokenBits = 27;
inline constexpr std::uint32_t kTokenMask = (1U << kTokenBits) - 1;

/// An entry of the look-up: bits of the codeword and of an escaped symbol, symbol, escape.
inline constexpr std::uint32_t kEntryLenMask = 31;
inline constexpr std::uint32_t kEntrySymbolShift = 5;
inline constexpr std::uint32_t kEntryEscape = 1U << 13;

/// Powers of two of words by which ImageHead::advance goes on.
inline constexpr std::uint32_t kAdvances = 9;

/// The front of an image; the entries of books and raw follow, then their tables.
struct ImageHead {
  /// Sum (exclusive or) of advance[k][byte][value] over the bytes of a check: the check after
  /// 2^k words of 32 bits, all 0.
  std::uint32_t advance[kAdvances][4][256];
  /// By dtype and, in the lower 4 bits, id: the first of its entries, which end where those of the
  /// next begin.
  std::uint32_t begin[16 * huff::kNumBooks + 1];
  std::uint32_t books;  ///< the entry behind the last is raw
};
static_assert(sizeof(ImageHead) % 4 == 0 && sizeof(BookEntry) == 16);

class BookImage {
 public:
  explicit BookImage(const huff::BookSet& books);

  [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }
  [[nodiscard]] std::size_t bytes() const { return words_.size() * 4; }

  /// How an EncodeJob names a choice: a book of the set or a copy of it, or nullptr, raw.
  [[nodiscard]] std::uint16_t slot(const huff::Book* book) const;

 private:
  std::vector<std::uint32_t> words_;
};

/// What a kernel sees of an image.
class Books {
 public:
  TERN_DEVICE explicit Books(const std::uint32_t* image) : image_(image) {}

  [[nodiscard]] TERN_DEVICE const ImageHead& head() const {
    return *reinterpret_cast<const ImageHead*>(image_);
  }
  [[nodiscard]] TERN_DEVICE std::uint32_t raw() const { return head().books; }
  [[nodiscard]] TERN_DEVICE const BookEntry& entry(std::uint32_t slot) const {
    return reinterpret_cast<const BookEntry*>(image_ + sizeof(ImageHead) / 4)[slot];
  }
  [[nodiscard]] TERN_DEVICE const std::uint32_t* tokens(const BookEntry& entry) const {
    return image_ + entry.tokens_at;
  }
  /// Entries of 2 bytes, to be read with load().
  [[nodiscard]] TERN_DEVICE const std::uint8_t* decode(const BookEntry& entry) const {
    return reinterpret_cast<const std::uint8_t*>(image_ + entry.decode_at);
  }

 private:
  const std::uint32_t* image_;
};

/// The look-up of one book in memory that the threads of a block share, or nothing.
struct NearTable {
  std::uint32_t slot;
  const std::uint8_t* entries;  ///< of 2 bytes
};

/// The tokens of one book in memory that the threads of a block share, or nothing.
struct NearTokens {
  std::uint32_t slot;
  const std::uint32_t* tokens;
};

/// A choice as kChoiceBits bits, looked up: checks 3 and 6 to 8 of section 9.
struct Chosen {
  huff::StreamError error;
  std::uint32_t slot;
};

[[nodiscard]] TERN_DEVICE std::uint32_t pack_choice(std::uint32_t raw, std::uint32_t id,
                                                    std::uint32_t epoch) {
  return raw << huff::kChoiceRawLsb | id << huff::kChoiceBookIdLsb | epoch << huff::kChoiceEpochLsb;
}

[[nodiscard]] TERN_DEVICE std::uint32_t choice_of(const Books& books, std::uint32_t slot) {
  if (slot == books.raw()) return pack_choice(1, 0, 0);
  return pack_choice(0, books.entry(slot).id, books.entry(slot).epoch);
}

[[nodiscard]] TERN_DEVICE bool is_reserved(std::uint32_t choice) {
  return (choice >> huff::kChoiceRawLsb & 1) != 0 && choice != 1U << huff::kChoiceRawLsb;
}

[[nodiscard]] TERN_DEVICE Chosen resolve(const Books& books, std::uint32_t choice,
                                         std::uint32_t dtype, std::uint32_t min_len) {
  using huff::StreamError;
  if (is_reserved(choice)) return {StreamError::kReserved, 0};
  if ((choice >> huff::kChoiceRawLsb & 1) != 0) return {StreamError::kNone, books.raw()};
  const std::uint32_t id = choice >> huff::kChoiceBookIdLsb & (huff::kNumBooks - 1);
  const std::uint32_t epoch = choice >> huff::kChoiceEpochLsb & 255;
  const std::uint32_t end = books.head().begin[dtype * huff::kNumBooks + id + 1];
  std::uint32_t slot = books.head().begin[dtype * huff::kNumBooks + id];
  if (slot == end) return {StreamError::kUnknownBook, 0};
  while (slot < end && books.entry(slot).epoch != epoch) ++slot;
  if (slot == end) return {StreamError::kEpoch, 0};
  if (books.entry(slot).min_len < min_len) return {StreamError::kMinLen, 0};
  return {StreamError::kNone, slot};
}

}  // namespace tern::cuda
