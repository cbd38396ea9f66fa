// SPDX-License-Identifier: Apache-2.0
//
// tdr_align_test: values to integers and back, bit by bit what the model computes.
//
//   Spec  docs/transform.md#3-align
//   RTL   rtl/tdr/tdr_align.sv rtl/tdr/tdr_unalign.sv rtl/tdr/tdr_unalign_lane.sv
//   Test  tb/tdr/tdr_align_test.cc

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "Valign_alone.h"
#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/format.h"
#include "model/tdr/params.h"
#include "tb/tdr/align_reference.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

constexpr std::size_t kLanes = 16;
constexpr unsigned kWidth = tdr::shared::kValueBits + 1;
constexpr std::int32_t kMinExponent = -149;
constexpr std::int32_t kMaxExponent = 127;
constexpr Dtype kDtypes[] = {Dtype::kBf16, Dtype::kFp16, Dtype::kE4m3,
                             Dtype::kE5m2, Dtype::kInt8, Dtype::kFp32};

// The codes of the TDR unit are those of all streams.
static_assert(static_cast<int>(Dtype::kBf16) == static_cast<int>(tdr::shared::Dtype::kBf16));
static_assert(static_cast<int>(Dtype::kFp16) == static_cast<int>(tdr::shared::Dtype::kFp16));
static_assert(static_cast<int>(Dtype::kE4m3) == static_cast<int>(tdr::shared::Dtype::kE4m3));
static_assert(static_cast<int>(Dtype::kE5m2) == static_cast<int>(tdr::shared::Dtype::kE5m2));
static_assert(static_cast<int>(Dtype::kInt8) == static_cast<int>(tdr::shared::Dtype::kInt8));
static_assert(static_cast<int>(Dtype::kFp32) == static_cast<int>(tdr::shared::Dtype::kFp32));

/// Beats of one direction, filled up with zeros.
class Beats {
 public:
  explicit Beats(bool back) : back_(back) {}

  void add(Dtype dtype, std::int32_t exponent, const std::vector<std::uint32_t>& inputs) {
    const unsigned in_width = back_ ? kWidth : 32;
    const unsigned out_width = back_ ? 32 : kWidth;
    for (std::size_t first = 0; first < inputs.size(); first += kLanes) {
      Beat in(kLanes * in_width + 13);
      Beat out(kLanes * out_width + (back_ ? 0 : 16));
      in.put(kLanes * in_width, 9, exponent);
      in.put(kLanes * in_width + 9, 4, static_cast<std::int64_t>(dtype));
      for (std::size_t i = 0; i < kLanes; ++i) {
        const std::uint32_t input = first + i < inputs.size() ? inputs[first + i] : 0;
        in.put(i * in_width, in_width, input);
        if (back_) {
          out.put(i * 32, 32, unalign_one(dtype, static_cast<std::int32_t>(input), exponent));
        } else {
          const Integer want = align_one(dtype, input, exponent);
          out.put(i * kWidth, kWidth, want.value);
          out.put(kLanes * kWidth + i, 1, want.special ? 1 : 0);
        }
      }
      beats_.emplace_back(in, out);
    }
  }

  [[nodiscard]] StageResult run(StallPattern source, StallPattern sink,
                                const RunContext& context) const {
    sim::VerilatedCircuit<Valign_alone> circuit(context.seed);
    Valign_alone& top = circuit.top();
    top.align_in_valid_i = 0;
    top.unalign_in_valid_i = 0;
    top.align_out_ready_i = 1;
    top.unalign_out_ready_i = 1;
    StagePins pins;
    pins.clk = sim::Pin(top.clk_i);
    pins.rst_n = sim::Pin(top.rst_ni);
    pins.in.valid = back_ ? sim::Pin(top.unalign_in_valid_i) : sim::Pin(top.align_in_valid_i);
    pins.in.ready = back_ ? sim::Pin(top.unalign_in_ready_o) : sim::Pin(top.align_in_ready_o);
    pins.in.data = back_ ? sim::Port(top.unalign_in_data_i, kLanes * kWidth + 13)
                         : sim::Port(top.align_in_data_i, kLanes * 32 + 13);
    pins.out.valid = back_ ? sim::Pin(top.unalign_out_valid_o) : sim::Pin(top.align_out_valid_o);
    pins.out.ready = back_ ? sim::Pin(top.unalign_out_ready_i) : sim::Pin(top.align_out_ready_i);
    pins.out.data = back_ ? sim::Port(top.unalign_out_data_o, kLanes * 32)
                          : sim::Port(top.align_out_data_o, kLanes * kWidth + 16);
    return run_stage(circuit, pins, beats_, source, sink, context);
  }

  void expect_equal() const {
    expect_passes([&](const RunContext& context) { return run({}, {}, context).fault; }, 1);
  }

 private:
  bool back_;
  std::vector<StageBeat> beats_;
};

std::vector<std::uint32_t> all_codes(unsigned bits) {
  std::vector<std::uint32_t> codes(std::size_t{1} << bits);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::uint32_t>(i);
  return codes;
}

std::uint32_t any_integer(Rng& rng) {
  const auto magnitude =
      static_cast<std::int32_t>(rng.bits(tdr::shared::kValueBits) >> rng.below(kWidth));
  return static_cast<std::uint32_t>(rng.bits(1) != 0 ? -magnitude : magnitude);
}

/// Numbers of every size that a rounding may touch: powers of two, and a half, more and less.
std::vector<std::uint32_t> corners(Rng& rng) {
  std::vector<std::uint32_t> values = {0, static_cast<std::uint32_t>(tdr::kMaxValue),
                                       static_cast<std::uint32_t>(-tdr::kMaxValue)};
  for (unsigned top = 0; top < tdr::shared::kValueBits; ++top) {
    const auto low = static_cast<std::int32_t>(rng.below(top + 1));
    for (const std::int32_t off : {-1, 0, 1}) {
      const std::int32_t value = std::clamp(
          (1 << top) + static_cast<std::int32_t>(rng.bits(22) >> (22 - top) >> low << low) + off, 0,
          tdr::kMaxValue);
      values.push_back(static_cast<std::uint32_t>(rng.bits(1) != 0 ? -value : value));
    }
  }
  return values;
}

// The whole range of bf16, and that in which fp16 goes from too large to nothing.
TEST(TdrAlign, EveryCodeOfSixteenBitsAtManyExponents) {
  for (std::int32_t exponent = kMinExponent; exponent <= kMaxExponent; exponent += 12) {
    Beats beats(false);
    beats.add(Dtype::kBf16, exponent, all_codes(16));
    beats.expect_equal();
  }
  for (std::int32_t exponent = -46; exponent <= 16; exponent += 2) {
    Beats beats(false);
    beats.add(Dtype::kFp16, exponent, all_codes(16));
    beats.expect_equal();
  }
}

TEST(TdrAlign, EveryCodeOfEightBitsAtEveryExponent) {
  Beats beats(false);
  for (std::int32_t exponent = kMinExponent; exponent <= kMaxExponent; ++exponent) {
    for (const Dtype dtype : {Dtype::kE4m3, Dtype::kE5m2}) beats.add(dtype, exponent, all_codes(8));
  }
  beats.add(Dtype::kInt8, 0, all_codes(8));
  beats.expect_equal();
}

// Every exponent, with the fields that are neither far below it nor far above.
TEST(TdrAlign, CornersOfFloat32AndRandomCodes) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Beats beats(false);
  for (std::int32_t exponent = kMinExponent; exponent <= kMaxExponent; ++exponent) {
    std::vector<std::uint32_t> codes = {0, 1, 0x80000000, 0x007FFFFF, 0x00800000, 0x7F800000};
    for (std::int32_t field = exponent + 148; field <= exponent + 176; ++field) {
      if (field < 0 || field > 255) continue;
      // A tie at every place above the unit, and its neighbours.
      const auto place = static_cast<unsigned>(std::clamp(exponent + 149 - field, 0, 22));
      for (const std::uint32_t fraction :
           {0U, 0x7FFFFFU, 1U << place, (1U << place) + 1, (1U << place) - 1, 3U << place,
            static_cast<std::uint32_t>(rng.bits(23)),
            static_cast<std::uint32_t>(rng.bits(23)) >> place << place}) {
        codes.push_back(static_cast<std::uint32_t>(rng.bits(1)) << 31 |
                        static_cast<std::uint32_t>(field) << 23 | (fraction & 0x7FFFFF));
      }
    }
    beats.add(Dtype::kFp32, exponent, codes);
  }
  beats.expect_equal();
}

TEST(TdrUnalign, EveryDtypeAtEveryExponent) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  Beats beats(true);
  for (std::int32_t exponent = kMinExponent; exponent <= kMaxExponent; ++exponent) {
    for (const Dtype dtype : kDtypes) beats.add(dtype, exponent, corners(rng));
  }
  beats.expect_equal();
}

// All integers of 16 bits and sign, so that every code of the narrow dtypes and every tie is met.
TEST(TdrUnalign, EveryIntegerOfSixteenBitsWhereTheDtypeRounds) {
  std::vector<std::uint32_t> values = all_codes(16);
  for (std::size_t i = 1; i < values.size(); i += 2) values[i] = 0 - values[i];
  Beats beats(true);
  beats.add(Dtype::kBf16, -149, values);
  beats.add(Dtype::kBf16, 112, values);
  beats.add(Dtype::kFp16, -27, values);
  beats.add(Dtype::kFp16, 0, values);
  beats.add(Dtype::kE4m3, -13, values);
  beats.add(Dtype::kE5m2, -19, values);
  beats.add(Dtype::kInt8, 0, values);
  beats.expect_equal();
}

class TdrAlignBoth : public testing::TestWithParam<bool> {};

TEST_P(TdrAlignBoth, RandomValuesUnderStallsWhileTheDtypeChangesEachBeat) {
  constexpr StallPattern kPatterns[] = {StallPattern::kNone, StallPattern::kRandom,
                                        StallPattern::kAdversarial};
  for (const StallPattern source : kPatterns) {
    for (const StallPattern sink : kPatterns) {
      SCOPED_TRACE(std::string(sim::stall_name(source)) + " x " + sim::stall_name(sink));
      expect_passes(
          [&](const RunContext& context) {
            Rng rng(context.seed);
            Beats beats(GetParam());
            for (int i = 0; i < 300; ++i) {
              const Dtype dtype = kDtypes[static_cast<std::size_t>(rng.below(6))];
              const auto exponent = static_cast<std::int32_t>(rng.below(277)) + kMinExponent;
              std::vector<std::uint32_t> inputs(kLanes);
              for (std::uint32_t& input : inputs) {
                input = GetParam() ? any_integer(rng) : static_cast<std::uint32_t>(rng.bits(32));
                if (!GetParam() && dtype != Dtype::kFp32) {
                  input &= (1U << 8 * element_bytes(dtype)) - 1;
                }
              }
              beats.add(dtype, dtype == Dtype::kInt8 ? 0 : exponent, inputs);
            }
            return beats.run(source, sink, context).fault;
          },
          1);
    }
  }
}

TEST_P(TdrAlignBoth, TakesItsCyclesAndABeatPerCycle) {
  Beats beats(GetParam());
  beats.add(Dtype::kFp16, -20, std::vector<std::uint32_t>(50 * kLanes, 0x1234));
  RunContext context;
  const StageResult result = beats.run({}, {}, context);
  ASSERT_FALSE(result.fault) << result.fault->text;
  // One for the skid.
  EXPECT_EQ(result.latency,
            (GetParam() ? tdr::shared::kUnalignLatency : tdr::shared::kAlignLatency) + 1);
  EXPECT_EQ(result.in_cycles, 50U);
}

INSTANTIATE_TEST_SUITE_P(Both, TdrAlignBoth, testing::Bool());

}  // namespace
}  // namespace tern::tb
