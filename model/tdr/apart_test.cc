// SPDX-License-Identifier: Apache-2.0
//
// apart_test.cc: codewords of single values, and encoders that go without a tool.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/apart_test.cc
#include "model/tdr/apart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "model/tdr/rate.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

constexpr std::uint32_t kSide = 96;

double bits_of(const Encoded& encoded) {
  return static_cast<double>(encoded.stream.size()) * 8 / (kSide * kSide);
}

// A code of whole bits has at least one for each value and at most one more than the entropy.
TEST(TdrApart, CodesOfDigitsAreHuffmans) {
  const PerBook<CostTable> costs = digit_costs(shipped_books());
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
      PerBook<huff::Histogram> digits{};
      double entropy = 0;
      double total = 0;
      for (std::uint32_t digit = 0; digit < kGroupings[bin].base; ++digit) {
        const double cost = costs[bin][quantizer].digit[digit] / 256.0;
        digits[bin][quantizer][digit] = static_cast<std::uint64_t>(std::exp2(20 - cost));
        const auto count = static_cast<double>(digits[bin][quantizer][digit]);
        entropy += count * cost;
        total += count;
      }
      const auto bits = static_cast<double>(bits_apart(shipped_books(), digits));
      EXPECT_GE(bits, std::max(total, entropy * 0.999)) << bin;
      EXPECT_LT(bits, entropy + total) << bin;
      if (kGroupings[bin].base == 2) {
        EXPECT_EQ(bits, total);
      }
    }
  }
}

TEST(TdrApart, CostsMuchWhereValuesHaveLessThanABit) {
  Rng rng(1);
  const TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, kSide, kSide, rng);
  EncodeOptions options;
  for (const std::uint32_t rate : {1024U, 5 * 1024U}) {
    options.qp = guess_qp(tensor.source(), rate);
    const Encoded joint = encode(tensor.source(), options);
    const Encoded apart = encode_apart(tensor.source(), options);
    EXPECT_EQ(apart.values, joint.values);
    const double more = bits_of(apart) - bits_of(joint);
    EXPECT_GT(more, rate == 1024 ? 0.25 : -0.01);
    EXPECT_LT(more, rate == 1024 ? 0.6 : 0.15);
    const Decoded decoded = decode_slot(apart.stream.data(), apart.stream.size());
    EXPECT_EQ(decoded.error, TdrError::kNone);
    EXPECT_EQ(decoded.values, joint.values);
  }
  // Of a rate it takes its part.
  options.without.joint = true;
  const Encoded encoded = encode_at_rate(tensor.source(), 2048, false, options);
  EXPECT_LE(bits_of(encoded), 2.0);
  EXPECT_GT(bits_of(encoded), 1.98);
  options.without.joint = false;
  EXPECT_LT(encode_at_rate(tensor.source(), 2048, false, options).certificate.squared_error,
            encoded.certificate.squared_error);
}

// What an encoder goes without is not in its streams, and where it pays they are worse.
TEST(TdrApart, EncodersGoWithoutTools) {
  Rng rng(2);
  const TestTensor field = make_tensor(Content::kField, Dtype::kFp32, kSide, kSide, rng);
  EncodeOptions options;
  options.states_log2 = 2;
  std::uint64_t least = 0;
  const auto expect_tools = [&](Predict predict, Transform transform) {
    const Encoded encoded = encode_at_rate(field.source(), 2048, true, options);
    EXPECT_EQ(encoded.header.predict, predict);
    EXPECT_EQ(encoded.header.transform, transform);
    EXPECT_GT(encoded.certificate.squared_error, least);
    least = encoded.certificate.squared_error;
  };
  expect_tools(Predict::kNone, Transform::kDct8x8);
  options.without.dct8x8 = true;
  expect_tools(Predict::kDelta, Transform::kBypass);
  options.without.delta = true;
  least = 0;  // the choice of delta was not the best
  expect_tools(Predict::kColumnMean, Transform::kDct16);
  options.without.transform = options.without.means = true;
  expect_tools(Predict::kNone, Transform::kBypass);
}

TEST(TdrApart, EncodersGoWithoutTheOtherAxis) {
  Rng rng(4);
  TestTensor tensor = make_tensor(Content::kSmooth, Dtype::kInt8, kSide, kSide, rng);
  for (std::uint32_t row = 0; row < kSide; ++row) {
    for (std::uint32_t col = 0; col < row; ++col) {
      std::swap(tensor.bytes[row * kSide + col], tensor.bytes[col * kSide + row]);
    }
  }
  EncodeOptions options;
  options.qp = guess_qp(tensor.source(), 2048);
  options.without.delta = true;
  EXPECT_TRUE(choose_tools(tensor.source(), options).along_rows);
  options.without.axis = true;
  EXPECT_FALSE(choose_tools(tensor.source(), options).along_rows);
}

TEST(TdrApart, WithoutClassesAllLinesHaveOne) {
  Rng rng(3);
  const TestTensor tensor = make_tensor(Content::kScaled, Dtype::kFp32, kSide, kSide, rng);
  EncodeOptions options;
  const Encoded with = encode_at_rate(tensor.source(), 2048, true, options);
  options.without.classes = true;
  const Encoded flat = encode_at_rate(tensor.source(), 2048, true, options);
  // Scales of rows and columns differ by up to a factor of 1024.
  EXPECT_GT(flat.certificate.squared_error, 4 * with.certificate.squared_error);
  // Behind the header: 16 lengths for rows, one bit for each of them, the same for columns.
  const std::size_t side = kHeaderWords * 4;
  EXPECT_EQ(flat.stream[side], 0x11) << "two classes, of which one is used";
  const std::set<std::uint8_t> seen(flat.stream.begin() + side + 8,
                                    flat.stream.begin() + side + 8 + kSide / 8);
  EXPECT_EQ(seen, std::set<std::uint8_t>{0});
}

}  // namespace
}  // namespace tern::tdr
