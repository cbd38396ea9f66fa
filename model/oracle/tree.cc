// SPDX-License-Identifier: Apache-2.0
//
// tree.cc: codewords and trees, as literally as the document puts them.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/oracle/tree_test.cc
#include "model/oracle/tree.h"

#include <algorithm>
#include <utility>

namespace tern::oracle {
namespace {

// The entries of a book by (length, index).
std::vector<std::pair<int, int>> sorted_entries(const huff::Book& book) {
  std::vector<std::pair<int, int>> entries;
  for (int index = 0; index <= 256; ++index) {
    const int length = book.lengths.at(static_cast<std::size_t>(index));
    if (length > 0) entries.emplace_back(length, index);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

Verdict judge(const huff::Book& book) {
  if (book.max_len < 8 || book.max_len > 15) return Verdict::kTooLong;
  const std::vector<std::pair<int, int>> entries = sorted_entries(book);
  if (!entries.empty() && entries.back().first > book.max_len) return Verdict::kTooLong;

  // Depths of the subtrees that nobody uses yet. Each entry takes the smallest one that it fits
  // into and leaves a sibling on every level between.
  std::vector<int> free_depths = {0};
  for (const auto& [length, index] : entries) {
    int best = -1;
    for (std::size_t i = 0; i < free_depths.size(); ++i) {
      if (free_depths[i] > length) continue;
      if (best < 0 || free_depths[i] > free_depths[static_cast<std::size_t>(best)]) {
        best = static_cast<int>(i);
      }
    }
    if (best < 0) return Verdict::kOversubscribed;
    int depth = free_depths[static_cast<std::size_t>(best)];
    free_depths.erase(free_depths.begin() + best);
    while (depth < length) free_depths.push_back(++depth);
  }
  if (!free_depths.empty()) return Verdict::kIncomplete;

  if (book.lengths[256] > 0) return Verdict::kComplete;
  for (std::size_t symbol = 0; symbol < 256; ++symbol) {
    if (book.lengths[symbol] == 0) return Verdict::kUncodable;
  }
  return Verdict::kComplete;
}

std::vector<Bits> codewords(const huff::Book& book) {
  std::vector<Bits> words(257);
  long previous = -1;
  int previous_length = 0;
  for (const auto& [length, index] : sorted_entries(book)) {
    const long number = previous < 0 ? 0 : (previous + 1) * (1L << (length - previous_length));
    Bits& word = words[static_cast<std::size_t>(index)];
    for (int bit = length - 1; bit >= 0; --bit) word.push_back((number >> bit) % 2 == 1);
    previous = number;
    previous_length = length;
  }
  return words;
}

Tree::Tree(const huff::Book& book) : nodes_(1) {
  const std::vector<Bits> words = codewords(book);
  for (std::size_t index = 0; index < words.size(); ++index) {
    if (words[index].empty()) continue;
    std::size_t node = 0;
    for (const bool bit : words[index]) {
      if (nodes_[node].child[bit ? 1 : 0] == 0) {
        nodes_[node].child[bit ? 1 : 0] = nodes_.size();
        nodes_.emplace_back();
      }
      node = nodes_[node].child[bit ? 1 : 0];
    }
    nodes_[node].entry = static_cast<int>(index);
  }
}

}  // namespace tern::oracle
