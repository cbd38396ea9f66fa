// SPDX-License-Identifier: Apache-2.0
//
// tdr_decode_test: words of blocks to levels, those of an encoder, damaged ones, and noise.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   RTL   rtl/tdr/tdr_decode.sv rtl/tdr/tdr_bits_lane.sv rtl/tdr/tdr_codeword.sv
//         rtl/tdr/tdr_words.sv
//   Test  tb/tdr/tdr_decode_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "Vdecode_four.h"
#include "Vdecode_one.h"
#include "model/common/test_seed.h"
#include "model/tdr/params.h"
#include "tb/tdr/decode_case.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

struct OneLane {
  using Circuit = Vdecode_one;
  static constexpr std::uint8_t kLanesLog2 = 0;
};

struct FourLanes {
  using Circuit = Vdecode_four;
  static constexpr std::uint8_t kLanesLog2 = 2;
};

// 16 lanes are those of tdr_dec.
template <typename Variant>
class TdrDecode : public ::testing::Test {};
using Variants = ::testing::Types<OneLane, FourLanes>;
TYPED_TEST_SUITE(TdrDecode, Variants);

struct Stalls {
  StallPattern source = StallPattern::kNone;
  StallPattern sink = StallPattern::kNone;
};

template <typename Variant>
StageResult run(const DecodeCase& one, const Stalls& stalls, const RunContext& context) {
  constexpr unsigned kLanes = 1U << Variant::kLanesLog2;
  constexpr unsigned kLane = tdr::shared::kLevelBits + tdr::shared::kCentroidBits + 4;
  sim::VerilatedCircuit<typename Variant::Circuit> circuit(context.seed);
  typename Variant::Circuit& top = circuit.top();
  const auto bind = [](auto& valid, auto& ready, auto& data, unsigned width) {
    sim::StreamPins stream;
    stream.valid = sim::Pin(valid);
    stream.ready = sim::Pin(ready);
    stream.data = sim::Port(data, width);
    return stream;
  };
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = bind(top.place_valid_i, top.place_ready_o, top.place_data_i, kLanes * 10);
  pins.out = bind(top.out_valid_o, top.out_ready_i, top.out_data_o, kLanes * kLane + 35);
  const std::vector<SideStream> sides = {
      {bind(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, kLanes * 13 + 4), &one.commands,
       stalls.source},
      {bind(top.in_valid_i, top.in_ready_o, top.in_data_i, kLanes * (tdr::kWordBits + 1) + 1),
       &one.in, stalls.source}};
  return run_stage(circuit, pins, one.places, one.out, stalls.source, stalls.sink, context, sides);
}

template <typename Variant>
void expect_equal(const DecodeCase& one, const Stalls& stalls = {}) {
  expect_passes([&](const RunContext& context) { return run<Variant>(one, stalls, context).fault; },
                1);
}

// What an encoder sends; the oracle must find the levels again.
std::vector<std::uint32_t> encode(const SymbolBlock& block) {
  const std::uint32_t lanes = 1U << block.header.lanes_log2;
  std::vector<std::vector<Token>> tokens;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) tokens.push_back(tokens_of(block, lane));
  std::vector<std::uint32_t> words = words_of(tokens, block.header.bounded);
  const DecodedSteps decoded = decode_steps(block, words);
  EXPECT_FALSE(decoded.truncated);
  EXPECT_EQ(decoded.words, words.size());
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    EXPECT_TRUE(is_what_the_model_sends(block, lane, tokens[lane]));
    EXPECT_EQ(decoded.lanes[lane].size(), tokens[lane].size());
    for (std::size_t i = 0; i < tokens[lane].size(); ++i) {
      EXPECT_EQ(decoded.lanes[lane][i].level, tokens[lane][i].level);
    }
  }
  return words;
}

std::vector<std::uint32_t> noise(Rng& rng, std::size_t count) {
  std::vector<std::uint32_t> words;
  for (; count > 0; --count) words.push_back(static_cast<std::uint32_t>(rng.bits(32)));
  return words;
}

// A lane has as many values as in blocks of 16.
SymbolBlock random_block(Rng& rng, std::uint8_t lanes_log2, unsigned size) {
  const auto lines = static_cast<std::uint32_t>(1 + rng.below(6U << lanes_log2));
  const auto positions = static_cast<std::uint32_t>(1 + rng.below(rng.below(6) == 0 ? 300 : 24));
  SymbolBlock block = random_levels(rng, lanes_log2, lines, positions, size);
  block.header.bounded = rng.chance(2, 3);
  return block;
}

TYPED_TEST(TdrDecode, WhatAnEncoderSends) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  DecodeCase one(TypeParam::kLanesLog2);
  for (const unsigned size : {0U, 1U, 2U, 4U, 9U, 22U}) {
    for (int i = 0; i < 5; ++i) {
      const SymbolBlock block = random_block(rng, TypeParam::kLanesLog2, size);
      one.add(block, encode(block), i % 2 == 0);
    }
  }
  expect_equal<TypeParam>(one);
}

// Escaped symbols that no encoder sends, the longest values.
TYPED_TEST(TdrDecode, AnyWords) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  DecodeCase one(TypeParam::kLanesLog2);
  for (int i = 0; i < 40; ++i) {
    const SymbolBlock block = random_block(rng, TypeParam::kLanesLog2, 0);
    one.add(block, noise(rng, block.levels.size() * (i % 4 == 3 ? 0 : 2) + rng.below(200)));
  }
  expect_equal<TypeParam>(one);
}

// Cut, with words behind the last one, and with wrong bits.
TYPED_TEST(TdrDecode, DamagedWords) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  DecodeCase one(TypeParam::kLanesLog2);
  for (int i = 0; i < 40; ++i) {
    const SymbolBlock block =
        random_block(rng, TypeParam::kLanesLog2, static_cast<unsigned>(rng.below(8)));
    std::vector<std::uint32_t> words = encode(block);
    const std::vector<std::uint32_t> more = noise(rng, rng.below(40));
    if (i % 4 == 0) words.insert(words.end(), more.begin(), more.end());
    if (i % 4 == 1) words.resize(rng.below(words.size() + 1));
    for (int flips = 0; i % 4 >= 2 && flips < i && !words.empty(); ++flips) {
      words[rng.below(words.size())] ^= 1U << rng.below(32);
    }
    one.add(block, words, i % 3 == 0);
  }
  expect_equal<TypeParam>(one);
  // However they are damaged, each cycle does something that can be counted.
  RunContext context;
  const StageResult result = run<TypeParam>(one, {}, context);
  EXPECT_LE(result.in_cycles,
            one.places.size() + one.given_words + 2 * one.in.size() + 2 * one.commands.size());
}

// All rows are dead: a block without values has a packet without words.
TYPED_TEST(TdrDecode, BlocksWithoutValues) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 3);
  DecodeCase one(TypeParam::kLanesLog2);
  for (std::size_t i = 0; i < 8; ++i) {
    SymbolBlock block = random_levels(rng, TypeParam::kLanesLog2, 5, 3, 2);
    if (i % 2 == 0) std::fill(block.classes.rows.begin(), block.classes.rows.end(), 15);
    one.add(block, i % 2 == 0 ? noise(rng, i * 5) : encode(block));
  }
  expect_equal<TypeParam>(one);
}

TYPED_TEST(TdrDecode, BlocksUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 4);
  DecodeCase one(TypeParam::kLanesLog2);
  for (int i = 0; i < 6; ++i) {
    const SymbolBlock block = random_block(rng, TypeParam::kLanesLog2, 3);
    std::vector<std::uint32_t> words = encode(block);
    if (i == 3) words.resize(words.size() / 2);
    one.add(block, words);
  }
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_equal<TypeParam>(one, {source, sink});
    }
  }
}

// A step per cycle, but one more where a value lacks a word: rule 1 has not asked for it. That may
// be so in the last 64 steps.
TYPED_TEST(TdrDecode, TakesAStepPerCycle) {
  Rng rng(1);
  for (const std::uint8_t states_log2 : {std::uint8_t{0}, std::uint8_t{2}, std::uint8_t{5}}) {
    for (const unsigned size : {0U, 2U, 5U, 12U}) {
      const SymbolBlock block = dense_block(rng, TypeParam::kLanesLog2, states_log2, 400, size);
      DecodeCase one(TypeParam::kLanesLog2);
      one.add(block, encode(block));
      RunContext context;
      const StageResult result = run<TypeParam>(one, {}, context);
      ASSERT_FALSE(result.fault) << result.fault->text;
      EXPECT_EQ(result.latency, 1U);
      EXPECT_LE(result.in_cycles, 1600 + one.late_steps);
      EXPECT_LE(one.late_steps, size > 5 ? 20U : 10U);
      EXPECT_GE(result.in_cycles, 1600U);
    }
  }
}

}  // namespace
}  // namespace tern::tb
