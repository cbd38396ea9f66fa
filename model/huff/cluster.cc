// SPDX-License-Identifier: Apache-2.0
//
// cluster.cc: K books for tensors of many kinds.
//
//   Spec  docs/tensors.md#best-of-k
//   Test  model/huff/cluster_test.cc, model/huff/align_test.cc, model/huff/minimax_test.cc,
//         tb/apps/train_test.py
#include "model/huff/cluster.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "model/huff/code.h"
#include "model/huff/offset.h"

namespace tern::huff {
namespace {

constexpr int kMaxRounds = 50;

// Of a minimax book: what every tensor weighs at first, and how often the worst one gains 1.
constexpr std::uint64_t kFirstShare = 4;
constexpr int kMinimaxRounds = 32;

/// A tensor, and the offset with which it was moved before its book was trained.
using Member = std::pair<std::size_t, std::uint8_t>;

/// Tensors of a book, ascending.
using Members = std::vector<Member>;

class Clusters {
 public:
  Clusters(Dtype dtype, const std::vector<Histogram>& histograms, const TrainOptions& options,
           bool align)
      : dtype_(dtype), options_(options), align_(align) {
    for (const Histogram& histogram : histograms) {
      const std::uint64_t total =
          std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0});
      if (total > 0) weights_.push_back(average({histogram}));
    }
  }

  [[nodiscard]] std::size_t tensors() const { return weights_.size(); }

  /// The book of these tensors, trained once.
  const Book& book(const Members& members) {
    const auto found = books_.find(members);
    if (found != books_.end()) return found->second;
    Weights sum{};
    for (const Member& member : members) add(moved(member), 1, sum);
    return books_.emplace(members, train(sum)).first->second;
  }

  /// The book that is nearer to those of these tensors that it costs most.
  Book minimax(const Members& members) {
    Weights sum{};
    std::vector<std::uint64_t> own;
    for (const Member& member : members) {
      add(moved(member), kFirstShare, sum);
      own.push_back(unmoved(weights_[member.first], symbol_bits(&book({{member.first, 0}}))).cost);
    }
    for (int round = 0; round < kMinimaxRounds && !error_; ++round) {
      const Book shared = train(sum);
      const SymbolBits bits = symbol_bits(&shared);
      std::size_t worst = 0;
      std::int64_t most = INT64_MIN;
      for (std::size_t i = 0; i < members.size(); ++i) {
        // Both are below 2^32 * 23; own books are not always the cheapest, by what limits cost.
        const auto more = static_cast<std::int64_t>(unmoved(moved(members[i]), bits).cost - own[i]);
        if (more <= most) continue;
        most = more;
        worst = i;
      }
      add(moved(members[worst]), 1, sum);
    }
    return train(sum);
  }

  /// The first thing that could not be trained.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  /// The tensors whose own books together serve all best, chosen one after the other; of equally
  /// good ones the first.
  std::vector<Members> start(std::size_t count) {
    std::vector<std::vector<Offset>> costs(tensors());  // [book][tensor]
    for (std::size_t book = 0; book < tensors(); ++book) costs[book] = costs_with({{book, 0}});
    std::vector<Members> chosen;
    std::vector<std::uint64_t> best(tensors(), UINT64_MAX);
    while (chosen.size() < count) {
      std::size_t next = 0;
      std::optional<std::uint64_t> least;
      for (std::size_t book = 0; book < tensors(); ++book) {
        std::uint64_t sum = 0;
        for (std::size_t tensor = 0; tensor < tensors(); ++tensor) {
          sum += std::min(costs[book][tensor].cost, best[tensor]);
        }
        if (least && *least <= sum) continue;
        least = sum;
        next = book;
      }
      chosen.push_back({{next, 0}});
      for (std::size_t tensor = 0; tensor < tensors(); ++tensor) {
        best[tensor] = std::min(best[tensor], costs[next][tensor].cost);
      }
    }
    return chosen;
  }

  /// The tensors of each book once they have gone to the cheapest one, of equal ones the first;
  /// without books that nobody chose.
  std::vector<Members> move(const std::vector<Members>& sets) {
    std::vector<std::vector<Offset>> costs;
    for (const Members& members : sets) costs.push_back(costs_with(members));
    std::vector<Members> found(sets.size());
    for (std::size_t tensor = 0; tensor < tensors(); ++tensor) {
      std::size_t cheapest = 0;
      for (std::size_t set = 1; set < sets.size(); ++set) {
        if (costs[set][tensor].cost < costs[cheapest][tensor].cost) cheapest = set;
      }
      found[cheapest].emplace_back(tensor, costs[cheapest][tensor].offset);
    }
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const Members& members) { return members.empty(); }),
                found.end());
    return found;
  }

 private:
  Book train(const Weights& sum) {
    Result<Book> trained = train_book(dtype_, sum, options_);
    if (trained) return std::move(trained.value());
    error_ = trained.error();
    return Book{};
  }

  [[nodiscard]] Weights moved(const Member& member) const {
    return shifted(weights_[member.first], member.second);
  }

  static void add(const Weights& weights, std::uint64_t times, Weights& sum) {
    for (std::size_t i = 0; i < kNumSymbols; ++i) sum[i] += times * weights[i];
  }

  // Of every tensor with the book of `members`, and its offset, which is 0 unless tensors are
  // aligned. Extra bits are the same with every book. Every tensor weighs about 2^32, and a symbol
  // takes at most 23 bits.
  std::vector<Offset> costs_with(const Members& members) {
    const SymbolBits bits = symbol_bits(&book(members));
    std::vector<Offset> costs;
    for (const Weights& weights : weights_) {
      costs.push_back(align_ ? cheapest_offset(weights, bits) : unmoved(weights, bits));
    }
    return costs;
  }

  static Offset unmoved(const Weights& weights, const SymbolBits& bits) {
    Offset result;
    for (std::size_t i = 0; i < kNumSymbols; ++i) result.cost += weights[i] * bits[i];
    return result;
  }

  Dtype dtype_;
  TrainOptions options_;
  bool align_;
  std::vector<Weights> weights_;
  std::map<Members, Book> books_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Book>> cluster_books(Dtype dtype, const std::vector<Histogram>& histograms,
                                        std::uint32_t count, const TrainOptions& options,
                                        const ClusterOptions& sharing) {
  assert(count >= 1 && count <= kNumBooks);
  Clusters clusters(dtype, histograms, options, sharing.align);
  if (clusters.tensors() == 0) {
    return Error{ErrorKind::kBook,
                 "cannot train a book: the distribution is empty; train on at least one value"};
  }
  std::vector<Members> sets = clusters.start(std::min<std::size_t>(count, clusters.tensors()));
  for (int round = 0; round < kMaxRounds && !clusters.error(); ++round) {
    std::vector<Members> found = clusters.move(sets);
    if (found == sets) break;
    sets = std::move(found);
  }
  std::vector<Book> books;
  for (const Members& members : sets) {
    books.push_back(sharing.minimax ? clusters.minimax(members) : clusters.book(members));
    books.back().id = static_cast<std::uint8_t>(books.size() - 1);
  }
  if (clusters.error()) return *clusters.error();
  return books;
}

}  // namespace tern::huff
