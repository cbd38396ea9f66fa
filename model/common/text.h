// SPDX-License-Identifier: Apache-2.0
//
// text: keeps a message on one line, whatever a file put into a name.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/text_test.cc
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tern {

/// `text` with control characters, and bytes that are not UTF-8, as escapes, so that it can neither
/// break a line nor steer a terminal. What is longer than `limit` bytes is cut and ends in "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 200);

/// printable(text) in single quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// "a", "a or b", "a, b or c".
[[nodiscard]] std::string one_of(const std::vector<std::string>& choices);

}  // namespace tern
