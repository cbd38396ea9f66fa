// SPDX-License-Identifier: Apache-2.0
//
// select.h: which book each chunk of a message uses.
//
// A decoder does not care; all encoders of Tern choose alike, so that their messages can be
// compared byte by byte.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   Test  model/huff/select_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/huff/stream.h"

namespace tern::huff {

/// How a tensor is to be cut into chunks.
struct Chunking {
  std::uint32_t chunk_log2 = 0;  ///< as in the header
  std::uint8_t min_len = 0;      ///< as in the header; without effect if chunk_log2 is 0
};

/// Shortest token that the circuit takes in its default configuration.
inline constexpr std::uint32_t kCircuitMinTokenBits = 3;

/// The MinLen of messages of chunks that this circuit can make.
[[nodiscard]] constexpr std::uint8_t min_len_of_chunks(Dtype dtype) {
  const std::uint32_t extra = extra_bits(dtype);
  return static_cast<std::uint8_t>(kCircuitMinTokenBits > extra ? kCircuitMinTokenBits - extra - 1
                                                                : 0);
}

/// The choices that compete in plan_best(), in the order in which equally cheap ones are preferred:
/// books by id, then nullptr, which is raw.
[[nodiscard]] std::vector<const Book*> competing(const std::vector<const Book*>& candidates,
                                                 const Chunking& chunking);

/// Every chunk uses `book`, nullptr: raw, on symbols with that offset. Precondition: with
/// chunk_log2 above 0, the shortest codeword of the book has at least min_len + 1 bits.
[[nodiscard]] Plan plan_named(Dtype dtype, std::size_t size, const Book* book,
                              const Chunking& chunking, const Geometry& geometry,
                              std::uint8_t offset = 0);

/// Every chunk uses the cheapest of the candidates and raw, on symbols with that offset. Of
/// candidates with one id the last one counts, whatever order the ids have. Preconditions: as for
/// encode(); the candidates are valid books of this dtype.
[[nodiscard]] Plan plan_best(Dtype dtype, const std::uint8_t* data, std::size_t size,
                             const std::vector<const Book*>& candidates, const Chunking& chunking,
                             const Geometry& geometry, std::uint8_t offset = 0);

/// No message of plan_best(), and none that is raw throughout, has more bytes: raw tokens, choice
/// bits, a last word of each lane with one bit in it, header and trailer.
[[nodiscard]] std::uint64_t max_message_bytes(Dtype dtype, std::uint64_t count,
                                              std::uint32_t chunk_log2, const Geometry& geometry);

}  // namespace tern::huff
