// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse_turn_test: transforms along the lines and across them, in any order.
//
//   Spec  docs/tdr_architecture.md#turn
//   RTL   rtl/tdr/tdr_inverse.sv rtl/tdr/tdr_axis.sv rtl/tdr/tdr_turn.sv
//   Test  tb/tdr/tdr_inverse_turn_test.cc

#include <gtest/gtest.h>

#include <string>

#include "Vinverse_turn.h"
#include "tb/tdr/inverse_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Predict;
using tdr::Transform;

// What the two memories add to every beat.
constexpr std::uint64_t kMemories = 6;

template <typename Make>
void expect_equal(const InverseStalls& stalls, Make make, std::uint64_t salt = 0) {
  expect_inverse<Vinverse_turn>(stalls, make, salt);
}

tdr::Header any_header(std::uint32_t most, Rng& rng) {
  tdr::Header header = random_header(most, rng);
  header.lines_are_rows = rng.bits(1) != 0;
  return header;
}

// Every length from nothing to more than two blocks, with what is left behind the last whole one.
TEST(TdrInverseTurn, EveryLengthOfEveryTransformAndPrediction) {
  for (std::uint32_t length = 0; length <= 35; ++length) {
    SCOPED_TRACE(length);
    const auto make = [&](InverseCase& one, Rng& rng) {
      for (unsigned i = 0; i < 16; ++i) {
        tdr::Header header = random_header(5, rng);
        header.transform = i % 2 == 0 ? Transform::kDct8 : Transform::kDct16;
        header.predict = static_cast<Predict>(i / 2 % 4);
        header.along_rows = i >= 8;
        header.lines_are_rows = header.along_rows;
        (header.along_rows ? header.cols : header.rows) = length;
        one.add(header, rng);
      }
    };
    expect_equal({}, make, length);
  }
}

// More lines than groups that take turns.
TEST(TdrInverseTurn, ManyLines) {
  expect_equal({}, [&](InverseCase& one, Rng& rng) {
    for (const std::uint32_t lines : {16U, 17U, 31U, 40U, 64U, 65U, 90U}) {
      tdr::Header header = any_header(1, rng);
      header.predict = static_cast<Predict>(lines % 4);
      header.transform = lines % 3 == 0 ? Transform::kDct8 : Transform::kDct16;
      header.lines_are_rows = header.along_rows;
      (header.along_rows ? header.rows : header.cols) = lines;
      (header.along_rows ? header.cols : header.rows) = 20;
      one.add(header, rng);
    }
  });
}

TEST(TdrInverseTurn, TensorsOfAllKindsUnderStalls) {
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  std::uint64_t salt = 0;
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      const auto make = [](InverseCase& one, Rng& rng) {
        while (one.beats.size() < 300) one.add(any_header(40, rng), rng);
      };
      const StallPattern side = salt % 2 == 0 ? StallPattern::kNone : StallPattern::kRandom;
      expect_equal({side, source, side, sink}, make, ++salt);
    }
  }
}

// A block of 16 or 8 positions must be whole before it is turned, and again before it is turned
// back. Then beats leave as they come.
TEST(TdrInverseTurn, TakesItsCyclesAndABeatPerCycleAlongLines) {
  for (const Transform transform : {Transform::kDct8, Transform::kDct16}) {
    for (std::uint32_t groups = 1; groups <= 4; ++groups) {
      for (unsigned predict = 0; predict < 4; ++predict) {
        SCOPED_TRACE(groups);
        Rng rng(groups);
        InverseCase one;
        for (int i = 0; i < 4; ++i) {
          tdr::Header header = random_header(1, rng);
          header.transform = transform;
          header.predict = static_cast<Predict>(predict);
          header.along_rows = false;
          header.lines_are_rows = false;
          header.rows = 32;
          header.cols = 16 * groups;
          one.add(header, rng);
        }
        RunContext context;
        const StageResult result = run_inverse<Vinverse_turn>(one, {}, context);
        ASSERT_FALSE(result.fault) << result.fault->text;
        const std::uint64_t tile = (transform == Transform::kDct8 ? 8U : 16U) * groups;
        EXPECT_EQ(result.latency, kInverseLatency + kMemories + 2 * (tile - 1));
        EXPECT_EQ(result.in_cycles, one.beats.size());
        EXPECT_EQ(result.out_cycles, one.beats.size());
      }
    }
  }
}

TEST(TdrInverseTurn, TakesItsCyclesAndABeatPerCycleAcrossLines) {
  for (unsigned kind = 0; kind < 12; ++kind) {
    SCOPED_TRACE(kind);
    Rng rng(kind);
    InverseCase one;
    for (int i = 0; i < 10; ++i) {
      tdr::Header header = random_header(1, rng);
      header.transform = static_cast<Transform>(kind % 3);
      header.predict = static_cast<Predict>(kind / 3);
      header.along_rows = true;
      header.lines_are_rows = false;
      header.rows = i % 2 == 0 ? 1 : 20;
      header.cols = 16;
      one.add(header, rng);
    }
    RunContext context;
    const StageResult result = run_inverse<Vinverse_turn>(one, {}, context);
    ASSERT_FALSE(result.fault) << result.fault->text;
    EXPECT_EQ(result.latency, kInverseLatency + kMemories);
    EXPECT_EQ(result.in_cycles, one.beats.size());
    EXPECT_EQ(result.out_cycles, one.beats.size());
  }
}

}  // namespace
}  // namespace tern::tb
