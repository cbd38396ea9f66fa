// SPDX-License-Identifier: Apache-2.0
//
// messages: cuts the values of a tensor into the messages that carry them.
//
//   Spec  docs/cli.md#messages
//   Test  tb/apps/messages_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/dtype.h"
#include "model/common/result.h"

namespace tern::apps {

/// A range of a tensor's bytes.
struct Piece {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Nothing if `message_bytes` can hold a whole number of elements of `dtype`, at least one.
[[nodiscard]] std::optional<Error> check_message_bytes(std::uint64_t message_bytes, Dtype dtype);

/// Cuts `size` bytes into pieces of `message_bytes`, the last one shorter, none with more values
/// than a message can count. A tensor without values becomes one empty piece.
/// Precondition: check_message_bytes() finds nothing; `size` is a whole number of elements.
[[nodiscard]] std::vector<Piece> cut(std::uint64_t size, std::uint64_t message_bytes, Dtype dtype);

/// Groups consecutive pieces, at least one each, into batches of about `batch_bytes` and at most
/// `batch_pieces`.
[[nodiscard]] std::vector<std::vector<Piece>> batches(const std::vector<Piece>& pieces,
                                                      std::uint64_t batch_bytes,
                                                      std::size_t batch_pieces);

}  // namespace tern::apps
