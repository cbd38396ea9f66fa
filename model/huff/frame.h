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

#include "model/huff/choice.h"
#include "model/huff/stream.h"

namespace tern::huff {

/// The header of a message. Preconditions as for encode().
[[nodiscard]] Header make_header(Dtype dtype, const Plan& plan, const Geometry& geometry,
                                 std::uint32_t count);

/// The choice of chunk 0.
[[nodiscard]] inline Choice first_choice(const Header& header) {
  return {header.raw, header.book_id, header.epoch};
}

/// The geometry that a header names, or nothing if no such lane count exists.
[[nodiscard]] std::optional<Geometry> geometry_of(const Header& header);

/// The header in the first kHeaderBits bits of a message. Precondition: it has as many.
[[nodiscard]] PackedHeader load_header(const std::uint8_t* message);

/// Begins a message with as many words as its word code asks for.
void append_header(std::vector<std::uint8_t>& message, const Header& header);

/// Ends a message: the check of all bytes so far, as one word.
void append_trailer(std::vector<std::uint8_t>& message, const Geometry& geometry);

}  // namespace tern::huff
