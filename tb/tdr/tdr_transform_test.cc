// SPDX-License-Identifier: Apache-2.0
//
// tdr_transform_test: both transforms, bit by bit what the model computes, in every mode.
//
//   Spec  docs/transform.md#5-transform
//   RTL   rtl/tdr/tdr_forward_transform.sv rtl/tdr/tdr_inverse_transform.sv
//   Test  tb/tdr/tdr_transform_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "Vtransform_alone.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/params.h"
#include "model/tdr/quantize.h"
#include "model/tdr/transform.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;
using tdr::Transform;

// The model's own constants are the shared ones.
static_assert(tdr::kMaxValue == (1 << tdr::shared::kValueBits) - 1);
static_assert(tdr::kMaxCoefficient == (1 << tdr::shared::kCoefficientBits) - 1);
static_assert(tdr::kMaxLevel == (1U << tdr::shared::kLevelBits) - 1);
static_assert(tdr::kMaxQp == tdr::shared::kMaxQp);
static_assert(tdr::kQpFractionBits == tdr::shared::kQpFractionBits);
static_assert(tdr::kStepBits == tdr::shared::kStepFractionBits);
static_assert(static_cast<int>(Transform::kDct8) ==
              static_cast<int>(tdr::shared::Transform::kDct8));
static_assert(static_cast<int>(Transform::kDct16) ==
              static_cast<int>(tdr::shared::Transform::kDct16));
static_assert(static_cast<int>(Transform::kDct8x8) ==
              static_cast<int>(tdr::shared::Transform::kDct8x8));

constexpr Transform kTransforms[] = {Transform::kBypass, Transform::kDct8, Transform::kDct16};

using Values = std::array<std::int32_t, 16>;

struct Case {
  Transform transform;
  Values values;
};

/// What differs between the two directions.
struct Direction {
  const char* name;
  bool inverse;
  std::int32_t limit;  ///< of the inputs
  unsigned in_width;
  unsigned out_width;
};

constexpr Direction kForward = {"forward", false, tdr::kMaxValue, tdr::shared::kValueBits + 1,
                                tdr::shared::kCoefficientBits + 1};
constexpr Direction kInverse = {"inverse", true, tdr::kMaxCoefficient,
                                tdr::shared::kCoefficientBits + 1, tdr::shared::kValueBits + 1};

Values model_of(const Direction& direction, const Case& one) {
  tdr::Matrix matrix{1, 16, {one.values.begin(), one.values.end()}};
  if (direction.inverse) {
    tdr::inverse_transform(one.transform, true, matrix);
  } else {
    tdr::forward_transform(one.transform, true, matrix);
  }
  Values result{};
  std::copy(matrix.values.begin(), matrix.values.end(), result.begin());
  return result;
}

std::vector<StageBeat> beats_of(const Direction& direction, const std::vector<Case>& cases) {
  std::vector<StageBeat> beats;
  for (const Case& one : cases) {
    Beat in(16 * direction.in_width + 2);
    Beat out(16 * direction.out_width);
    const Values want = model_of(direction, one);
    for (std::size_t i = 0; i < 16; ++i) {
      in.put(i * direction.in_width, direction.in_width, one.values[i]);
      out.put(i * direction.out_width, direction.out_width, want[i]);
    }
    in.put(16 * direction.in_width, 2, static_cast<std::int64_t>(one.transform));
    beats.emplace_back(in, out);
  }
  return beats;
}

StageResult run(const Direction& direction, const std::vector<StageBeat>& beats,
                StallPattern source, StallPattern sink, const RunContext& context) {
  sim::VerilatedCircuit<Vtransform_alone> circuit(context.seed);
  Vtransform_alone& top = circuit.top();
  // The other direction sees no beat, and its output is always taken.
  top.forward_in_valid_i = 0;
  top.inverse_in_valid_i = 0;
  top.forward_out_ready_i = 1;
  top.inverse_out_ready_i = 1;
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  const auto bind = [&](auto& valid, auto& ready, auto& data, unsigned width) {
    sim::StreamPins stream;
    stream.valid = sim::Pin(valid);
    stream.ready = sim::Pin(ready);
    stream.data = sim::Port(data, width);
    return stream;
  };
  if (direction.inverse) {
    pins.in = bind(top.inverse_in_valid_i, top.inverse_in_ready_o, top.inverse_in_data_i,
                   16 * direction.in_width + 2);
    pins.out = bind(top.inverse_out_valid_o, top.inverse_out_ready_i, top.inverse_out_data_o,
                    16 * direction.out_width);
  } else {
    pins.in = bind(top.forward_in_valid_i, top.forward_in_ready_o, top.forward_in_data_i,
                   16 * direction.in_width + 2);
    pins.out = bind(top.forward_out_valid_o, top.forward_out_ready_i, top.forward_out_data_o,
                    16 * direction.out_width);
  }
  return run_stage(circuit, pins, beats, source, sink, context);
}

std::int32_t any(std::int32_t limit, Rng& rng) {
  return static_cast<std::int32_t>(rng.below(2 * static_cast<std::uint64_t>(limit) + 1)) - limit;
}

/// Values of all sizes, up to a limit of its own for each beat.
std::vector<Case> random_cases(std::int32_t limit, std::size_t count, Rng& rng) {
  std::vector<Case> cases(count);
  for (Case& one : cases) {
    one.transform = kTransforms[static_cast<std::size_t>(rng.below(3))];
    const std::int32_t most = limit >> rng.below(24);
    for (std::int32_t& value : one.values) value = any(most, rng);
  }
  return cases;
}

/// Each place alone, with every value of 8 bits and every power of two and its neighbours.
std::vector<Case> single_values(std::int32_t limit) {
  std::vector<std::int32_t> sizes;
  for (std::int32_t value = -128; value <= 127; ++value) sizes.push_back(value);
  for (std::int32_t power = 256; power <= limit; power *= 2) {
    for (const std::int32_t sign : {-1, 1}) {
      for (const std::int32_t off : {-1, 0, 1}) {
        if (power + off <= limit) sizes.push_back(sign * (power + off));
      }
    }
  }
  sizes.push_back(limit);
  sizes.push_back(-limit);
  std::vector<Case> cases;
  for (const Transform transform : kTransforms) {
    for (std::size_t place = 0; place < 16; ++place) {
      for (const std::int32_t value : sizes) {
        Case one{transform, {}};
        one.values[place] = value;
        cases.push_back(one);
      }
    }
  }
  return cases;
}

/// Full swing: signs by the bits of `pattern`.
Case full_swing(Transform transform, std::uint32_t pattern, std::int32_t limit) {
  Case one{transform, {}};
  for (std::size_t i = 0; i < 16; ++i) one.values[i] = pattern >> i & 1 ? limit : -limit;
  return one;
}

class TdrTransform : public testing::TestWithParam<Direction> {
 public:
  static std::string name(const testing::TestParamInfo<Direction>& info) { return info.param.name; }

 protected:
  void expect_equal(const std::vector<Case>& cases) const {
    const Direction direction = GetParam();
    const std::vector<StageBeat> beats = beats_of(direction, cases);
    expect_passes(
        [&](const RunContext& context) { return run(direction, beats, {}, {}, context).fault; }, 1);
  }
};

TEST_P(TdrTransform, EachPlaceAloneWithEveryByteAndAllPowersOfTwo) {
  expect_equal(single_values(GetParam().limit));
}

// Among them is the pattern of signs of each row and column, which gives the largest sums.
TEST_P(TdrTransform, EveryPatternOfSignsAtFullSwing) {
  std::vector<Case> cases;
  for (std::uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
    cases.push_back(full_swing(Transform::kDct16, pattern, GetParam().limit));
  }
  for (std::uint32_t pattern = 0; pattern < 0x100; ++pattern) {
    cases.push_back(full_swing(Transform::kDct8, pattern * 0x101, GetParam().limit));
    cases.push_back(full_swing(Transform::kBypass, pattern * 0x101, GetParam().limit));
  }
  expect_equal(cases);
}

TEST_P(TdrTransform, RandomValuesUnderEveryPairOfStalls) {
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kBursty, StallPattern::kAdversarial};
  const Direction direction = GetParam();
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_passes(
          [&](const RunContext& context) {
            Rng rng(context.seed);
            const auto beats = beats_of(direction, random_cases(direction.limit, 500, rng));
            return run(direction, beats, source, sink, context).fault;
          },
          1);
    }
  }
}

TEST_P(TdrTransform, EveryModeTakesTheSameFewCyclesAndABeatPerCycle) {
  const Direction direction = GetParam();
  for (const Transform transform : kTransforms) {
    const std::vector<Case> cases(100, full_swing(transform, 0x1234, 1000));
    RunContext context;
    const StageResult result = run(direction, beats_of(direction, cases), {}, {}, context);
    ASSERT_FALSE(result.fault) << result.fault->text;
    // The skid behind it adds one.
    EXPECT_EQ(result.latency, tdr::shared::kTransformLatency + 1);
    EXPECT_EQ(result.in_cycles, 100U);
  }
}

INSTANTIATE_TEST_SUITE_P(Both, TdrTransform, testing::Values(kForward, kInverse),
                         TdrTransform::name);

}  // namespace
}  // namespace tern::tb
