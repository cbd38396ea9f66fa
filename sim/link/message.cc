// SPDX-License-Identifier: Apache-2.0
//
// message: sizes and bytes of messages.
//
//   Spec  docs/link.md#messages
//   Test  tb/link/value_path_test.cc
#include "sim/link/message.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/rng.h"
#include "sim/link/chunk_cursor.h"

namespace tern::link {

std::uint64_t Message::raw_bytes() const {
  std::uint64_t bytes = 0;
  for (const Chunk& chunk : chunks) bytes += chunk.raw_bytes;
  return bytes;
}

std::uint64_t Message::wire_bytes() const {
  std::uint64_t bytes = 0;
  for (const Chunk& chunk : chunks) bytes += chunk.wire_bytes;
  return bytes;
}

std::optional<std::string> Message::check(const LinkConfig& config,
                                          const CodecTiming& codec) const {
  if (chunks.empty()) return "chunks: a message has at least one";
  for (const Chunk& chunk : chunks) {
    if (chunk.raw_bytes >> 32 != 0 || chunk.wire_bytes >> 32 != 0) {
      return "chunks: one has 4 GiB or more";
    }
    if (chunk.raw_bytes > 0 && chunk.wire_bytes == 0) return "chunks: values without wire_bytes";
    if (chunk.ready < 0) return "chunks: ready is negative";
  }
  if (payload && payload->size() != wire_bytes()) {
    return fmt::format("payload: {} bytes, but the chunks have {} wire_bytes", payload->size(),
                       wire_bytes());
  }
  // A flit needs credits that come back when the one before it has arrived.
  const std::uint64_t held = decode ? codec.held_bytes() : 0;
  ChunkCursor ahead(*this);
  ChunkCursor behind(*this);
  const std::uint64_t total = wire_bytes();
  std::uint64_t drained = 0;
  for (std::uint64_t begin = 0, end = 0; begin < total; begin = end) {
    end = std::min<std::uint64_t>(begin + config.payload_bytes(), total);
    const std::uint64_t values = ahead.advance(end);
    if (begin > held) drained = behind.advance(begin - held);
    const std::uint64_t needed = decode ? values - drained : end - begin;
    if (needed > config.credit_bytes) {
      return fmt::format(
          "credit_bytes: {} are too few for a flit, which needs {} decompressed bytes",
          config.credit_bytes, needed);
    }
  }
  return std::nullopt;
}

void Message::read(std::uint64_t begin, std::size_t size, std::uint8_t* data) const {
  if (payload) {
    std::copy_n(payload->data() + begin, size, data);
    return;
  }
  for (std::size_t i = 0; i < size; ++i) {
    data[i] = static_cast<std::uint8_t>(SplitMix64(id ^ (begin + i)).next());
  }
}

}  // namespace tern::link
