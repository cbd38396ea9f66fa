// SPDX-License-Identifier: Apache-2.0
//
// plan: a collective as messages that go from die to die.
//
// A message stops at dies: there it starts, is passed on, is kept, or is added to what the die has.
// A hop takes it from one stop to the next, over one link.
//
//   Spec  docs/link.md#collectives
//   Test  tb/link/system/plan_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/link/system/topology.h"

namespace tern::link {

enum class Collective : std::uint8_t {
  kAllReduce,
  kAllGather,
  kBroadcast,
  kAllToAll,
  kPointToPoint,
  kKvTransfer,  ///< die i of the first half sends to die i of the second half
};

/// What is to be done.
struct Job {
  Collective collective = Collective::kAllReduce;
  std::uint64_t bytes = 0;          ///< of the tensor that each sender has
  std::uint64_t message_bytes = 0;  ///< at most; whole values
  std::uint32_t value_bytes = 2;
  std::uint32_t from = 0;  ///< of broadcast and point to point
  std::uint32_t to = 1;    ///< of point to point

  /// Why this cannot be done, beginning with the name of what is wrong; or nothing.
  [[nodiscard]] std::optional<std::string> problem(const Topology& topology) const;
};

inline constexpr std::uint32_t kNone = UINT32_MAX;

/// Hops of one collective at most, so that its plan fits in memory.
inline constexpr double kMaxHops = 1 << 24;

/// A part of the tensor that travels as one message.
struct Part {
  std::uint64_t position = 0;  ///< which message of its sender's tensor
  std::uint64_t bytes = 0;
  double done = 1;  ///< share of the sender's tensor that ends with it, for what computes it
  /// Dies whose values are added, in this order; of one that is only moved, its sender.
  std::vector<std::uint32_t> sources;
};

enum class StopKind : std::uint8_t { kStart, kPass, kKeep, kSum };

struct Stop {
  std::uint32_t die = 0;
  std::uint32_t part = 0;
  StopKind kind = StopKind::kPass;
  bool result = false;              ///< the die has it in the end
  std::uint32_t inputs = 0;         ///< hops that end here
  std::uint32_t first_hop = kNone;  ///< that begins here
};

struct Hop {
  std::uint32_t from = 0;  ///< stop
  std::uint32_t to = 0;    ///< stop
  std::uint32_t edge = 0;
  std::uint32_t next = kNone;  ///< another hop that begins at the same stop
};

/// Of a stop with several inputs the hops come in the order in which their values are added; the
/// die's own values are added last.
struct Plan {
  std::vector<Part> parts;
  std::vector<Stop> stops;
  std::vector<Hop> hops;
};

/// Preconditions: job.problem(topology) finds nothing.
[[nodiscard]] Plan make_plan(const Topology& topology, const Job& job);

}  // namespace tern::link
