// SPDX-License-Identifier: Apache-2.0
//
// tdr_symbolize_test: joint symbols and extra bits of levels, bit by bit what the model sends.
//
//   Spec  docs/transform.md#7-symbolise
//   RTL   rtl/tdr/tdr_symbolize.sv rtl/tdr/tdr_gather_lane.sv rtl/tdr/tdr_extra_lane.sv
//   Test  tb/tdr/tdr_symbolize_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "Vsymbolize_alone.h"
#include "model/common/test_seed.h"
#include "model/tdr/params.h"
#include "tb/tdr/stage_bench.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr std::uint8_t kLanesLog2 = 2;
constexpr std::uint32_t kLanes = 1U << kLanesLog2;
constexpr unsigned kLevel = tdr::shared::kLevelBits;
constexpr unsigned kInLane = kLevel + 10;
constexpr unsigned kIn = kLanes * kInLane + 1;
constexpr unsigned kOut = kLanes * kStepLane + 1;

/// What goes in and what comes out, in numbers of beats that need not agree.
struct Beats {
  std::vector<Beat> in;
  std::vector<Beat> out;

  void add(const SymbolBlock& block) {
    add_levels(block);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      EXPECT_TRUE(is_what_the_model_sends(block, lane, tokens_of(block, lane)));
    }
    add_steps(block, out);
  }

 private:
  // In the order of the quantiser: groups of lines take turns, dead positions have no beat.
  void add_levels(const SymbolBlock& block) {
    const tdr::Header& header = block.header;
    const tdr::Trellis trellis(header.states_log2);
    std::vector<std::uint32_t> states(header.cols);
    const std::size_t first = in.size();
    for (std::uint32_t group = 0; group < header.cols; group += 4 * kLanes) {
      for (std::uint32_t at = 0; at < header.rows; ++at) {
        if (block.classes.rows[at] == tdr::kDeadClass) continue;
        for (std::uint32_t line = group; line < std::min(header.cols, group + 4 * kLanes);
             line += kLanes) {
          Beat beat(kIn);
          for (std::uint32_t lane = 0; lane < std::min(kLanes, header.cols - line); ++lane) {
            put_level(beat, lane, block, line + lane, at, states[line + lane], trellis);
          }
          in.push_back(beat);
        }
      }
    }
    // Without a live position there is one beat of no line.
    if (in.size() == first) in.emplace_back(kIn);
    in.back().put(kIn - 1, 1, 1);
  }

  static void put_level(Beat& beat, std::uint32_t lane, const SymbolBlock& block,
                        std::uint32_t line, std::uint32_t at, std::uint32_t& state,
                        const tdr::Trellis& trellis) {
    if (block.classes.cols[line] == tdr::kDeadClass) return;
    const std::int32_t level = block.levels[block.header.index(line, at)];
    const tdr::Bin bin =
        tdr::bin_of(block.classes.cols[line], block.classes.rows[at], block.header.bias);
    const std::size_t base = lane * kInLane;
    beat.put(base, kLevel, level < 0 ? -level : level);
    beat.put(base + kLevel, 1, level < 0 ? 1 : 0);
    beat.put(base + kLevel + 1, 1, trellis.quantizer(state));
    beat.put(base + kLevel + 2, 3, bin.bin);
    beat.put(base + kLevel + 5, 4, bin.low_bits);
    beat.put(base + kLevel + 9, 1, 1);
    state = trellis.next(state, static_cast<std::uint32_t>(level) & 1);
  }
};

StageResult run(const Beats& beats, StallPattern source, StallPattern sink,
                const RunContext& context) {
  sim::VerilatedCircuit<Vsymbolize_alone> circuit(context.seed);
  Vsymbolize_alone& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in.valid = sim::Pin(top.in_valid_i);
  pins.in.ready = sim::Pin(top.in_ready_o);
  pins.in.data = sim::Port(top.in_data_i, kIn);
  pins.out.valid = sim::Pin(top.out_valid_o);
  pins.out.ready = sim::Pin(top.out_ready_i);
  pins.out.data = sim::Port(top.out_data_o, kOut);
  return run_stage(circuit, pins, beats.in, beats.out, source, sink, context);
}

void expect_equal(const Beats& beats, StallPattern source = {}, StallPattern sink = {}) {
  expect_passes([&](const RunContext& context) { return run(beats, source, sink, context).fault; },
                1);
}

TEST(TdrSymbolize, LevelsOfEveryBinAndSize) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Beats beats;
  for (const unsigned size : {0U, 1U, 2U, 4U, 9U, 22U}) {
    for (int i = 0; i < 5; ++i) beats.add(random_levels(rng, kLanesLog2, 16, 100, size));
    // Digits are dropped in these.
    beats.add(random_levels(rng, kLanesLog2, 16, 450, size));
  }
  expect_equal(beats);
}

// Down to no value at all; lanes have different numbers of them.
TEST(TdrSymbolize, EverySmallShape) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  Beats beats;
  for (std::uint32_t lines = 1; lines <= 18; ++lines) {
    for (std::uint32_t positions = 1; positions <= 9; ++positions) {
      beats.add(random_levels(rng, kLanesLog2, lines, positions, 2));
    }
  }
  expect_equal(beats);
}

TEST(TdrSymbolize, RandomBlocksUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  Beats beats;
  for (int i = 0; i < 12; ++i) {
    beats.add(random_levels(rng, kLanesLog2, static_cast<std::uint32_t>(1 + rng.below(30)),
                            static_cast<std::uint32_t>(1 + rng.below(60)), 3));
  }
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_equal(beats, source, sink);
    }
  }
}

// Symbols of two digits are whole with the second beat.
TEST(TdrSymbolize, TakesItsCycles) {
  SymbolBlock block;
  block.header.bounded = true;
  block.header.lanes_log2 = kLanesLog2;
  block.header.states_log2 = 0;
  block.header.rows = 10;
  block.header.cols = kLanes;
  block.classes.rows.assign(block.header.rows, 7);
  block.classes.cols.assign(block.header.cols, 0);
  block.levels.assign(std::size_t{block.header.rows} * block.header.cols, 3);
  Beats beats;
  beats.add(block);
  RunContext context;
  const StageResult result = run(beats, {}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.latency, 9U);
}

// A symbol that waits for values which never come is closed in time, and blocks follow each other
// without a gap.
TEST(TdrSymbolize, TakesABeatPerCycleOfAnyBlocks) {
  SymbolBlock block;
  block.header.bounded = true;
  block.header.lanes_log2 = kLanesLog2;
  block.header.states_log2 = 0;
  block.header.rows = 600;
  block.header.cols = 4 * kLanes;
  block.classes.rows.assign(block.header.rows, 4);
  block.classes.rows[0] = 1;
  block.classes.cols.assign(block.header.cols, 0);
  block.levels.assign(std::size_t{block.header.rows} * block.header.cols, 0);
  Beats beats;
  beats.add(block);
  beats.add(block);
  RunContext context;
  const StageResult result = run(beats, {}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.in_cycles, beats.in.size());
}

}  // namespace
}  // namespace tern::tb
