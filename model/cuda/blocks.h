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

/// The most blocks that a device starts at a time.
inline constexpr std::uint32_t kMostJobs = 0x7FFFFFFF;

}  // namespace tern::cuda
