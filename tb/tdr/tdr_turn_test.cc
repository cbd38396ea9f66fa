// SPDX-License-Identifier: Apache-2.0
//
// tdr_turn_test: tiles of every kind in every order, turned over; and how long that takes.
//
//   Spec  docs/tdr_architecture.md#turn
//   RTL   rtl/tdr/tdr_turn.sv
//   Test  tb/tdr/tdr_turn_test.cc

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "Vturn_four.h"
#include "Vturn_one.h"
#include "Vturn_two.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/format.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Transform;

constexpr unsigned kWidth = 16;
constexpr unsigned kSide = 12;
constexpr unsigned kOut = 16 * kWidth + kSide;
constexpr unsigned kIn = kOut + 3;
// From the last beat of tiles to the first one turned.
constexpr std::uint64_t kLatency = 3;

using Values = std::array<std::uint32_t, 16>;
using Tile = std::vector<Values>;

/// Tiles of `groups` groups of lines that take turns, or beats that are in none.
struct Kind {
  Transform tile = Transform::kBypass;
  std::uint32_t groups = 1;

  [[nodiscard]] std::uint32_t steps() const {
    return tile == Transform::kDct16 ? 16 : tile == Transform::kDct8 ? 8 : 1;
  }
  [[nodiscard]] std::uint32_t beats() const { return steps() * groups; }
};

std::vector<Kind> all_kinds(std::uint32_t groups) {
  std::vector<Kind> kinds;
  for (const Transform tile : {Transform::kBypass, Transform::kDct8, Transform::kDct16}) {
    for (std::uint32_t i = 1; i <= groups; ++i) kinds.push_back({tile, i});
  }
  return kinds;
}

/// The definition: a block of 8 lines and 8 positions is transposed, and so is the tile of blocks.
Tile turned(const Tile& tile) {
  const std::size_t steps = tile.size();
  if (steps == 1) return tile;
  Tile result(steps);
  for (std::size_t step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < 16; ++i) {
      result[step][i] = tile[i % steps][step + i / steps * steps];
    }
  }
  return result;
}

/// Beats of tiles with values that are all different, 65536 of them.
class TurnCase {
 public:
  std::vector<Beat> in;
  std::vector<Beat> out;

  void add(const Kind& kind) {
    std::vector<Tile> tiles(kind.groups, Tile(kind.steps()));
    for (Tile& tile : tiles) {
      for (Values& values : tile) {
        for (std::uint32_t& value : values) value = next_++ & 0xFFFF;
      }
    }
    std::vector<Tile> results;
    for (const Tile& tile : tiles) results.push_back(turned(tile));
    for (std::uint32_t step = 0; step < kind.steps(); ++step) {
      for (std::uint32_t group = 0; group < kind.groups; ++group) {
        Beat beat = beat_of(tiles[group][step], kIn);
        beat.put(kOut, 2, static_cast<std::int64_t>(kind.tile));
        beat.put(kOut + 2, 1, group + 1 == kind.groups ? 1 : 0);
        in.push_back(beat);
        out.push_back(beat_of(results[group][step], kOut));
        ++side_;
      }
    }
  }

 private:
  // What goes beside a beat counts them: it stays in order.
  [[nodiscard]] Beat beat_of(const Values& values, unsigned bits) const {
    Beat beat(bits);
    for (unsigned i = 0; i < 16; ++i) beat.put(i * kWidth, kWidth, values[i]);
    beat.put(16 * kWidth, kSide, side_ & 0xFFF);
    return beat;
  }

  std::uint32_t next_ = 0;
  std::uint32_t side_ = 0;
};

template <typename Top>
StageResult run_top(const TurnCase& one, StallPattern source, StallPattern sink,
                    const RunContext& context) {
  sim::VerilatedCircuit<Top> circuit(context.seed);
  Top& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, kIn);
  pins.out = stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, kOut);
  return run_stage(circuit, pins, one.in, one.out, source, sink, context);
}

class TdrTurn : public testing::TestWithParam<std::uint32_t> {
 protected:
  static StageResult run(const TurnCase& one, const RunContext& context,
                         StallPattern source = StallPattern::kNone,
                         StallPattern sink = StallPattern::kNone) {
    switch (GetParam()) {
      case 1:
        return run_top<Vturn_one>(one, source, sink, context);
      case 2:
        return run_top<Vturn_two>(one, source, sink, context);
      default:
        return run_top<Vturn_four>(one, source, sink, context);
    }
  }
};

// No beat that comes ever waits.
TEST_P(TdrTurn, EveryKindBehindEveryKindAtABeatPerCycle) {
  TurnCase one;
  for (const Kind& before : all_kinds(GetParam())) {
    for (const Kind& kind : all_kinds(GetParam())) {
      one.add(before);
      one.add(kind);
    }
  }
  RunContext context;
  const StageResult result = run(one, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.in_cycles, one.in.size());
}

TEST_P(TdrTurn, EachKindIsSentWithoutAGap) {
  for (const Kind& kind : all_kinds(GetParam())) {
    SCOPED_TRACE(std::to_string(kind.steps()) + " x " + std::to_string(kind.groups));
    TurnCase one;
    for (int i = 0; i < 6; ++i) one.add(kind);
    RunContext context;
    const StageResult result = run(one, context);
    ASSERT_FALSE(result.fault) << result.fault->text;
    EXPECT_EQ(result.in_cycles, one.in.size());
    EXPECT_EQ(result.out_cycles, one.out.size());
    // What goes straight waits for no other beat.
    const std::uint64_t waits = kind.tile == Transform::kBypass ? 0 : kind.beats() - 1;
    EXPECT_EQ(result.latency, waits + kLatency);
  }
}

TEST_P(TdrTurn, RandomKindsUnderEveryPairOfStalls) {
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kBursty, StallPattern::kAdversarial};
  const std::vector<Kind> kinds = all_kinds(GetParam());
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_passes(
          [&](const RunContext& context) {
            Rng rng(context.seed);
            TurnCase one;
            while (one.in.size() < 700) one.add(kinds[rng.below(kinds.size())]);
            return run(one, context, source, sink).fault;
          },
          1);
    }
  }
}

// Without stalls, whatever the order: nothing waits for room.
TEST_P(TdrTurn, TakesABeatPerCycleInAnyOrder) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const std::vector<Kind> kinds = all_kinds(GetParam());
  TurnCase one;
  while (one.in.size() < 20000) {
    const Kind& kind = kinds[rng.below(kinds.size())];
    for (std::uint64_t i = rng.below(6); i < 6; ++i) one.add(kind);
  }
  RunContext context;
  const StageResult result = run(one, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.in_cycles, one.in.size());
}

INSTANTIATE_TEST_SUITE_P(Groups, TdrTurn, testing::Values(1U, 2U, 4U),
                         testing::PrintToStringParamName());

TEST(TdrTurnModel, TurnsBack) {
  for (const std::size_t steps : {1U, 8U, 16U}) {
    Tile tile(steps);
    std::uint32_t next = 0;
    for (Values& values : tile) {
      for (std::uint32_t& value : values) value = next++;
    }
    EXPECT_EQ(turned(turned(tile)), tile);
  }
}

}  // namespace
}  // namespace tern::tb
