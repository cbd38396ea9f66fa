// SPDX-License-Identifier: Apache-2.0
//
// team.h: runs kernel bodies on the CPU, every thread of every block.
//
// A body is a sequence of phases. On a device each thread does its own part of a phase, and a
// barrier or a vote of the warp follows; here a loop does the parts of all threads, in an order
// that a test may change: a body whose result depends on the order within a phase has a race.
//
//   Spec  docs/host.md#cuda
//   Test  model/cuda/parts_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/common/rng.h"
#include "model/cuda/kernel.h"

namespace tern::cuda {

/// The order in which the executor runs what a device runs at the same time.
struct HostOrder {
  bool shuffled = false;            ///< false: threads, teams and blocks ascending
  std::uint64_t seed = 0;           ///< of the shuffle
  std::uint32_t block_threads = 0;  ///< for messages; 0: as many as on a device
};

/// A lane of a team, and the place where its thread keeps what belongs to it.
struct LaneId {
  std::uint32_t lane;
  std::uint32_t slot;
};

/// The threads that work on one message in lock step, one or more lanes each.
template <std::uint32_t kThreads, std::uint32_t kPerThread>
class HostTeam {
 public:
  static constexpr std::uint32_t kTeamThreads = kThreads;
  static constexpr std::uint32_t kMostLanes = kThreads * kPerThread;
  using Mask = std::conditional_t<(kMostLanes > 32), std::uint64_t, std::uint32_t>;

  template <typename T>
  class PerLane {
   public:
    [[nodiscard]] T& operator[](LaneId id) { return of_[id.slot]; }

   private:
    T of_[kMostLanes] = {};
  };

  explicit HostTeam(std::uint64_t order) : order_(order) {}

  /// How many lanes take part from now on: a power of two.
  void use(std::uint32_t lanes) { lanes_ = lanes; }

  /// Each lane's part of a phase.
  template <typename Part>
  void each(Part part) {
    const std::uint32_t mixed = mix();
    for (std::uint32_t i = 0; i < lanes_; ++i) part(LaneId{i ^ mixed, i ^ mixed});
  }

  /// Each lane's part, and a vote: bit `lane` is what the part returned.
  template <typename Part>
  [[nodiscard]] Mask ballot(Part part) {
    const std::uint32_t mixed = mix();
    Mask mask = 0;
    for (std::uint32_t i = 0; i < lanes_; ++i) {
      const std::uint32_t lane = i ^ mixed;
      if (part(LaneId{lane, lane})) mask |= Mask{1} << lane;
    }
    return mask;
  }

  /// What one thread does for all.
  template <typename Part>
  void once(Part part) {
    part();
  }

 private:
  // Another order of the lanes in each phase; 0: ascending, always.
  [[nodiscard]] std::uint32_t mix() {
    if (order_ == 0) return 0;
    order_ = order_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(order_ >> 40) & (lanes_ - 1);
  }

  std::uint64_t order_;
  std::uint32_t lanes_ = 1;
};

/// A block of threads, which consists of teams.
template <typename Team_>
class HostBlock {
 public:
  using Team = Team_;

  HostBlock(std::uint32_t index, std::uint32_t threads, std::uint64_t order)
      : index_(index), threads_(threads), order_(order) {}

  [[nodiscard]] std::uint32_t index() const { return index_; }
  /// A power of two.
  [[nodiscard]] std::uint32_t threads() const { return threads_; }
  [[nodiscard]] std::uint32_t team_number() const { return threads_ / Team::kTeamThreads; }

  /// Each thread's part of a phase; a barrier follows.
  template <typename Part>
  void each(Part part) {
    const std::uint32_t mixed = static_cast<std::uint32_t>(order_ >> 8) % threads_;
    for (std::uint32_t i = 0; i < threads_; ++i) part(i ^ mixed);
  }

  /// Each team's part of a phase, the last one: teams do not wait for each other.
  template <typename Part>
  void teams(Part part) {
    const std::uint32_t mixed = static_cast<std::uint32_t>(order_ >> 16) % team_number();
    for (std::uint32_t i = 0; i < team_number(); ++i) {
      Team team(order_ == 0 ? 0 : order_ + i);
      part(team, i ^ mixed);
    }
  }

  /// Adds to a number that all threads share.
  template <typename Number>
  static void add(Number& sum, Number number) {
    sum += number;
  }

 private:
  std::uint32_t index_;
  std::uint32_t threads_;
  std::uint64_t order_;
};

/// Runs a kernel: `body(block, shared)` for all blocks. What threads of a block share is not
/// initialized on a device, so it has other contents in each block.
template <typename Block, typename Shared, typename Body>
void launch_on_host(std::uint32_t blocks, std::uint32_t threads, const HostOrder& order,
                    Body body) {
  std::vector<std::uint32_t> indices(blocks);
  for (std::uint32_t i = 0; i < blocks; ++i) indices[i] = i;
  Rng rng(order.seed);
  for (std::uint32_t i = blocks; order.shuffled && i > 1; --i) {
    std::swap(indices[i - 1], indices[rng.below(i)]);
  }
  static_assert(std::is_trivial_v<Shared>);
  const std::vector<std::uint8_t> garbage(sizeof(Shared), 0xA5);
  std::vector<Shared> shared(1);
  for (const std::uint32_t index : indices) {
    std::memcpy(shared.data(), garbage.data(), sizeof(Shared));
    Block block(index, threads, order.shuffled ? rng.next() | 1 : 0);
    body(block, shared.front());
  }
}

}  // namespace tern::cuda
