// SPDX-License-Identifier: Apache-2.0
//
// cell_bench: random beats through any small cell with one stream in and one out.
//
//   Spec  docs/streams.md
//   Test  tb/common/tern_common_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/harness.h"
#include "sim/scoreboard.h"
#include "sim/sink.h"
#include "sim/stream.h"
#include "tb/support/run_check.h"

namespace tern::tb {

/// A circuit with one stream in and one out.
struct CellPins {
  sim::Pin clk;
  sim::Pin rst_n;
  sim::StreamPins in;
  sim::StreamPins out;
  sim::Pin has_room;  ///< says whether `room` more beats fit; may be unbound
  std::uint64_t room = 0;
  std::uint64_t depth = 0;
};

/// How to drive it.
struct CellRun {
  std::uint64_t beats = 1000;
  sim::StallPattern source = sim::StallPattern::kNone;
  sim::StallPattern sink = sim::StallPattern::kNone;
  std::uint64_t block = 0;  ///< cycles for which the sink takes nothing at first
};

/// What it did.
struct CellResult {
  std::optional<sim::Fault> fault;
  std::uint64_t first_latency = 0;  ///< cycles from the first beat accepted to the first offered
  std::uint64_t in_cycles = 0;      ///< from the first to the last beat accepted, inclusive
  std::uint64_t most_stored = 0;    ///< beats accepted and not yet taken, at most
};

/// The same beats must come out in the same order.
inline CellResult run_cell(sim::Model& model, const CellPins& pins, const CellRun& run,
                           const RunContext& context) {
  sim::Harness harness(model, pins.clk, pins.rst_n, {5000, context.wave});
  sim::Source source(pins.in, run.source, context.seed);
  sim::Sink sink(pins.out, run.sink, ~context.seed);
  sim::Scoreboard scoreboard(pins.out);
  Rng rng(context.seed);
  const std::size_t beat_bytes = pins.in.data.size();
  const auto top_mask = static_cast<std::uint8_t>(0xFFU >> (8 * beat_bytes - pins.in.data.width()));
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(run.beats) * beat_bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(rng.bits(8));
    if (i % beat_bytes == beat_bytes - 1) bytes[i] &= top_mask;
  }
  // Without a last bit every beat is a packet of its own.
  for (std::size_t i = 0; i < bytes.size(); i += beat_bytes) {
    source.push({bytes.data() + i, beat_bytes, beat_bytes, std::nullopt});
    const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(i);
    scoreboard.expect({at, at + static_cast<std::ptrdiff_t>(beat_bytes)});
  }
  sink.block(run.block);
  harness.reset();

  CellResult result;
  std::uint64_t first_in = 0;
  std::uint64_t in_beats = 0;
  while (!harness.fault() && !(source.idle() && scoreboard.complete())) {
    if (const char* problem = sink.check()) harness.fail(problem);
    const std::uint64_t stored = in_beats - scoreboard.packets();
    if (pins.has_room.bound() && pins.has_room.get() != (stored + pins.room <= pins.depth)) {
      harness.fail("wrong statement about room");
    }
    const bool in_fires = source.fires();
    const bool out_fires = sink.fires();
    const std::uint64_t edge = harness.cycle() + 1;
    if (pins.out.valid.get() && result.first_latency == 0) result.first_latency = edge - first_in;
    if (in_fires) {
      if (in_beats++ == 0) first_in = edge;
      result.in_cycles = edge - first_in + 1;
    }
    if (out_fires && !scoreboard.take()) harness.fail(scoreboard.mismatch()->reason);
    result.most_stored = std::max(result.most_stored, in_beats - scoreboard.packets());
    if (in_fires || out_fires) harness.progress();
    harness.tick([&] {
      source.advance(in_fires);
      sink.advance(true);
    });
  }
  result.fault = harness.fault();
  return result;
}

}  // namespace tern::tb
