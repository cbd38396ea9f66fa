// SPDX-License-Identifier: Apache-2.0
//
// transform_8x8_test.cc: both axes, one after the other, beside the cosine transform.
//
//   Spec  docs/transform.md#5-transform
//   Test  model/tdr/transform_8x8_test.cc
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/tdr/transform.h"

namespace tern::tdr {
namespace {

Matrix random_matrix(std::uint32_t rows, std::uint32_t cols, std::int32_t limit, Rng& rng) {
  Matrix matrix{rows, cols, std::vector<std::int32_t>(std::size_t{rows} * cols)};
  for (std::int32_t& value : matrix.values) {
    value = static_cast<std::int32_t>(rng.below(2 * static_cast<std::uint64_t>(limit) + 1)) - limit;
  }
  return matrix;
}

// Both directions are two passes of what the other tests look at.
TEST(TdrTransform8x8, IsTwoPassesEitherWay) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const std::uint32_t rows : {1U, 7U, 8U, 19U}) {
    for (const std::uint32_t cols : {1U, 8U, 15U, 25U}) {
      const Matrix before = random_matrix(rows, cols, 1 << kAlignBits, rng);
      Matrix matrix = before;
      Matrix passes = before;
      forward_transform(Transform::kDct8x8, false, matrix);
      forward_transform(Transform::kDct8, false, passes);
      forward_transform(Transform::kDct8, true, passes);
      ASSERT_EQ(matrix.values, passes.values) << rows << " x " << cols;
      // What is in no whole block either way stays.
      for (std::uint32_t row = rows / 8 * 8; row < rows; ++row) {
        for (std::uint32_t col = cols / 8 * 8; col < cols; ++col) {
          ASSERT_EQ(matrix.at(row, col), before.at(row, col));
        }
      }
      inverse_transform(Transform::kDct8x8, false, matrix);
      inverse_transform(Transform::kDct8, true, passes);
      inverse_transform(Transform::kDct8, false, passes);
      ASSERT_EQ(matrix.values, passes.values) << rows << " x " << cols;
      double error = 0;
      double power = 0;
      for (std::size_t i = 0; i < before.values.size(); ++i) {
        error += std::pow(before.values[i] - matrix.values[i], 2.0);
        power += std::pow(before.values[i], 2.0);
      }
      // The floor of the matrices, twice, is 51.8 dB on noise of many blocks.
      EXPECT_LT(10 * std::log10(error / power), -45.0);
    }
  }
}

/// Row `row` of the orthonormal transform of 8 points.
double cosine(std::uint32_t row, std::uint32_t i) {
  const double pi = std::acos(-1.0);
  return std::sqrt((row == 0 ? 1.0 : 2.0) / 8) * std::cos(pi * row * (2 * i + 1) / 16);
}

// In real numbers and in one step; coefficients are twice as large as those that keep lengths.
TEST(TdrTransform8x8, CoefficientsAreThoseOfTheCosineTransform) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  // What the integers of the matrix leave of white noise, whatever is done with it.
  double floor = 0;
  for (std::uint32_t at = 0; at < 8 * 8 * 8 * 8; ++at) {
    const std::uint32_t k = at >> 9;
    const std::uint32_t l = at >> 6 & 7;
    const std::uint32_t i = at >> 3 & 7;
    const std::uint32_t j = at & 7;
    const double entry = dct_entry(3, k, i) * dct_entry(3, l, j) / (128.0 * 128.0);
    floor += std::pow(entry / 2 - cosine(k, i) * cosine(l, j), 2.0) / 64;
  }
  EXPECT_LT(floor, 1.6e-4);
  double error = 0;
  double power = 0;
  for (int round = 0; round < 300; ++round) {
    Matrix matrix = random_matrix(8, 8, 1 << kAlignBits, rng);
    const Matrix before = matrix;
    forward_transform(Transform::kDct8x8, false, matrix);
    for (std::uint32_t k = 0; k < 8; ++k) {
      for (std::uint32_t l = 0; l < 8; ++l) {
        double want = 0;
        for (std::uint32_t i = 0; i < 8; ++i) {
          for (std::uint32_t j = 0; j < 8; ++j) {
            want += 2 * cosine(k, i) * cosine(l, j) * before.at(i, j);
          }
        }
        const double off = matrix.at(k, l) - want;
        // What the entries of one coefficient are off by adds up to 0.375 at most.
        ASSERT_LE(std::abs(off), 2 + 0.375 * (1 << kAlignBits)) << k << " " << l;
        error += off * off;
        power += want * want;
      }
    }
  }
  EXPECT_NEAR(error / power, floor, 0.05 * floor) << "rounding adds nothing that shows";
}

// The largest values that aligning makes: coefficients just reach their limit.
TEST(TdrTransform8x8, FullSwingBlocksSurvive) {
  for (std::uint32_t pattern = 0; pattern < 4; ++pattern) {
    Matrix matrix{8, 8, std::vector<std::int32_t>(64)};
    for (std::uint32_t at = 0; at < 64; ++at) {
      const std::uint32_t odd = (pattern & 1) * (at >> 3) + (pattern >> 1) * at;
      matrix.values[at] = odd % 2 == 0 ? 1 << kAlignBits : -(1 << kAlignBits);
    }
    const Matrix before = matrix;
    forward_transform(Transform::kDct8x8, false, matrix);
    inverse_transform(Transform::kDct8x8, false, matrix);
    for (std::size_t i = 0; i < 64; ++i) {
      ASSERT_LE(std::abs(matrix.values[i] - before.values[i]), 1 << (kAlignBits - 6)) << pattern;
    }
  }
}

// Coefficients that no encoder makes.
TEST(TdrTransform8x8, HostileCoefficientsAreClipped) {
  for (const std::int32_t sign : {-1, 1}) {
    Matrix matrix{8, 8, std::vector<std::int32_t>(64, sign * kMaxCoefficient)};
    inverse_transform(Transform::kDct8x8, false, matrix);
    for (const std::int32_t value : matrix.values) ASSERT_LE(std::abs(value), kMaxValue);
    EXPECT_EQ(matrix.values[0], sign * kMaxValue);
  }
}

}  // namespace
}  // namespace tern::tdr
