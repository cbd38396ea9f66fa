// SPDX-License-Identifier: Apache-2.0
//
// stall_test: each stall pattern has the pauses it promises.
//
//   Spec  docs/streams.md
//   Test  tb/common/stall_test.cc
#include "sim/stall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "model/common/test_seed.h"

namespace tern::sim {
namespace {

struct Shape {
  double stalled = 0;         ///< share of the cycles
  std::uint64_t longest = 0;  ///< longest pause
  std::uint64_t single = 0;   ///< beats alone between two pauses
};

Shape shape(StallPattern pattern, bool edge) {
  constexpr std::uint64_t kCycles = 100000;
  Stall stall(pattern, test_seed());
  Shape result;
  std::uint64_t stalled = 0;
  std::uint64_t pause = 0;
  std::uint64_t beats = 0;
  for (std::uint64_t i = 0; i < kCycles; ++i) {
    if (stall.next(edge)) {
      if (beats == 1) ++result.single;
      beats = 0;
      ++stalled;
      ++pause;
      result.longest = std::max(result.longest, pause);
    } else {
      pause = 0;
      ++beats;
    }
  }
  result.stalled = static_cast<double>(stalled) / static_cast<double>(kCycles);
  return result;
}

TEST(Stall, NoneNeverStalls) { EXPECT_EQ(shape(StallPattern::kNone, true).longest, 0U); }

TEST(Stall, RandomStallsHalfOfTheTimeInShortPauses) {
  const Shape got = shape(StallPattern::kRandom, false);
  EXPECT_GT(got.stalled, 0.45);
  EXPECT_LT(got.stalled, 0.55);
  EXPECT_LT(got.longest, 40U);
}

TEST(Stall, BurstyHasLongRunsOfBothKinds) {
  const Shape got = shape(StallPattern::kBursty, false);
  EXPECT_GT(got.stalled, 0.4);
  EXPECT_LT(got.stalled, 0.6);
  EXPECT_GE(got.longest, 60U);
  EXPECT_LE(got.longest, 64U);
}

TEST(Stall, AdversarialHasLongPausesSingleBeatsAndAimsAtEdges) {
  const Shape inside = shape(StallPattern::kAdversarial, false);
  const Shape edge = shape(StallPattern::kAdversarial, true);
  EXPECT_GT(inside.longest, 150U);
  EXPECT_GT(inside.single, 100U);
  EXPECT_GT(edge.stalled, inside.stalled + 0.1);
}

TEST(Stall, SameSeedSamePausesOtherSeedOthers) {
  Stall a(StallPattern::kAdversarial, 1);
  Stall b(StallPattern::kAdversarial, 1);
  Stall c(StallPattern::kAdversarial, 2);
  bool differs = false;
  for (int i = 0; i < 1000; ++i) {
    const bool first = a.next(i % 7 == 0);
    ASSERT_EQ(first, b.next(i % 7 == 0));
    differs = differs || first != c.next(i % 7 == 0);
  }
  EXPECT_TRUE(differs);
}

}  // namespace
}  // namespace tern::sim
