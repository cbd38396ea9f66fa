// SPDX-License-Identifier: Apache-2.0
//
// train.cc: which symbols deserve a codeword, and how long it is.
//
// Rare symbols are cheaper behind an escape; every possible number of coded symbols is tried.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/huff/train_test.cc
#include "model/huff/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tern::huff {
namespace {

// Below this sum the cost of a book, and package-merge's items, fit in 64 bits.
constexpr std::uint64_t kMaxWeightSum = std::uint64_t{1} << 59;

using Order = std::array<std::uint32_t, kNumSymbols>;

// Symbols by (weight descending, index ascending).
Order sort_symbols(const Weights& weights) {
  Order order{};
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&weights](std::uint32_t a, std::uint32_t b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
  });
  return order;
}

// Lengths of the best book that codes the first `coded` symbols of `order`. Weights of 0 count as 1
// here, so that every entry gets a codeword.
Lengths best_lengths(const Weights& weights, const Order& order, std::uint32_t coded,
                     const TrainOptions& options) {
  std::vector<std::uint32_t> entries(order.begin(), order.begin() + coded);
  std::sort(entries.begin(), entries.end());
  std::vector<std::uint64_t> entry_weights;
  entry_weights.reserve(coded + 1);
  for (const std::uint32_t symbol : entries) {
    entry_weights.push_back(std::max<std::uint64_t>(weights[symbol], 1));
  }
  if (coded < kNumSymbols) {
    std::uint64_t others = 0;
    for (std::uint32_t i = coded; i < kNumSymbols; ++i) others += weights[order[i]];
    entries.push_back(kEscapeIndex);
    entry_weights.push_back(std::max<std::uint64_t>(others, 1));
  }
  const auto optimal = options.quad ? quad_lengths : limited_lengths;
  const std::vector<std::uint8_t> found = optimal(entry_weights, options.min_len, options.max_len);
  Lengths lengths{};
  for (std::size_t i = 0; i < entries.size(); ++i) lengths[entries[i]] = found[i];
  return lengths;
}

// Bits of the code part of one symbol's token.
std::uint32_t code_bits(const Lengths& lengths, std::uint32_t symbol) {
  return lengths[symbol] > 0 ? lengths[symbol] : lengths[kEscapeIndex] + kSymbolBits;
}

std::uint64_t weighted_bits(const Weights& weights, const Lengths& lengths) {
  std::uint64_t bits = 0;
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    bits += weights[symbol] * code_bits(lengths, symbol);
  }
  return bits;
}

Error refuse(const std::string& cause, const std::string& cure) {
  return {ErrorKind::kBook, fmt::format("cannot train a book: {}; {}", cause, cure)};
}

// True if a code of this many entries exists within the limits.
bool can_code(std::uint32_t coded, const TrainOptions& options) {
  const std::uint32_t entries = coded + (coded < kNumSymbols ? 1 : 0);
  return entries >= (1U << options.min_len) && entries <= (1U << options.max_len);
}

std::optional<Error> check_options(const TrainOptions& options) {
  if (options.max_len < kMinMaxCodeLen || options.max_len > kMaxCodeLen) {
    return refuse(fmt::format("max_len is {}", options.max_len),
                  fmt::format("use {} to {}", kMinMaxCodeLen, kMaxCodeLen));
  }
  if (options.min_len < 1 || options.min_len > kMinMaxCodeLen) {
    return refuse(fmt::format("min_len is {}", options.min_len),
                  fmt::format("use 1 to {}", kMinMaxCodeLen));
  }
  if (options.coded && (*options.coded < 1 || *options.coded > kNumSymbols)) {
    return refuse(fmt::format("{} symbols are to have a codeword", *options.coded),
                  fmt::format("use 1 to {}", kNumSymbols));
  }
  if (options.coded && !can_code(*options.coded, options)) {
    return refuse(
        fmt::format("{} coded symbols are too few for min_len {}", *options.coded, options.min_len),
        fmt::format("code at least {} symbols or lower min_len", (1U << options.min_len) - 1));
  }
  if (options.most_coded < 1 || options.most_coded > kNumSymbols) {
    return refuse(fmt::format("at most {} symbols are to have a codeword", options.most_coded),
                  fmt::format("use 1 to {}", kNumSymbols));
  }
  if (!options.coded && options.most_coded + 1 < 1U << options.min_len) {
    return refuse(fmt::format("at most {} coded symbols are too few for min_len {}",
                              options.most_coded, options.min_len),
                  fmt::format("allow {} symbols or lower min_len", (1U << options.min_len) - 1));
  }
  return std::nullopt;
}

std::optional<Error> check_weights(const Weights& weights) {
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights) {
    if (weight > kMaxWeightSum - sum) {
      return refuse("the weights sum up to more than 2^59", "scale them down");
    }
    sum += weight;
  }
  if (sum == 0) return refuse("the distribution is empty", "train on at least one value");
  return std::nullopt;
}

}  // namespace

Result<Book> train_book(Dtype dtype, const Weights& weights, const TrainOptions& options) {
  if (std::optional<Error> error = check_options(options)) return *error;
  if (std::optional<Error> error = check_weights(weights)) return *error;

  const Order order = sort_symbols(weights);
  const std::uint32_t first = options.coded.value_or(1);
  const std::uint32_t last = options.coded.value_or(options.most_coded);
  std::optional<std::uint64_t> cheapest;
  Book book;
  book.dtype = dtype;
  book.max_len = static_cast<std::uint8_t>(options.max_len);
  for (std::uint32_t coded = first; coded <= last; ++coded) {
    if (!can_code(coded, options)) continue;
    const Lengths lengths = best_lengths(weights, order, coded, options);
    const std::uint64_t bits = weighted_bits(weights, lengths);
    if (cheapest && *cheapest <= bits) continue;
    cheapest = bits;
    book.lengths = lengths;
  }
  assert(check(book) == BookError::kNone);
  return book;
}

std::uint64_t token_bits(const Histogram& histogram, const Book& book) {
  std::uint64_t bits = 0;
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    bits += histogram[symbol] * (extra_bits(book.dtype) + code_bits(book.lengths, symbol));
  }
  return bits;
}

}  // namespace tern::huff
