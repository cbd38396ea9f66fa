// SPDX-License-Identifier: Apache-2.0
//
// sink: takes the beats of a stream, and watches that the stream keeps its contract.
//
//   Spec  docs/streams.md
//   Test  tb/common/stream_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "sim/stall.h"
#include "sim/stream.h"

namespace tern::sim {

/// Decides on ready, and checks from outside what assertions check inside: an offer stays.
class Sink {
 public:
  Sink(const StreamPins& pins, StallPattern pattern, std::uint64_t seed);

  /// Before the rising edge: true if the beat will move.
  [[nodiscard]] bool fires() const { return ready_ && pins_.valid.get(); }

  /// Before the rising edge, once per cycle: what the stream did wrong, or nullptr.
  [[nodiscard]] const char* check();

  /// After the rising edge. `edge_beat`: the next beat is the first or the last of its packet.
  /// Call it inside Harness::tick().
  void advance(bool edge_beat);

  /// Takes nothing for the next `cycles` cycles.
  void block(std::uint64_t cycles) { blocked_ = cycles; }

  /// Forgets a held offer, as a reset does.
  void clear() { held_ = false; }

 private:
  StreamPins pins_;
  Stall stall_;
  bool ready_ = false;
  bool held_ = false;
  bool held_last_ = false;
  std::uint64_t blocked_ = 0;
  std::vector<std::uint8_t> held_data_;
  std::vector<std::uint8_t> held_keep_;
};

}  // namespace tern::sim
