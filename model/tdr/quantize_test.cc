// SPDX-License-Identifier: Apache-2.0
//
// quantize_test.cc: steps, trellises and points.
//
//   Spec  docs/transform.md#6-quantise
//   Test  model/tdr/quantize_test.cc
#include "model/tdr/quantize.h"

#include <gtest/gtest.h>

#include <vector>

namespace tern::tdr {
namespace {

TEST(TdrQuantize, SixQpAreAnOctaveAndQpFourIsOne) {
  EXPECT_EQ(step_of(4 << kQpFractionBits) * 2, std::int64_t{1} << kStepBits);
  for (std::uint32_t qp = 0; qp + 192 <= kMaxQp; ++qp) {
    ASSERT_EQ(step_of(qp + 192), 2 * step_of(qp)) << qp;
    ASSERT_GT(step_of(qp + 1), step_of(qp)) << qp;
  }
}

TEST(TdrQuantize, EveryStateHasTwoWaysInAndTwoOut) {
  for (const std::uint32_t log2 : {2U, 3U, 4U, 5U}) {
    const Trellis trellis(log2);
    std::vector<int> ways(trellis.states());
    for (std::uint32_t state = 0; state < trellis.states(); ++state) {
      EXPECT_NE(trellis.next(state, 0), trellis.next(state, 1));
      for (const std::uint32_t parity : {0U, 1U}) ++ways[trellis.next(state, parity)];
    }
    EXPECT_EQ(ways, std::vector<int>(trellis.states(), 2));
    EXPECT_EQ(trellis.next(0, 0), 0U);  // zeros stay with Q0
  }
}

TEST(TdrQuantize, TrellisOfFourStates) {
  const Trellis trellis(2);
  const std::uint32_t next[4][2] = {{0, 2}, {2, 0}, {1, 3}, {3, 1}};
  for (std::uint32_t state = 0; state < 4; ++state) {
    EXPECT_EQ(trellis.quantizer(state), state / 2);
    for (std::uint32_t parity = 0; parity < 2; ++parity) {
      EXPECT_EQ(trellis.next(state, parity), next[state][parity]);
    }
  }
}

TEST(TdrQuantize, ScalarHasOneState) {
  const Trellis trellis(0);
  EXPECT_EQ(trellis.states(), 1U);
  EXPECT_EQ(trellis.quantizer(0), 0U);
  EXPECT_EQ(trellis.next(0, 1), 0U);
}

// Every step, not samples: the largest ones are where widths end.
TEST(TdrQuantize, PointsGrowWithTheLevelAtEveryStep) {
  for (std::uint32_t qp = 0; qp <= kMaxQp; ++qp) {
    const std::int64_t step = step_of(qp);
    for (const std::uint32_t quantizer : {0U, 1U}) {
      std::int32_t last = 0;
      for (const std::uint32_t level : {1U, 2U, 3U, 200U, kMaxLevel - 1, kMaxLevel}) {
        const std::int32_t point = reconstruct(level, quantizer, 0, step);
        // Below a step of one unit, points round to the same integer.
        const bool apart = qp >= 4 << kQpFractionBits;
        ASSERT_TRUE(point > last || point == kMaxCoefficient || (!apart && point == last)) << qp;
        ASSERT_LE(point, kMaxCoefficient);
        last = point;
      }
    }
  }
}

TEST(TdrQuantize, GridIsThatOfTheStep) {
  const std::int64_t step = step_of(16 << kQpFractionBits);  // two units
  for (std::uint32_t level = 1; level < 100; ++level) {
    EXPECT_EQ(reconstruct(level, 0, 0, step), static_cast<std::int32_t>(4 * level));
    EXPECT_EQ(reconstruct(level, 1, 0, step), static_cast<std::int32_t>(4 * level - 2));
    EXPECT_EQ(reconstruct(level, 1, 8, step), static_cast<std::int32_t>(4 * level - 1));
  }
}

TEST(TdrQuantize, BinsCoverEverySum) {
  for (std::int32_t sum = -200; sum < 200; ++sum) {
    const Bin bin = bin_of(sum);
    EXPECT_LT(bin.bin, kBins);
    EXPECT_LE(bin.low_bits, kMaxLowBits);
    if (sum >= 0 && sum < 28) {
      EXPECT_EQ(static_cast<std::int32_t>(bin.bin + 2 * bin.low_bits), sum);
    }
  }
}

}  // namespace
}  // namespace tern::tdr
