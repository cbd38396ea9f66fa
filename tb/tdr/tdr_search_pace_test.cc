// SPDX-License-Identifier: Apache-2.0
//
// tdr_search_pace_test: how many cycles the quantiser takes for blocks of any shape, to the cycle.
//
//   Spec  docs/tdr_architecture.md#turns
//   RTL   rtl/tdr/tdr_search_turns.sv rtl/tdr/tdr_trellis_lane.sv
//   Test  tb/tdr/tdr_search_pace_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "tb/tdr/search_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

struct Shape {
  std::uint32_t groups;
  std::uint32_t length;
  bool scalar = false;
};

/// Cycles from the first beat of a block to the first one of the next. The last lines are fewer
/// than four groups: a turn of each stays empty where a window ends, and a line that is alone has
/// every second cycle. The scalar quantiser leaves nothing empty.
std::uint64_t block_cycles(const Shape& shape) {
  if (shape.scalar) return std::uint64_t{shape.groups} * shape.length;
  const std::uint32_t rest = shape.groups % 4;
  const std::uint32_t ends = (shape.length - 1) / tdr::shared::kWindow;
  std::uint64_t cycles = std::uint64_t{4} * shape.length * (shape.groups / 4);
  if (rest == 1) cycles += 2 * (shape.length + ends) - 1;
  if (rest > 1) cycles += rest * (shape.length + ends);
  return cycles;
}

/// Cycles from the first beat of `shapes` to the last one.
std::uint64_t run_shapes(const std::vector<Shape>& shapes, std::uint64_t seed) {
  Rng rng(seed);
  SearchBeats beats;
  for (const Shape& shape : shapes) {
    SearchBlock block = random_block(rng, shape.groups * kSearchLanes, shape.length, 4);
    block.scalar = shape.scalar;
    beats.add(block);
  }
  const StageResult result = run_search(beats, {}, {}, RunContext{});
  EXPECT_FALSE(result.fault) << result.fault->text;
  return result.in_cycles;
}

// One shape many times, and the ends of blocks between them.
TEST(TdrSearchPace, BlocksOfEveryNumberOfGroups) {
  SCOPED_TRACE(seed_note());
  for (std::uint32_t groups = 1; groups <= 9; ++groups) {
    for (const std::uint32_t length : {24U, 32U, 40U, 100U}) {
      SCOPED_TRACE(testing::Message() << groups << " x " << length);
      EXPECT_EQ(run_shapes(std::vector<Shape>(6, {groups, length}), test_seed()),
                6 * block_cycles({groups, length}));
    }
  }
}

// Behind four groups a single one has more windows than places for their ends, and loses at most as
// much as it would have lost before: half of its pace.
TEST(TdrSearchPace, ScalarBlocks) {
  SCOPED_TRACE(seed_note());
  constexpr std::uint64_t kBlocks = 6;
  for (std::uint32_t groups = 1; groups <= 9; ++groups) {
    for (const std::uint32_t length : {24U, 32U, 40U, 100U}) {
      SCOPED_TRACE(testing::Message() << groups << " x " << length);
      const Shape shape = {groups, length, true};
      const std::uint64_t taken = run_shapes(std::vector<Shape>(kBlocks, shape), test_seed());
      const bool alone = groups > 4 && groups % 4 == 1;
      EXPECT_GE(taken, kBlocks * block_cycles(shape));
      EXPECT_LE(taken, kBlocks * (block_cycles(shape) + (alone ? length : 0)));
    }
  }
}

// Blocks of any shape in any order follow each other, but where windows are more than have a place.
TEST(TdrSearchPace, BlocksOfDifferentShapes) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  std::vector<Shape> shapes;
  std::uint64_t cycles = 0;
  for (int i = 0; i < 40; ++i) {
    const auto windows = static_cast<std::uint32_t>(1 + rng.below(4));
    const auto groups = static_cast<std::uint32_t>(1 + rng.below(10));
    const auto more = static_cast<std::uint32_t>(8 + rng.below(24));
    shapes.push_back(
        {groups, windows * tdr::shared::kWindow + more, groups % 4 != 1 && rng.below(4) == 0});
    cycles += block_cycles(shapes.back());
  }
  const std::uint64_t taken = run_shapes(shapes, test_seed() + 2);
  EXPECT_GE(taken, cycles);
  EXPECT_LE(taken, cycles + cycles / 200);
}

// Two things take longer: dividing the step of a block, 24 cycles, and a last window of a few
// positions behind long ones of four groups, of which there may be more than have a place.
TEST(TdrSearchPace, ShortBlocksAndShortWindows) {
  SCOPED_TRACE(seed_note());
  for (std::uint32_t groups = 1; groups <= 9; ++groups) {
    for (const std::uint32_t length : {1U, 2U, 3U, 5U, 8U, 15U, 33U, 36U, 65U}) {
      SCOPED_TRACE(testing::Message() << groups << " x " << length);
      constexpr std::uint64_t kBlocks = 10;
      const std::uint64_t most =
          std::max<std::uint64_t>(24, block_cycles({groups, length}) + (length > 32 ? 6 : 0));
      EXPECT_LE(run_shapes(std::vector<Shape>(kBlocks, {groups, length}), test_seed()),
                kBlocks * most);
    }
  }
}

// Every number of groups in turn, with beats that come and go in bursts.
TEST(TdrSearchPace, FewGroupsUnderStalls) {
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
            for (std::uint32_t groups = 1; groups <= 7; ++groups) {
              beats.add(random_block(rng, groups * kSearchLanes, 66, 6));
            }
            return run_search(beats, source, sink, context).fault;
          },
          1);
    }
  }
}

}  // namespace
}  // namespace tern::tb
