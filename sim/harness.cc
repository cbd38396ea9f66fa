// SPDX-License-Identifier: Apache-2.0
//
// harness: clock, reset, seed, watchdog, assertions and waveform of one simulation.
//
//   Spec  docs/verification.md
//   Test  tb/common/harness_test.cc
#include "sim/harness.h"

#include <fmt/format.h>

#include <utility>

namespace tern::sim {

Model::Model(std::uint64_t seed) : context_(std::make_unique<VerilatedContext>()) {
  // Zero is refused by the simulator, and the range is that of a positive int.
  const std::string seed_arg = fmt::format("+verilator+seed+{}", 1 + seed % 0x7FFFFFFEU);
  const char* args[] = {"tern", seed_arg.c_str(), "+verilator+rand+reset+2"};
  context_->commandArgs(3, args);
  // A failed assertion must end in a report with seed and waveform, not in an abort.
  context_->fatalOnError(false);
}

Harness::Harness(Model& model, Pin clk, Pin rst_n, const HarnessOptions& options)
    : model_(model),
      clk_(clk),
      rst_n_(rst_n),
      watchdog_cycles_(options.watchdog_cycles),
      wave_(model, options.wave) {
  clk_.set(false);
  rst_n_.set(false);
}

void Harness::reset() {
  rst_n_.set(false);
  fall();
  for (int i = 0; i < 5; ++i) tick([] {});
  rst_n_.set(true);
  fall();
  progress();
}

void Harness::rise() {
  // A circuit that ended the simulation twice would end the program, with success.
  if (fault_) return;
  ++cycle_;
  model_.activate();
  // What the circuit prints shows the cycle as its time.
  model_.context().time(cycle_);
  clk_.set(true);
  model_.eval();
  if (wave_.wants(cycle_)) wave_.dump(cycle_, 0);
}

void Harness::fall() {
  if (fault_) return;
  clk_.set(false);
  model_.eval();
  if (wave_.wants(cycle_)) wave_.dump(cycle_, 1);
  check();
}

void Harness::check() {
  VerilatedContext& context = model_.context();
  if (context.gotError()) {
    fail("an assertion or a check of the circuit failed (its text is printed above)");
  } else if (context.gotFinish()) {
    fail("the circuit ended the simulation by itself");
  } else if (cycle_ - last_progress_ > watchdog_cycles_) {
    fail(fmt::format("watchdog: no beat moved for {} cycles", watchdog_cycles_));
  }
}

void Harness::fail(std::string text) {
  if (!fault_) fault_ = Fault{cycle_, std::move(text)};
}

}  // namespace tern::sim
