// SPDX-License-Identifier: Apache-2.0
//
// messages: cuts the values of a tensor into the messages that carry them.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#messages
//   Test  tb/apps/messages_test.cc
#include "sim/apps/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>

#include "model/huff/book.h"

namespace tern::apps {

std::optional<Error> check_message_bytes(std::uint64_t message_bytes, Dtype dtype) {
  const std::uint32_t width = element_bytes(dtype);
  if (message_bytes > 0 && message_bytes % width == 0) return {};
  if (message_bytes == 0) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--message-bytes: 0 bytes hold no {} element; use a multiple of {}, at "
                    "least {}",
                    dtype_name(dtype), width, width)};
  }
  return Error{ErrorKind::kUsage,
               fmt::format("--message-bytes: {} bytes are no whole number of {} elements; use a "
                           "multiple of {}",
                           message_bytes, dtype_name(dtype), width)};
}

std::vector<Piece> cut(std::uint64_t size, std::uint64_t message_bytes, Dtype dtype) {
  assert(!check_message_bytes(message_bytes, dtype) && size % element_bytes(dtype) == 0);
  const std::uint64_t width = element_bytes(dtype);
  const std::uint64_t countable =
      std::numeric_limits<std::uint32_t>::max() * std::uint64_t{huff::value_bytes(dtype)};
  const std::uint64_t longest = std::min(message_bytes, countable / width * width);
  std::vector<Piece> pieces;
  for (std::uint64_t offset = 0; offset < size; offset += longest) {
    pieces.push_back({offset, std::min(longest, size - offset)});
  }
  if (pieces.empty()) pieces.push_back({});
  return pieces;
}

std::vector<std::vector<Piece>> batches(const std::vector<Piece>& pieces, std::uint64_t batch_bytes,
                                        std::size_t batch_pieces) {
  std::vector<std::vector<Piece>> result;
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces) {
    const bool full =
        result.empty() || bytes + piece.size > batch_bytes || result.back().size() >= batch_pieces;
    if (full) {
      result.emplace_back();
      bytes = 0;
    }
    result.back().push_back(piece);
    bytes += piece.size;
  }
  return result;
}

}  // namespace tern::apps
