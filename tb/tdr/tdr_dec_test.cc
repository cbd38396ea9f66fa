// SPDX-License-Identifier: Apache-2.0
//
// tdr_dec_test: words of blocks to values, with every tool, damaged ones, and how long it takes.
//
//   Spec  docs/transform.md#2-a-stream
//   RTL   rtl/tdr/tdr_dec.sv rtl/tdr/tdr_places.sv rtl/tdr/tdr_regroup.sv
//   Test  tb/tdr/tdr_dec_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/common/test_seed.h"
#include "model/tdr/test_cases.h"
#include "tb/tdr/dec_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Predict;
using tdr::Transform;

// Levels and side information of every kind, whether an encoder would send them or not.
struct RandomBlock {
  SymbolBlock block;
  std::vector<std::int32_t> sent;

  explicit RandomBlock(Rng& rng)
      : block(random_levels(rng, 4, static_cast<std::uint32_t>(1 + rng.below(150)),
                            static_cast<std::uint32_t>(1 + rng.below(40)),
                            static_cast<unsigned>(rng.below(6)))) {
    tdr::Header& header = block.header;
    header.bounded = rng.chance(2, 3);
    header.dtype = tdr::kTestDtypes[rng.below(6)];
    header.exponent = static_cast<std::int16_t>(
        header.dtype == Dtype::kInt8 ? 0 : -static_cast<int>(rng.below(30)));
    header.qp = static_cast<std::uint16_t>(rng.below(tdr::shared::kMaxQp + 1));
    header.predict = static_cast<Predict>(rng.below(4));
    header.transform = static_cast<Transform>(rng.below(4));
    header.along_rows = header.transform != Transform::kDct8x8 && rng.bits(1) != 0;
    const bool cut = header.along_rows && header.cols % 16 > 8;
    if (header.predict == Predict::kDelta && header.transform == Transform::kDct8 && cut) {
      header.transform = Transform::kDct16;
    }
    const bool by_row = header.predict == Predict::kRowMean;
    const bool by_column = header.predict == Predict::kColumnMean;
    for (std::uint32_t i = 0; i < (by_row ? header.rows : by_column ? header.cols : 0); ++i) {
      sent.push_back(static_cast<std::int32_t>(rng.bits(16)) - (1 << 15));
    }
  }
};

TEST(TdrDec, EveryToolAndDtype) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  DecCase one;
  for (int i = 0; i < 40; ++i) {
    const RandomBlock random(rng);
    one.add(random.block, random.sent, words_of(random.block));
  }
  expect_equal(one);
}

TEST(TdrDec, DamagedWordsUnderStalls) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  DecCase one;
  for (int i = 0; i < 9; ++i) {
    const RandomBlock random(rng);
    std::vector<std::uint32_t> words = words_of(random.block);
    if (i % 3 == 0) words.resize(words.size() / 2);
    for (int flips = 0; i % 3 == 1 && flips < 5 && !words.empty(); ++flips) {
      words[rng.below(words.size())] ^= 1U << rng.below(32);
    }
    one.add(random.block, random.sent, words);
  }
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_equal(one, {source, sink});
    }
  }
}

// The output rests only where the lanes do: in late steps, and for three cycles from block to
// block, in which there is time for the verdict. The last verdict follows the last values.
TEST(TdrDec, Gives16ValuesPerCycleInEveryMode) {
  Rng rng(1);
  for (int kind = 0; kind < 6; ++kind) {
    SCOPED_TRACE(kind);
    for (int predict = 0; predict < 4; ++predict) {
      DecCase one;
      for (unsigned i = 0; i < 4; ++i) {
        SymbolBlock block = dense_block(
            rng, 4, static_cast<std::uint8_t>(predict == 0 ? 0 : predict + 1), 64, 3 * i);
        block.header.dtype = Dtype::kFp32;
        block.header.qp = 1000;
        block.header.along_rows = kind % 2 == 0;
        block.header.transform = static_cast<Transform>((kind + 1) / 2);
        block.header.predict = static_cast<Predict>(predict);
        const std::size_t means = predict == 1 || predict == 2 ? 64 : 0;
        one.add(block, std::vector<std::int32_t>(means, 77), words_of(block));
      }
      RunContext context;
      const StageResult result = run(one, {}, context);
      ASSERT_FALSE(result.fault) << result.fault->text;
      EXPECT_LE(result.out_cycles, 4U * 256 + one.late_steps + 3 * 3 + 1);
      EXPECT_GE(result.out_cycles, 4U * 256);
    }
  }
}

// Where half of the lines are dead, other ones in each lane, there is time for the ends of blocks.
TEST(TdrDec, GivesABeatPerCycleWhereLinesAreDead) {
  Rng rng(2);
  DecCase one;
  for (unsigned i = 0; i < 6; ++i) {
    SymbolBlock block = dense_block(rng, 4, 2, 64, 2 * i);
    for (std::size_t line = 0; line < 64; ++line) {
      if ((line / 16 + line) % 2 == 0) block.classes.cols[line] = tdr::kDeadClass;
    }
    block.header.dtype = Dtype::kBf16;
    block.header.qp = 1000;
    block.header.along_rows = true;
    one.add(block, {}, words_of(block));
  }
  RunContext context;
  const StageResult result = run(one, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  // The verdicts take a cycle each, and so may the next block's first step.
  EXPECT_LE(result.out_cycles, 6U * (256 + 6));
}

TEST(TdrDec, TakesItsCycles) {
  Rng rng(3);
  DecCase one;
  SymbolBlock block = dense_block(rng, 4, 2, 1, 0);
  block.header.cols = 16;
  block.header.dtype = Dtype::kBf16;
  block.header.along_rows = true;
  block.classes.cols.resize(16);
  block.levels.resize(16);
  one.add(block, {}, words_of(block));
  RunContext context;
  const StageResult result = run(one, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  // The last class comes two cycles behind command and words; with the memories to turn beats.
  EXPECT_EQ(result.latency, 2U + 32);
}

}  // namespace
}  // namespace tern::tb
