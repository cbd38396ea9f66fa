// SPDX-License-Identifier: Apache-2.0
//
// decode_message: a decoder with errors for people.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  tb/apps/decode_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/stream.h"
#include "sim/apps/message_codec.h"

namespace tern::apps {

/// Decodes the messages of one file.
class MessageDecoder {
 public:
  /// `books` empty: none were given, so that only raw messages can be decoded.
  MessageDecoder(std::string path, const std::optional<huff::BookSet>& books,
                 const EngineOptions& engine);

  /// Messages, or the error of the first one that is damaged. `name_of` names it there.
  [[nodiscard]] Result<std::vector<huff::Decoded>> decode(
      const std::vector<std::vector<std::uint8_t>>& messages,
      const std::function<std::string(std::size_t)>& name_of) const;

  /// Who decodes.
  [[nodiscard]] const MessageCodec& codec() const { return codec_; }

  /// The error of a file that is not what it should be.
  [[nodiscard]] Error refuse(const std::string& cause) const;

 private:
  [[nodiscard]] Error explain(const huff::Decoded& decoded, const std::string& what) const;

  std::string path_;
  bool has_books_;
  MessageCodec codec_;
};

}  // namespace tern::apps
