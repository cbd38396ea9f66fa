// SPDX-License-Identifier: Apache-2.0
//
// transform_oracle_test: how far the integer transform is from the cosine transform.
//
// What the circuits are compared with is compared with real numbers here.
//
//   Spec  docs/transform.md#5-transform
//   Test  tb/tdr/transform_oracle_test.cc

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/transform.h"

namespace tern::tb {
namespace {

using tdr::Transform;

/// Row `row` of the orthonormal DCT.
double cosine(std::size_t points, std::size_t row, std::size_t i) {
  const double pi = std::acos(-1.0);
  return std::sqrt((row == 0 ? 1.0 : 2.0) / static_cast<double>(points)) *
         std::cos(pi * static_cast<double>(row * (2 * i + 1)) / static_cast<double>(2 * points));
}

// The oracle knows neither the shifts nor the adders. DCT-8 is larger by the root of two.
TEST(TdrTransformOracle, CoefficientsAreThoseOfTheCosineTransform) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const std::size_t points : {std::size_t{8}, std::size_t{16}}) {
    const Transform transform = points == 8 ? Transform::kDct8 : Transform::kDct16;
    const double scale = points == 8 ? std::sqrt(2.0) : 1.0;
    // What the integers of the matrix leave of white noise, whatever is done with it.
    double floor = 0;
    for (std::uint32_t k = 0; k < points; ++k) {
      for (std::uint32_t i = 0; i < points; ++i) {
        const double entry =
            tdr::dct_entry(points == 8 ? 3 : 4, k, i) / (points == 8 ? 128.0 : 256.0);
        floor += std::pow(entry / scale - cosine(points, k, i), 2.0);
      }
    }
    floor /= static_cast<double>(points);
    double error = 0;
    double power = 0;
    for (int round = 0; round < 2000; ++round) {
      tdr::Matrix matrix{1, 16, std::vector<std::int32_t>(16)};
      for (std::int32_t& value : matrix.values) {
        value = static_cast<std::int32_t>(rng.below(2 * tdr::kMaxValue + 1)) - tdr::kMaxValue;
      }
      const std::vector<std::int32_t> values = matrix.values;
      tdr::forward_transform(transform, true, matrix);
      for (std::size_t k = 0; k < 16; ++k) {
        double want = 0;
        for (std::size_t i = 0; i < points; ++i) {
          want += scale * cosine(points, k % points, i) * values[k / points * points + i];
        }
        // No entry of the matrix is off by more than 1.4.
        ASSERT_LE(std::abs(matrix.values[k] - want), 0.5 + 1.4 / 16 * tdr::kMaxValue) << k;
        error += (matrix.values[k] - want) * (matrix.values[k] - want);
        power += want * want;
      }
    }
    EXPECT_LT(floor, points == 8 ? 8e-5 : 7.5e-5);
    EXPECT_NEAR(error / power, floor, 0.05 * floor) << "rounding adds nothing that shows";
  }
}

}  // namespace
}  // namespace tern::tb
