// SPDX-License-Identifier: Apache-2.0
//
// harness: clock, reset, seed, watchdog, assertions and waveform of one simulation.
//
// The one place that moves a clock. Inputs change only after its falling edge, so that a register
// never sees a value of the same edge, and assertions sample what the circuit sampled.
//
//   Spec  docs/verification.md
//   Test  tb/common/harness_test.cc
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sim/model.h"
#include "sim/port.h"
#include "sim/wave.h"

namespace tern::sim {

/// What a simulation needs besides its circuit.
struct HarnessOptions {
  std::uint64_t watchdog_cycles = 20000;  ///< longest time in which nothing moves
  WaveOptions wave;
};

/// Why a simulation has to stop.
struct Fault {
  std::uint64_t cycle = 0;
  std::string text;
};

/// Drives clock and reset of one circuit.
class Harness {
 public:
  /// The circuit starts in reset, clock low; nothing has been evaluated.
  Harness(Model& model, Pin clk, Pin rst_n, const HarnessOptions& options);

  /// Holds reset for five cycles, then releases it while the clock is low. The next tick is the
  /// first with the circuit out of reset, and samples the inputs as they are driven now.
  void reset();

  /// One clock cycle: the rising edge samples the inputs as they stand, then `drive` changes them
  /// while the clock falls. Outputs may be read until the next tick.
  template <typename Drive>
  void tick(Drive&& drive) {
    rise();
    drive();
    fall();
  }

  /// Evaluates the circuit after inputs were changed outside of tick(). Without it the next edge
  /// races with the change.
  void settle() { fall(); }

  /// Number of rising edges so far; inside and after tick() that edge counts.
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  /// Tells the watchdog that a beat has moved.
  void progress() { last_progress_ = cycle_; }

  /// Stops the simulation; the first fault counts.
  void fail(std::string text);

  /// A failed assertion, a `$fatal`, `$stop` or `$finish`, the watchdog, or what fail() was told.
  [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }

  [[nodiscard]] const Wave& wave() const { return wave_; }

 private:
  void rise();
  void fall();
  void check();

  Model& model_;
  Pin clk_;
  Pin rst_n_;
  std::uint64_t watchdog_cycles_;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_progress_ = 0;
  std::optional<Fault> fault_;
  Wave wave_;
};

}  // namespace tern::sim
