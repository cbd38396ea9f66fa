// SPDX-License-Identifier: Apache-2.0
//
// rate_test.cc: rates are met, and tools go where they pay.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/rate_test.cc
#include "model/tdr/rate.h"

#include <gtest/gtest.h>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

TEST(TdrRate, IsMetWithinOnePercentFrom64KiBOn) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const Content content : {Content::kNoise, Content::kScaled, Content::kSmooth}) {
    for (const Dtype dtype : {Dtype::kFp32, Dtype::kBf16}) {
      const TestTensor tensor =
          make_tensor(content, dtype, dtype == Dtype::kFp32 ? 128 : 256, 128, rng);
      for (const std::uint32_t rate : {1024U, 1434U, 3217U, 6144U}) {
        if (kSanitized && (content != Content::kScaled || rate != 1434)) continue;
        EncodeOptions options;
        options.states_log2 = 2;
        const Encoded encoded = encode_at_rate(tensor.source(), rate, true, options);
        const double bits =
            static_cast<double>(encoded.stream.size()) * 8 * 1024 / (tensor.rows * tensor.cols);
        EXPECT_LE(bits, rate);
        EXPECT_GE(bits, rate * 0.99) << static_cast<int>(content);
        const Decoded decoded = decode(encoded.stream.data(), encoded.stream.size());
        EXPECT_EQ(decoded.values, encoded.values);
      }
    }
  }
}

// One step is 2 % too short with any smaller price of bits, the next finer one 1 % too long.
TEST(TdrRate, IsMetWhereClassesJump) {
  Rng rng(1);
  for (const Content content : {Content::kNoise, Content::kScaled}) {
    (void)make_tensor(content, Dtype::kFp32, 128, 128, rng);
    (void)make_tensor(content, Dtype::kBf16, 256, 128, rng);
  }
  const TestTensor tensor = make_tensor(Content::kSmooth, Dtype::kFp32, 128, 128, rng);
  EncodeOptions options;
  options.states_log2 = 2;
  const std::size_t bytes = encode_at_rate(tensor.source(), 1024, true, options).stream.size();
  EXPECT_LE(bytes * 8, 128U * 128);
  EXPECT_GE(static_cast<double>(bytes) * 8, 0.99 * 128 * 128);
}

TEST(TdrRate, SmoothTensorsAreTransformedOrPredicted) {
  Rng rng(3);
  const TestTensor tensor = make_tensor(Content::kSmooth, Dtype::kFp32, 256, 64, rng);
  EncodeOptions options;
  options.qp = guess_qp(tensor.source(), 2048);
  const Tools tools = choose_tools(tensor.source(), options);
  EXPECT_TRUE(tools.transform != Transform::kBypass || tools.predict == Predict::kDelta);
  EXPECT_FALSE(tools.along_rows);
}

TEST(TdrRate, FieldsAreTransformedBothWaysIfTheEncoderHasTheTime) {
  Rng rng(6);
  const TestTensor tensor = make_tensor(Content::kField, Dtype::kFp32, 128, 128, rng);
  EncodeOptions options;
  options.qp = guess_qp(tensor.source(), 2048);
  EXPECT_EQ(choose_tools(tensor.source(), options).transform, Transform::kDct8x8);
  const Encoded encoded = encode_at_rate(tensor.source(), 2048, true, options);
  EXPECT_EQ(encoded.stream[0] & 15, 3);
  EXPECT_EQ(encoded.header.transform, Transform::kDct8x8);
  EXPECT_EQ(decode(encoded.stream.data(), encoded.stream.size()).values, encoded.values);
  // Each of the other transforms at the same rate: its error is at least half as large again.
  for (const Transform transform : {Transform::kBypass, Transform::kDct8, Transform::kDct16}) {
    EncodeOptions other = options;
    other.tools.transform = transform;
    const Encoded one = encode_at_rate(tensor.source(), 2048, false, other);
    EXPECT_EQ(one.stream[0] & 15, 1);
    EXPECT_GT(one.certificate.squared_error, encoded.certificate.squared_error * 3 / 2);
  }
  options.effort = Effort::kStream;
  options.states_log2 = 2;
  EXPECT_NE(choose_tools(tensor.source(), options).transform, Transform::kDct8x8);
}

// Of a uniform quantiser the error is that of its step, whatever is transformed.
TEST(TdrRate, StepsMakeUpForLargeCoefficients) {
  Rng rng(7);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 64, 64, rng);
  EncodeOptions options;
  options.states_log2 = 0;
  options.lambda = 0;
  options.qp = guess_qp(tensor.source(), 6 * 1024);
  const auto plain =
      static_cast<double>(encode(tensor.source(), options).certificate.squared_error);
  for (const Transform transform : {Transform::kDct8, Transform::kDct16, Transform::kDct8x8}) {
    EncodeOptions scaled = options;
    scaled.tools.transform = transform;
    scaled.qp += scale_qp(transform);
    const Encoded encoded = encode(tensor.source(), scaled);
    EXPECT_NEAR(static_cast<double>(encoded.certificate.squared_error) / plain, 1, 0.1);
    if (transform == Transform::kDct8x8) {
      EXPECT_EQ(encode(tensor.source(), with_tools(options, scaled.tools)).stream, encoded.stream);
    }
  }
}

TEST(TdrRate, NoiseIsLeftAlone) {
  Rng rng(4);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 128, 128, rng);
  EncodeOptions options;
  options.qp = guess_qp(tensor.source(), 2048);
  const Tools tools = choose_tools(tensor.source(), options);
  EXPECT_EQ(tools.transform, Transform::kBypass);
  EXPECT_EQ(tools.predict, Predict::kNone);
}

// Tensors that have no rate to speak of.
TEST(TdrRate, EndsOnAnything) {
  Rng rng(5);
  for (const Content content : kContents) {
    for (const std::uint32_t rows : {0U, 1U, 3U}) {
      const TestTensor tensor = make_tensor(content, Dtype::kFp16, rows, 5, rng);
      for (const std::uint32_t rate : {0U, 1U, 2000U, 100000U}) {
        const Encoded encoded = encode_at_rate(tensor.source(), rate, true, {});
        EXPECT_EQ(decode(encoded.stream.data(), encoded.stream.size()).values, encoded.values);
      }
    }
  }
}

}  // namespace
}  // namespace tern::tdr
