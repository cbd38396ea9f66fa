// SPDX-License-Identifier: Apache-2.0
//
// chunk_cursor: which values end where in the coded stream of a message.
//
//   Spec  docs/link.md#codec
//   Test  tb/link/value_path_test.cc
#pragma once

#include <cstdint>

#include "sim/link/message.h"

namespace tern::link {

/// Walks a message from front to back. Within a chunk, values lie evenly in its coded bytes.
class ChunkCursor {
 public:
  explicit ChunkCursor(const Message& message) : message_(&message) {}

  /// Goes on to the coded byte `wire`, not back; gives the bytes of values that end before it.
  std::uint64_t advance(std::uint64_t wire) {
    while (chunk_ < message_->chunks.size()) {
      const Chunk& chunk = message_->chunks[chunk_];
      if (chunk.ready > ready_) ready_ = chunk.ready;
      if (wire < wire_before_ + chunk.wire_bytes) break;
      wire_before_ += chunk.wire_bytes;
      raw_before_ += chunk.raw_bytes;
      ++chunk_;
      if (wire == wire_before_ && (chunk_ == message_->chunks.size() || !is_empty())) break;
    }
    if (wire == wire_before_) return raw_before_;
    const Chunk& chunk = message_->chunks[chunk_];
    return raw_before_ + (wire - wire_before_) * chunk.raw_bytes / chunk.wire_bytes;
  }

  /// Chunks that end at or before the place.
  [[nodiscard]] std::size_t chunks_done() const { return chunk_; }
  /// When all values up to the place are there.
  [[nodiscard]] Picoseconds ready() const { return ready_; }

 private:
  [[nodiscard]] bool is_empty() const { return message_->chunks[chunk_].wire_bytes == 0; }

  const Message* message_;
  std::size_t chunk_ = 0;
  std::uint64_t wire_before_ = 0;
  std::uint64_t raw_before_ = 0;
  Picoseconds ready_ = 0;
};

}  // namespace tern::link
