// SPDX-License-Identifier: Apache-2.0
//
// book_file.h: codebooks as JSON.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/huff/book_file_test.cc
#pragma once

#include <string>

#include "model/common/result.h"
#include "model/huff/book.h"

namespace tern::huff {

/// Parses the text of a book file. `name` is used in messages. Every book is checked (section 4);
/// unknown keys, wrong types, wrong versions, duplicates and numbers out of range are refused.
[[nodiscard]] Result<BookSet> parse_books(const std::string& text, const std::string& name);

/// Text of a book file, the same for the same books. `trained_on` goes in as a remark.
[[nodiscard]] std::string format_books(const BookSet& books, const std::string& trained_on);

}  // namespace tern::huff
