// SPDX-License-Identifier: Apache-2.0
//
// tdr_desymbolize_test: levels of symbols and extra bits, those of an encoder and hostile ones.
//
//   Spec  docs/transform.md#7-symbolise
//   RTL   rtl/tdr/tdr_desymbolize.sv rtl/tdr/tdr_desymbolize_lane.sv rtl/tdr/tdr_value.sv
//   Test  tb/tdr/tdr_desymbolize_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "Vdesymbolize_alone.h"
#include "model/common/test_seed.h"
#include "model/tdr/params.h"
#include "tb/tdr/level_oracle.h"
#include "tb/tdr/stage_bench.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr std::uint8_t kLanesLog2 = 1;
constexpr std::uint32_t kLanes = 1U << kLanesLog2;
constexpr unsigned kLevel = tdr::shared::kLevelBits;
constexpr unsigned kShift = tdr::shared::kCentroidBits + 1;
constexpr unsigned kExtra = tdr::shared::kExtraBits;
constexpr unsigned kInLane = kExtra + 19;
constexpr unsigned kOutLane = kLevel + kShift + 10;
constexpr unsigned kIn = kLanes * kInLane + 5;
constexpr unsigned kOut = kLanes * kOutLane;

void put_in(Beat& beat, std::uint32_t lane, const Token& token) {
  const std::size_t at = lane * kInLane;
  beat.put(at, 32, static_cast<std::int64_t>(token.extra & 0xFFFFFFFF));
  beat.put(at + 32, kExtra - 32, static_cast<std::int64_t>(token.extra >> 32));
  beat.put(at + kExtra, 8, token.symbol);
  beat.put(at + kExtra + 8, 3, token.bin.bin);
  beat.put(at + kExtra + 11, 4, token.bin.low_bits);
  beat.put(at + kExtra + 15, 2, token.slot);
  beat.put(at + kExtra + 17, 1, token.starts_line ? 1 : 0);
  beat.put(at + kExtra + 18, 1, 1);
}

void put_out(Beat& beat, std::uint32_t lane, const Token& token) {
  const std::size_t at = lane * kOutLane;
  const std::uint32_t magnitude =
      static_cast<std::uint32_t>(token.level < 0 ? -token.level : token.level);
  const std::uint32_t kind = std::min(magnitude, tdr::kCentroids - 1);
  beat.put(at, kLevel, magnitude);
  beat.put(at + kLevel, kShift,
           tdr::shipped_books().centroids[token.bin.bin][token.quantizer][kind]);
  beat.put(at + kLevel + kShift, 1, token.level < 0 ? 1 : 0);
  beat.put(at + kLevel + kShift + 1, 1, token.quantizer);
  beat.put(at + kLevel + kShift + 2, 1, 1);
  beat.put(at + kLevel + kShift + 3, 1, token.fresh ? 1 : 0);
  beat.put(at + kLevel + kShift + 4, 6, token.count);
}

// The first step of a block is number 0.
void put_beat(Beat& beat, std::uint32_t states_log2, bool bounded, std::size_t step) {
  beat.put(kIn - 5, 3, states_log2);
  beat.put(kIn - 2, 1, step == 0 ? 1 : 0);
  beat.put(kIn - 1, 1, bounded ? 1 : 0);
}

// What an encoder sends, with noise behind the bits of a value and where no symbol is needed.
void add(std::vector<StageBeat>& beats, const SymbolBlock& block, Rng& rng) {
  std::vector<std::vector<Token>> tokens;
  std::size_t steps = SIZE_MAX;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    tokens.push_back(tokens_of(block, lane));
    EXPECT_TRUE(is_what_the_model_sends(block, lane, tokens.back()));
    steps = std::min(steps, tokens.back().size());
  }
  // Lanes that are done have noise, too; the test leaves it out, since nothing is defined of it.
  for (std::size_t step = 0; step < steps; ++step) {
    Beat in(kIn);
    Beat out(kOut);
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      Token token = tokens[lane][step];
      put_out(out, lane, token);
      if (!token.fresh) token.symbol = static_cast<std::uint32_t>(rng.bits(8));
      token.extra |= rng.bits(kExtra) >> token.count << token.count & ((1ULL << kExtra) - 1);
      put_in(in, lane, token);
    }
    put_beat(in, block.header.states_log2, block.header.bounded, step);
    beats.emplace_back(in, out);
  }
}

StageResult run(const std::vector<StageBeat>& beats, StallPattern source, StallPattern sink,
                const RunContext& context) {
  sim::VerilatedCircuit<Vdesymbolize_alone> circuit(context.seed);
  Vdesymbolize_alone& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in.valid = sim::Pin(top.in_valid_i);
  pins.in.ready = sim::Pin(top.in_ready_o);
  pins.in.data = sim::Port(top.in_data_i, kIn);
  pins.out.valid = sim::Pin(top.out_valid_o);
  pins.out.ready = sim::Pin(top.out_ready_i);
  pins.out.data = sim::Port(top.out_data_o, kOut);
  return run_stage(circuit, pins, beats, source, sink, context);
}

void expect_equal(const std::vector<StageBeat>& beats, StallPattern source = {},
                  StallPattern sink = {}) {
  expect_passes([&](const RunContext& context) { return run(beats, source, sink, context).fault; },
                1);
}

TEST(TdrDesymbolize, WhatAnEncoderSendsAtEveryNumberOfStates) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::vector<StageBeat> beats;
  for (const unsigned size : {0U, 1U, 2U, 4U, 9U, 22U}) {
    for (int i = 0; i < 8; ++i) {
      SymbolBlock block = random_levels(rng, kLanesLog2, 16, i == 1 ? 200 : 60, size);
      block.header.bounded = i % 4 != 0;
      add(beats, block, rng);
    }
  }
  expect_equal(beats);
}

TEST(TdrDesymbolize, AnySymbolsAndBits) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  std::vector<StageBeat> beats;
  for (int block = 0; block < 20; ++block) {
    const bool bounded = block % 3 != 0;
    std::array<LevelOracle, kLanes> oracles = {LevelOracle(bounded), LevelOracle(bounded)};
    const auto states = static_cast<std::uint32_t>(block % 5 == 0 ? 0 : 1 + block % 5);
    for (std::size_t step = 0; step < (block % 3 == 1 ? 2500U : 300U); ++step) {
      Beat in(kIn);
      Beat out(kOut);
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        Token token;
        token.symbol = static_cast<std::uint32_t>(rng.bits(8));
        token.extra = rng.bits(kExtra) | low_bits(static_cast<std::uint32_t>(rng.below(18)));
        token.bin = tdr::bin_of(static_cast<std::int32_t>(rng.below(block % 2 == 0 ? 8 : 30)));
        token.slot = static_cast<std::uint32_t>(rng.below(4));
        token.starts_line = step < 8 ? true : rng.below(40) == 0;
        // Every turn has begun before it goes on.
        if (step < 8) token.slot = static_cast<std::uint32_t>(step % 4);
        put_in(in, lane, token);
        oracles[lane].run(token, states);
        put_out(out, lane, token);
      }
      put_beat(in, states, bounded, step);
      beats.emplace_back(in, out);
    }
  }
  expect_equal(beats);
}

TEST(TdrDesymbolize, BlocksUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  std::vector<StageBeat> beats;
  for (int i = 0; i < 6; ++i) add(beats, random_levels(rng, kLanesLog2, 11, 30, 3), rng);
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_equal(beats, source, sink);
    }
  }
}

TEST(TdrDesymbolize, TakesItsCycleAndABeatPerCycle) {
  Rng rng(1);
  std::vector<StageBeat> beats;
  add(beats, random_levels(rng, kLanesLog2, 8, 100, 2), rng);
  RunContext context;
  const StageResult result = run(beats, {}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.latency, 1U);
  EXPECT_EQ(result.in_cycles, beats.size());
}

}  // namespace
}  // namespace tern::tb
