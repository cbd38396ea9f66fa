// SPDX-License-Identifier: Apache-2.0
//
// run_check: runs a simulation under several seeds, and replays the one that fails.
//
// Simulations run without waveforms. A failing one is repeated with the same seed and a waveform of
// the cycles around the failure, and everything needed to look at it goes into the test's message.
//
//   Spec  docs/verification.md
//   Test  tb/common/harness_test.cc
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sim/harness.h"

namespace tern::tb {

/// What a simulation gets from the test.
struct RunContext {
  std::uint64_t seed = 1;
  sim::WaveOptions wave;
};

/// A simulation: builds its circuit and bench from the context alone, so that it can be repeated.
using Simulation = std::function<std::optional<sim::Fault>(const RunContext&)>;

/// Seeds that a test runs: TERN_SEEDS if that is set, else `usual`.
[[nodiscard]] std::uint64_t seed_count(std::uint64_t usual);

/// Runs `run` with seed_count(usual_seeds) seeds from test_seed() on. A fault fails the test.
void expect_passes(const Simulation& run, std::uint64_t usual_seeds = 2);

/// The whole report on a fault: what, seed, cycle, waveform, and how to repeat it. Records the
/// waveform by running `run` again.
[[nodiscard]] std::string report_fault(const Simulation& run, std::uint64_t seed,
                                       const sim::Fault& fault);

}  // namespace tern::tb
