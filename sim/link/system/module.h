// SPDX-License-Identifier: Apache-2.0
//
// module: the SystemC module behind a system.
//
//   Spec  docs/link.md#system
//   Test  tb/link/system/system_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <systemc>
#include <utility>
#include <vector>

#include "sim/link/link.h"
#include "sim/link/system/system.h"
#include "sim/link/wait_board.h"

namespace tern::link {

class SystemModule final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(SystemModule);
  SystemModule(const sc_core::sc_module_name& name, const SystemConfig& config,
               const Source& source, Tiles& tiles);

  [[nodiscard]] SystemResult result();

 private:
  /// When each chunk of a message is there.
  using Times = std::vector<Picoseconds>;

  /// What happens at a time: a hop is ready to go, or a die has room for bytes again.
  struct Event {
    Picoseconds time = 0;
    std::uint64_t sequence = 0;
    std::uint32_t index = 0;
    bool release = false;
    std::uint64_t bytes = 0;

    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : sequence > other.sequence;
    }
  };

  struct StopState {
    bool had = false;
    TileId tile = 0;    ///< the values
    TileId stream = 0;  ///< those that were coded last
    Times ready;        ///< for hops from here, until all have gone
    std::uint32_t waiting = 0;
    Picoseconds left = 0;    ///< when the last flit of those that have gone left
    std::uint64_t held = 0;  ///< bytes to pass on
  };

  struct Inputs {
    std::map<std::uint32_t, TileId> tiles;  ///< by hop
    Times times;
  };

  struct Waiting {
    std::uint32_t hop = 0;
    Picoseconds since = 0;
  };

  struct Queue {
    std::deque<Waiting> hops;
    std::optional<WaitBoard::Ticket> wait;
  };

  void wake();
  void start();
  void push(const Event& event) { events_.push(event); }
  [[nodiscard]] Picoseconds computed(const Stop& stop) const;
  [[nodiscard]] TileId own_tile(const Stop& stop);
  [[nodiscard]] std::uint64_t to_pass_on(std::uint32_t hop);

  /// The link takes what it can of the hops that wait for it.
  void pump(std::uint32_t edge, Picoseconds now);
  [[nodiscard]] bool is_possible(TileId sent, const Message& message);
  void submit(std::uint32_t index, Picoseconds now, Picoseconds since);
  /// All hops from a stop have gone.
  void leave(std::uint32_t stop);
  void arrive(std::uint32_t index, TileId sent, const Transfer& transfer);
  void add_up(std::uint32_t index, Inputs& inputs);
  /// A stop will have values: `kept` for the die, `passed` for hops from there.
  void have(std::uint32_t index, TileId tile, TileId stream, const Times& kept,
            const Times& passed);
  void explain();

  const SystemConfig config_;
  const Source& source_;
  Tiles& tiles_;
  const Topology topology_;
  const bool coded_;
  WaitBoard waits_;
  std::vector<std::unique_ptr<Link>> links_;
  std::vector<Queue> queues_;
  std::vector<std::uint64_t> forwarding_;

  Plan plan_;
  std::vector<StopState> stops_;
  std::map<std::uint32_t, Inputs> inputs_;
  std::priority_queue<Event> events_;
  std::uint64_t sequence_ = 0;
  sc_core::sc_event next_;
  bool started_ = false;

  std::vector<std::shared_ptr<Pending>> held_;
  std::set<std::pair<TileId, bool>> possible_;  ///< messages that links take, decoded or not
  std::vector<Delivery> deliveries_;
  Latencies latencies_;
  SystemResult result_;
};

}  // namespace tern::link
