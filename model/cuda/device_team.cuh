// SPDX-License-Identifier: Apache-2.0
//
// device_team.cuh: runs kernel bodies on a device; the other side of team.h.
//
// A thread does its own part of each phase, and what a lane keeps is in its thread's registers. Two
// teams of 16 threads share a warp and vote apart.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/cuda/kernel.h"
#include "model/cuda/team.h"

namespace tern::cuda {

template <std::uint32_t kThreads, std::uint32_t kPerThread>
class DeviceTeam {
 public:
  static constexpr std::uint32_t kTeamThreads = kThreads;
  static constexpr std::uint32_t kMostLanes = kThreads * kPerThread;
  using Mask = std::conditional_t<(kMostLanes > 32), std::uint64_t, std::uint32_t>;
  static_assert(kThreads <= kWarpThreads && kWarpThreads % kThreads == 0 && kMostLanes <= 64);

  template <typename T>
  class PerLane {
   public:
    [[nodiscard]] TERN_DEVICE T& operator[](LaneId id) { return of_[id.slot]; }

   private:
    T of_[kPerThread] = {};
  };

  TERN_DEVICE DeviceTeam()
      : thread_(threadIdx.x % kThreads),
        shift_(threadIdx.x % kWarpThreads / kThreads * kThreads),
        threads_((kAll >> (kWarpThreads - kThreads)) << shift_) {}

  TERN_DEVICE void use(std::uint32_t lanes) { lanes_ = lanes; }

  template <typename Part>
  TERN_DEVICE void each(Part part) {
    TERN_UNROLL
    for (std::uint32_t slot = 0; slot < kPerThread; ++slot) {
      const std::uint32_t lane = thread_ + slot * kThreads;
      if (lane < lanes_) part(LaneId{lane, slot});
    }
  }

  template <typename Part>
  [[nodiscard]] TERN_DEVICE Mask ballot(Part part) {
    Mask mask = 0;
    TERN_UNROLL
    for (std::uint32_t slot = 0; slot < kPerThread; ++slot) {
      const std::uint32_t lane = thread_ + slot * kThreads;
      const bool vote = lane < lanes_ && part(LaneId{lane, slot});
      const std::uint32_t votes = __ballot_sync(threads_, vote) >> shift_;
      mask |= Mask{votes & (kAll >> (kWarpThreads - kThreads))} << (slot * kThreads);
    }
    return mask;
  }

  template <typename Part>
  TERN_DEVICE void once(Part part) {
    if (thread_ == 0) part();
  }

 private:
  static constexpr std::uint32_t kAll = 0xFFFFFFFF;

  std::uint32_t thread_;   // in the team
  std::uint32_t shift_;    // of the team, in its warp
  std::uint32_t threads_;  // of the team, as bits of its warp
  std::uint32_t lanes_ = 1;
};

template <typename Team_>
class DeviceBlock {
 public:
  using Team = Team_;

  [[nodiscard]] TERN_DEVICE std::uint32_t index() const { return blockIdx.x; }
  [[nodiscard]] TERN_DEVICE std::uint32_t threads() const { return blockDim.x; }
  [[nodiscard]] TERN_DEVICE std::uint32_t team_number() const {
    return blockDim.x / Team::kTeamThreads;
  }

  template <typename Part>
  TERN_DEVICE void each(Part part) {
    part(threadIdx.x);
    __syncthreads();
  }

  template <typename Part>
  TERN_DEVICE void teams(Part part) {
    Team team;
    part(team, threadIdx.x / Team::kTeamThreads);
  }

  TERN_DEVICE static void add(std::uint32_t& sum, std::uint32_t number) { atomicAdd(&sum, number); }
  TERN_DEVICE static void add(std::uint64_t& sum, std::uint64_t number) {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    atomicAdd(reinterpret_cast<unsigned long long*>(&sum), static_cast<unsigned long long>(number));
  }
};

}  // namespace tern::cuda
