// SPDX-License-Identifier: Apache-2.0
//
// bound_test.cc: no value is ever off by more than the bound, and steps are not finer than needed.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/bound_test.cc
#include "model/tdr/bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/tdr/rate.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

constexpr double kDeviation = 0.25;  // of Content::kNoise

// Not by the code under test: binary64 holds a difference of two values to one part in 2^53.
double number_at(const TestTensor& tensor, const std::vector<std::uint8_t>& bytes,
                 std::size_t index) {
  const Parts parts = parts_at(tensor.dtype, &bytes[index * element_bytes(tensor.dtype)]);
  return std::ldexp(static_cast<double>(parts.significand), parts.exponent);
}

double largest_error(const TestTensor& tensor, const std::vector<std::uint8_t>& values) {
  double largest = 0;
  for (std::size_t i = 0; i < std::size_t{tensor.rows} * tensor.cols; ++i) {
    const double off = number_at(tensor, tensor.bytes, i) - number_at(tensor, values, i);
    largest = std::max(largest, std::abs(off));
  }
  return largest;
}

double value_of(const Magnitude& m) {
  return std::ldexp(static_cast<double>(m.significand), m.exponent);
}

EncodeOptions quick() {
  EncodeOptions options;
  options.states_log2 = 2;
  options.rounds = 1;
  return options;
}

TEST(TdrBound, IsNeverExceeded) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::uint32_t turn = 0;
  for (const Content content : kContents) {
    for (const Dtype dtype : kTestDtypes) {
      if (kSanitized && turn++ % 5 != 0) continue;
      const TestTensor tensor =
          make_tensor(content, dtype, static_cast<std::uint32_t>(1 + rng.below(30)),
                      static_cast<std::uint32_t>(1 + rng.below(30)), rng);
      for (int i = 0; i < 2; ++i) {
        const Magnitude bound =
            magnitude_of(1 + rng.bits(8), static_cast<std::int32_t>(rng.below(16)) - 18);
        SCOPED_TRACE(testing::Message() << dtype_name(dtype) << " content "
                                        << static_cast<int>(content) << " " << value_of(bound));
        const Encoded encoded = encode_within(tensor.source(), bound, rng.chance(1, 2), quick());
        const Decoded decoded = decode(encoded.stream.data(), encoded.stream.size());
        ASSERT_EQ(decoded.error, TdrError::kNone);
        ASSERT_EQ(decoded.values, encoded.values);
        const double error = largest_error(tensor, decoded.values);
        ASSERT_LE(error, value_of(bound));
        ASSERT_EQ(error, value_of(encoded.certificate.largest));
      }
    }
  }
}

// A bell in a scalar quantiser of step twice the bound has log2(deviation / step) + 2.05 bits.
TEST(TdrBound, CostsWhatAScalarQuantiserOfTwiceTheBoundCosts) {
  Rng rng(4);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 96, 96, rng);
  for (const std::int32_t shift : {-9, -7, -5, -4}) {
    if (kSanitized && shift != -7) continue;
    const Magnitude bound = magnitude_of(1, shift);
    const Encoded encoded = encode_within(tensor.source(), bound, true, quick());
    const double bits = static_cast<double>(encoded.stream.size()) * 8 / (96 * 96);
    EXPECT_LT(bits, std::log2(kDeviation) - shift - 1 + 2.05 + 0.25) << shift;
    EXPECT_GT(value_of(encoded.certificate.largest), 0.9 * value_of(bound)) << shift;
    // The next coarser step would not do.
    ASSERT_EQ(encoded.header.states_log2, 0U);
    EncodeOptions coarser = quick();
    coarser.states_log2 = 0;
    coarser.lambda = 0;
    coarser.tools = plain_tools(tensor.source());
    coarser.qp = encoded.header.qp;
    EXPECT_EQ(encode(tensor.source(), coarser).stream, encoded.stream);
    ++coarser.qp;
    EXPECT_TRUE(bound < encode(tensor.source(), coarser).certificate.largest);
  }
}

TEST(TdrBound, ACircuitKeepsItAsWell) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  EncodeOptions options = quick();
  options.effort = Effort::kStream;
  int found = 0;
  for (const Content content : kContents) {
    for (const Dtype dtype : kTestDtypes) {
      const TestTensor tensor = make_tensor(content, dtype, 25, 20, rng);
      const Magnitude bound =
          magnitude_of(1 + rng.bits(8), static_cast<std::int32_t>(rng.below(16)) - 18);
      const std::optional<Encoded> encoded = encode_within_quickly(tensor.source(), bound, options);
      if (!encoded) continue;
      ++found;
      ASSERT_LE(largest_error(tensor, encoded->values), value_of(bound)) << dtype_name(dtype);
    }
  }
  EXPECT_GT(found, 25);  // of 42
  // A bell costs what it costs the best effort, but for a tenth of a bit.
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 96, 96, rng);
  const auto best = encode_within(tensor.source(), magnitude_of(1, -7), true, quick());
  const auto stream = encode_within_quickly(tensor.source(), magnitude_of(1, -7), options);
  ASSERT_TRUE(stream);
  EXPECT_LT(stream->stream.size() * 8, best.stream.size() * 8 + 96 * 96 / 10);
}

// But for the sign of zero.
TEST(TdrBound, ZeroLeavesEveryValueAsItIs) {
  Rng rng(5);
  for (const Dtype dtype : kTestDtypes) {
    const TestTensor tensor = make_tensor(Content::kSmooth, dtype, inputs(40U, 13U), 30, rng);
    const Encoded encoded = encode_within(tensor.source(), {}, true, quick());
    EXPECT_EQ(largest_error(tensor, encoded.values), 0) << dtype_name(dtype);
    if (dtype == Dtype::kInt8) {
      EXPECT_EQ(encoded.header.mode, Mode::kLossy);
    }
  }
}

TEST(TdrBound, WhatAlignsBadlyOrNotAtAllGoesRaw) {
  Rng rng(6);
  const float huge = 3e38F;
  const float not_a_number = std::numeric_limits<float>::quiet_NaN();
  for (const float odd : {huge, not_a_number}) {
    TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 20, 20, rng);
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&odd);
    std::copy(bytes, bytes + 4, tensor.bytes.begin() + 40);
    // Beside the huge value all others are aligned to zero, which a bound below them forbids.
    const Encoded encoded = encode_within(tensor.source(), magnitude_of(1, -10), true, quick());
    EXPECT_EQ(encoded.header.mode, Mode::kRaw);
    EXPECT_EQ(encoded.values, tensor.bytes);
    EXPECT_EQ(value_of(encoded.certificate.largest), 0);
  }
}

TEST(TdrBound, SubnormalNumbersAreNumbers) {
  Rng rng(7);
  TestTensor tensor = make_tensor(Content::kZero, Dtype::kFp32, inputs(30U, 10U), 30, rng);
  for (std::size_t i = 0; i < tensor.bytes.size() / 4; ++i) {
    tensor.bytes[4 * i] = static_cast<std::uint8_t>(rng.bits(8));
    tensor.bytes[4 * i + 1] = static_cast<std::uint8_t>(rng.bits(8));
  }
  for (const std::uint64_t lsbs : {0U, 1U, 20U, 3000U}) {
    const Magnitude bound = magnitude_of(lsbs, -149);
    const Encoded encoded = encode_within(tensor.source(), bound, true, quick());
    EXPECT_LE(largest_error(tensor, encoded.values), value_of(bound));
    EXPECT_EQ(encoded.header.mode, Mode::kLossy);
  }
}

}  // namespace
}  // namespace tern::tdr
