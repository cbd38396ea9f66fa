// SPDX-License-Identifier: Apache-2.0
//
// shards: what a book trained on other shards costs a shard, everything counted.
//
// The experiment of the single-stage scheme: a shard is coded with a book that never saw it, and
// compared with the best book for it alone and with the entropy.
//
//   Spec  docs/cli.md#tern-shards
//   Test  tb/apps/shards_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/result.h"
#include "model/huff/histogram.h"
#include "model/huff/stream.h"
#include "model/huff/train.h"
#include "sim/apps/messages.h"

namespace tern::apps {

/// Sums over the shards that were measured.
struct ShardFigures {
  std::uint64_t shards = 0;    ///< of the tensor; all of them train
  std::uint64_t measured = 0;  ///< of these, coded and counted
  std::uint64_t raw_bytes = 0;
  std::uint64_t wire_bytes = 0;    ///< messages of the encoder: header, padding, trailer included
  std::uint64_t token_bits = 0;    ///< tokens alone
  std::uint64_t huffman_bits = 0;  ///< tokens under each shard's own best book
  double shannon_bits = 0;

  void add(const ShardFigures& other);
  /// How much larger the first is than the second, in percent; nothing if nothing was measured.
  [[nodiscard]] std::optional<double> wire_over_huffman() const;
  [[nodiscard]] std::optional<double> wire_over_shannon() const;
  [[nodiscard]] std::optional<double> tokens_over_huffman() const;
  [[nodiscard]] std::optional<double> tokens_over_shannon() const;
};

/// The values of a tensor.
struct ShardSource {
  Dtype dtype = Dtype::kBf16;
  const std::vector<std::uint8_t>& values;
};

/// Cuts `size` bytes into as many equal parts as can have `least` bytes each; the parts differ by
/// one element at most. Fewer than `least` bytes are no shard at all.
[[nodiscard]] std::vector<Piece> equal_shards(std::uint64_t size, std::uint64_t least, Dtype dtype);

/// Sum over the shards of each one's distribution: the weights for a book trained on all of them.
[[nodiscard]] huff::Weights sum_of_shards(const ShardSource& source,
                                          const std::vector<Piece>& shards);

/// Codes up to `most` of the shards, evenly spread. The book of a shard is trained on
/// `weights`, without the shard's own share if `leave_out_self`.
[[nodiscard]] Result<ShardFigures> measure_shards(const ShardSource& source,
                                                  const std::vector<Piece>& shards,
                                                  const huff::Weights& weights, bool leave_out_self,
                                                  std::uint64_t most,
                                                  const huff::TrainOptions& training,
                                                  const huff::Geometry& geometry);

}  // namespace tern::apps
