// SPDX-License-Identifier: Apache-2.0
//
// tdr_certify_test: certificates of blocks, exact to the last bit of the sum.
//
//   Spec  docs/transform.md#10-the-encoder
//   RTL   rtl/tdr/tdr_certify.sv rtl/tdr/tdr_error_lane.sv rtl/tdr/tdr_square.sv
//   Test  tb/tdr/tdr_certify_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "Vcertify_alone.h"
#include "model/common/test_seed.h"
#include "model/tdr/format.h"
#include "model/tdr/params.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr std::size_t kLanes = 16;
constexpr unsigned kWidth = tdr::shared::kValueBits + 1;
constexpr unsigned kIn = kLanes * (2 * kWidth + 1) + 1;
constexpr unsigned kOut = 64 + kWidth;

struct Pair {
  std::int32_t before = 0;
  std::int32_t after = 0;
};

struct Beats {
  std::vector<Beat> in;
  std::vector<Beat> out;

  /// A block; as many values of its last beat count as there are.
  void add(const std::vector<Pair>& values) {
    std::uint64_t squared = 0;
    std::int64_t largest = 0;
    for (std::size_t first = 0; first < values.size(); first += kLanes) {
      Beat beat(kIn);
      for (std::size_t i = 0; i < std::min(kLanes, values.size() - first); ++i) {
        const Pair& pair = values[first + i];
        beat.put(i * kWidth, kWidth, pair.before);
        beat.put((kLanes + i) * kWidth, kWidth, pair.after);
        beat.put(2 * kLanes * kWidth + i, 1, 1);
        const std::int64_t error = std::abs(std::int64_t{pair.before} - pair.after);
        largest = std::max(largest, error);
        const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - squared;
        squared += std::min(static_cast<std::uint64_t>(error * error), room);
      }
      beat.put(kIn - 1, 1, first + kLanes >= values.size() ? 1 : 0);
      in.push_back(beat);
    }
    Beat result(kOut);
    result.put(0, 32, static_cast<std::int64_t>(squared & 0xFFFFFFFF));
    result.put(32, 32, static_cast<std::int64_t>(squared >> 32));
    result.put(64, kWidth, largest);
    out.push_back(result);
  }
};

StageResult run(const Beats& beats, StallPattern source, StallPattern sink,
                const RunContext& context) {
  sim::VerilatedCircuit<Vcertify_alone> circuit(context.seed);
  Vcertify_alone& top = circuit.top();
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

Pair random_pair(Rng& rng, unsigned bits) {
  const auto number = [&] {
    const auto magnitude = static_cast<std::int32_t>(rng.bits(22));
    return rng.bits(1) != 0 ? -magnitude : magnitude;
  };
  Pair pair{number(), 0};
  const auto error = static_cast<std::int32_t>(rng.bits(bits));
  pair.after = std::clamp(pair.before + (rng.bits(1) != 0 ? -error : error), -tdr::kMaxValue,
                          tdr::kMaxValue);
  return pair;
}

TEST(TdrCertify, ErrorsOfEverySize) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Beats beats;
  for (unsigned bits = 1; bits <= 23; ++bits) {
    std::vector<Pair> values;
    for (int i = 0; i < 333; ++i) values.push_back(random_pair(rng, bits));
    beats.add(values);
  }
  expect_equal(beats);
}

// Each lane alone, at the ends of the range and at each power of two.
TEST(TdrCertify, EachBitOfEachLane) {
  Beats beats;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (unsigned bit = 0; bit < 23; ++bit) {
      std::vector<Pair> values(kLanes);
      values[lane] = {static_cast<std::int32_t>((1U << bit) - tdr::kMaxValue - (bit == 22 ? 2 : 0)),
                      -tdr::kMaxValue};
      beats.add(values);
    }
    std::vector<Pair> values(kLanes);
    values[lane] = {tdr::kMaxValue, -tdr::kMaxValue};
    beats.add(values);
    values[lane] = {-tdr::kMaxValue, tdr::kMaxValue};
    beats.add(values);
  }
  expect_equal(beats);
}

TEST(TdrCertify, SumsSaturateAndTheNextBlockBeginsAnew) {
  Beats beats;
  beats.add(std::vector<Pair>((1U << 18) + 100, Pair{tdr::kMaxValue, -tdr::kMaxValue}));
  beats.add(std::vector<Pair>((1U << 18) - 100, Pair{tdr::kMaxValue, -tdr::kMaxValue}));
  beats.add({{3, 1}});
  expect_equal(beats);
}

TEST(TdrCertify, BlocksOfAFewValuesUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  Beats beats;
  for (int i = 0; i < 200; ++i) {
    std::vector<Pair> values(1 + rng.below(70));
    for (Pair& pair : values) pair = random_pair(rng, 1 + static_cast<unsigned>(rng.below(23)));
    beats.add(values);
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

TEST(TdrCertify, TakesItsCyclesAndABeatPerCycle) {
  Beats beats;
  for (int i = 0; i < 50; ++i) beats.add({{i, 2 * i}});
  RunContext context;
  const StageResult result = run(beats, {}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.latency, 7U);
  EXPECT_EQ(result.in_cycles, 50U);
}

}  // namespace
}  // namespace tern::tb
