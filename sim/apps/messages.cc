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

Pieces::Pieces(std::uint64_t size, std::uint64_t message_bytes, Dtype dtype) : size_(size) {
  assert(!check_message_bytes(message_bytes, dtype) && size % element_bytes(dtype) == 0);
  const std::uint64_t width = element_bytes(dtype);
  const std::uint64_t countable =
      std::numeric_limits<std::uint32_t>::max() * std::uint64_t{huff::value_bytes(dtype)};
  longest_ = std::min(message_bytes, countable / width * width);
}

std::vector<Piece> Pieces::next(std::uint64_t batch_bytes, std::size_t batch_pieces) {
  std::vector<Piece> pieces;
  std::uint64_t bytes = 0;
  while (!done_ && (pieces.empty() || pieces.size() < batch_pieces)) {
    const Piece piece{offset_, std::min(longest_, size_ - offset_)};
    if (!pieces.empty() && bytes + piece.size > batch_bytes) break;
    pieces.push_back(piece);
    bytes += piece.size;
    offset_ += piece.size;
    done_ = offset_ == size_;
  }
  return pieces;
}

}  // namespace tern::apps
