// SPDX-License-Identifier: Apache-2.0
//
// histogram_block.h: the kernel that counts symbols, for training books.
//
// Most values of a tensor have few symbols, so each warp counts for itself: fewer threads want the
// same counter.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/cuda/parts_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/cuda.h"
#include "model/cuda/shape.h"

namespace tern::cuda {

struct HistogramShared {
  std::uint32_t counts[kBlockThreads / kWarpThreads][huff::kNumSymbols];
};

/// The most values that a block counts: 8 bytes a thread, and no counter is ever full.
inline constexpr std::uint32_t kHistogramRounds = 64;
inline constexpr std::uint32_t kHistogramBytes = kBlockThreads * 8 * kHistogramRounds;

/// Blocks that count them all.
[[nodiscard]] inline std::uint64_t histogram_blocks(const HistogramBatch& batch) {
  return (batch.size + kHistogramBytes - 1) / kHistogramBytes;
}

template <typename Block>
TERN_DEVICE void histogram_block(Block& block, HistogramShared& shared,
                                 const HistogramBatch& batch) {
  const std::uint32_t extra = extra_of(static_cast<std::uint32_t>(batch.dtype));
  const std::uint32_t value_bytes = (extra + huff::kSymbolBits) / 8;
  const std::uint32_t shift = extra == 0 ? 0 : extra - 1;
  block.each([&](std::uint32_t thread) {
    for (auto& counts : shared.counts) counts[thread] = 0;
  });
  block.each([&](std::uint32_t thread) {
    std::uint32_t(&counts)[huff::kNumSymbols] = shared.counts[thread / kWarpThreads];
    for (std::uint32_t round = 0; round < kHistogramRounds; ++round) {
      const std::uint64_t at = std::uint64_t{block.index()} * kHistogramBytes +
                               8 * (std::uint64_t{round} * kBlockThreads + thread);
      if (at >= batch.size) return;
      std::uint32_t bytes = 8;
      std::uint64_t values = 0;
      if (batch.size - at >= 8) {
        values = load<std::uint64_t>(batch.values_dev + at);
      } else {
        bytes = static_cast<std::uint32_t>(batch.size - at);
        for (std::uint32_t i = 0; i < bytes; ++i) {
          values |= std::uint64_t{batch.values_dev[at + i]} << (8 * i);
        }
      }
      for (std::uint32_t i = 0; i < bytes; i += value_bytes) {
        const auto field = static_cast<std::uint32_t>(values >> (8 * i) >> shift);
        Block::add(counts[(field - batch.offset) & 255], 1U);
      }
    }
  });
  block.each([&](std::uint32_t thread) {
    std::uint64_t sum = 0;
    for (const auto& counts : shared.counts) sum += counts[thread];
    if (sum != 0) Block::add(batch.counts_dev[thread], sum);
  });
}

}  // namespace tern::cuda
