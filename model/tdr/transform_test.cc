// SPDX-License-Identifier: Apache-2.0
//
// transform_test.cc: the matrices, and how exact they are there and back.
//
//   Spec  docs/transform.md#5-transform
//   Test  model/tdr/transform_test.cc
#include "model/tdr/transform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern::tdr {
namespace {

Matrix random_matrix(std::uint32_t rows, std::uint32_t cols, std::int32_t limit, Rng& rng) {
  Matrix matrix{rows, cols, std::vector<std::int32_t>(std::size_t{rows} * cols)};
  for (std::int32_t& value : matrix.values) {
    value = static_cast<std::int32_t>(rng.below(2 * static_cast<std::uint64_t>(limit) + 1)) - limit;
  }
  return matrix;
}

// The published facts: norms and inner products of rows.
TEST(TdrTransform, RowsAreAlmostOrthogonal) {
  const struct {
    std::uint32_t log2;
    std::int64_t least;
    std::int64_t most;
    std::int64_t across;
  } facts[] = {{3, 32740, 32768, 50}, {4, 65480, 65546, 188}};
  for (const auto& fact : facts) {
    std::int64_t least = 1 << 30;
    std::int64_t most = 0;
    std::int64_t across = 0;
    for (std::uint32_t a = 0; a < 1U << fact.log2; ++a) {
      for (std::uint32_t b = 0; b <= a; ++b) {
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < 1U << fact.log2; ++i) {
          sum += dct_entry(fact.log2, a, i) * dct_entry(fact.log2, b, i);
        }
        if (a != b) {
          across = std::max<std::int64_t>(across, std::abs(sum));
        } else {
          least = std::min(least, sum);
          most = std::max(most, sum);
        }
      }
    }
    EXPECT_EQ(least, fact.least);
    EXPECT_EQ(most, fact.most);
    EXPECT_EQ(across, fact.across);
  }
}

TEST(TdrTransform, EntriesAreNearTheCosine) {
  const double pi = std::acos(-1.0);
  for (const std::uint32_t log2 : {3U, 4U}) {
    const std::uint32_t points = 1U << log2;
    for (std::uint32_t row = 0; row < points; ++row) {
      for (std::uint32_t i = 0; i < points; ++i) {
        const double cosine = std::cos(pi * row * (2 * i + 1) / (2 * points));
        const double wanted = 64 * (row == 0 ? 1 : std::sqrt(2.0)) * cosine;
        EXPECT_LE(std::abs(dct_entry(log2, row, i) - wanted), 1.4) << row << " " << i;
      }
    }
  }
}

TEST(TdrTransform, ThereAndBackIsCloseOnNoiseAndAtFullSwing) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const Transform kind : {Transform::kDct8, Transform::kDct16}) {
    for (const bool along_rows : {false, true}) {
      Matrix matrix = random_matrix(48, 48, 1 << kAlignBits, rng);
      for (std::size_t i = 0; i < matrix.values.size() / 2; ++i) {
        matrix.values[i] = i % 3 == 0 ? 1 << kAlignBits : -(1 << kAlignBits);
      }
      const Matrix before = matrix;
      forward_transform(kind, along_rows, matrix);
      inverse_transform(kind, along_rows, matrix);
      double error = 0;
      double power = 0;
      for (std::size_t i = 0; i < before.values.size(); ++i) {
        error += std::pow(before.values[i] - matrix.values[i], 2.0);
        power += std::pow(before.values[i], 2.0);
      }
      // The floor of the matrices alone is 47.6 dB and more.
      EXPECT_LT(10 * std::log10(error / power), -45.0);
    }
  }
}

TEST(TdrTransform, ConstantBlocksComeBackExactly) {
  for (const Transform kind : {Transform::kDct8, Transform::kDct16}) {
    for (std::int32_t value = -300; value <= 300; ++value) {
      Matrix matrix{16, 1, std::vector<std::int32_t>(16, value)};
      const Matrix before = matrix;
      forward_transform(kind, false, matrix);
      if (kind == Transform::kDct16) {
        EXPECT_EQ(matrix.values[0], 4 * value);
      }
      inverse_transform(kind, false, matrix);
      ASSERT_EQ(matrix.values, before.values) << value;
    }
  }
}

TEST(TdrTransform, PartialBlocksStayAsTheyAre) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  for (std::uint32_t length = 1; length <= 33; ++length) {
    const Matrix before = random_matrix(3, length, 1000, rng);
    Matrix matrix = before;
    forward_transform(Transform::kDct16, true, matrix);
    for (std::uint32_t row = 0; row < 3; ++row) {
      for (std::uint32_t col = length / 16 * 16; col < length; ++col) {
        ASSERT_EQ(matrix.at(row, col), before.at(row, col));
      }
    }
  }
}

TEST(TdrTransform, AxesAreTheSameButForTheTransposition) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 2);
  Matrix down = random_matrix(40, 5, 100000, rng);
  Matrix along{5, 40, std::vector<std::int32_t>(200)};
  for (std::uint32_t i = 0; i < 40; ++i) {
    for (std::uint32_t j = 0; j < 5; ++j) along.at(j, i) = down.at(i, j);
  }
  forward_transform(Transform::kDct8, false, down);
  forward_transform(Transform::kDct8, true, along);
  for (std::uint32_t i = 0; i < 40; ++i) {
    for (std::uint32_t j = 0; j < 5; ++j) ASSERT_EQ(along.at(j, i), down.at(i, j));
  }
}

// Coefficients that no encoder makes.
TEST(TdrTransform, HostileCoefficientsAreClipped) {
  for (const std::int32_t sign : {-1, 1}) {
    Matrix matrix{16, 16, std::vector<std::int32_t>(256, sign * kMaxCoefficient)};
    inverse_transform(Transform::kDct16, false, matrix);
    for (const std::int32_t value : matrix.values) ASSERT_LE(std::abs(value), kMaxValue);
    EXPECT_EQ(matrix.values[0], sign * kMaxValue);
  }
}

}  // namespace
}  // namespace tern::tdr
