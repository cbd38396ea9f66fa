// SPDX-License-Identifier: Apache-2.0
//
// json_check.h: faults of a JSON text that a parser would forgive or report at length.
//
// A key given twice is legal JSON whose meaning is open; a book file must have one meaning.
//
//   Spec  RFC 8259
//   Test  model/huff/book_file_test.cc
#pragma once

#include <optional>
#include <string>

namespace tern::huff {

/// What is wrong with the text, in one line: bad syntax (with its byte), bad UTF-8, a key given
/// twice, or nesting deeper than any file of ours. Nothing if it can be parsed.
[[nodiscard]] std::optional<std::string> find_json_fault(const std::string& text);

}  // namespace tern::huff
