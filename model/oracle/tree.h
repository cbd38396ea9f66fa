// SPDX-License-Identifier: Apache-2.0
//
// tree.h: a code as an explicit binary tree.
//
// The golden model never builds one; what both agree on is probably right.
//
//   Spec  docs/huffman_format.md#4-books
//   Test  model/oracle/tree_test.cc
#pragma once

#include <cstddef>
#include <vector>

#include "model/huff/book.h"

namespace tern::oracle {

/// Bits in the order in which they are sent.
using Bits = std::vector<bool>;

/// What the lengths of a book amount to.
enum class Verdict { kComplete, kTooLong, kOversubscribed, kIncomplete, kUncodable };

/// Judges the lengths by growing a tree; no Kraft sum.
[[nodiscard]] Verdict judge(const huff::Book& book);

/// Codewords by entry, root first; empty for entries without one.
[[nodiscard]] std::vector<Bits> codewords(const huff::Book& book);

/// A tree to walk, bit by bit.
class Tree {
 public:
  /// Precondition: judge(book) is kComplete.
  explicit Tree(const huff::Book& book);

  static constexpr int kNoEntry = -1;

  /// The node behind `node` on the side of `bit`. The root is 0.
  [[nodiscard]] std::size_t descend(std::size_t node, bool bit) const {
    return nodes_.at(node).child[bit ? 1 : 0];
  }
  /// The entry of a leaf, kNoEntry for an inner node.
  [[nodiscard]] int entry(std::size_t node) const { return nodes_.at(node).entry; }

 private:
  struct Node {
    std::size_t child[2] = {0, 0};  // 0: none, for the root is nobody's child
    int entry = kNoEntry;
  };
  std::vector<Node> nodes_;
};

}  // namespace tern::oracle
