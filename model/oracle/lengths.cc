// SPDX-License-Identifier: Apache-2.0
//
// lengths.cc: package-merge as a transcription, and searches that need no cleverness.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/oracle/lengths_test.cc
#include "model/oracle/lengths.h"

#include <algorithm>
#include <bitset>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace tern::oracle {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

struct Item {
  std::uint64_t weight = 0;
  int kind = 0;            // 0: entry, 1: package
  int position = 0;        // rank of the entry, or number of the package
  std::vector<int> coins;  // ranks of the entries whose coins are inside, once for each coin

  [[nodiscard]] bool operator<(const Item& other) const {
    return std::tie(weight, kind, position) < std::tie(other.weight, other.kind, other.position);
  }
};

// Tries every length of entry `at` and of all behind it; `room` is the Kraft budget left, in units
// of the longest codeword; `seen` has a bit for each length used so far.
std::uint64_t search(const WeightList& weights, int min_len, int max_len, std::size_t different,
                     std::size_t at, int room, unsigned seen) {
  if (std::bitset<32>(seen).count() > different) return kNever;
  if (at == weights.size()) return room == 0 ? 0 : kNever;
  std::uint64_t best = kNever;
  for (int length = min_len; length <= max_len; ++length) {
    const int size = 1 << (max_len - length);
    if (length == 0 || size > room) continue;
    const std::uint64_t rest =
        search(weights, min_len, max_len, different, at + 1, room - size, seen | 1U << length);
    if (rest == kNever) continue;
    best = std::min(best, rest + weights[at] * static_cast<std::uint64_t>(length));
  }
  return best;
}

}  // namespace

std::vector<int> section10_lengths(const WeightList& weights, int min_len, int max_len) {
  const int n = static_cast<int>(weights.size());
  std::vector<int> ranks;  // rank -> index
  for (int i = n - 1; i >= 0; --i) ranks.push_back(i);
  std::stable_sort(ranks.begin(), ranks.end(), [&weights](int a, int b) {
    return weights[static_cast<std::size_t>(a)] < weights[static_cast<std::size_t>(b)];
  });

  std::vector<Item> level;
  for (int l = max_len; l >= min_len + 1; --l) {
    std::vector<Item> next;
    for (int rank = 0; rank < n; ++rank) {
      const auto index = static_cast<std::size_t>(ranks[static_cast<std::size_t>(rank)]);
      next.push_back({weights[index], 0, rank, {rank}});
    }
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
      Item package = level[i];
      package.weight += level[i + 1].weight;
      package.kind = 1;
      package.position = static_cast<int>(i / 2);
      package.coins.insert(package.coins.end(), level[i + 1].coins.begin(),
                           level[i + 1].coins.end());
      next.push_back(package);
    }
    std::sort(next.begin(), next.end());
    level = next;
  }

  std::vector<int> found(static_cast<std::size_t>(n), min_len);
  for (std::size_t i = 0; i < static_cast<std::size_t>(2 * (n - (1 << min_len))); ++i) {
    for (const int rank : level.at(i).coins) ++found[static_cast<std::size_t>(rank)];
  }
  // The multiset is handed out, longest to the lightest.
  std::sort(found.begin(), found.end(), std::greater<>());
  std::vector<int> lengths(static_cast<std::size_t>(n));
  for (std::size_t rank = 0; rank < found.size(); ++rank) {
    lengths[static_cast<std::size_t>(ranks[rank])] = found[rank];
  }
  return lengths;
}

std::vector<int> section10_book(const WeightList& weights, int min_len, int max_len, int coded) {
  std::vector<int> order;
  for (int symbol = 0; symbol < 256; ++symbol) order.push_back(symbol);
  std::stable_sort(order.begin(), order.end(), [&weights](int a, int b) {
    return weights[static_cast<std::size_t>(a)] > weights[static_cast<std::size_t>(b)];
  });
  const auto at_least_1 = [](std::uint64_t weight) { return weight == 0 ? 1 : weight; };

  std::vector<int> best;
  std::uint64_t best_cost = kNever;
  for (int m = coded == 0 ? 1 : coded; m <= (coded == 0 ? 256 : coded); ++m) {
    std::map<int, std::uint64_t> entries;  // by index
    for (int i = 0; i < 256; ++i) {
      const int symbol = order[static_cast<std::size_t>(i)];
      const std::uint64_t weight = weights[static_cast<std::size_t>(symbol)];
      if (i < m) entries[symbol] = at_least_1(weight);
      if (i >= m) entries[256] += weight;
    }
    if (m < 256) entries[256] = at_least_1(entries[256]);
    if (entries.size() < (std::size_t{1} << min_len)) continue;

    WeightList list;
    for (const auto& [index, weight] : entries) list.push_back(weight);
    const std::vector<int> found = section10_lengths(list, min_len, max_len);
    std::vector<int> lengths(257, 0);
    std::size_t at = 0;
    for (const auto& [index, weight] : entries) {
      lengths[static_cast<std::size_t>(index)] = found[at++];
    }
    std::uint64_t cost = 0;
    for (std::size_t symbol = 0; symbol < 256; ++symbol) {
      const int bits = lengths[symbol] > 0 ? lengths[symbol] : lengths[256] + 8;
      cost += weights[symbol] * static_cast<std::uint64_t>(bits);
    }
    if (cost < best_cost) {
      best_cost = cost;
      best = lengths;
    }
  }
  return best;
}

std::uint64_t exhaustive_cost(const WeightList& weights, int min_len, int max_len,
                              std::size_t different) {
  return search(weights, min_len, max_len, different, 0, 1 << max_len, 0);
}

std::uint64_t tree_cost(WeightList weights, int min_len, int max_len) {
  const unsigned levels = (2U << max_len) - (1U << min_len);
  return tree_cost(std::move(weights), levels, max_len);
}

std::uint64_t tree_cost(WeightList weights, unsigned levels, int max_len) {
  // An exchange argument puts heavier entries no deeper than lighter ones, so the leaves of a level
  // are the heaviest ones that are left.
  std::sort(weights.begin(), weights.end(), std::greater<>());
  std::vector<std::uint64_t> behind(weights.size() + 1, 0);
  for (std::size_t i = weights.size(); i > 0; --i) behind[i - 1] = behind[i] + weights[i - 1];

  std::map<std::tuple<int, std::size_t, std::size_t>, std::uint64_t> known;
  // Cost of all levels below `level`, which has `nodes` nodes when `placed` leaves are above it.
  const std::function<std::uint64_t(int, std::size_t, std::size_t)> cost =
      [&](int level, std::size_t placed, std::size_t nodes) -> std::uint64_t {
    const std::size_t left = weights.size() - placed;
    if (nodes > left) return kNever;
    const bool allowed = (levels >> level & 1) != 0;
    if (nodes == left && (allowed || nodes == 0)) return 0;
    if (level == max_len) return kNever;
    const auto key = std::make_tuple(level, placed, nodes);
    if (const auto it = known.find(key); it != known.end()) return it->second;
    std::uint64_t best = kNever;
    const std::size_t most = allowed && level > 0 ? nodes : 0;
    for (std::size_t leaves = 0; leaves <= most; ++leaves) {
      const std::uint64_t below = cost(level + 1, placed + leaves, 2 * (nodes - leaves));
      if (below != kNever) best = std::min(best, below + behind[placed + leaves]);
    }
    known[key] = best;
    return best;
  };
  return cost(0, 0, 1);
}

HuffmanCost huffman_cost(const WeightList& weights) {
  using Node = std::pair<std::uint64_t, int>;  // weight, depth of the subtree
  std::priority_queue<Node, std::vector<Node>, std::greater<>> queue;
  for (const std::uint64_t weight : weights) queue.emplace(weight, 0);
  HuffmanCost result;
  while (queue.size() > 1) {
    const Node a = queue.top();
    queue.pop();
    const Node b = queue.top();
    queue.pop();
    result.cost += a.first + b.first;
    queue.emplace(a.first + b.first, std::max(a.second, b.second) + 1);
  }
  result.longest = queue.top().second;
  return result;
}

}  // namespace tern::oracle
