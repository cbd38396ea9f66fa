// SPDX-License-Identifier: Apache-2.0
//
// train.h: training, from a distribution to a book.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/huff/train_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/result.h"
#include "model/huff/book.h"
#include "model/huff/histogram.h"

namespace tern::huff {

/// Optimal code lengths for `weights` under min_len <= length <= max_len, by package-merge.
/// `weights` are those of the entries in index order; the result has the same order.
/// Preconditions: 2 <= n, 2^min_len <= n <= 2^max_len, max_len <= 15; weights are at least 1 and
/// their sum times 16 fits in 64 bits.
[[nodiscard]] std::vector<std::uint8_t> limited_lengths(const std::vector<std::uint64_t>& weights,
                                                        std::uint32_t min_len,
                                                        std::uint32_t max_len);

/// Most different lengths of codewords in a book of units that tell only a few apart.
inline constexpr std::size_t kQuadLengths = 4;

/// The same for codes with at most kQuadLengths different lengths: all of them are tried. Of
/// equally cheap ones that whose list of lengths, ascending, comes first.
[[nodiscard]] std::vector<std::uint8_t> quad_lengths(const std::vector<std::uint64_t>& weights,
                                                     std::uint32_t min_len, std::uint32_t max_len);

/// What the trainer may choose.
struct TrainOptions {
  std::uint32_t max_len = 12;  ///< kMinMaxCodeLen to kMaxCodeLen
  std::uint32_t min_len = 1;  ///< 1 to 8; byte dtypes on hardware want 3 (see docs/architecture.md)
  std::optional<std::uint32_t>
      coded;  ///< number of symbols with a codeword (m); empty: the cheapest
  std::uint32_t most_coded = kNumSymbols;  ///< no more of them, if it is to be the cheapest
  bool quad = false;                       ///< at most kQuadLengths different lengths
};

/// Builds the cheapest book for a distribution, with id 0 and epoch 0. Refuses an all-zero
/// distribution and options that no book can meet.
[[nodiscard]] Result<Book> train_book(Dtype dtype, const Weights& weights,
                                      const TrainOptions& options);

/// Bits that the tokens of `histogram` take with `book`, extra bits included: the exact payload
/// without the padding of the lanes' last words.
[[nodiscard]] std::uint64_t token_bits(const Histogram& histogram, const Book& book);

}  // namespace tern::huff
