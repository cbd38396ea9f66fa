// SPDX-License-Identifier: Apache-2.0
//
// tdr_transform_test: both transforms, bit by bit what the model computes, in every mode.
//
//   Spec  docs/transform.md#5-transform
//   RTL   rtl/tdr/tdr_forward_transform.sv rtl/tdr/tdr_inverse_transform.sv
//   Test  tb/tdr/tdr_transform_test.cc

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/params.h"
#include "model/tdr/quantize.h"
#include "model/tdr/transform.h"
#include "tb/tdr/transform_case.h"

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

using Case = TransformCase;
using Direction = TransformDirection;
using Build = TransformBuild;

constexpr Direction kDirections[] = {
    {"forward", Build::kWhole, tdr::shared::kValueBits, false},
    {"inverse", Build::kWhole, tdr::shared::kValueBits, true},
    {"forward_narrow", Build::kNarrow, 13, false},
    {"inverse_narrow", Build::kNarrow, 13, true},
    {"forward_least", Build::kLeast, 8, false},
    {"inverse_least", Build::kLeast, 8, true},
};
static_assert(tdr::shared::kCoefficientBits == tdr::shared::kValueBits + 2);

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
    const std::vector<StageBeat> beats = transform_beats(direction, cases);
    expect_passes(
        [&](const RunContext& context) {
          return run_transform(direction, beats, {}, {}, context).fault;
        },
        1);
  }
};

TEST_P(TdrTransform, EachPlaceAloneWithEveryByteAndAllPowersOfTwo) {
  expect_equal(single_values(GetParam().limit()));
}

// Among them is the pattern of signs of each row and column, which gives the largest sums.
TEST_P(TdrTransform, EveryPatternOfSignsAtFullSwing) {
  std::vector<Case> cases;
  for (std::uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
    cases.push_back(full_swing(Transform::kDct16, pattern, GetParam().limit()));
  }
  for (std::uint32_t pattern = 0; pattern < 0x100; ++pattern) {
    cases.push_back(full_swing(Transform::kDct8, pattern * 0x101, GetParam().limit()));
    cases.push_back(full_swing(Transform::kBypass, pattern * 0x101, GetParam().limit()));
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
            const auto beats =
                transform_beats(direction, random_cases(direction.limit(), 500, rng));
            return run_transform(direction, beats, source, sink, context).fault;
          },
          1);
    }
  }
}

TEST_P(TdrTransform, EveryModeTakesTheSameFewCyclesAndABeatPerCycle) {
  const Direction direction = GetParam();
  for (const Transform transform : kTransforms) {
    const std::vector<Case> cases(100, full_swing(transform, 0x1234, 100));
    RunContext context;
    const StageResult result =
        run_transform(direction, transform_beats(direction, cases), {}, {}, context);
    ASSERT_FALSE(result.fault) << result.fault->text;
    // The skid behind it adds one.
    EXPECT_EQ(result.latency, 1 + (direction.inverse ? tdr::shared::kInverseLatency
                                                     : tdr::shared::kForwardLatency));
    EXPECT_EQ(result.in_cycles, 100U);
  }
}

INSTANTIATE_TEST_SUITE_P(Both, TdrTransform, testing::ValuesIn(kDirections), TdrTransform::name);

}  // namespace
}  // namespace tern::tb
