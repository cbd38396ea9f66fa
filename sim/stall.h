// SPDX-License-Identifier: Apache-2.0
//
// stall: when a source withholds a beat and a sink refuses one.
//
// Every stream port has its own pattern and its own seed: faults that need unequal profiles on the
// two sides stay hidden under a common one.
//
//   Spec  docs/streams.md
//   Test  tb/common/harness_test.cc
#pragma once

#include <cstdint>

#include "model/common/rng.h"

namespace tern::sim {

/// Shape of the pauses.
enum class StallPattern : std::uint8_t {
  kNone,         ///< never
  kRandom,       ///< each cycle on its own, one in two
  kBursty,       ///< runs of 1 to 64 cycles on and off
  kAdversarial,  ///< long pauses, single beats, and pauses right at the first and the last beat
};

/// Decides cycle by cycle whether to stall.
class Stall {
 public:
  Stall(StallPattern pattern, std::uint64_t seed);

  /// True: no beat in this cycle. `edge_beat`: the next beat is the first or last of its packet.
  [[nodiscard]] bool next(bool edge_beat);

 private:
  StallPattern pattern_;
  Rng rng_;
  bool stalled_ = false;
  std::uint32_t left_ = 0;
};

/// Name as on the command line: none, random, bursty, adversarial.
[[nodiscard]] const char* stall_name(StallPattern pattern);

}  // namespace tern::sim
