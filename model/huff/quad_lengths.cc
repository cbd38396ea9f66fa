// SPDX-License-Identifier: Apache-2.0
//
// quad_lengths.cc: the cheapest code with at most four different lengths.
//
// A circuit that tells four lengths apart needs three comparisons in a lane. In a cheapest code no
// entry is longer than a lighter one, so that four lengths, and how many of the heaviest entries
// have each, say all; two of the numbers follow from the others.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/oracle/quad_lengths_test.cc
#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "model/huff/train.h"

namespace tern::huff {
namespace {

/// Lengths, ascending, and the number of entries that have each.
struct Split {
  std::array<std::uint32_t, kQuadLengths> lengths{};
  std::array<std::size_t, kQuadLengths> counts{};

  /// Lengths of all entries, heaviest first.
  [[nodiscard]] std::vector<std::uint8_t> spread() const {
    std::vector<std::uint8_t> all;
    for (std::size_t i = 0; i < kQuadLengths; ++i) {
      all.insert(all.end(), counts[i], static_cast<std::uint8_t>(lengths[i]));
    }
    return all;
  }
};

class QuadSearch {
 public:
  /// `sums[k]`: weight of the k heaviest entries.
  explicit QuadSearch(std::vector<std::uint64_t> sums) : sums_(std::move(sums)) {}

  std::vector<std::uint8_t> run(std::uint32_t min_len, std::uint32_t max_len) {
    for (std::uint32_t a = min_len; a + 3 <= max_len; ++a) {
      for (std::uint32_t b = a + 1; b + 2 <= max_len; ++b) {
        for (std::uint32_t c = b + 1; c + 1 <= max_len; ++c) {
          for (std::uint32_t d = c + 1; d <= max_len; ++d) with_lengths({a, b, c, d});
        }
      }
    }
    assert(cheapest_ != UINT64_MAX);
    return best_.spread();
  }

 private:
  using Lengths4 = std::array<std::uint32_t, kQuadLengths>;

  // All numbers of entries with the first length. `open` nodes are left on the level of the second.
  void with_lengths(const Lengths4& at) {
    const std::size_t n = sums_.size() - 1;
    const std::size_t most = std::min(n, std::size_t{1} << at[0]);
    for (std::size_t first = 0; first <= most; ++first) {
      const std::uint64_t least = at[0] * sums_[first] + at[1] * (sums_[n] - sums_[first]);
      if (least > cheapest_) continue;
      const std::size_t open = ((std::size_t{1} << at[0]) - first) << (at[1] - at[0]);
      with_first(at, first, open, n - first);
    }
  }

  // `inner` nodes of the second level carry the codewords of the last two lengths: `inner` becomes
  // open nodes of the third, `deep` of these become all nodes of the fourth.
  void with_first(const Lengths4& at, std::size_t first, std::size_t open, std::size_t rest) {
    if (open == rest) keep({at, {first, rest, 0, 0}});
    if (open >= rest) return;
    // Each inner node adds from 2^(c-b) - 1 to 2^(d-b) - 1 entries to the open nodes.
    const std::size_t more = rest - open;
    const std::size_t third = (std::size_t{1} << (at[2] - at[1])) - 1;
    const std::size_t both = (std::size_t{1} << (at[3] - at[1])) - 1;
    const std::size_t fourth = (std::size_t{1} << (at[3] - at[2])) - 1;
    const std::size_t most = std::min(open, more / third);
    for (std::size_t inner = (more + both - 1) / both; inner <= most; ++inner) {
      const std::size_t left = more - inner * third;
      if (left % fourth != 0) continue;
      const std::size_t deep = left / fourth;
      keep({at, {first, open - inner, inner * (third + 1) - deep, deep * (fourth + 1)}});
    }
  }

  void keep(const Split& split) {
    std::uint64_t cost = 0;
    std::size_t placed = 0;
    for (std::size_t i = 0; i < kQuadLengths; ++i) {
      cost += split.lengths[i] * (sums_[placed + split.counts[i]] - sums_[placed]);
      placed += split.counts[i];
    }
    if (cost > cheapest_) return;
    if (cost == cheapest_ && split.spread() >= best_.spread()) return;
    cheapest_ = cost;
    best_ = split;
  }

  std::vector<std::uint64_t> sums_;
  std::uint64_t cheapest_ = UINT64_MAX;
  Split best_;
};

}  // namespace

std::vector<std::uint8_t> quad_lengths(const std::vector<std::uint64_t>& weights,
                                       std::uint32_t min_len, std::uint32_t max_len) {
  const std::size_t n = weights.size();
  if (max_len - min_len < kQuadLengths) return limited_lengths(weights, min_len, max_len);
  assert(n >= 2 && max_len <= kMaxCodeLen);
  assert(n >= (std::size_t{1} << min_len) && n <= (std::size_t{1} << max_len));
  // Heaviest first, of equal ones the lowest index.
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&weights](std::size_t a, std::size_t b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
  });
  std::vector<std::uint64_t> sums(1, 0);
  for (const std::size_t index : order) sums.push_back(sums.back() + weights[index]);
  const std::vector<std::uint8_t> found = QuadSearch(std::move(sums)).run(min_len, max_len);
  std::vector<std::uint8_t> lengths(n);
  for (std::size_t rank = 0; rank < n; ++rank) lengths[order[rank]] = found[rank];
  return lengths;
}

}  // namespace tern::huff
