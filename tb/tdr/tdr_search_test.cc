// SPDX-License-Identifier: Apache-2.0
//
// tdr_search_test: what levels cost, and which ones the quantiser takes, bit by bit as the model.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_quantize.sv rtl/tdr/tdr_search.sv rtl/tdr/tdr_path.sv
//   rtl/tdr/tdr_cost_lane.sv Test  tb/tdr/tdr_search_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "Vsearch_alone.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/symbolize.h"
#include "model/tdr/window.h"
#include "tb/tdr/search_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr unsigned kCost = 18;
constexpr unsigned kPoint = tdr::shared::kLevelBits + 1;
constexpr unsigned kValue = kSearchWidth + 9 + 5 + 18 + tdr::shared::kLambdaBits;
// Cycles of the quantiser's stages.
constexpr unsigned kBeside = 22;
constexpr unsigned kCosts = 6 * kCost + 4 + kPoint;

StageResult run_costs(const std::vector<StageBeat>& beats, const RunContext& context) {
  sim::VerilatedCircuit<Vsearch_alone> circuit(context.seed);
  Vsearch_alone& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in.valid = sim::Pin(top.value_valid_i);
  pins.in.ready = sim::Pin(top.value_ready_o);
  pins.in.data = sim::Port(top.value_data_i, kValue);
  pins.out.valid = sim::Pin(top.cost_valid_o);
  pins.out.ready = sim::Pin(top.cost_ready_i);
  pins.out.data = sim::Port(top.cost_data_o, kCosts);
  return run_stage(circuit, pins, beats, {}, {}, context);
}

void add_costs(std::vector<StageBeat>& beats, const tdr::WindowSearch& search, std::uint32_t qp,
               std::uint32_t lambda, std::int32_t sum, std::int32_t value) {
  const std::uint32_t octave = (qp >> tdr::kQpFractionBits) / 6;
  const std::int64_t reciprocal = (std::int64_t{1} << 28) / (tdr::step_of(qp) >> octave);
  Beat in(kValue);
  in.put(0, kSearchWidth, value);
  in.put(kSearchWidth, 9, sum);
  in.put(kSearchWidth + 9, 5, octave);
  in.put(kSearchWidth + 14, 18, reciprocal);
  in.put(kSearchWidth + 32, tdr::shared::kLambdaBits, lambda);

  const tdr::Bin bin = tdr::bin_of(sum);
  const auto magnitude = static_cast<std::uint32_t>(value < 0 ? -value : value);
  const tdr::WindowSearch::Candidates found = search.candidates(magnitude, bin);
  const std::int64_t top = std::min<std::int64_t>(
      tdr::kMaxLevel, std::int64_t{tdr::max_high(tdr::kGroupings[bin.bin].base)} << bin.low_bits);
  const std::int64_t point = std::min(tdr::place_of(magnitude, qp) >> 6, 2 * top - 2);
  Beat out(kCosts);
  for (unsigned q = 0; q < 2; ++q) {
    const std::int64_t below = (point + q) / 2;
    const bool zero = found[q][0].magnitude == 0 && below + (below & 1) != 0;
    out.put(q * kCost, kCost, found[q][0].cost);
    out.put((2 + q) * kCost, kCost, found[q][1].cost);
    out.put(4 * kCost + q * (kCost + 1), kCost + 1,
            std::int64_t{found[q][1].cost} - std::int64_t{found[q][0].cost});
    out.put(6 * kCost + 2 + q, 1, zero ? 1 : 0);
  }
  out.put(6 * kCost + 4, kPoint, point);
  beats.emplace_back(in, out);
}

void expect_costs(const std::vector<StageBeat>& beats) {
  expect_passes([&](const RunContext& context) { return run_costs(beats, context).fault; }, 1);
}

TEST(TdrSearchCosts, TablesAreThoseOfTheShippedBooks) {
  const tdr::Books& books = tdr::shipped_books();
  const tdr::PerBook<tdr::CostTable> costs = tdr::digit_costs(books);
  for (std::size_t book = 0; book < std::size_t{tdr::kBins} * tdr::kQuantizers; ++book) {
    const std::size_t bin = book / tdr::kQuantizers;
    const std::size_t quantizer = book % tdr::kQuantizers;
    for (std::size_t digit = 0; digit < 16; ++digit) {
      EXPECT_EQ(tdr::shared::kDigitCosts[16 * book + digit], costs[bin][quantizer].digit[digit]);
    }
    for (std::size_t kind = 0; kind < tdr::kCentroids; ++kind) {
      EXPECT_EQ(tdr::shared::kCentroids[tdr::kCentroids * book + kind],
                static_cast<std::uint32_t>(books.centroids[bin][quantizer][kind]) & 31U);
    }
  }
}

// Every sixteenth of the grid from zero on, then around what levels and tails can say.
TEST(TdrSearchCosts, EveryBinFromZeroToTheLimit) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::vector<StageBeat> beats;
  for (std::int32_t sum = -2; sum <= 30; ++sum) {
    for (const std::uint32_t qp : {0U, 777U, 2500U}) {
      const auto lambda = static_cast<std::uint32_t>(qp == 0 ? 1023 : rng.bits(10));
      const tdr::WindowSearch search(tdr::shipped_books(), qp, 2, lambda, 32);
      const std::int64_t step = tdr::step_of(qp);
      const auto add = [&](std::int64_t sixteenths) {
        const std::int64_t value = sixteenths * step >> 16;
        if (value > tdr::kMaxCoefficient) return;
        add_costs(beats, search, qp, lambda, sum,
                  static_cast<std::int32_t>(rng.bits(1) != 0 ? value : -value));
      };
      for (int i = 0; i < 300; ++i) add(i * (qp == 0 ? 51 : 2));
      for (int bit = 6; bit < 31; ++bit) {
        for (int i = 0; i < 8; ++i) {
          add((std::int64_t{1} << bit) + static_cast<std::int64_t>(rng.below(1200)) - 600);
        }
      }
      add_costs(beats, search, qp, lambda, sum, tdr::kMaxCoefficient);
    }
  }
  expect_costs(beats);
}

TEST(TdrSearchCosts, EveryStep) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  std::vector<StageBeat> beats;
  for (std::uint32_t qp = 0; qp <= tdr::kMaxQp; ++qp) {
    const tdr::WindowSearch search(tdr::shipped_books(), qp, 2, 300, 32);
    for (int i = 0; i < 6; ++i) {
      const auto size = static_cast<unsigned>(rng.below(25));
      const auto value = static_cast<std::int32_t>(rng.bits(24) >> (24 - size));
      add_costs(beats, search, qp, 300, static_cast<std::int32_t>(rng.below(24)) - 4,
                rng.bits(1) != 0 ? value : -value);
    }
  }
  expect_costs(beats);
}

// Lengths around windows, and every number of groups that take turns.
TEST(TdrSearch, EveryLengthUpToThreeWindows) {
  SCOPED_TRACE(seed_note());
  expect_passes(
      [&](const RunContext& context) {
        Rng rng(context.seed);
        SearchBeats beats;
        for (std::uint32_t length = 1; length <= 97; ++length) {
          const auto lines = static_cast<std::uint32_t>(1 + rng.below(4 * kSearchLanes));
          beats.add(random_block(rng, lines, length, 6));
        }
        return run_search(beats, {}, {}, context).fault;
      },
      1);
}

TEST(TdrSearch, LongLinesOfFarAndNearValues) {
  SCOPED_TRACE(seed_note());
  expect_passes(
      [&](const RunContext& context) {
        Rng rng(context.seed);
        SearchBeats beats;
        for (const std::uint32_t steps : {1U, 2U, 40U, 3000U, 1000000U}) {
          beats.add(random_block(rng, 5 * kSearchLanes + 3, 400, steps));
        }
        return run_search(beats, {}, {}, context).fault;
      },
      1);
}

TEST(TdrSearch, RandomBlocksUnderStalls) {
  SCOPED_TRACE(seed_note());
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_passes(
          [&](const RunContext& context) {
            Rng rng(context.seed);
            SearchBeats beats;
            for (int i = 0; i < 12; ++i) {
              beats.add(random_block(rng, static_cast<std::uint32_t>(1 + rng.below(20)),
                                     static_cast<std::uint32_t>(1 + rng.below(80)), 6));
            }
            return run_search(beats, source, sink, context).fault;
          },
          1);
    }
  }
}

// Four groups take turns: a beat per cycle, across windows and lines.
TEST(TdrSearch, TakesABeatPerCycle) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  for (const std::uint32_t length : {1U, 2U, 3U, 9U, 32U, 45U, 600U}) {
    SearchBeats beats;
    beats.add(random_block(rng, 4 * kSearchLanes * (1200 / length), length, 4));
    RunContext context;
    const StageResult result = run_search(beats, {}, {}, context);
    ASSERT_FALSE(result.fault) << result.fault->text;
    EXPECT_EQ(result.in_cycles, beats.beats.size()) << length;
    // Two windows are seen, one is read backwards.
    constexpr std::uint32_t kWindow = 4 * tdr::shared::kWindow;
    if (length >= 2 * tdr::shared::kWindow) {
      EXPECT_EQ(result.latency, 3 * kWindow + kBeside);
    }
  }
}

}  // namespace
}  // namespace tern::tb
