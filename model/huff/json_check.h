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

/// What is wrong with the text, in one line: bad syntax (with its byte), bad UTF-8, a zero byte, a
/// key given twice, or deeper nesting, more keys in an object, or more lists and objects than any
/// file of ours has. Nothing if it can be parsed, in time and memory that grow with the text only.
[[nodiscard]] std::optional<std::string> find_json_fault(const std::string& text);

}  // namespace tern::huff
