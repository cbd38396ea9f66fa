// SPDX-License-Identifier: Apache-2.0
//
// deframe.cc: the checks of a message that need no decoding.
//
// Their order is part of the format: every decoder gives the same reason for the same message.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/huff/deframe_test.cc
#include "model/huff/deframe.h"

#include "model/common/bits.h"
#include "model/huff/choice.h"
#include "model/huff/chunk.h"
#include "model/huff/frame.h"

namespace tern::huff {
namespace {

bool has_reserved_codes(const Header& header) {
  return !Chunks::is_legal(header.chunk_log2) || is_reserved(first_choice(header)) ||
         header.reserved != 0;
}

// Checks 2 to 5, which need the header only.
StreamError check_header(const Header& header, const std::optional<Geometry>& built_for,
                         Deframed& out) {
  if (header.version != kFormatVersion) return StreamError::kVersion;
  if (has_reserved_codes(header)) return StreamError::kReserved;
  if (header.dtype >= kDtypeNames.size()) return StreamError::kDtype;
  out.dtype = static_cast<Dtype>(header.dtype);
  const std::optional<Geometry> geometry = geometry_of(header);
  if (!geometry || !fits(out.dtype, *geometry)) return StreamError::kGeometry;
  out.geometry = *geometry;
  if (built_for &&
      (built_for->lanes != geometry->lanes || built_for->word_bits != geometry->word_bits)) {
    return StreamError::kGeometry;
  }
  return StreamError::kNone;
}

}  // namespace

Deframed deframe(const std::uint8_t* message, std::size_t size, const BookSet& books,
                 const std::optional<Geometry>& geometry) {
  Deframed out;
  if (size < kHeaderBits / 8) {
    out.error = StreamError::kSize;
    return out;
  }
  out.header = unpack_header(load_header(message));
  out.error = check_header(out.header, geometry, out);
  if (out.error != StreamError::kNone) return out;
  const Resolved first = resolve(first_choice(out.header), out.dtype, out.header.min_len, books);
  out.error = first.error;
  out.book = first.book;
  if (out.error != StreamError::kNone) return out;

  const std::size_t word_bytes = out.geometry.word_bits / 8;
  const std::size_t before_payload = header_bytes(out.geometry);
  if (size % word_bytes != 0 || size < before_payload + word_bytes) {
    out.error = StreamError::kSize;
    return out;
  }
  out.payload = message + before_payload;
  out.payload_words = (size - before_payload) / word_bytes - 1;
  return out;
}

bool trailer_matches(const std::uint8_t* message, std::size_t size, const Geometry& geometry) {
  const std::size_t checked = size - geometry.word_bits / 8;
  return load_word(message + checked, geometry.word_bits) ==
         message_crc(message, checked, geometry);
}

}  // namespace tern::huff
