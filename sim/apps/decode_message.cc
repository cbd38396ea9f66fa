// SPDX-License-Identifier: Apache-2.0
//
// decode_message: the golden decoder, with errors for people.
//
// See the header for the contract.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  tb/apps/decode_test.py
#include "sim/apps/decode_message.h"

#include <fmt/format.h>

#include <utility>

#include "model/common/bits.h"
#include "model/common/dtype.h"
#include "model/common/input_file.h"

namespace tern::apps {
namespace {

huff::Header header_of(const std::vector<std::uint8_t>& message) {
  return huff::unpack_header(load_word(message.data(), 64));
}

// What a book error says about the header, which is complete whenever the decoder reports one.
std::string describe_book(const std::vector<std::uint8_t>& message) {
  const huff::Header header = header_of(message);
  return fmt::format("book {}, epoch {}, for {}", header.book_id, header.epoch,
                     dtype_name(static_cast<Dtype>(header.dtype)));
}

}  // namespace

MessageDecoder::MessageDecoder(std::string path, std::optional<huff::BookSet> books)
    : path_(std::move(path)),
      has_books_(books.has_value()),
      books_(books ? std::move(*books) : huff::BookSet{}) {}

Error MessageDecoder::refuse(const std::string& cause) const {
  return file_error(path_, cause + ". Fetch or encode it again", ErrorKind::kStream);
}

Result<huff::Decoded> MessageDecoder::decode(const std::vector<std::uint8_t>& message,
                                             const std::string& what) const {
  huff::Decoded decoded = huff::decode(message.data(), message.size(), books_);
  if (decoded.error == huff::StreamError::kNone) return decoded;
  const bool book_error = decoded.error == huff::StreamError::kUnknownBook ||
                          decoded.error == huff::StreamError::kEpoch;
  if (book_error) {
    return file_error(path_,
                      fmt::format("{} needs {}; {} ({})", what, describe_book(message),
                                  has_books_ ? "the books at hand do not have it. Give those that "
                                               "it was encoded with"
                                             : "it brings no books. Name the file with --books",
                                  huff::error_name(decoded.error)),
                      ErrorKind::kStream);
  }
  return refuse(fmt::format("{} is damaged ({})", what, huff::error_name(decoded.error)));
}

}  // namespace tern::apps
