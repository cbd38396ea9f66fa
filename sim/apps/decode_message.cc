// SPDX-License-Identifier: Apache-2.0
//
// decode_message: a decoder with errors for people.
//
// See the header for the contract.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  tb/apps/decode_test.py
#include "sim/apps/decode_message.h"

#include <fmt/format.h>

#include <utility>

#include "model/common/dtype.h"
#include "model/common/input_file.h"

namespace tern::apps {
namespace {

// The book that a book error is about.
std::string describe_book(const huff::Decoded& decoded) {
  return fmt::format("book {}, epoch {}, for {}", decoded.choice.book_id, decoded.choice.epoch,
                     dtype_name(decoded.dtype));
}

}  // namespace

MessageDecoder::MessageDecoder(std::string path, const std::optional<huff::BookSet>& books,
                               const EngineOptions& engine)
    : path_(std::move(path)),
      has_books_(books.has_value()),
      codec_(engine, books.value_or(huff::BookSet{})) {}

Error MessageDecoder::refuse(const std::string& cause) const {
  return file_error(path_, cause + "; fetch or encode it again", ErrorKind::kStream);
}

Result<std::vector<huff::Decoded>> MessageDecoder::decode(
    const std::vector<std::vector<std::uint8_t>>& messages,
    const std::function<std::string(std::size_t)>& name_of) const {
  std::vector<huff::Decoded> decoded = codec_.decode(messages);
  for (std::size_t i = 0; i < decoded.size(); ++i) {
    if (decoded[i].error != huff::StreamError::kNone) return explain(decoded[i], name_of(i));
  }
  return decoded;
}

Error MessageDecoder::explain(const huff::Decoded& decoded, const std::string& what) const {
  const bool book_error = decoded.error == huff::StreamError::kUnknownBook ||
                          decoded.error == huff::StreamError::kEpoch ||
                          decoded.error == huff::StreamError::kMinLen;
  if (book_error) {
    return file_error(path_,
                      fmt::format("{} needs {}; {} ({})", what, describe_book(decoded),
                                  has_books_ ? "the books at hand do not have it; give those that "
                                               "it was encoded with"
                                             : "it brings no books; name the file with --books",
                                  huff::error_name(decoded.error)),
                      ErrorKind::kStream);
  }
  return refuse(fmt::format("{} is damaged ({})", what, huff::error_name(decoded.error)));
}

}  // namespace tern::apps
