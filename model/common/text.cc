// SPDX-License-Identifier: Apache-2.0
//
// Text of messages.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/text_test.cc
#include "model/common/text.h"

#include <fmt/format.h>

#include <cstdint>

namespace tern {
namespace {

bool is_continuation(char c) { return (static_cast<std::uint8_t>(c) & 0xC0) == 0x80; }

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  if (cut) {
    // A cut must not leave the head of a UTF-8 sequence behind.
    while (limit > 0 && is_continuation(text[limit])) --limit;
    text = text.substr(0, limit);
  }
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    const auto next = static_cast<std::uint8_t>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte == '\n') {
      result += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {
      // The second control range, which some terminals obey, as UTF-8.
      result += fmt::format("\\x{:02x}", next);
      ++i;
    } else {
      result += text[i];
    }
  }
  if (cut) result += "...";
  return result;
}

std::string in_quotes(std::string_view text) { return "'" + printable(text) + "'"; }

std::string one_of(const std::vector<std::string>& choices) {
  std::string result;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) result += i + 1 == choices.size() ? " or " : ", ";
    result += choices[i];
  }
  return result;
}

}  // namespace tern
