// SPDX-License-Identifier: Apache-2.0
//
// deframe.h: first stage of the decoder, header checked and payload found.
//
// Everything that can be refused without decoding a token is refused here.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/huff/deframe_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/huff/stream.h"

namespace tern::huff {

/// A message taken apart. Apart from `error`, meaningful as far as the checks went.
struct Deframed {
  StreamError error = StreamError::kNone;
  Header header;
  Dtype dtype = Dtype::kBf16;
  Geometry geometry;
  const Book* book = nullptr;             ///< of the first chunk; nullptr: raw
  const std::uint8_t* payload = nullptr;  ///< inside the message
  std::uint64_t payload_words = 0;
};

/// Runs the checks 1 to 9 of section 9, in that order.
[[nodiscard]] Deframed deframe(const std::uint8_t* message, std::size_t size, const BookSet& books,
                               const std::optional<Geometry>& geometry);

/// Check 12: true if the trailer is the word that section 8 asks for.
/// Precondition: deframe() accepted this message.
[[nodiscard]] bool trailer_matches(const std::uint8_t* message, std::size_t size,
                                   const Geometry& geometry);

}  // namespace tern::huff
