// SPDX-License-Identifier: Apache-2.0
//
// message_tools.h: damages a message on purpose.
//
// A decoder is only tested behind the check if the check still holds.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/huff/deframe_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/common/bits.h"
#include "model/huff/frame.h"
#include "model/huff/stream.h"

namespace tern::huff {

using Message = std::vector<std::uint8_t>;

/// The message with another header.
[[nodiscard]] inline Message with_header(Message message, const Header& header) {
  Message bytes;
  append_header(bytes, header);
  // Without what fills a wide word: the message keeps its words, whatever the new header says.
  std::copy_n(bytes.begin(), kHeaderBits / 8, message.begin());
  return message;
}

/// The header of a message of at least 12 bytes.
[[nodiscard]] inline Header header_of(const Message& message) {
  return unpack_header(load_header(message.data()));
}

/// The message with a trailer that fits what is in front of it.
[[nodiscard]] inline Message with_right_check(Message message, const Geometry& geometry) {
  message.resize(message.size() - geometry.word_bits / 8);
  append_trailer(message, geometry);
  return message;
}

/// The message with `words` payload words less, and a trailer that fits.
[[nodiscard]] inline Message with_fewer_words(Message message, std::size_t words,
                                              const Geometry& geometry) {
  message.resize(message.size() - words * geometry.word_bits / 8);
  return with_right_check(std::move(message), geometry);
}

/// The message with `words` payload words more, and a trailer that fits.
[[nodiscard]] inline Message with_more_words(Message message, std::size_t words,
                                             const Geometry& geometry) {
  message.resize(message.size() + words * geometry.word_bits / 8);
  return with_right_check(std::move(message), geometry);
}

}  // namespace tern::huff
