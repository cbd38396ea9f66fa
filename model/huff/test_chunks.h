// SPDX-License-Identifier: Apache-2.0
//
// test_chunks.h: random messages of many chunks, for tests of every folder.
//
// Border cases of chunks are rare in random numbers, so they are drawn on purpose.
//
//   Spec  docs/huffman_format.md#6-chunks
//   Test  model/huff/chunk_test.cc
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/rng.h"
#include "model/huff/book.h"
#include "model/huff/stream.h"

namespace tern::huff {

/// One job for an encoder, chunks and all.
struct ChunkedCase {
  static constexpr std::size_t kRaw = ~std::size_t{0};

  Dtype dtype = Dtype::kBf16;
  Geometry geometry;
  std::uint32_t chunk_log2 = 0;
  std::uint8_t min_len = 0;
  std::vector<Book> books;           ///< some ids with several epochs; some that no chunk uses
  std::vector<std::size_t> choices;  ///< for each chunk: index in `books`, or kRaw
  std::vector<std::uint8_t> data;
  std::uint8_t offset = 0;

  [[nodiscard]] std::uint64_t count() const { return data.size() / value_bytes(dtype); }
  /// Valid as long as the case is.
  [[nodiscard]] Plan plan() const;
};

/// `count` random books of a dtype, all different in id or epoch, often equal in id.
[[nodiscard]] std::vector<Book> make_books(Rng& rng, Dtype dtype, std::uint32_t count);

/// A number of values: around a border of chunks or of steps.
[[nodiscard]] std::uint64_t make_chunked_count(Rng& rng, std::uint32_t lanes,
                                               std::uint32_t chunk_log2);

/// A whole case for that dtype, geometry, size of chunks and number of values, with these books.
[[nodiscard]] ChunkedCase make_chunked_case(Rng& rng, Dtype dtype, const Geometry& geometry,
                                            std::uint32_t chunk_log2, std::uint64_t count,
                                            std::vector<Book> books);

/// The same with up to four random books.
[[nodiscard]] ChunkedCase make_chunked_case(Rng& rng, Dtype dtype, const Geometry& geometry,
                                            std::uint32_t chunk_log2, std::uint64_t count);

/// A size of chunks: mostly the smallest, sometimes one chunk only.
[[nodiscard]] std::uint32_t make_chunk_log2(Rng& rng);

/// A whole case; small chunks are more likely, and nothing has more than `max_values` values.
[[nodiscard]] ChunkedCase make_chunked_case(Rng& rng, std::uint64_t max_values = 3000);

/// Encodes the case.
[[nodiscard]] std::vector<std::uint8_t> encode(const ChunkedCase& c);

/// The set that holds all its books.
[[nodiscard]] BookSet books_of(const ChunkedCase& c);

/// One line for SCOPED_TRACE.
[[nodiscard]] std::string describe(const ChunkedCase& c);

}  // namespace tern::huff
