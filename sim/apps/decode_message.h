// SPDX-License-Identifier: Apache-2.0
//
// decode_message: the golden decoder, with errors for people.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  tb/apps/decode_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/stream.h"

namespace tern::apps {

/// Decodes the messages of one file.
class MessageDecoder {
 public:
  /// `books` empty: none were given, so that only raw messages can be decoded.
  MessageDecoder(std::string path, std::optional<huff::BookSet> books);

  /// One message. `what` names it in the error.
  [[nodiscard]] Result<huff::Decoded> decode(const std::vector<std::uint8_t>& message,
                                             const std::string& what) const;

  /// The error of a file that is not what it should be.
  [[nodiscard]] Error refuse(const std::string& cause) const;

 private:
  std::string path_;
  bool has_books_;
  huff::BookSet books_;
};

}  // namespace tern::apps
