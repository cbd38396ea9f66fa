// SPDX-License-Identifier: Apache-2.0
//
// text: text of messages.
//
//   Spec  docs/cli.md#exit-codes
//   Test  model/common/text_test.cc
#include "model/common/text.h"

#include <fmt/format.h>

#include <cstdint>

namespace tern {
namespace {

bool is_continuation(char c) { return (static_cast<std::uint8_t>(c) & 0xC0) == 0x80; }

// Bytes of the UTF-8 character that `text` begins with; 0 if it begins with none.
std::size_t character_bytes(std::string_view text) {
  const auto first = static_cast<std::uint8_t>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  // Detours, surrogates and numbers above U+10FFFF show in the second byte.
  const auto second = static_cast<std::uint8_t>(text[1]);
  const bool low = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool high = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return low || high ? 0 : size;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  if (cut) {
    // A cut must not leave the head of a UTF-8 sequence behind.
    while (limit > 0 && is_continuation(text[limit])) --limit;
    text = text.substr(0, limit);
  }
  std::string result;
  for (std::size_t i = 0, size = 0; i < text.size(); i += size) {
    const std::size_t character = character_bytes(text.substr(i));
    size = character == 0 ? 1 : character;
    const auto byte = static_cast<std::uint8_t>(text[i + size - 1]);
    if (byte == '\n') {
      result += "\\n";
    } else if (character == 0 || byte < 0x20 || byte == 0x7F) {
      // A terminal without UTF-8 takes some bytes that are no character for controls.
      result += fmt::format("\\x{:02x}", byte);
    } else if (text.substr(i, 1) == "\xC2" && byte < 0xA0) {
      // The second control range, which some terminals obey, as UTF-8.
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += text.substr(i, size);
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
