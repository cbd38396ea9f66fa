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

/// True in the long run (TERN_LONG, which scripts/regress.sh sets): every circuit gets all rounds
/// and seeds. In the short one of scripts/test.sh those that simulate slowly get fewer.
[[nodiscard]] bool long_run();

/// Rounds of a random test, in the short run and in the long one.
[[nodiscard]] inline std::uint64_t rounds(std::uint64_t in_short, std::uint64_t in_long) {
  return long_run() ? in_long : in_short;
}

/// Seeds that a test runs: TERN_SEEDS if that is set, else `usual`.
[[nodiscard]] std::uint64_t seed_count(std::uint64_t usual);

/// Which seeds a test runs: so many, from test_seed() + `skip` on.
struct Seeds {
  std::uint64_t skip = 0;
  std::uint64_t count = 2;
};

/// From how many lanes on a circuit simulates so slowly that one seed has to do.
inline constexpr std::uint32_t kManyLanes = 16;

/// One seed in the short run, the first or the second; otherwise seed_count(usual).
[[nodiscard]] Seeds few_seeds(bool second, std::uint64_t usual);

/// The seeds for a circuit. Of those that get one, some get the first and others the second: a
/// bench that stalls, or offers values early, does so with even seeds only.
template <typename Config>
[[nodiscard]] Seeds seeds_of(const Config& config, std::uint64_t usual) {
  if (config.lanes < kManyLanes || usual == 1) return {0, seed_count(usual)};
  const std::uint32_t kind = config.lanes / 32 + config.word_bits / 32 + config.value_bits / 16;
  return few_seeds(kind % 2 != 0, usual);
}

/// Runs `run` with these seeds. A fault fails the test.
void expect_passes(const Simulation& run, const Seeds& seeds);

/// Runs `run` with seed_count(usual_seeds) seeds from test_seed() on. A fault fails the test.
void expect_passes(const Simulation& run, std::uint64_t usual_seeds = 2);

/// The whole report on a fault: what, seed, cycle, waveform, and how to repeat it. Records the
/// waveform by running `run` again.
[[nodiscard]] std::string report_fault(const Simulation& run, std::uint64_t seed,
                                       const sim::Fault& fault);

}  // namespace tern::tb
