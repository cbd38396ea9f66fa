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
/// than a message can count. A tensor without values becomes one empty piece. The pieces come in
/// batches, because all of them may take more memory than the tensor.
/// Precondition: check_message_bytes() finds nothing; `size` is a whole number of elements.
class Pieces {
 public:
  Pieces(std::uint64_t size, std::uint64_t message_bytes, Dtype dtype);

  /// The next ones, at least one, together about `batch_bytes` and at most `batch_pieces`. Nothing:
  /// all are cut.
  [[nodiscard]] std::vector<Piece> next(std::uint64_t batch_bytes, std::size_t batch_pieces);

 private:
  std::uint64_t size_;
  std::uint64_t longest_;
  std::uint64_t offset_ = 0;
  bool done_ = false;
};

}  // namespace tern::apps
