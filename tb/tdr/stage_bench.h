// SPDX-License-Identifier: Apache-2.0
//
// stage_bench: beats through a stage of TDR, each compared with what the model makes of it.
//
//   Spec  docs/streams.md
//   Test  tb/tdr/tdr_transform_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/beat_bench.h"
#include "sim/harness.h"
#include "sim/scoreboard.h"
#include "sim/stream.h"
#include "tb/support/run_check.h"

namespace tern::tb {

using sim::Beat;
using sim::stream_pins;

/// A beat, and the one that it must become.
using StageBeat = std::pair<Beat, Beat>;

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
using SideStream = sim::BeatStream;

/// Sends `in` and compares what comes with `out`, in order, nothing more and nothing less.
inline StageResult run_stage(sim::Model& model, const StagePins& pins, const std::vector<Beat>& in,
                             const std::vector<Beat>& out, sim::StallPattern source_stall,
                             sim::StallPattern sink_stall, const RunContext& context,
                             const std::vector<SideStream>& sides = {}) {
  sim::Scoreboard scoreboard(pins.out);
  for (const Beat& beat : out) scoreboard.expect(beat.bytes());
  const sim::BeatTarget target{[&]() -> std::string {
                                 if (scoreboard.take()) return {};
                                 const sim::Mismatch& wrong = *scoreboard.mismatch();
                                 return "beat " + std::to_string(wrong.packet) + ": " +
                                        wrong.reason + ", got " + wrong.got + ", want " +
                                        wrong.want;
                               },
                               [&] { return scoreboard.complete(); }};
  std::vector<SideStream> streams = {{pins.in, &in, source_stall}};
  streams.insert(streams.end(), sides.begin(), sides.end());
  const sim::BeatRun run = sim::run_beats(model, {pins.clk, pins.rst_n, pins.out}, streams, target,
                                          {context.seed, sink_stall, {5000, context.wave}});
  StageResult result;
  result.fault = run.fault;
  if (run.in.empty() || run.out.empty()) return result;
  result.latency = run.first_offer - run.in.front();
  result.in_cycles = run.in.back() - run.in.front() + 1;
  result.out_cycles = run.out.back() - run.out.front() + 1;
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
