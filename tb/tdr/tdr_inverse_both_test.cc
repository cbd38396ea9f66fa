// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse_both_test: DCT-8x8, along the lines first or across them, between other transforms.
//
//   Spec  docs/transform.md#5-transform
//   RTL   rtl/tdr/tdr_both.sv rtl/tdr/tdr_cross.sv
//   Test  tb/tdr/tdr_inverse_both_test.cc

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "Vinverse_turn.h"
#include "tb/tdr/inverse_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Predict;
using tdr::Transform;

// What the memories of both turns and the second pass add.
constexpr std::uint64_t kMemories = 6;
constexpr std::uint64_t kSecondPass = tdr::shared::kInverseLatency;
// What the transform takes for a beat with four groups of lines, all in all.
constexpr std::uint64_t kDct16Gap = kMemories + kSecondPass + 2 * 63;
constexpr std::uint64_t kDct8x8Gap = kMemories + 2 * kSecondPass + 2 * 31;

template <typename Make>
void expect_equal(const InverseStalls& stalls, Make make, std::uint64_t salt = 0) {
  expect_inverse<Vinverse_turn>(stalls, make, salt);
}

tdr::Header square_header(Rng& rng) {
  tdr::Header header = random_header(1, rng);
  header.transform = Transform::kDct8x8;
  header.along_rows = false;
  header.lines_are_rows = rng.bits(1) != 0;
  return header;
}

// Every number of rows and columns up to one beat and more: whole blocks of 8 and what is left.
TEST(TdrInverseBoth, EveryShape) {
  for (std::uint32_t rows = 1; rows <= 18; ++rows) {
    SCOPED_TRACE(rows);
    const auto make = [&](InverseCase& one, Rng& rng) {
      for (std::uint32_t cols = 1; cols <= 35; ++cols) {
        tdr::Header header = square_header(rng);
        header.rows = rows;
        header.cols = cols;
        one.add(header, rng);
        std::swap(header.rows, header.cols);
        header.lines_are_rows = !header.lines_are_rows;
        one.add(header, rng);
      }
    };
    expect_equal({}, make, rows);
  }
}

// A block waits for those in flight if its passes have another order.
TEST(TdrInverseBoth, BetweenOtherTransformsUnderStalls) {
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  std::uint64_t salt = 0;
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      const auto make = [](InverseCase& one, Rng& rng) {
        while (one.beats.size() < 300) {
          tdr::Header header = random_header(40, rng);
          if (rng.bits(1) != 0) {
            const tdr::Header square = square_header(rng);
            header.transform = square.transform;
            header.along_rows = square.along_rows;
          }
          header.lines_are_rows = rng.bits(1) != 0;
          one.add(header, rng);
        }
      };
      const StallPattern side = salt % 2 == 0 ? StallPattern::kNone : StallPattern::kRandom;
      expect_equal({side, source, side, sink}, make, ++salt);
    }
  }
}

TEST(TdrInverseBoth, TakesItsCyclesAndABeatPerCycle) {
  for (const bool lines_are_rows : {false, true}) {
    for (std::uint32_t groups = 1; groups <= 4; ++groups) {
      SCOPED_TRACE(groups);
      Rng rng(groups);
      InverseCase one;
      for (int i = 0; i < 4; ++i) {
        tdr::Header header = square_header(rng);
        header.lines_are_rows = lines_are_rows;
        (lines_are_rows ? header.cols : header.rows) = 32;
        (lines_are_rows ? header.rows : header.cols) = 16 * groups;
        one.add(header, rng);
      }
      RunContext context;
      const StageResult result = run_inverse<Vinverse_turn>(one, {}, context);
      ASSERT_FALSE(result.fault) << result.fault->text;
      EXPECT_EQ(result.latency, kInverseLatency + kMemories + kSecondPass + 2 * (8 * groups - 1));
      EXPECT_EQ(result.in_cycles, one.beats.size());
      EXPECT_EQ(result.out_cycles, one.beats.size());
    }
  }
}

// What is in flight must have left: DCT-16 along lines, behind its two tiles, and then DCT-8x8.
TEST(TdrInverseBoth, ABlockOfAnotherOrderWaitsForThoseInFlight) {
  Rng rng(1);
  InverseCase one;
  for (int i = 0; i < 3; ++i) {
    tdr::Header header = square_header(rng);
    if (i != 1) header.transform = Transform::kDct16;
    header.lines_are_rows = false;
    header.rows = 16;
    header.cols = 64;
    one.add(header, rng);
  }
  RunContext context;
  const StageResult result = run_inverse<Vinverse_turn>(one, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  EXPECT_EQ(result.in_cycles, one.beats.size() + kDct16Gap + kDct8x8Gap);
}

}  // namespace
}  // namespace tern::tb
