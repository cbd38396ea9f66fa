// SPDX-License-Identifier: Apache-2.0
//
// batch: pieces of a tensor that engines work on, and the messages that carry them.
//
//   Spec  docs/cli.md#messages
//   Test  tb/apps/compare_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/common/dtype.h"
#include "model/huff/stream.h"
#include "sim/apps/coding.h"
#include "sim/apps/messages.h"

namespace tern::apps {

/// Values to encode: pieces of a tensor, each to be one message.
struct Batch {
  Dtype dtype = Dtype::kBf16;
  const std::uint8_t* values = nullptr;
  std::vector<Piece> pieces;
  const Coding* coding = nullptr;  ///< what `plans` follow from
  std::vector<huff::Plan> plans;   ///< one for each piece
};

/// What engines work on at a time: so large a tensor needs no second copy of itself in memory.
inline constexpr std::uint64_t kBatchBytes = std::uint64_t{16} << 20;
inline constexpr std::size_t kBatchPieces = 16384;

/// The batch of these pieces, with their plans. `coding` must stay where it is.
[[nodiscard]] inline Batch make_batch(Dtype dtype, const std::uint8_t* values,
                                      std::vector<Piece> pieces, const Coding& coding,
                                      const huff::Geometry& geometry) {
  Batch batch{dtype, values, std::move(pieces), &coding, {}};
  for (const Piece& piece : batch.pieces) {
    batch.plans.push_back(coding.plan(dtype, values + piece.offset, piece.size, geometry));
  }
  return batch;
}

using Message = std::vector<std::uint8_t>;

}  // namespace tern::apps
