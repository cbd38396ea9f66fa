// SPDX-License-Identifier: Apache-2.0
//
// lossless: values of a block as a Huffman message, bit by bit.
//
// The message takes everything, so it is what a block falls back to if aligning fails.
//
//   Spec  docs/transform.md#16-modes
//   Test  model/tdr/lossless_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/huff/book.h"
#include "model/tdr/part.h"

namespace tern::tdr {

/// One book for each dtype, which every decoder has.
[[nodiscard]] const huff::BookSet& lossless_books();

/// The message, a whole number of words.
[[nodiscard]] std::vector<std::uint8_t> encode_message(const Source& source);

/// Takes the message from `words`. `header`: dtype and shape of the block.
[[nodiscard]] TdrError decode_message(const Header& header, Words& words,
                                      std::vector<std::uint8_t>& values);

}  // namespace tern::tdr
