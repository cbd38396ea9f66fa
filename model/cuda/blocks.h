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

/// Threads of a team for up to 16 lanes: two of them in a warp.
inline constexpr std::uint32_t kNarrowThreads = 16;

/// Calls run(team), which gets a team that is not used, of the kind for so many lanes; 0: any
/// number, which a warp with two lanes for each thread has room for.
template <template <std::uint32_t, std::uint32_t> typename Team, typename Run>
void with_team_for(std::uint32_t lanes, Run run) {
  if (lanes != 0 && lanes <= kNarrowThreads) {
    run(static_cast<Team<kNarrowThreads, 1>*>(nullptr));
  } else if (lanes == kWarpThreads) {
    run(static_cast<Team<kWarpThreads, 1>*>(nullptr));
  } else {
    run(static_cast<Team<kWarpThreads, 2>*>(nullptr));
  }
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
