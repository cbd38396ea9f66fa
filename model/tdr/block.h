// SPDX-License-Identifier: Apache-2.0
//
// block: some rows of a tensor in a mode of their own.
//
//   Spec  docs/transform.md#16-modes
//   Test  model/tdr/blocks_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/tdr/part.h"

namespace tern::tdr {

struct Block {
  Header header;
  std::vector<std::uint8_t> words;   ///< header and all
  std::vector<std::uint8_t> values;  ///< what a decoder will return
  Certificate certificate;
  std::uint32_t lambda = 0;  ///< as BlockReport has it
};

[[nodiscard]] Block raw_block(const Source& source);
/// The size of its words.
[[nodiscard]] std::size_t raw_block_bytes(const Source& source);
[[nodiscard]] Block lossless_block(const Source& source);

/// Nothing if the values are no integers of one unit, of kAlignBits bits.
/// `bounded`: as EncodeOptions has it.
[[nodiscard]] std::optional<Block> integer_block(const Source& source, bool bounded);

/// The shortest of these three.
[[nodiscard]] Block exact_block(const Source& source, bool bounded);

/// Nothing if a value is not finite, or if nothing is gained.
[[nodiscard]] std::optional<Block> lossy_block(const Source& source, const EncodeOptions& options);

/// No error exceeds the bound. Nothing if no step is fine enough.
[[nodiscard]] std::optional<Block> near_block(const Source& source, const Magnitude& bound,
                                              bool choose, const EncodeOptions& options);

/// Exact, whatever the values are. Nothing if the base is no shorter than raw.
[[nodiscard]] std::optional<Block> layered_block(const Source& source,
                                                 const EncodeOptions& options);

/// The values with zeros in place of infinities and NaNs.
[[nodiscard]] std::vector<std::uint8_t> finite_part(const Source& source);

/// Takes a block from `words`. `has_8x8`: as TensorHeader says. `info.header`: dtype, shape and
/// `bounded` of the block.
[[nodiscard]] TdrError decode_block(const DecodeBooks& books, Words& words, bool has_8x8,
                                    BlockInfo& info, std::vector<std::uint8_t>& values);

}  // namespace tern::tdr
