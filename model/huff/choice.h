// SPDX-License-Identifier: Apache-2.0
//
// choice.h: how a chunk names its book, and whether a decoder accepts the name.
//
// The header names the book of the first chunk; the rules are the same for all of them.
//
//   Spec  docs/huffman_format.md#6-chunks
//   Test  model/huff/chunk_test.cc
#pragma once

#include <cstdint>

#include "model/huff/book.h"
#include "model/huff/params.h"

namespace tern::huff {

/// A book by name, or raw.
struct Choice {
  bool raw = false;
  std::uint8_t book_id = 0;
  std::uint8_t epoch = 0;
};

/// The name of a book. nullptr: raw.
[[nodiscard]] Choice choice_of(const Book* book);

/// The kChoiceBits bits of a choice that travels in a chunk.
[[nodiscard]] std::uint32_t pack_choice(const Choice& choice);
[[nodiscard]] Choice unpack_choice(std::uint32_t bits);

/// True if the choice is raw and names a book all the same: check 3 of section 9.
[[nodiscard]] bool is_reserved(const Choice& choice);

/// A choice looked up.
struct Resolved {
  StreamError error = StreamError::kNone;
  const Book* book = nullptr;  ///< nullptr: raw, or an error
};

/// Checks 6 to 8 of section 9.
[[nodiscard]] Resolved resolve(const Choice& choice, Dtype dtype, std::uint32_t min_len,
                               const BookSet& books);

}  // namespace tern::huff
