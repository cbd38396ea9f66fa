// SPDX-License-Identifier: Apache-2.0
//
// stage_bench: beats through a stage of TDR, each compared with what the model makes of it.
//
//   Spec  docs/streams.md
//   Test  tb/tdr/tdr_transform_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/harness.h"
#include "sim/scoreboard.h"
#include "sim/sink.h"
#include "sim/stream.h"
#include "tb/support/run_check.h"

namespace tern::tb {

/// The bits of one beat.
class Beat {
 public:
  explicit Beat(std::size_t bits) : bytes_((bits + 7) / 8) {}

  /// Sets `width` bits from bit `lsb` on, which are 0 so far. Precondition: width <= 32.
  void put(std::size_t lsb, unsigned width, std::int64_t value) {
    for (unsigned i = 0; i < width; ++i) {
      const std::size_t at = lsb + i;
      const auto bit = static_cast<unsigned>(value >> i & 1);
      bytes_[at / 8] = static_cast<std::uint8_t>(bytes_[at / 8] | bit << at % 8);
    }
  }

  [[nodiscard]] bool bit(std::size_t at) const { return (bytes_[at / 8] >> at % 8 & 1) != 0; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// A beat, and the one that it must become.
using StageBeat = std::pair<Beat, Beat>;

/// Pins of a stream.
template <typename Valid, typename Ready, typename Data>
[[nodiscard]] sim::StreamPins stream_pins(Valid& valid, Ready& ready, Data& data, unsigned width) {
  sim::StreamPins stream;
  stream.valid = sim::Pin(valid);
  stream.ready = sim::Pin(ready);
  stream.data = sim::Port(data, width);
  return stream;
}

struct StagePins {
  sim::Pin clk;
  sim::Pin rst_n;
  sim::StreamPins in;
  sim::StreamPins out;
};

struct StageResult {
  std::optional<sim::Fault> fault;
  std::uint64_t latency = 0;     ///< cycles from the first beat accepted to the first offered
  std::uint64_t in_cycles = 0;   ///< from the first to the last beat accepted, inclusive
  std::uint64_t out_cycles = 0;  ///< the same of beats at the output
};

/// Another stream that the stage takes, and stalls of its own.
struct SideStream {
  sim::StreamPins pins;
  const std::vector<Beat>* beats = nullptr;
  sim::StallPattern stall = sim::StallPattern::kNone;
};

/// Sends `in` and compares what comes with `out`, in order, nothing more and nothing less.
inline StageResult run_stage(sim::Model& model, const StagePins& pins, const std::vector<Beat>& in,
                             const std::vector<Beat>& out, sim::StallPattern source_stall,
                             sim::StallPattern sink_stall, const RunContext& context,
                             const std::vector<SideStream>& sides = {}) {
  sim::Harness harness(model, pins.clk, pins.rst_n, {5000, context.wave});
  sim::Source source(pins.in, source_stall, context.seed);
  sim::Sink sink(pins.out, sink_stall, ~context.seed);
  sim::Scoreboard scoreboard(pins.out);
  for (const Beat& beat : in) {
    const std::vector<std::uint8_t>& bytes = beat.bytes();
    source.push({bytes.data(), bytes.size(), bytes.size(), std::nullopt});
  }
  for (const Beat& beat : out) scoreboard.expect(beat.bytes());
  std::vector<sim::Source> side_sources;
  for (const SideStream& side : sides) {
    side_sources.emplace_back(side.pins, side.stall, context.seed + 1 + side_sources.size());
    for (const Beat& beat : *side.beats) {
      const std::vector<std::uint8_t>& bytes = beat.bytes();
      side_sources.back().push({bytes.data(), bytes.size(), bytes.size(), std::nullopt});
    }
  }
  harness.reset();

  StageResult result;
  std::uint64_t first_in = 0;
  std::uint64_t first_out = 0;
  const auto step = [&] {
    if (const char* problem = sink.check()) harness.fail(problem);
    const bool in_fires = source.fires();
    const bool out_fires = sink.fires();
    std::vector<bool> side_fires;
    for (const sim::Source& side : side_sources) side_fires.push_back(side.fires());
    const std::uint64_t edge = harness.cycle() + 1;
    if (pins.out.valid.get() && result.latency == 0) result.latency = edge - first_in;
    if (in_fires) {
      if (first_in == 0) first_in = edge;
      result.in_cycles = edge - first_in + 1;
    }
    if (out_fires) {
      if (first_out == 0) first_out = edge;
      result.out_cycles = edge - first_out + 1;
    }
    if (out_fires && !scoreboard.take()) {
      const sim::Mismatch& wrong = *scoreboard.mismatch();
      harness.fail("beat " + std::to_string(wrong.packet) + ": " + wrong.reason + ", got " +
                   wrong.got + ", want " + wrong.want);
    }
    const bool side_fired = std::count(side_fires.begin(), side_fires.end(), true) != 0;
    if (in_fires || out_fires || side_fired) harness.progress();
    harness.tick([&] {
      source.advance(in_fires);
      for (std::size_t i = 0; i < side_sources.size(); ++i) {
        side_sources[i].advance(side_fires[i]);
      }
      sink.advance(true);
    });
  };
  const auto sides_idle = [&] {
    return std::all_of(side_sources.begin(), side_sources.end(),
                       [](const sim::Source& side) { return side.idle(); });
  };
  while (!harness.fault() && !(source.idle() && sides_idle() && scoreboard.complete())) step();
  // Beats behind the last one are wrong as well.
  for (int i = 0; i < 20 && !harness.fault(); ++i) step();
  result.fault = harness.fault();
  return result;
}

/// The same for stages that make one beat of each.
inline StageResult run_stage(sim::Model& model, const StagePins& pins,
                             const std::vector<StageBeat>& beats, sim::StallPattern source_stall,
                             sim::StallPattern sink_stall, const RunContext& context,
                             const std::vector<SideStream>& sides = {}) {
  std::vector<Beat> in;
  std::vector<Beat> out;
  for (const StageBeat& beat : beats) {
    in.push_back(beat.first);
    out.push_back(beat.second);
  }
  return run_stage(model, pins, in, out, source_stall, sink_stall, context, sides);
}

}  // namespace tern::tb
