// SPDX-License-Identifier: Apache-2.0
//
// beat_bench: beats into all streams of a circuit, and what comes out of one.
//
//   Spec  docs/streams.md
//   Test  tb/tdr/tdr_transform_test.cc
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/beat.h"
#include "sim/harness.h"
#include "sim/stream.h"

namespace tern::sim {

/// Pins of a stream without keep bits.
template <typename Valid, typename Ready, typename Data>
[[nodiscard]] StreamPins stream_pins(Valid& valid, Ready& ready, Data& data, unsigned width) {
  StreamPins stream;
  stream.valid = Pin(valid);
  stream.ready = Pin(ready);
  stream.data = Port(data, width);
  return stream;
}

/// A stream into the circuit, and all of its beats. They must outlive the run.
struct BeatStream {
  StreamPins pins;
  const std::vector<Beat>* beats = nullptr;
  StallPattern stall = StallPattern::kNone;
  bool goes_before = false;  ///< others wait until its beats are in and it is ready again
};

struct BeatPins {
  Pin clk;
  Pin rst_n;
  StreamPins out;
};

/// What becomes of the beats that come out.
struct BeatTarget {
  /// Looks at the beat that is about to move. What is wrong with it, or nothing.
  std::function<std::string()> take;
  /// Whether all beats have come; those behind are wrong as well.
  std::function<bool()> complete;
};

struct BeatBenchOptions {
  std::uint64_t seed = 1;
  StallPattern sink_stall = StallPattern::kNone;
  HarnessOptions harness;
};

/// Cycles are those of the clock edges at which beats moved.
struct BeatRun {
  std::optional<Fault> fault;
  std::vector<std::uint64_t> in;   ///< of each beat of the first stream
  std::vector<std::uint64_t> out;  ///< of each beat that came
  std::uint64_t first_offer = 0;   ///< of the first beat at the output
  std::uint64_t in_stalls = 0;  ///< in which a beat of the first stream was offered and not taken
  std::uint64_t bubbles = 0;    ///< without an offer at the output, from the first to the last beat
};

/// Resets the circuit, and runs until all beats have gone in and come out.
[[nodiscard]] BeatRun run_beats(Model& model, const BeatPins& pins,
                                const std::vector<BeatStream>& streams, const BeatTarget& target,
                                const BeatBenchOptions& options);

}  // namespace tern::sim
