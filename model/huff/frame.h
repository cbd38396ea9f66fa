// SPDX-License-Identifier: Apache-2.0
//
// frame.h: last stage of the encoder, header in front of the payload and check behind it.
//
// The header layout and the check are the same on both sides; stream.h declares what others need.
//
//   Spec  docs/huffman_format.md#2-a-message
//   Test  model/huff/frame_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/huff/stream.h"

namespace tern::huff {

/// The header of a message. `book` nullptr: raw. Precondition: legal geometry.
[[nodiscard]] Header make_header(Dtype dtype, const Book* book, const Geometry& geometry,
                                 std::uint32_t count);

/// The geometry that a header names, or nothing if its codes are not legal.
[[nodiscard]] std::optional<Geometry> geometry_of(const Header& header);

/// Begins a message.
void append_header(std::vector<std::uint8_t>& message, const Header& header);

/// Ends a message: the check of all bytes so far, as one word.
void append_trailer(std::vector<std::uint8_t>& message, const Geometry& geometry);

}  // namespace tern::huff
