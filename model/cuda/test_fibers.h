// SPDX-License-Identifier: Apache-2.0
//
// test_fibers.h: as much of CUDA as device_team.cuh needs, on the CPU.
//
// Each thread of a block is a fiber with a stack of its own, and runs until it waits: at a barrier,
// or in a vote for the threads that the mask names. So what only a device would run is run too, and
// teams of a warp go their own ways. Only one file of a program may include it.
//
//   Spec  docs/host.md#on-the-host
//   Test  model/cuda/fibers_test.cc
#pragma once

#include <gtest/gtest.h>
#include <ucontext.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "model/cuda/kernel.h"

namespace tern::cuda {

struct Index {
  std::uint32_t x;
};
inline Index threadIdx, blockIdx, blockDim;

/// The threads of one block.
class Fibers {
 public:
  /// Runs all threads to their end. `order`: which of them is first in a round.
  Fibers(std::uint32_t threads, std::uint32_t order, std::function<void()> body)
      : body_(std::move(body)), fibers_(threads) {
    current() = this;
    blockDim.x = threads;
    static std::vector<std::uint8_t> stacks(kBlockThreads * kStack);  // made once
    for (std::uint32_t i = 0; i < threads; ++i) {
      Fiber& fiber = fibers_[i];
      getcontext(&fiber.context);
      fiber.context.uc_stack.ss_sp = stacks.data() + i * kStack;
      fiber.context.uc_stack.ss_size = kStack;
      fiber.context.uc_link = &scheduler_;
      makecontext(&fiber.context, &Fibers::start, 0);
    }
    for (std::uint32_t left = threads; left > 0;) {
      const std::uint64_t before = progress_;
      for (std::uint32_t i = 0; i < threads; ++i) {
        running_ = i ^ (order % threads);
        Fiber& fiber = fibers_[running_];
        if (fiber.done || fiber.waits()) continue;
        threadIdx.x = running_;
        swapcontext(&scheduler_, &fiber.context);
        if (fiber.done) --left;
      }
      if (progress_ != before) continue;
      ADD_FAILURE() << left << " threads wait for ever";
      return;
    }
  }

  [[nodiscard]] static Fibers*& current() {
    static Fibers* block = nullptr;
    return block;
  }

  /// Until all threads of the block have come here.
  void barrier() {
    const std::uint64_t generation = generation_;
    if (++arrived_ == fibers_.size()) {
      arrived_ = 0;
      ++generation_;
      ++progress_;
    }
    wait(generation_, generation);
  }

  /// Until all threads of the mask have come here; bit i of the result: the vote of thread i.
  [[nodiscard]] std::uint32_t ballot(std::uint32_t mask, bool vote) {
    Vote& own = votes_[{running_ / kWarpThreads, mask}];
    const std::uint32_t bit = 1U << (running_ % kWarpThreads);
    EXPECT_TRUE((mask & bit) != 0 && (own.arrived & bit) == 0);
    own.arrived |= bit;
    if (vote) own.votes |= bit;
    const std::uint64_t generation = own.generation;
    if (own.arrived == mask) {
      own.result = own.votes;
      own.arrived = own.votes = 0;
      ++own.generation;
      ++progress_;
    }
    wait(own.generation, generation);
    return own.result;
  }

 private:
  static constexpr std::size_t kStack = std::size_t{64} << 10;

  struct Fiber {
    ucontext_t context;
    bool done = false;
    const std::uint64_t* generation = nullptr;  // what it waits for to change
    std::uint64_t seen = 0;
    [[nodiscard]] bool waits() const { return generation != nullptr && *generation == seen; }
  };
  struct Vote {
    std::uint32_t arrived = 0, votes = 0, result = 0;
    std::uint64_t generation = 0;
  };

  static void start() {
    current()->body_();
    current()->fibers_[current()->running_].done = true;
    ++current()->progress_;
  }

  void wait(const std::uint64_t& generation, std::uint64_t seen) {
    Fiber& own = fibers_[running_];
    own.generation = &generation;
    own.seen = seen;
    if (own.waits()) swapcontext(&own.context, &scheduler_);
    own.generation = nullptr;
  }

  std::function<void()> body_;
  std::vector<Fiber> fibers_;
  ucontext_t scheduler_{};
  std::uint32_t running_ = 0;
  std::uint64_t arrived_ = 0, generation_ = 0;
  std::uint64_t progress_ = 0;  // barriers and votes passed, threads ended
  std::map<std::pair<std::uint32_t, std::uint32_t>, Vote> votes_;
};

inline void __syncthreads() { Fibers::current()->barrier(); }
[[nodiscard]] inline std::uint32_t __ballot_sync(std::uint32_t mask, bool vote) {
  return Fibers::current()->ballot(mask, vote);
}
template <typename Number>
void atomicAdd(Number* sum, Number number) {
  *sum += number;
}

}  // namespace tern::cuda

#include "model/cuda/device_team.cuh"

namespace tern::cuda {

/// Runs a kernel, block after block.
template <typename Block, typename Shared, typename Body>
void launch_on_fibers(std::uint32_t blocks, std::uint32_t threads, std::uint32_t order, Body body) {
  std::vector<Shared> shared(1);
  for (std::uint32_t index = 0; index < blocks; ++index) {
    std::memset(static_cast<void*>(shared.data()), 0xA5, sizeof(Shared));
    blockIdx.x = index;
    const Fibers run(threads, order, [&] {
      Block block;
      body(block, shared.front());
    });
  }
}

}  // namespace tern::cuda
