// SPDX-License-Identifier: Apache-2.0
//
// shards: what a book trained on other shards costs a shard, everything counted.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-shards
//   Test  tb/apps/shards_test.py
#include "sim/apps/shards.h"

#include <algorithm>
#include <cassert>

#include "model/huff/book.h"
#include "model/huff/report_math.h"

namespace tern::apps {
namespace {

std::optional<double> excess(double larger, double smaller) {
  if (smaller <= 0) return {};
  return 100.0 * (larger / smaller - 1.0);
}

huff::Histogram count(const ShardSource& source, const Piece& shard) {
  return huff::count_symbols(source.dtype, source.values.data() + shard.offset, shard.size);
}

huff::Weights without(const huff::Weights& weights, const huff::Weights& own) {
  huff::Weights rest = weights;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    assert(rest[i] >= own[i]);
    rest[i] -= own[i];
  }
  return rest;
}

}  // namespace

void ShardFigures::add(const ShardFigures& other) {
  shards += other.shards;
  measured += other.measured;
  raw_bytes += other.raw_bytes;
  wire_bytes += other.wire_bytes;
  token_bits += other.token_bits;
  huffman_bits += other.huffman_bits;
  shannon_bits += other.shannon_bits;
}

std::optional<double> ShardFigures::wire_over_huffman() const {
  return excess(8.0 * static_cast<double>(wire_bytes), static_cast<double>(huffman_bits));
}

std::optional<double> ShardFigures::wire_over_shannon() const {
  return excess(8.0 * static_cast<double>(wire_bytes), shannon_bits);
}

std::optional<double> ShardFigures::tokens_over_huffman() const {
  return excess(static_cast<double>(token_bits), static_cast<double>(huffman_bits));
}

std::optional<double> ShardFigures::tokens_over_shannon() const {
  return excess(static_cast<double>(token_bits), shannon_bits);
}

std::vector<Piece> equal_shards(std::uint64_t size, std::uint64_t least, Dtype dtype) {
  const std::uint64_t width = element_bytes(dtype);
  const std::uint64_t elements = size / width;
  const std::uint64_t parts = size / least;
  std::vector<Piece> shards;
  for (std::uint64_t i = 0; i < parts; ++i) {
    // The first elements % parts shards have one element more.
    const std::uint64_t begin = elements / parts * i + std::min(i, elements % parts);
    const std::uint64_t end = elements / parts * (i + 1) + std::min(i + 1, elements % parts);
    shards.push_back({begin * width, (end - begin) * width});
  }
  return shards;
}

huff::Weights sum_of_shards(const ShardSource& source, const std::vector<Piece>& shards) {
  huff::Weights sum{};
  for (const Piece& shard : shards) {
    const huff::Weights own = huff::average({count(source, shard)});
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += own[i];
  }
  return sum;
}

Result<ShardFigures> measure_shards(const ShardSource& source, const std::vector<Piece>& shards,
                                    const huff::Weights& weights, bool leave_out_self,
                                    std::uint64_t most, const huff::TrainOptions& training,
                                    const huff::Geometry& geometry) {
  ShardFigures figures;
  figures.shards = shards.size();
  const std::uint64_t count_of = std::min<std::uint64_t>(most, shards.size());
  for (std::uint64_t i = 0; i < count_of; ++i) {
    const Piece& shard = shards[shards.size() * i / count_of];
    const huff::Histogram histogram = count(source, shard);
    const huff::Weights own = huff::average({histogram});
    const Result<huff::Book> book =
        huff::train_book(source.dtype, leave_out_self ? without(weights, own) : weights, training);
    if (!book) return book.error();
    const Result<huff::Book> best = huff::train_book(source.dtype, own, training);
    if (!best) return best.error();
    figures.measured += 1;
    figures.raw_bytes += shard.size;
    figures.wire_bytes += huff::message_bytes(source.dtype, source.values.data() + shard.offset,
                                              shard.size, &book.value(), geometry);
    figures.token_bits += huff::token_bits(histogram, book.value());
    figures.huffman_bits += huff::token_bits(histogram, best.value());
    figures.shannon_bits += huff::shannon_bits(histogram, source.dtype);
  }
  return figures;
}

}  // namespace tern::apps
