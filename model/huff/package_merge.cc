// SPDX-License-Identifier: Apache-2.0
//
// package_merge.cc: optimal code lengths under a smallest and a largest length.
//
// Larmore and Hirschberg's algorithm (1990): a length is bought with coins, one coin of each entry
// on each level; the cheapest coins that buy a complete code give its lengths.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/huff/package_merge_test.cc
#include <algorithm>
#include <cassert>
#include <numeric>

#include "model/huff/train.h"

namespace tern::huff {
namespace {

/// The items of one level, lightest first: coins of entries, and pairs of items of the next level.
struct Level {
  std::vector<std::uint64_t> weights;
  std::vector<bool> is_entry;
};

// Positions in order of (weight ascending, index descending): the ranks of section 10.
std::vector<std::size_t> rank_entries(const std::vector<std::uint64_t>& weights) {
  std::vector<std::size_t> ranks(weights.size());
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  std::sort(ranks.begin(), ranks.end(), [&weights](std::size_t a, std::size_t b) {
    return weights[a] != weights[b] ? weights[a] < weights[b] : a > b;
  });
  return ranks;
}

// Merges the coins of the entries with the packages of the level below.
Level merge(const std::vector<std::uint64_t>& coins, const Level& below) {
  Level level;
  const std::size_t packages = below.weights.size() / 2;
  level.weights.reserve(coins.size() + packages);
  level.is_entry.reserve(coins.size() + packages);
  std::size_t coin = 0;
  std::size_t package = 0;
  while (coin < coins.size() || package < packages) {
    const std::uint64_t pair =
        package < packages ? below.weights[2 * package] + below.weights[2 * package + 1] : 0;
    // At equal weight the entry comes first.
    const bool entry = package == packages || (coin < coins.size() && coins[coin] <= pair);
    level.weights.push_back(entry ? coins[coin++] : pair);
    level.is_entry.push_back(entry);
    if (!entry) ++package;
  }
  return level;
}

}  // namespace

std::vector<std::uint8_t> limited_lengths(const std::vector<std::uint64_t>& weights,
                                          std::uint32_t min_len, std::uint32_t max_len) {
  const std::size_t n = weights.size();
  assert(n >= 2 && max_len <= kMaxCodeLen && min_len <= max_len);
  assert(n >= (std::size_t{1} << min_len) && n <= (std::size_t{1} << max_len));
  const std::vector<std::size_t> ranks = rank_entries(weights);
  std::vector<std::uint64_t> coins(n);
  std::transform(ranks.begin(), ranks.end(), coins.begin(),
                 [&weights](std::size_t index) { return weights[index]; });
  assert(coins.front() >= 1);

  // Levels max_len down to min_len + 1; the first min_len levels are the same for every entry.
  std::vector<Level> levels(max_len + 1);
  Level below;
  for (std::uint32_t at = max_len; at > min_len; --at) {
    levels[at] = merge(coins, below);
    below = levels[at];
  }

  std::vector<std::uint8_t> lengths(n, static_cast<std::uint8_t>(min_len));
  std::size_t bought = 2 * (n - (std::size_t{1} << min_len));
  for (std::uint32_t at = min_len + 1; at <= max_len && bought > 0; ++at) {
    assert(bought <= levels[at].weights.size());
    const auto begin = levels[at].is_entry.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(bought);
    const auto entries = static_cast<std::size_t>(std::count(begin, end, true));
    // On each level the lightest entries are bought: the lightest entry gets the longest code.
    for (std::size_t rank = 0; rank < entries; ++rank) ++lengths[ranks[rank]];
    bought = 2 * (bought - entries);
  }
  return lengths;
}

}  // namespace tern::huff
