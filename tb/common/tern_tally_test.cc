// SPDX-License-Identifier: Apache-2.0
//
// tern_tally_test: a tally and a wide counter count like an array of integers.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/common/tern_tally.sv, rtl/common/tern_counter.sv
//   Test  tb/common/tern_tally_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "Vtern_counter.h"
#include "Vtern_tally.h"
#include "model/common/rng.h"
#include "sim/harness.h"
#include "sim/model.h"
#include "tb/support/run_check.h"

namespace tern::tb {
namespace {

using sim::Fault;

// The parameters of the instance (tb/common/CMakeLists.txt).
constexpr std::uint32_t kCounters = 5;
constexpr std::uint32_t kMost = 7;

/// `busy` of 8 events are the same one, so that they meet in the circuit, and reach the most.
std::optional<Fault> play_tally(const RunContext& context, std::uint64_t busy) {
  Rng rng(context.seed);
  sim::VerilatedCircuit<Vtern_tally> circuit(context.seed);
  Vtern_tally& top = circuit.top();
  sim::Harness harness(circuit, sim::Pin(top.clk_i), sim::Pin(top.rst_ni), {5000, context.wave});
  top.clear_i = 0;
  top.event_i = 0;
  top.read_i = 0;
  top.event_index_i = 0;
  top.read_index_i = 0;
  harness.reset();
  std::array<std::uint32_t, kCounters> counts{};
  std::optional<std::uint32_t> due;  // the count that must be shown behind the next edge
  for (int cycle = 0; cycle < 4000; ++cycle) {
    // The circuit samples these at the next edge.
    const bool clear = top.clear_i != 0;
    const bool lost = clear || top.clearing_o != 0;
    std::optional<std::uint32_t> next;
    if (top.read_i != 0 && !lost) next = counts[top.read_index_i];
    if (top.event_i != 0 && top.read_i == 0 && !lost && counts[top.event_index_i] < kMost) {
      ++counts[top.event_index_i];
    }
    if (clear) counts.fill(0);
    const bool valid = top.count_valid_o != 0;
    if (valid != due.has_value()) return Fault{harness.cycle(), "a count came or was missed"};
    if (due && top.count_o != *due) {
      return Fault{harness.cycle(), fmt::format("{} counted, {} expected", top.count_o, *due)};
    }
    due = next;
    harness.tick([&] {
      top.clear_i = rng.chance(1, 300) ? 1 : 0;
      top.event_i = rng.chance(7, 8) ? 1 : 0;
      top.read_i = rng.chance(1, 5) ? 1 : 0;
      top.event_index_i = rng.chance(busy, 8) ? 2 : static_cast<std::uint8_t>(rng.below(kCounters));
      top.read_index_i = rng.chance(1, 2) ? 2 : static_cast<std::uint8_t>(rng.below(kCounters));
    });
    harness.progress();
    if (harness.fault()) return harness.fault();
  }
  return std::nullopt;
}

TEST(TernTally, CountsLikeAnArrayUpToTheMost) {
  for (const std::uint64_t busy : {0, 4, 8}) {
    expect_passes([&](const RunContext& context) { return play_tally(context, busy); }, 10);
  }
}

TEST(TernTally, ClearingTakesACycleForEachCounter) {
  sim::VerilatedCircuit<Vtern_tally> circuit(1);
  Vtern_tally& top = circuit.top();
  sim::Harness harness(circuit, sim::Pin(top.clk_i), sim::Pin(top.rst_ni), {});
  top.clear_i = 0;
  top.event_i = 0;
  top.read_i = 0;
  harness.reset();
  std::uint32_t cycles = 0;
  for (; top.clearing_o != 0 && cycles < 100; ++cycles) harness.tick([] {});
  EXPECT_EQ(cycles, kCounters);
}

TEST(TernCounter, AddsUpInSixtyFourBits) {
  expect_passes([](const RunContext& context) -> std::optional<Fault> {
    Rng rng(context.seed);
    sim::VerilatedCircuit<Vtern_counter> circuit(context.seed);
    Vtern_counter& top = circuit.top();
    sim::Harness harness(circuit, sim::Pin(top.clk_i), sim::Pin(top.rst_ni), {100, context.wave});
    top.clear_i = 0;
    top.add_i = 0;
    harness.reset();
    std::uint64_t sum = 0;
    for (int round = 0; round < 200; ++round) {
      for (std::uint64_t i = rng.below(20); i > 0; --i) {
        sum = top.clear_i != 0 ? 0 : sum + top.add_i;
        harness.tick([&] {
          top.clear_i = rng.chance(1, 100) ? 1 : 0;
          top.add_i = rng.chance(1, 4) ? ~0U : static_cast<std::uint32_t>(rng.next());
        });
      }
      sum = top.clear_i != 0 ? 0 : sum + top.add_i;
      harness.tick([&] {
        top.clear_i = 0;
        top.add_i = 0;
      });
      // The carry has arrived one cycle later.
      harness.tick([] {});
      harness.progress();
      if (harness.fault()) return harness.fault();
      if (top.count_o != sum) {
        return Fault{harness.cycle(), fmt::format("{} counted, {} expected", top.count_o, sum)};
      }
    }
    return std::nullopt;
  });
}

}  // namespace
}  // namespace tern::tb
