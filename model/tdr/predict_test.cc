// SPDX-License-Identifier: Apache-2.0
//
// predict_test.cc: what is taken off comes back.
//
//   Spec  docs/transform.md#4-predict
//   Test  model/tdr/predict_test.cc
#include "model/tdr/predict.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "model/tdr/quantize.h"

namespace tern::tdr {
namespace {

TEST(TdrPredict, MeansOfRowsAndColumnsAreTakenOffToAnEighthOfTheGrid) {
  for (const Predict predict : {Predict::kRowMean, Predict::kColumnMean}) {
    Header header;
    header.rows = 5;
    header.cols = 7;
    header.predict = predict;
    header.qp = 1600;
    Matrix matrix{5, 7, {}};
    for (std::int32_t i = 0; i < 35; ++i) {
      matrix.values.push_back(10000 * (predict == Predict::kRowMean ? i / 7 : i % 7) - 15000);
    }
    const Matrix before = matrix;
    const std::vector<std::int32_t> means = find_means(header, matrix);
    ASSERT_EQ(means.size(), predict == Predict::kRowMean ? 5U : 7U);
    add_means(header, means, -1, matrix);
    const std::int64_t grid = step_of(header.qp) >> kStepBits;
    for (const std::int32_t value : matrix.values) EXPECT_LE(std::abs(value), grid / 16 + 1);
    add_means(header, means, 1, matrix);
    EXPECT_EQ(matrix.values, before.values);
  }
}

TEST(TdrPredict, SumsOfDifferencesAreTheValues) {
  for (const bool rows : {false, true}) {
    Header header;
    header.rows = 4;
    header.cols = 6;
    header.lines_are_rows = rows;
    Matrix matrix{4, 6, {}};
    for (std::int32_t i = 0; i < 24; ++i) matrix.values.push_back(i * i * 37 % 1001 - 500);
    Matrix differences = line_differences(header, matrix);
    EXPECT_NE(differences.values, matrix.values);
    integrate(header, differences);
    EXPECT_EQ(differences.values, matrix.values);
  }
}

TEST(TdrPredict, HostileSumsAreClippedAtEveryValue) {
  Header header;
  header.rows = 4;
  header.cols = 1;
  Matrix matrix{4, 1, {kMaxCoefficient, kMaxCoefficient, -1, -kMaxCoefficient}};
  integrate(header, matrix);
  EXPECT_EQ(matrix.values,
            (std::vector<std::int32_t>{kMaxCoefficient, kMaxCoefficient, kMaxCoefficient - 1, -1}));
}

// The largest mean that side information can carry, with the largest step.
TEST(TdrPredict, HostileMeansAreClipped) {
  EXPECT_EQ(mean_value(1 << 30, step_of(kMaxQp)), kMaxValue);
  EXPECT_EQ(mean_value(-(1 << 30), step_of(kMaxQp)), -kMaxValue);
}

}  // namespace
}  // namespace tern::tdr
