// SPDX-License-Identifier: Apache-2.0
//
// plan: collectives, message by message.
//
// See the header for the contract.
//
//   Spec  docs/link.md#collectives
//   Test  tb/link/system/plan_test.cc
#include "sim/link/system/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace tern::link {
namespace {

using Dies = std::vector<std::uint32_t>;

// A part of a tensor, in bytes.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class Builder {
 public:
  Builder(const Topology& topology, const Job& job) : topology_(topology), job_(job) {}

  Plan take() { return std::move(plan_); }

  // All of a sender's tensor, or block `index` of it, of as many blocks as there are dies.
  [[nodiscard]] Range whole() const { return {0, job_.bytes}; }
  [[nodiscard]] Range block(std::uint32_t index) const {
    const std::uint64_t values = job_.bytes / job_.value_bytes;
    const std::uint64_t least = values / topology_.dies();
    const std::uint64_t more = values % topology_.dies();
    const auto begin = [&](std::uint64_t i) {
      return (least * i + std::min(i, more)) * job_.value_bytes;
    };
    return {begin(index), begin(index + 1)};
  }

  // Calls make(part) for each message of the range.
  template <typename Make>
  void cut(const Range& range, const Dies& sources, Make make) {
    for (std::uint64_t at = range.begin; at < range.end; at += job_.message_bytes) {
      const std::uint64_t size = std::min(job_.message_bytes, range.end - at);
      const auto part = static_cast<std::uint32_t>(plan_.parts.size());
      plan_.parts.push_back({(at + job_.message_bytes - 1) / job_.message_bytes, size,
                             static_cast<double>(at + size) / static_cast<double>(job_.bytes),
                             sources});
      make(part);
    }
  }

  std::uint32_t stop(std::uint32_t die, std::uint32_t part, StopKind kind, bool result) {
    plan_.stops.push_back({die, part, kind, result, 0, kNone});
    last_.push_back(kNone);
    return static_cast<std::uint32_t>(plan_.stops.size() - 1);
  }

  // From a stop to another one, along the route between their dies.
  void go(std::uint32_t from, std::uint32_t to) {
    const Dies dies = topology_.route(plan_.stops[from].die, plan_.stops[to].die);
    for (std::size_t i = 1; i < dies.size(); ++i) {
      const bool end = i + 1 == dies.size();
      const std::uint32_t next =
          end ? to : stop(dies[i], plan_.stops[from].part, StopKind::kPass, false);
      const auto hop = static_cast<std::uint32_t>(plan_.hops.size());
      plan_.hops.push_back({from, next, topology_.edge(dies[i - 1], dies[i]), kNone});
      (last_[from] == kNone ? plan_.stops[from].first_hop : plan_.hops[last_[from]].next) = hop;
      last_[from] = hop;
      ++plan_.stops[next].inputs;
      from = next;
    }
  }

  // To a die that keeps it.
  std::uint32_t keep(std::uint32_t from, std::uint32_t die) {
    const std::uint32_t to = stop(die, plan_.stops[from].part, StopKind::kKeep, true);
    go(from, to);
    return to;
  }

 private:
  const Topology& topology_;
  const Job& job_;
  Plan plan_;
  std::vector<std::uint32_t> last_;  // hop of each stop
};

// `dies` beginning at `first`.
Dies turned(const Dies& dies, std::size_t first) {
  Dies found(dies.begin() + static_cast<std::ptrdiff_t>(first), dies.end());
  found.insert(found.end(), dies.begin(), dies.begin() + static_cast<std::ptrdiff_t>(first));
  return found;
}

// Block i starts at die i of the loop, is added to at the others, and goes on to be kept.
void reduce_in_loop(Builder& builder, const Dies& loop) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Dies way = turned(loop, i);
    builder.cut(builder.block(static_cast<std::uint32_t>(i)), way, [&](std::uint32_t part) {
      std::uint32_t at = builder.stop(way.front(), part, StopKind::kStart, false);
      for (std::size_t k = 1; k < way.size(); ++k) {
        const bool last = k + 1 == way.size();
        const std::uint32_t next = builder.stop(way[k], part, StopKind::kSum, last);
        builder.go(at, next);
        at = next;
      }
      for (std::size_t k = 0; k + 1 < way.size(); ++k) at = builder.keep(at, way[k]);
    });
  }
}

// Block i goes from all dies straight to die i, and the sum from there to all.
void reduce_directly(Builder& builder, const Dies& dies) {
  for (std::size_t i = 0; i < dies.size(); ++i) {
    Dies way = turned(dies, i);
    std::rotate(way.begin(), way.begin() + 1, way.end());  // die i comes last
    builder.cut(builder.block(static_cast<std::uint32_t>(i)), way, [&](std::uint32_t part) {
      const std::uint32_t sum = builder.stop(dies[i], part, StopKind::kSum, true);
      for (std::size_t k = 0; k + 1 < way.size(); ++k) {
        builder.go(builder.stop(way[k], part, StopKind::kStart, false), sum);
      }
      for (std::size_t k = 0; k + 1 < way.size(); ++k) builder.keep(sum, way[k]);
    });
  }
}

void gather(Builder& builder, const Topology& topology) {
  const Dies loop = topology.loop();
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Dies way = turned(loop, i);
    builder.cut(builder.whole(), {way.front()}, [&](std::uint32_t part) {
      const std::uint32_t start = builder.stop(way.front(), part, StopKind::kStart, false);
      std::uint32_t at = start;
      for (std::size_t k = 1; k < way.size(); ++k) {
        const std::uint32_t next = builder.keep(at, way[k]);
        if (topology.shape() != Shape::kFull) at = next;
      }
    });
  }
}

// To the neighbours that are further away by the shortest route, and on from there.
void broadcast(Builder& builder, const Topology& topology, std::uint32_t root) {
  builder.cut(builder.whole(), {root}, [&](std::uint32_t part) {
    std::vector<std::uint32_t> stops(topology.dies(), kNone);
    stops[root] = builder.stop(root, part, StopKind::kStart, false);
    for (std::uint32_t die = 0; die < topology.dies(); ++die) {
      const Dies way = topology.route(root, die);
      for (std::size_t k = 1; k < way.size(); ++k) {
        if (stops[way[k]] == kNone) stops[way[k]] = builder.keep(stops[way[k - 1]], way[k]);
      }
    }
  });
}

void exchange(Builder& builder, std::uint32_t dies) {
  for (std::uint32_t shift = 1; shift < dies; ++shift) {
    for (std::uint32_t from = 0; from < dies; ++from) {
      const std::uint32_t to = (from + shift) % dies;
      builder.cut(builder.block(to), {from}, [&](std::uint32_t part) {
        builder.keep(builder.stop(from, part, StopKind::kStart, false), to);
      });
    }
  }
}

void send(Builder& builder, std::uint32_t from, std::uint32_t to) {
  builder.cut(builder.whole(), {from}, [&](std::uint32_t part) {
    builder.keep(builder.stop(from, part, StopKind::kStart, false), to);
  });
}

}  // namespace

std::optional<std::string> Job::problem(const Topology& topology) const {
  if (bytes == 0 || bytes % value_bytes != 0) {
    return fmt::format("bytes: {} is not a number of values of {} bytes", bytes, value_bytes);
  }
  if (message_bytes == 0 || message_bytes % value_bytes != 0) {
    return fmt::format("message_bytes: {} is not a number of values of {} bytes", message_bytes,
                       value_bytes);
  }
  // Every die's messages at every die, but for sums, of which there is one of each block.
  const double dies = topology.dies();
  const double messages = static_cast<double>(bytes) / static_cast<double>(message_bytes) + dies;
  const double hops = messages * dies * (collective == Collective::kAllReduce ? 2 : dies);
  if (hops > kMaxHops) {
    return fmt::format(
        "message_bytes: {} are too few for {} bytes and {} dies, at most {} messages "
        "from die to die are simulated",
        message_bytes, bytes, topology.dies(), kMaxHops);
  }
  if (from >= topology.dies()) return fmt::format("from: there is no die {}", from);
  if (to >= topology.dies()) return fmt::format("to: there is no die {}", to);
  if (collective == Collective::kPointToPoint && from == to) {
    return fmt::format("to: die {} is the sender", to);
  }
  if (collective == Collective::kKvTransfer && topology.dies() % 2 != 0) {
    return fmt::format("dies: {} dies have no two halves", topology.dies());
  }
  return {};
}

Plan make_plan(const Topology& topology, const Job& job) {
  assert(!job.problem(topology));
  Builder builder(topology, job);
  switch (job.collective) {
    case Collective::kAllReduce:
      if (topology.shape() == Shape::kFull) {
        reduce_directly(builder, topology.loop());
      } else {
        reduce_in_loop(builder, topology.loop());
      }
      break;
    case Collective::kAllGather:
      gather(builder, topology);
      break;
    case Collective::kBroadcast:
      broadcast(builder, topology, job.from);
      break;
    case Collective::kAllToAll:
      exchange(builder, topology.dies());
      break;
    case Collective::kPointToPoint:
      send(builder, job.from, job.to);
      break;
    case Collective::kKvTransfer:
      for (std::uint32_t die = 0; die < topology.dies() / 2; ++die) {
        send(builder, die, die + topology.dies() / 2);
      }
      break;
  }
  return builder.take();
}

}  // namespace tern::link
