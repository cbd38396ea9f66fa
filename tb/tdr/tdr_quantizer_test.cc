// SPDX-License-Identifier: Apache-2.0
//
// tdr_quantizer_test: coefficients of levels, bit by bit what the model computes, at every step.
//
//   Spec  docs/transform.md#6-quantise
//   RTL   rtl/tdr/tdr_step.sv rtl/tdr/tdr_dequantize.sv rtl/tdr/tdr_dequantize_lane.sv
//   Test  tb/tdr/tdr_quantizer_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "Vquantizer_alone.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/params.h"
#include "model/tdr/quantize.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr std::size_t kLanes = 16;
constexpr unsigned kLevelWidth = tdr::shared::kLevelBits;
constexpr unsigned kShiftWidth = tdr::shared::kCentroidBits + 1;
constexpr unsigned kLaneWidth = kLevelWidth + 2 + kShiftWidth;
constexpr unsigned kInWidth = kLanes * kLaneWidth + tdr::shared::kQpBits;
constexpr unsigned kOutWidth = tdr::shared::kCoefficientBits + 1;

/// A level and what it takes to know what it stands for.
struct Level {
  std::uint32_t magnitude = 0;
  bool negative = false;
  std::uint32_t quantizer = 0;
  std::int32_t shift = 0;
};

/// Levels of one beat each in 16 lanes, all with the step of `qp`.
class Beats {
 public:
  void add(std::uint32_t qp, const std::vector<Level>& levels) {
    const std::int64_t step = tdr::step_of(qp);
    for (std::size_t first = 0; first < levels.size(); first += kLanes) {
      Beat in(kInWidth);
      Beat out(kLanes * kOutWidth);
      in.put(kLanes * kLaneWidth, tdr::shared::kQpBits, qp);
      for (std::size_t i = 0; i < std::min(kLanes, levels.size() - first); ++i) {
        const Level& level = levels[first + i];
        const std::size_t at = i * kLaneWidth;
        in.put(at, kLevelWidth, level.magnitude);
        in.put(at + kLevelWidth, 1, level.negative ? 1 : 0);
        in.put(at + kLevelWidth + 1, 1, level.quantizer);
        in.put(at + kLevelWidth + 2, kShiftWidth, level.shift);
        std::int32_t want = 0;
        if (level.magnitude != 0) {
          want = tdr::reconstruct(level.magnitude, level.quantizer, level.shift, step);
        }
        out.put(i * kOutWidth, kOutWidth, level.negative ? -want : want);
      }
      beats_.emplace_back(in, out);
    }
  }

  [[nodiscard]] const std::vector<StageBeat>& all() const { return beats_; }

 private:
  std::vector<StageBeat> beats_;
};

StageResult run(const std::vector<StageBeat>& beats, StallPattern source, StallPattern sink,
                const RunContext& context) {
  sim::VerilatedCircuit<Vquantizer_alone> circuit(context.seed);
  Vquantizer_alone& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in.valid = sim::Pin(top.in_valid_i);
  pins.in.ready = sim::Pin(top.in_ready_o);
  pins.in.data = sim::Port(top.in_data_i, kInWidth);
  pins.out.valid = sim::Pin(top.out_valid_o);
  pins.out.ready = sim::Pin(top.out_ready_i);
  pins.out.data = sim::Port(top.out_data_o, kLanes * kOutWidth);
  return run_stage(circuit, pins, beats, source, sink, context);
}

void expect_equal(const Beats& beats) {
  expect_passes([&](const RunContext& context) { return run(beats.all(), {}, {}, context).fault; },
                1);
}

Level random_level(Rng& rng) {
  Level level;
  level.magnitude = static_cast<std::uint32_t>(rng.bits(kLevelWidth) >> rng.below(kLevelWidth + 1));
  level.negative = rng.bits(1) != 0;
  level.quantizer = static_cast<std::uint32_t>(rng.bits(1));
  level.shift = static_cast<std::int32_t>(rng.below(31)) - 15;
  return level;
}

// The magnitudes around the limit are found by dividing it by the step.
TEST(TdrDequantize, EveryStepFromTheSmallestLevelToTheLimit) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Beats beats;
  for (std::uint32_t qp = 0; qp <= tdr::kMaxQp; ++qp) {
    const std::int64_t limit = (std::int64_t{tdr::kMaxCoefficient} << 11) / tdr::step_of(qp);
    std::vector<Level> levels;
    for (const std::int64_t magnitude :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, limit - 1, limit,
          limit + 1, limit + 2, std::int64_t{tdr::kMaxLevel}}) {
      for (const std::uint32_t quantizer : {0U, 1U}) {
        Level level = random_level(rng);
        level.magnitude =
            static_cast<std::uint32_t>(std::clamp<std::int64_t>(magnitude, 0, tdr::kMaxLevel));
        level.quantizer = quantizer;
        levels.push_back(level);
      }
    }
    while (levels.size() < 2 * kLanes) levels.push_back(random_level(rng));
    beats.add(qp, levels);
  }
  expect_equal(beats);
}

TEST(TdrDequantize, EveryShiftOfEveryPowerOfTwoInEveryOctave) {
  Beats beats;
  for (std::uint32_t qp = 0; qp <= tdr::kMaxQp; qp += 96 + 17) {
    std::vector<Level> levels;
    for (std::uint32_t bit = 0; bit < kLevelWidth; ++bit) {
      for (std::int32_t shift = -15; shift <= 15; ++shift) {
        for (const std::uint32_t quantizer : {0U, 1U}) {
          levels.push_back({(2U << bit) - 1, (bit & 1) != 0, quantizer, shift});
          levels.push_back({1U << bit, (shift & 1) != 0, quantizer, shift});
        }
      }
    }
    beats.add(qp, levels);
  }
  expect_equal(beats);
}

TEST(TdrDequantize, RandomLevelsUnderStallsWhileTheStepChangesEachBeat) {
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_passes(
          [&](const RunContext& context) {
            Rng rng(context.seed);
            Beats beats;
            for (int i = 0; i < 300; ++i) {
              std::vector<Level> levels(kLanes);
              for (Level& level : levels) level = random_level(rng);
              beats.add(static_cast<std::uint32_t>(rng.below(tdr::kMaxQp + 1)), levels);
            }
            return run(beats.all(), source, sink, context).fault;
          },
          1);
    }
  }
}

TEST(TdrDequantize, TakesItsCyclesAndABeatPerCycle) {
  Beats beats;
  beats.add(200, std::vector<Level>(50 * kLanes, Level{3, true, 1, 2}));
  RunContext context;
  const StageResult result = run(beats.all(), {}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  // One for the skid.
  EXPECT_EQ(result.latency, tdr::shared::kStepLatency + tdr::shared::kDequantizeLatency + 1);
  EXPECT_EQ(result.in_cycles, 50U);
}

}  // namespace
}  // namespace tern::tb
