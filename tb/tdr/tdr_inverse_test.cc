// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse_test: whole tensors of levels to values, bit by bit what the model computes.
//
//   Spec  docs/transform.md#1-overview
//   RTL   rtl/tdr/tdr_inverse.sv rtl/tdr/tdr_integrate.sv rtl/tdr/tdr_reconstruct.sv
//   Test  tb/tdr/tdr_inverse_test.cc

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "Vinverse_alone.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/params.h"
#include "tb/tdr/inverse_case.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Predict;
using tdr::Transform;

// The model's own names are the shared ones.
static_assert(static_cast<int>(Predict::kRowMean) ==
              static_cast<int>(tdr::shared::Predict::kRowMean));
static_assert(static_cast<int>(Predict::kColumnMean) ==
              static_cast<int>(tdr::shared::Predict::kColumnMean));
static_assert(static_cast<int>(Predict::kDelta) == static_cast<int>(tdr::shared::Predict::kDelta));

constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                      StallPattern::kBursty, StallPattern::kAdversarial};
constexpr std::uint64_t kLatency = tdr::shared::kDequantizeLatency +
                                   tdr::shared::kIntegrateLatency + tdr::shared::kInverseLatency +
                                   tdr::shared::kReconstructLatency + tdr::shared::kUnalignLatency +
                                   1;  // and a skid

struct Stalls {
  StallPattern commands = StallPattern::kNone;
  StallPattern source = StallPattern::kNone;
  StallPattern means = StallPattern::kNone;
  StallPattern sink = StallPattern::kNone;
};

StageResult run(const InverseCase& one, const Stalls& stalls, const RunContext& context) {
  sim::VerilatedCircuit<Vinverse_alone> circuit(context.seed);
  Vinverse_alone& top = circuit.top();
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
  pins.in = bind(top.in_valid_i, top.in_ready_o, top.in_data_i, kLevelsWidth);
  pins.out = bind(top.out_valid_o, top.out_ready_i, top.out_data_o, kValuesWidth);
  const std::vector<SideStream> sides = {
      {bind(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, kCommandWidth), &one.commands,
       stalls.commands},
      {bind(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, kMeansWidth), &one.means,
       stalls.means}};
  return run_stage(circuit, pins, one.beats, stalls.source, stalls.sink, context, sides);
}

/// Runs a case that is made of the seed and of `salt`.
template <typename Make>
void expect_equal(const Stalls& stalls, Make make, std::uint64_t salt = 0) {
  expect_passes(
      [&](const RunContext& context) {
        Rng rng(context.seed + (salt << 32));
        InverseCase one;
        make(one, rng);
        return run(one, stalls, context).fault;
      },
      1);
}

// Every length from nothing to more than two blocks, along the transform and across it.
TEST(TdrInverse, EveryLengthOfEveryTransformAndPrediction) {
  for (std::uint32_t length = 0; length <= 35; ++length) {
    SCOPED_TRACE(length);
    const auto make = [&](InverseCase& one, Rng& rng) {
      for (unsigned i = 0; i < 24; ++i) {
        tdr::Header header = random_header(5, rng);
        header.transform = static_cast<Transform>(i % 3);
        header.predict = static_cast<Predict>(i / 3 % 4);
        header.along_rows = i >= 12;
        header.lines_are_rows = !header.along_rows;
        (header.along_rows ? header.cols : header.rows) = length;
        one.add(header, rng);
      }
    };
    expect_equal({}, make, length);
  }
}

TEST(TdrInverse, SingleRowsAndColumns) {
  expect_equal({}, [&](InverseCase& one, Rng& rng) {
    for (std::uint32_t length = 1; length <= 200; length += 7) {
      for (const bool row : {false, true}) {
        tdr::Header header = random_header(1, rng);
        header.rows = row ? 1 : length;
        header.cols = row ? length : 1;
        one.add(header, rng);
      }
    }
  });
}

// More blocks than groups of lines that take turns, and sums that reach their limit.
TEST(TdrInverse, LongLinesOfDifferences) {
  expect_equal({}, [&](InverseCase& one, Rng& rng) {
    for (const std::uint16_t qp : {std::uint16_t{0}, std::uint16_t{500}, std::uint16_t{2000}}) {
      for (const Transform transform : {Transform::kBypass, Transform::kDct8, Transform::kDct16}) {
        tdr::Header header = random_header(1, rng);
        header.predict = Predict::kDelta;
        header.transform = transform;
        header.qp = qp;
        header.rows = header.along_rows ? 40 : 100;
        header.cols = header.along_rows ? 100 : 40;
        one.add(header, rng);
      }
    }
  });
}

TEST(TdrInverse, TensorsOfAllKindsUnderStalls) {
  std::uint64_t salt = 0;
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      for (const StallPattern side : {StallPattern::kNone, StallPattern::kRandom}) {
        SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink) + " x " +
                     sim::stall_name(side));
        const auto make = [](InverseCase& one, Rng& rng) {
          while (one.beats.size() < 300) one.add(random_header(40, rng), rng);
        };
        expect_equal({side, source, side, sink}, make, ++salt);
      }
    }
  }
}

// Without a gap where a block ends, even if it is a single beat.
TEST(TdrInverse, TakesItsCyclesAndABeatPerCycleInEveryMode) {
  for (unsigned kind = 0; kind < 12; ++kind) {
    for (const std::uint32_t rows : {1U, 30U}) {
      SCOPED_TRACE(kind);
      Rng rng(kind);
      InverseCase one;
      for (int i = 0; i < 20; ++i) {
        tdr::Header header = random_header(1, rng);
        header.transform = static_cast<Transform>(kind % 3);
        header.predict = static_cast<Predict>(kind / 3);
        header.along_rows = true;
        header.lines_are_rows = false;
        header.rows = rows;
        header.cols = 16;
        one.add(header, rng);
      }
      RunContext context;
      const StageResult result = run(one, {}, context);
      ASSERT_FALSE(result.fault) << result.fault->text;
      EXPECT_EQ(result.latency, kLatency);
      EXPECT_EQ(result.in_cycles, one.beats.size());
    }
  }
}

}  // namespace
}  // namespace tern::tb
