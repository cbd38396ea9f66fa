// SPDX-License-Identifier: Apache-2.0
//
// histogram_test.cc: counting, averaging and the entropy for reports.
//
//   Spec  docs/huffman_format.md#10-training-books
#include "model/huff/histogram.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "model/huff/report_math.h"

namespace tern::huff {
namespace {

constexpr std::uint64_t kOne32 = std::uint64_t{1} << 32;

TEST(Histogram, CountsTheExponentsOfBf16) {
  // 1.0, -1.5, 1.0, 0.0
  const std::array<std::uint8_t, 8> data = {0x80, 0x3F, 0xC0, 0xBF, 0x80, 0x3F, 0x00, 0x00};
  const Histogram histogram = count_symbols(Dtype::kBf16, data.data(), data.size());
  EXPECT_EQ(histogram[127], 3U);
  EXPECT_EQ(histogram[0], 1U);
  EXPECT_EQ(std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0}), 4U);
}

TEST(Histogram, CountsEveryByteInByteMode) {
  const std::array<std::uint8_t, 4> data = {0x80, 0x3F, 0x80, 0xFF};
  const Histogram histogram = count_symbols(Dtype::kBf16Bytes, data.data(), data.size());
  EXPECT_EQ(histogram[0x80], 2U);
  EXPECT_EQ(histogram[0x3F], 1U);
  EXPECT_EQ(histogram[0xFF], 1U);
}

// Fault H5: an empty tensor is not an error here, it just has nothing to say.
TEST(Histogram, EmptyTensorCountsNothing) {
  EXPECT_EQ(count_symbols(Dtype::kFp16, nullptr, 0), Histogram{});
  EXPECT_EQ(average({}), Weights{});
  EXPECT_EQ(average({Histogram{}, Histogram{}}), Weights{});
}

TEST(Average, EveryTensorHasTheSameSay) {
  Histogram small{};
  small[1] = 1;
  Histogram large{};
  large[1] = 1000000;
  large[2] = 3000000;
  const Weights weights = average({small, Histogram{}, large});
  EXPECT_EQ(weights[1], kOne32 + kOne32 / 4);
  EXPECT_EQ(weights[2], 3 * (kOne32 / 4));
}

TEST(Average, RoundsEachShareDown) {
  Histogram histogram{};
  histogram[0] = 2;
  histogram[1] = 1;
  const Weights weights = average({histogram, histogram});
  // Thirds of 2^32 are 1431655765.33 and 2863311530.67; rounding the sum would give 1 more.
  EXPECT_EQ(weights[0], 2 * std::uint64_t{2863311530});
  EXPECT_EQ(weights[1], 2 * std::uint64_t{1431655765});
}

// Fault H17: counts of 2^40 and more, and sums far above 2^32 and 2^64, stay exact.
TEST(Average, IsExactForHugeCounts) {
  Histogram histogram{};
  histogram[0] = std::uint64_t{1} << 40;
  histogram[1] = std::uint64_t{3} << 40;
  EXPECT_EQ(average({histogram})[0], kOne32 / 4);
  EXPECT_EQ(average({histogram})[1], 3 * (kOne32 / 4));
  histogram.fill(std::uint64_t{1} << 63);
  for (const std::uint64_t weight : average({histogram})) EXPECT_EQ(weight, kOne32 / 256);
}

TEST(Average, RareSymbolMayVanish) {
  Histogram histogram{};
  histogram[0] = std::uint64_t{1} << 40;
  histogram[1] = 1;
  EXPECT_EQ(average({histogram})[1], 0U);
}

TEST(Shannon, IsTheEntropyPlusTheExtraBits) {
  Histogram histogram{};
  histogram[0] = 8;
  histogram[1] = histogram[2] = 4;
  EXPECT_DOUBLE_EQ(shannon_bits_per_value(histogram, Dtype::kInt8), 1.5);
  EXPECT_DOUBLE_EQ(shannon_bits_per_value(histogram, Dtype::kBf16), 9.5);
  EXPECT_DOUBLE_EQ(shannon_bits(histogram, Dtype::kBf16), 16 * 9.5);
}

TEST(Shannon, ConstantAndEmptyTensorsNeedNoSymbolBits) {
  Histogram histogram{};
  EXPECT_DOUBLE_EQ(shannon_bits(histogram, Dtype::kBf16), 0);
  histogram[7] = 100;
  EXPECT_DOUBLE_EQ(shannon_bits(histogram, Dtype::kUint8), 0);
  EXPECT_DOUBLE_EQ(shannon_bits(histogram, Dtype::kFp16), 800);
}

}  // namespace
}  // namespace tern::huff
