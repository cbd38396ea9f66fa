// SPDX-License-Identifier: Apache-2.0
//
// cluster.cc: K books for tensors of many kinds.
//
//   Spec  docs/tensors.md#best-of-k
//   Test  model/huff/cluster_test.cc, tb/apps/train_test.py
#include "model/huff/cluster.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace tern::huff {
namespace {

constexpr int kMaxRounds = 50;

/// Indices of tensors, ascending.
using Members = std::vector<std::size_t>;

// Every tensor weighs about 2^32, and a symbol takes at most 23 bits.
using Cost = std::uint64_t;

class Clusters {
 public:
  Clusters(Dtype dtype, const std::vector<Histogram>& histograms, const TrainOptions& options)
      : dtype_(dtype), options_(options) {
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
    for (const std::size_t tensor : members) {
      for (std::size_t i = 0; i < kNumSymbols; ++i) sum[i] += weights_[tensor][i];
    }
    Result<Book> trained = train_book(dtype_, sum, options_);
    if (!trained) {
      error_ = trained.error();
      return books_.emplace(members, Book{}).first->second;
    }
    return books_.emplace(members, std::move(trained.value())).first->second;
  }

  /// The first thing that could not be trained.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  /// The tensors whose own books together serve all best, chosen one after the other; of equally
  /// good ones the first.
  std::vector<Members> start(std::size_t count) {
    std::vector<std::vector<Cost>> costs(tensors());  // [book][tensor]
    for (std::size_t book = 0; book < tensors(); ++book) costs[book] = costs_with({book});
    std::vector<Members> chosen;
    std::vector<Cost> best;
    while (chosen.size() < count) {
      std::size_t next = 0;
      std::optional<Cost> least;
      for (std::size_t book = 0; book < tensors(); ++book) {
        Cost sum = 0;
        for (std::size_t tensor = 0; tensor < tensors(); ++tensor) {
          const Cost cost = costs[book][tensor];
          sum += best.empty() ? cost : std::min(cost, best[tensor]);
        }
        if (least && *least <= sum) continue;
        least = sum;
        next = book;
      }
      chosen.push_back({next});
      if (best.empty()) best = costs[next];
      for (std::size_t tensor = 0; tensor < tensors(); ++tensor) {
        best[tensor] = std::min(best[tensor], costs[next][tensor]);
      }
    }
    return chosen;
  }

  /// The tensors of each book once they have gone to the cheapest one, of equal ones the first;
  /// without books that nobody chose.
  std::vector<Members> move(const std::vector<Members>& sets) {
    std::vector<std::vector<Cost>> costs;
    for (const Members& members : sets) costs.push_back(costs_with(members));
    std::vector<Members> found(sets.size());
    for (std::size_t tensor = 0; tensor < tensors(); ++tensor) {
      std::size_t cheapest = 0;
      for (std::size_t set = 1; set < sets.size(); ++set) {
        if (costs[set][tensor] < costs[cheapest][tensor]) cheapest = set;
      }
      found[cheapest].push_back(tensor);
    }
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const Members& members) { return members.empty(); }),
                found.end());
    return found;
  }

 private:
  // Of every tensor with the book of `members`; extra bits are the same with every book.
  std::vector<Cost> costs_with(const Members& members) {
    const Lengths& lengths = book(members).lengths;
    std::vector<Cost> costs;
    for (const Weights& weights : weights_) {
      Cost cost = 0;
      for (std::size_t i = 0; i < kNumSymbols; ++i) {
        const std::uint32_t bits =
            lengths[i] > 0 ? lengths[i] : lengths[kEscapeIndex] + kSymbolBits;
        cost += weights[i] * bits;
      }
      costs.push_back(cost);
    }
    return costs;
  }

  Dtype dtype_;
  TrainOptions options_;
  std::vector<Weights> weights_;
  std::map<Members, Book> books_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Book>> cluster_books(Dtype dtype, const std::vector<Histogram>& histograms,
                                        std::uint32_t count, const TrainOptions& options) {
  assert(count >= 1 && count <= kNumBooks);
  Clusters clusters(dtype, histograms, options);
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
    books.push_back(clusters.book(members));
    books.back().id = static_cast<std::uint8_t>(books.size() - 1);
  }
  if (clusters.error()) return *clusters.error();
  return books;
}

}  // namespace tern::huff
