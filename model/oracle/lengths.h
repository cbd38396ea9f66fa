// SPDX-License-Identifier: Apache-2.0
//
// lengths.h: other ways to optimal code lengths.
//
// Package-merge is short and easy to get subtly wrong; each of these is slow and obvious.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/oracle/lengths_test.cc
#pragma once

#include <cstdint>
#include <vector>

namespace tern::oracle {

using WeightList = std::vector<std::uint64_t>;

/// Section 10 transcribed: every package carries the list of its coins, every level is sorted.
/// Weights are in index order; so is the result.
[[nodiscard]] std::vector<int> section10_lengths(const WeightList& weights, int min_len,
                                                 int max_len);

/// The book that section 10 builds from the weights of 256 symbols: lengths by entry. `coded` 0:
/// the cheapest number of symbols with a codeword, else that number.
[[nodiscard]] std::vector<int> section10_book(const WeightList& weights, int min_len, int max_len,
                                              int coded);

/// Smallest cost of any complete code with lengths min_len to max_len, of which at most
/// `different` differ: tries them all.
[[nodiscard]] std::uint64_t exhaustive_cost(const WeightList& weights, int min_len, int max_len,
                                            std::size_t different = 16);

/// The same by dynamic programming over the levels of the tree.
[[nodiscard]] std::uint64_t tree_cost(WeightList weights, int min_len, int max_len);

/// Smallest cost of any complete code with the lengths of which bit l of `levels` is set, none
/// above max_len.
[[nodiscard]] std::uint64_t tree_cost(WeightList weights, unsigned levels, int max_len);

/// Plain Huffman code: cost, and length of the longest codeword.
struct HuffmanCost {
  std::uint64_t cost = 0;
  int longest = 0;
};
[[nodiscard]] HuffmanCost huffman_cost(const WeightList& weights);

}  // namespace tern::oracle
