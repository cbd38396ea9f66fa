// SPDX-License-Identifier: Apache-2.0
//
// blocks.h: the kernels, and what teams they are run with.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/check_block.h"
#include "model/cuda/decode_block.h"
#include "model/cuda/encode_block.h"
#include "model/cuda/histogram_block.h"

namespace tern::cuda {

/// Threads of a team for up to 16 lanes: two of them in a warp. Other messages have a warp, and two
/// lanes for each thread.
inline constexpr std::uint32_t kNarrowThreads = 16;

[[nodiscard]] constexpr bool is_narrow(std::uint32_t lanes) {
  return lanes != 0 && lanes <= kNarrowThreads;
}

/// Threads of a block for so many messages: many if those of the whole device are taken anyway.
[[nodiscard]] constexpr std::uint32_t block_threads(std::uint32_t number,
                                                    std::uint32_t team_threads) {
  constexpr std::uint64_t kMany = 1U << 17;  // 1024 on each of 128 multiprocessors
  return std::uint64_t{number} * team_threads >= kMany ? kBlockThreads : kSmallBlockThreads;
}

/// The most blocks that a device starts at a time.
inline constexpr std::uint32_t kMostJobs = 0x7FFFFFFF;

}  // namespace tern::cuda
