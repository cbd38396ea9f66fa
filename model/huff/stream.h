// SPDX-License-Identifier: Apache-2.0
//
// stream.h: golden encoder and decoder of one message.
//
// States what is right, stage by stage; it does not imitate the circuit.
//
//   Spec  docs/huffman_format.md
//   RTL   rtl/huff/huff_enc.sv (bit-exact)
//   Test  model/huff/stream_test.cc
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/huff/book.h"
#include "model/huff/choice.h"
#include "model/huff/params.h"

namespace tern::huff {

/// Shape of the unit that a message is made for.
struct Geometry {
  std::uint32_t lanes = 16;      ///< 1, 2, 4, ... kMaxLanes
  std::uint32_t word_bits = 32;  ///< 32 or 64
};

/// True if the format has a code for this geometry.
[[nodiscard]] bool is_legal(const Geometry& geometry);

/// True if words of this geometry, which is legal, can hold the tokens of this dtype.
[[nodiscard]] bool fits(Dtype dtype, const Geometry& geometry);

/// The header of a message, decoded (section 2).
struct Header {
  std::uint8_t version = kFormatVersion;
  std::uint8_t dtype = 0;
  std::uint8_t lanes_log2 = 0;
  std::uint8_t word_code = 0;
  bool raw = false;
  std::uint8_t min_len = 0;
  std::uint8_t book_id = 0;
  std::uint8_t chunk_log2 = 0;
  std::uint8_t epoch = 0;
  std::uint32_t count = 0;
  std::uint8_t offset = 0;
  std::uint32_t reserved = 0;
};

/// The kHeaderBits bits of a header, 32 in an element, lowest first.
using PackedHeader = std::array<std::uint32_t, kHeaderBits / 32>;

[[nodiscard]] PackedHeader pack_header(const Header& header);
[[nodiscard]] Header unpack_header(const PackedHeader& bits);

/// Words and bytes of the header of a message, which begins with whole words.
[[nodiscard]] constexpr std::uint32_t header_words(const Geometry& geometry) {
  return (kHeaderBits + geometry.word_bits - 1) / geometry.word_bits;
}
[[nodiscard]] constexpr std::uint32_t header_bytes(const Geometry& geometry) {
  return header_words(geometry) * (geometry.word_bits / 8);
}

/// How the values of a message are coded. select.h makes plans.
struct Plan {
  std::uint32_t chunk_log2 = 0;      ///< as in the header; 0: one chunk
  std::uint8_t min_len = 0;          ///< as in the header
  std::vector<const Book*> choices;  ///< one for each chunk, at least one; nullptr: raw
  std::uint8_t offset = 0;           ///< as in the header
};

/// Encodes `size` bytes of values into one message. The variants with a book make one chunk of it,
/// with the largest MinLen that it allows and offset 0; nullptr: raw.
///
/// Preconditions: legal geometry, which fits the dtype; size is a multiple of value_bytes(dtype)
/// and holds at most 2^32 - 1 values; check(*book) is kNone and book->dtype == dtype for every
/// book; the plan has a legal chunk_log2, as many choices as there are chunks, and no book whose
/// shortest codeword is below min_len + 1 bits.
[[nodiscard]] std::vector<std::uint8_t> encode(Dtype dtype, const std::uint8_t* data,
                                               std::size_t size, const Plan& plan,
                                               const Geometry& geometry);
[[nodiscard]] std::vector<std::uint8_t> encode(Dtype dtype, const std::uint8_t* data,
                                               std::size_t size, const Book* book,
                                               const Geometry& geometry);

/// Bytes of the message that encode() makes of the same arguments, without making it.
[[nodiscard]] std::uint64_t message_bytes(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                          const Plan& plan, const Geometry& geometry);
[[nodiscard]] std::uint64_t message_bytes(Dtype dtype, const std::uint8_t* data, std::size_t size,
                                          const Book* book, const Geometry& geometry);

/// One payload word and where it comes from.
struct OrderedWord {
  std::uint64_t word = 0;
  std::uint32_t lane = 0;
  std::uint64_t index = 0;  ///< which word of the lane, from 0
  std::uint64_t step = 0;   ///< step of section 7 that takes it
  std::uint32_t pass = 0;   ///< pass of that step, from 0
};

/// The payload of encode(), word by word in the order of section 7, for a bench that has to say
/// where two implementations part. Same arguments and preconditions.
[[nodiscard]] std::vector<OrderedWord> ordered_words(Dtype dtype, const std::uint8_t* data,
                                                     std::size_t size, const Plan& plan,
                                                     const Geometry& geometry);
[[nodiscard]] std::vector<OrderedWord> ordered_words(Dtype dtype, const std::uint8_t* data,
                                                     std::size_t size, const Book* book,
                                                     const Geometry& geometry);

/// What the decoder makes of one message.
struct Decoded {
  StreamError error = StreamError::kNone;
  Dtype dtype = Dtype::kBf16;        ///< meaningful if the header was accepted
  std::uint8_t offset = 0;           ///< as in the header, likewise
  Choice choice;                     ///< the one that unknown_book, epoch or min_len is about
  std::vector<std::uint8_t> values;  ///< the values, empty unless error is kNone
  /// The book of each chunk, in `books`, nullptr: raw. Empty unless error is kNone.
  std::vector<const Book*> choices;
};

/// Decodes one message of `size` bytes. With `geometry` the decoder is built for that one only (as
/// hardware is); without, it takes every legal one. Never reads outside the message, never
/// allocates more than the payload can fill, always ends.
[[nodiscard]] Decoded decode(const std::uint8_t* message, std::size_t size, const BookSet& books,
                             const std::optional<Geometry>& geometry = std::nullopt);

/// The same for the message at the front of `size` bytes, for containers that know no lengths:
/// there is no error excess. `used`: bytes of the message, meaningful if it is whole.
[[nodiscard]] Decoded decode_front(const std::uint8_t* bytes, std::size_t size,
                                   const BookSet& books, std::size_t& used);

/// CRC-32 of section 8, zero bytes up to a whole beat included.
[[nodiscard]] std::uint32_t message_crc(const std::uint8_t* bytes, std::size_t size,
                                        const Geometry& geometry);

/// Name of an error as in section 9.
[[nodiscard]] const char* error_name(StreamError error);

}  // namespace tern::huff
