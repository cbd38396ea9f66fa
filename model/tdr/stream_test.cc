// SPDX-License-Identifier: Apache-2.0
//
// stream_test.cc: what the encoder certifies is what the decoder returns.
//
//   Spec  docs/transform.md
//   Test  model/tdr/stream_test.cc
#include <gtest/gtest.h>

#include "model/common/test_inputs.h"
#include "model/common/test_seed.h"
#include "model/huff/crc32.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

void expect_round_trip(const TestTensor& tensor, EncodeOptions options) {
  options.bounded = tensor.rows % 2 != 0;
  const Encoded encoded = encode(tensor.source(), options);
  const Decoded decoded = decode(encoded.stream.data(), encoded.stream.size());
  ASSERT_EQ(decoded.error, TdrError::kNone) << error_name(decoded.error);
  ASSERT_EQ(decoded.values, encoded.values);
  ASSERT_EQ(decoded.header.rows, tensor.rows);
  ASSERT_EQ(decoded.header.cols, tensor.cols);
  const Certificate again = certify(tensor.source(), decoded.values);
  ASSERT_EQ(encoded.certificate.squared_error, again.squared_error);
  ASSERT_EQ(encoded.certificate.max_error, again.max_error);
}

TEST(TdrStream, EveryShapeUpToTwoBlocksAndOne) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t rows = 0; rows <= 33; ++rows) {
    for (std::uint32_t cols = 0; cols <= 33; ++cols) {
      const Content content = kContents[rng.below(std::size(kContents))];
      const TestTensor tensor = make_tensor(content, Dtype::kFp32, rows, cols, rng);
      SCOPED_TRACE(testing::Message() << rows << " x " << cols);
      ASSERT_NO_FATAL_FAILURE(expect_round_trip(tensor, random_options(rng)));
    }
  }
}

TEST(TdrStream, EveryDtypeAndContent) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  for (const Dtype dtype : kTestDtypes) {
    for (const Content content : kContents) {
      for (int i = 0; i < inputs(6, 2); ++i) {
        const auto rows = static_cast<std::uint32_t>(1 + rng.below(90));
        const auto cols = static_cast<std::uint32_t>(1 + rng.below(90));
        const TestTensor tensor = make_tensor(content, dtype, rows, cols, rng);
        SCOPED_TRACE(testing::Message()
                     << dtype_name(dtype) << " content " << static_cast<int>(content));
        ASSERT_NO_FATAL_FAILURE(expect_round_trip(tensor, random_options(rng)));
      }
    }
  }
}

TEST(TdrStream, LongVectorsEitherWay) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  for (const bool upright : {false, true}) {
    const TestTensor tensor =
        make_tensor(Content::kNoise, Dtype::kBf16, upright ? 3001 : 1, upright ? 1 : 3001, rng);
    for (int i = 0; i < 8; ++i) {
      ASSERT_NO_FATAL_FAILURE(expect_round_trip(tensor, random_options(rng)));
    }
  }
}

// Every step of the table, with the largest values that there are.
TEST(TdrStream, EveryQpAtFullSwing) {
  Rng rng(5);
  const TestTensor tensor = make_tensor(Content::kCheckerboard, Dtype::kFp32, 17, 18, rng);
  for (std::uint32_t qp = 0; qp <= kMaxQp; qp += 31) {
    EncodeOptions options;
    options.qp = qp;
    options.rounds = 1;
    options.tools.transform = static_cast<Transform>(qp % 4);
    ASSERT_NO_FATAL_FAILURE(expect_round_trip(tensor, options)) << qp;
  }
}

TEST(TdrStream, ScalarQuantiserOfStepOneIsLosslessOnIntegers) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 3);
  for (const Predict predict : {Predict::kNone, Predict::kDelta}) {
    const TestTensor tensor = make_tensor(Content::kSmooth, Dtype::kInt8, 70, 50, rng);
    EncodeOptions options;
    options.tools.predict = predict;
    options.qp = 4 << kQpFractionBits;
    options.states_log2 = 0;
    options.lambda = 0;
    const Encoded encoded = encode(tensor.source(), options);
    EXPECT_EQ(encoded.header.mode, Mode::kLossy);
    EXPECT_EQ(encoded.values, tensor.bytes);
    EXPECT_EQ(encoded.certificate.max_error, 0U);
    ASSERT_NO_FATAL_FAILURE(expect_round_trip(tensor, options));
  }
}

TEST(TdrStream, ZerosComeBackAsZerosAlmostForFree) {
  Rng rng(1);
  const TestTensor tensor = make_tensor(Content::kZero, Dtype::kFp32, 100, 100, rng);
  const Encoded encoded = encode(tensor.source(), {});
  EXPECT_EQ(encoded.values, tensor.bytes);
  EXPECT_LE(encoded.stream.size(), 72U);
}

TEST(TdrStream, NumbersThatAreNotFiniteGoRaw) {
  Rng rng(1);
  for (const std::uint32_t bits : {0x7F800000U, 0xFF800000U, 0x7FC00001U, 0xFF812345U}) {
    TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 9, 7, rng);
    for (unsigned i = 0; i < 4; ++i)
      tensor.bytes[40 + i] = static_cast<std::uint8_t>(bits >> 8 * i);
    const Encoded encoded = encode(tensor.source(), {});
    const Decoded decoded = decode(encoded.stream.data(), encoded.stream.size());
    EXPECT_EQ(decoded.error, TdrError::kNone);
    EXPECT_EQ(decoded.header.mode, Mode::kRaw);
    EXPECT_EQ(decoded.values, tensor.bytes);
  }
}

TEST(TdrStream, NeverGrowsByMoreThanHeaderAndCheck) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 4);
  for (int i = 0; i < 60; ++i) {
    const TestTensor tensor =
        make_tensor(Content::kNoise, Dtype::kE4m3, static_cast<std::uint32_t>(rng.below(20)),
                    static_cast<std::uint32_t>(rng.below(20)), rng);
    const Encoded encoded = encode(tensor.source(), random_options(rng));
    EXPECT_LE(encoded.stream.size(), (tensor.bytes.size() + 24 + 3) / 4 * 4);
  }
}

TEST(TdrStream, FinerStepsNeverLoseMuchAccuracy) {
  Rng rng(7);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 64, 64, rng);
  std::uint64_t last = ~std::uint64_t{0};
  for (std::uint32_t qp = 3400; qp >= 1700; qp -= 192) {
    EncodeOptions options;
    options.qp = qp;
    const std::uint64_t error = encode(tensor.source(), options).certificate.squared_error;
    EXPECT_LT(error, last) << qp;
    last = error;
  }
}

}  // namespace
}  // namespace tern::tdr
