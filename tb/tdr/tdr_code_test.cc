// SPDX-License-Identifier: Apache-2.0
//
// tdr_code_test: steps of symbols and extra bits to words, each in its place of the stream.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   RTL   rtl/tdr/tdr_code.sv rtl/tdr/tdr_code_lane.sv rtl/tdr/tdr_steps.sv rtl/tdr/tdr_order.sv
//   Test  tb/tdr/tdr_code_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "Vcode_alone.h"
#include "Vcode_one.h"
#include "model/common/test_seed.h"
#include "sim/tdr_beats.h"
#include "tb/tdr/code_case.h"
#include "tb/tdr/stage_bench.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr std::uint8_t kLanesLog2 = 2;
constexpr std::uint32_t kLanes = 1U << kLanesLog2;
constexpr unsigned kOut = kLanes * 36 + 3;

template <typename V = Vcode_alone>
StageResult run(const CodeCase& one, StallPattern source, StallPattern sink,
                const RunContext& context) {
  sim::VerilatedCircuit<V> circuit(context.seed);
  V& top = circuit.top();
  const auto lanes = static_cast<unsigned>(one.lanes);
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, lanes * kStepLane + 1);
  pins.out = stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, lanes * 36 + 3);
  const std::vector<SideStream> sides = {
      {stream_pins(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, lanes * kCodeCountBits),
       &one.commands, source},
      {stream_pins(top.book_valid_i, top.book_ready_o, top.book_data_i, 29), &one.books}};
  return run_stage(circuit, pins, one.in, one.out, source, sink, context, sides);
}

template <typename V = Vcode_alone>
void expect_equal(const CodeCase& one, StallPattern source = {}, StallPattern sink = {}) {
  expect_passes([&](const RunContext& context) { return run<V>(one, source, sink, context).fault; },
                1);
}

/// Large levels, but zeros in the lanes whose number is a multiple of `every`, if that is not 0.
SymbolBlock uneven_block(std::uint32_t lines, std::uint32_t positions, std::uint32_t every) {
  SymbolBlock block;
  block.header.bounded = true;
  block.header.lanes_log2 = kLanesLog2;
  block.header.states_log2 = 0;
  block.header.rows = positions;
  block.header.cols = lines;
  block.header.bias = 0;
  block.classes.rows.assign(positions, 0);
  block.levels.resize(std::size_t{lines} * positions);
  for (std::uint32_t line = 0; line < lines; ++line) {
    const bool zero = every != 0 && line % kLanes % every == 0;
    block.classes.cols.push_back(zero ? 0 : 14);
    for (std::uint32_t at = 0; at < positions && !zero; ++at) {
      block.levels[block.header.index(line, at)] = at % 2 == 0 ? -150000 : 150000;
    }
  }
  return block;
}

TEST(TdrCode, LevelsOfEveryBinAndSize) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  CodeCase one(kLanes);
  for (const unsigned size : {0U, 1U, 2U, 4U, 9U, 22U}) {
    for (int i = 0; i < 6; ++i) one.add(random_levels(rng, kLanesLog2, 16, 100, size));
  }
  expect_equal(one);
}

// Down to no value at all; lanes have different numbers of them, and lag behind each other.
TEST(TdrCode, EverySmallShape) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  CodeCase one(kLanes);
  for (std::uint32_t lines = 1; lines <= 18; ++lines) {
    for (std::uint32_t positions = 1; positions <= 9; ++positions) {
      one.add(random_levels(rng, kLanesLog2, lines, positions, 2 + 20 * (positions % 2)));
    }
  }
  expect_equal(one);
}

TEST(TdrCode, RandomBlocksUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  CodeCase one(kLanes);
  for (int i = 0; i < 12; ++i) {
    one.add(random_levels(rng, kLanesLog2, static_cast<std::uint32_t>(1 + rng.below(30)),
                          static_cast<std::uint32_t>(1 + rng.below(60)),
                          static_cast<unsigned>(rng.below(23))));
  }
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_equal(one, source, sink);
    }
  }
}

TEST(TdrCode, RandomBlocksOfOneLane) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 6);
  CodeCase one(1);
  for (int i = 0; i < 30; ++i) {
    one.add(random_levels(rng, 0, static_cast<std::uint32_t>(1 + rng.below(12)),
                          static_cast<std::uint32_t>(1 + rng.below(80)),
                          static_cast<unsigned>(rng.below(23))));
  }
  expect_equal<Vcode_one>(one);
  expect_equal<Vcode_one>(one, StallPattern::kRandom, StallPattern::kRandom);
}

// A lane with a bit for eight values has the others wait; their words must fit.
TEST(TdrCode, LanesOfZerosBesideLongOnes) {
  CodeCase one(kLanes);
  one.add(uneven_block(4 * kLanes, 500, 4));
  one.add(uneven_block(4 * kLanes, 300, 2));
  one.add(uneven_block(kLanes, 500, 2));
  one.add(uneven_block(4 * kLanes - 1, 505, 3));
  expect_equal(one);
  expect_equal(one, StallPattern::kNone, StallPattern::kRandom);
}

// The first step takes three words of each lane in three parts: the first one is a whole beat.
TEST(TdrCode, TakesItsCycles) {
  CodeCase one(kLanes);
  one.add(uneven_block(4 * kLanes, 200, 0));
  RunContext context;
  const StageResult result = run(one, {}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.latency, 10U);
  // All values have two parts; four steps are in the stages when the last one is taken.
  EXPECT_EQ(result.in_cycles, 1 + 2 * 796 + 4);
}

// A block's first step has three parts, and its last one a part of zeros more; another cycle is
// lost between blocks.
TEST(TdrCode, TakesAStepPerCycle) {
  Rng rng(1);
  CodeCase one(kLanes);
  for (int i = 0; i < 3; ++i) {
    SymbolBlock block = random_levels(rng, kLanesLog2, 4 * kLanes, 400, 0);
    for (std::int32_t& level : block.levels) level = std::clamp(level, -1, 1);
    one.add(block);
  }
  RunContext context;
  const StageResult result = run(one, {}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.in_cycles, one.in.size() + 3 * (2 + 1) + 2);
}

// The packet is as long as the command says, and the next block is whole.
TEST(TdrCode, WrongCountsAreAnError) {
  SCOPED_TRACE(seed_note());
  for (const int more : {-3, 7, 300}) {
    SCOPED_TRACE(more);
    Rng rng(test_seed() + 3);
    const SymbolBlock block = random_levels(rng, kLanesLog2, 16, 60, 3);
    std::vector<std::size_t> counts;
    for (const auto& tokens : all_tokens(block)) {
      counts.push_back(tokens.size() + static_cast<std::size_t>(more));
    }
    CodeCase one(kLanes);
    one.add(block, tdr::shipped_books(), counts);
    one.add(random_levels(rng, kLanesLog2, 16, 60, 3));
    for (Beat& beat : one.out) {
      if (beat.bit(kOut - 3)) beat.put(kOut - 2, 1, 1);
    }
    expect_equal(one);
  }
}

// A codeword of 13 bits makes a book one that the unit does not take.
TEST(TdrCode, RefusedBooksChangeNothing) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 5);
  CodeCase one(kLanes);
  huff::Lengths lengths = tdr::shipped_books().lengths[2][1];
  *std::find(lengths.begin(), lengths.end(), 12) = 13;
  sim::add_tdr_book(lengths, 5, one.books);
  one.add(random_levels(rng, kLanesLog2, 16, 200, 3));
  one.add(random_levels(rng, kLanesLog2, 16, 60, 3));
  for (Beat& beat : one.out) {
    if (beat.bit(kOut - 3)) beat.put(kOut - 1, 1, 1);
  }
  expect_equal(one);
}

// While a book is replaced its block ends first, and the next one waits.
TEST(TdrCode, BooksChangeBetweenBlocks) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 4);
  tdr::Books flat = tdr::shipped_books();
  // All symbols have a codeword of 8 bits, and the escape none.
  flat.lengths[0][0].fill(8);
  flat.lengths[0][0][huff::kEscapeIndex] = 0;
  SymbolBlock block = uneven_block(4 * kLanes, 400, 4);
  CodeCase one(kLanes);
  one.add(block);
  sim::add_tdr_book(flat.lengths[0][0], 0, one.books);
  std::vector<std::size_t> counts;
  for (const auto& tokens : all_tokens(block)) counts.push_back(tokens.size());
  one.add(block, flat, counts);
  expect_equal(one);
}

}  // namespace
}  // namespace tern::tb
