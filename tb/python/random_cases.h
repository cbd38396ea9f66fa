// SPDX-License-Identifier: Apache-2.0
//
// random_cases: random books, tensors, histograms and damaged messages.
//
// The shapes are chosen for what goes wrong in coders: deep and flat codes, books of two entries
// and of all 257, symbols without codewords, counts around a step, damage with a good check.
//
//   Spec  docs/huffman_format.md
//   Test  tb/python/tern_cross_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/huff/book.h"
#include "model/huff/histogram.h"
#include "model/huff/stream.h"

namespace tern::huff {

using Bytes = std::vector<std::uint8_t>;

/// A valid book that no trainer would find: leaves of a tree, split at random.
[[nodiscard]] Book random_book(Rng& rng, Dtype dtype, std::uint8_t id);

/// The book with a few lengths or its limit changed; it may still be valid.
[[nodiscard]] Book spoil_book(Rng& rng, Book book);

/// `count` values, whose symbols under `offset` mostly follow the code of `book` (uniform without
/// one).
[[nodiscard]] Bytes random_values(Rng& rng, Dtype dtype, const Book* book, std::size_t count,
                                  std::uint8_t offset);

/// A choice for each of `chunks` chunks: any of the books of the dtype, or raw; with `raw` no
/// other. The offset is any.
[[nodiscard]] Plan random_plan(Rng& rng, Dtype dtype, const BookSet& books,
                               std::uint32_t chunk_log2, std::uint64_t chunks, bool raw);

/// Counts with many zeros, many ties, Fibonacci numbers, or of very different sizes.
[[nodiscard]] Histogram random_histogram(Rng& rng);

/// Kinds of damage that `damage` knows, the richer ones counted more than once.
inline constexpr std::uint32_t kDamageKinds = 14;

/// The message with one kind of damage; some of it leaves a message that must still be accepted.
[[nodiscard]] Bytes damage(Rng& rng, std::uint32_t kind, Bytes message, const Geometry& geometry);

}  // namespace tern::huff
