// SPDX-License-Identifier: Apache-2.0
//
// blocks: a tensor as a stream of blocks, each in a mode of its own.
//
// What cannot have the mode that is wanted takes a safer one, and no other block pays for it.
//
//   Spec  docs/transform.md#15-blocks
//   Test  model/tdr/blocks_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/tdr/difference.h"
#include "model/tdr/stream.h"

namespace tern::tdr {

struct BlockOptions {
  Mode wanted = Mode::kLossy;
  /// qp is that of the block with the largest values; others have the same step in values.
  EncodeOptions lossy;
  bool choose = true;           ///< tools, for each block
  std::uint32_t band_rows = 0;  ///< of a block; 0: all of 2^20 values at most, a few if not all
                                ///< are finite
  /// No error of a value may exceed it: blocks that do take a safer mode.
  std::optional<Magnitude> bound;
};

/// Precondition: Mode::kNear has a bound.
[[nodiscard]] Encoded encode_blocks(const Source& source, const BlockOptions& options);

/// As encode_at_rate() and encode_in_slot(), for lossy blocks; others have the bytes that they
/// need. `rate`: in 1/1024 bit per value.
[[nodiscard]] Encoded encode_blocks_at_rate(const Source& source, std::uint32_t rate,
                                            const BlockOptions& options);
[[nodiscard]] Encoded encode_blocks_in_slot(const Source& source, std::uint64_t bytes,
                                            const BlockOptions& options);

}  // namespace tern::tdr
