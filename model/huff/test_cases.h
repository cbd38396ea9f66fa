// SPDX-License-Identifier: Apache-2.0
//
// test_cases.h: random books, tensors and messages for tests and benches.
//
// Tests of the model, of its oracle and of the hardware draw from the same cases, so that a corner
// found once is visited by all of them.
//
//   Spec  docs/huffman_format.md
//   Test  model/huff/stream_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/rng.h"
#include "model/huff/book.h"
#include "model/huff/code.h"
#include "model/huff/histogram.h"
#include "model/huff/stream.h"

namespace tern::huff {

/// Shapes of books that have broken coders before.
enum class BookKind : std::uint8_t {
  kRandom,       ///< any complete code of 2 to 257 entries
  kOneBit,       ///< one symbol of 1 bit, the escape of 1 bit
  kUniform,      ///< all 256 symbols of 8 bits, no escape
  kSparse,       ///< lengths 2 to 13 under a limit of 15
  kDeepest,      ///< 1, 2, ... 14, 15, 15; the escape among the longest
  kShortEscape,  ///< the same, the escape has 1 bit
  kFull,         ///< 257 entries: all symbols and the escape
};
inline constexpr std::uint32_t kNumBookKinds = 7;

/// A valid book of that shape, with random id, epoch and symbols.
[[nodiscard]] Book make_book(Rng& rng, Dtype dtype, BookKind kind);

/// One job for an encoder: a message of one chunk. test_chunks.h has those of many.
struct Case {
  Dtype dtype = Dtype::kBf16;
  Geometry geometry;
  std::optional<Book> book;  ///< empty: raw
  std::vector<std::uint8_t> data;
  std::uint8_t offset = 0;

  [[nodiscard]] const Book* book_or_raw() const { return book ? &*book : nullptr; }
  [[nodiscard]] std::uint64_t count() const { return data.size() / value_bytes(dtype); }
  [[nodiscard]] Plan plan() const {
    return {0, min_len_of(book_or_raw()), {book_or_raw()}, offset};
  }
};

/// `count` values that fit `book` (or not at all): skewed, uniform, all escaped, all alike, or
/// with some lanes much longer than others. It is the symbols under `offset` that fit.
[[nodiscard]] std::vector<std::uint8_t> make_values(Rng& rng, Dtype dtype, std::uint64_t count,
                                                    const Book* book, std::uint32_t lanes,
                                                    std::uint8_t offset = 0);

/// An offset: often none, and often one of the largest.
[[nodiscard]] std::uint8_t make_offset(Rng& rng);

/// A geometry of the format that fits the dtype, all equally likely.
[[nodiscard]] Geometry make_geometry(Rng& rng, Dtype dtype = Dtype::kUint8);

/// A number of values: often one around a multiple of the lanes, sometimes up to some hundred.
[[nodiscard]] std::uint64_t make_count(Rng& rng, std::uint32_t lanes);

/// A whole case; one in eight is raw.
[[nodiscard]] Case make_case(Rng& rng);

/// Encodes the case.
[[nodiscard]] std::vector<std::uint8_t> encode(const Case& c);

/// The set that holds the case's book alone; empty if it is raw.
[[nodiscard]] BookSet books_of(const Case& c);

/// One line for SCOPED_TRACE.
[[nodiscard]] std::string describe(const Case& c);

/// Counts with a random skew: `symbols` of them above 0, spread over up to `octaves` powers of two.
[[nodiscard]] Histogram make_histogram(Rng& rng, std::uint32_t symbols, std::uint32_t octaves);

}  // namespace tern::huff
