// SPDX-License-Identifier: Apache-2.0
//
// part: aligned integers to the words of a stream and back, what is between aligning and framing.
//
// Streams of every version, and every mode that quantises, are made of such parts.
//
//   Spec  docs/transform.md#2-a-stream
//   Test  model/tdr/stream_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/tdr/desymbolize.h"
#include "model/tdr/stream.h"

namespace tern::tdr {

inline constexpr std::size_t kWordBytes = kWordBits / 8;

/// Words of a stream that nobody has read.
struct Words {
  const std::uint8_t* bytes = nullptr;
  std::size_t count = 0;

  /// The first word. Precondition: there is one.
  [[nodiscard]] std::uint32_t front() const;
  void skip(std::size_t words) {
    bytes += words * kWordBytes;
    count -= words;
  }
};

struct Part {
  Header header;
  std::vector<std::uint8_t> payload;  ///< sections 8 and 9
  std::vector<std::uint8_t> values;   ///< what a decoder reconstructs
};

/// `header`: dtype, shape and exponent; the rest follows from `options`.
/// Precondition: no integer exceeds 2^kAlignBits in magnitude.
[[nodiscard]] Part encode_part(Header header, std::vector<std::int32_t> integers,
                               const EncodeOptions& options, const Books& books,
                               Statistics* statistics);

/// Takes from `words` what the part needs. The integers are meaningful if the result is kNone.
[[nodiscard]] TdrError decode_part(const Header& header, const DecodeBooks& books, Words& words,
                                   std::vector<std::int32_t>& integers);

/// The same, but values of the dtype, with less memory: they take the place of the coefficients.
[[nodiscard]] TdrError decode_values(const Header& header, const DecodeBooks& books, Words& words,
                                     std::vector<std::uint8_t>& values);

/// The shipped books, made once.
[[nodiscard]] const DecodeBooks& shipped_decode_books();

/// The values of a raw block, filled up to whole words.
void put_raw(const std::uint8_t* data, std::size_t size, std::vector<std::uint8_t>& stream);

[[nodiscard]] TdrError decode_raw(const Header& header, Words& words,
                                  std::vector<std::uint8_t>& values);

/// Coefficients back to aligned integers: the part that encoder and decoder share.
[[nodiscard]] std::vector<std::int32_t> reconstruct_integers(
    const Header& header, const std::vector<std::int32_t>& means,
    std::vector<std::int32_t> coefficients);

/// Aligned integers as values of the dtype.
[[nodiscard]] std::vector<std::uint8_t> values_of(const Header& header,
                                                  const std::vector<std::int32_t>& integers);

/// Both at once in one place. make_room() fills it with as many coefficients as the part has
/// values, all zero, and says where they are; reconstruct_values() leaves the values in it.
[[nodiscard]] std::int32_t* make_room(const Header& header, std::vector<std::uint8_t>& room);
void reconstruct_values(const Header& header, const std::vector<std::int32_t>& means,
                        std::vector<std::uint8_t>& room);

/// Appends the check of everything so far.
void put_check(std::vector<std::uint8_t>& stream);

}  // namespace tern::tdr
