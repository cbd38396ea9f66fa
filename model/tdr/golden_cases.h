// SPDX-License-Identifier: Apache-2.0
//
// golden_cases: what the streams in model/tdr/testdata were made from.
//
//   Spec  docs/transform.md#13-versions
//   Test  model/tdr/golden_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/tdr/blocks.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {

/// Names begin with the version.
struct Golden {
  const char* name;
  Content content;
  Dtype dtype;
  std::uint32_t rows;
  std::uint32_t cols;
  Predict predict;
  Transform transform;
  bool along_rows;
  bool lines_are_rows;
  std::uint32_t qp;
  std::uint32_t states_log2;
  int lanes_log2;
};

inline constexpr Golden kGolden[] = {
    {"v1_columns_32_states", Content::kScaled, Dtype::kFp32, 37, 29, Predict::kNone,
     Transform::kBypass, false, false, 2500, 5, 2},
    {"v1_rows_8_states", Content::kNoise, Dtype::kBf16, 20, 50, Predict::kColumnMean,
     Transform::kBypass, false, true, 2700, 3, 1},
    {"v1_row_means_dct16", Content::kSmooth, Dtype::kFp16, 40, 24, Predict::kRowMean,
     Transform::kDct16, false, false, 2600, 4, 0},
    {"v1_dct8_along_rows", Content::kOutliers, Dtype::kE4m3, 18, 35, Predict::kNone,
     Transform::kDct8, true, false, 2300, 2, 4},
    {"v1_delta_fine_steps", Content::kSmooth, Dtype::kFp32, 30, 11, Predict::kDelta,
     Transform::kBypass, false, false, 600, 3, 0},
    {"v1_lossless_int8", Content::kSmooth, Dtype::kInt8, 25, 16, Predict::kDelta,
     Transform::kBypass, false, false, 128, 0, 0},
    {"v3_dct8x8", Content::kField, Dtype::kFp32, 34, 27, Predict::kRowMean, Transform::kDct8x8,
     false, false, 2600, 5, 1},
    {"v3_dct8x8_rows", Content::kScaled, Dtype::kFp16, 15, 40, Predict::kDelta, Transform::kDct8x8,
     false, true, 2300, 2, 2},
    {"v5_columns", Content::kScaled, Dtype::kFp16, 150, 21, Predict::kNone, Transform::kBypass,
     false, false, 2300, 2, 1},
    {"v5_dct8x8_rows", Content::kField, Dtype::kFp32, 26, 70, Predict::kColumnMean,
     Transform::kDct8x8, false, true, 2500, 5, 0},
    {"v1_zeros", Content::kZero, Dtype::kFp32, 12, 7, Predict::kNone, Transform::kBypass, false,
     false, 1000, 5, 0},
};

struct GoldenBlocks {
  const char* name;
  Content content;
  Dtype dtype;
  std::uint32_t rows;
  std::uint32_t cols;
  Mode wanted;
  std::uint32_t band_rows;
  std::uint32_t qp;
  std::size_t odd;  ///< value with all bits set, no number in most dtypes; beyond the end: none
  std::vector<Mode> modes;
};

inline const GoldenBlocks kGoldenBlocks[] = {
    {"v2_lossy_and_nan",
     Content::kNoise,
     Dtype::kBf16,
     20,
     30,
     Mode::kLossy,
     8,
     2600,
     300,
     {Mode::kLossy, Mode::kLossless, Mode::kLossy}},
    {"v2_wide_words",
     Content::kScaled,
     Dtype::kFp32,
     9,
     30,
     Mode::kLossless,
     5,
     0,
     290,
     {Mode::kLossless, Mode::kLossless}},
    {"v2_integers",
     Content::kSmooth,
     Dtype::kInt8,
     30,
     16,
     Mode::kInteger,
     16,
     0,
     999,
     {Mode::kInteger, Mode::kInteger}},
    {"v2_near", Content::kNoise, Dtype::kFp16, 16, 20, Mode::kNear, 16, 0, 999, {Mode::kNear}},
    {"v2_layers_bf16",
     Content::kNoise,
     Dtype::kBf16,
     40,
     20,
     Mode::kLayered,
     20,
     2700,
     100,
     {Mode::kLayered, Mode::kLayered}},
    {"v2_layers_fp32",
     Content::kNoise,
     Dtype::kFp32,
     12,
     20,
     Mode::kLayered,
     12,
     2500,
     7,
     {Mode::kLayered}},
    {"v2_layers_int8",
     Content::kSmooth,
     Dtype::kInt8,
     20,
     30,
     Mode::kLayered,
     20,
     700,
     999,
     {Mode::kLayered}},
    {"v2_raw",
     Content::kNoise,
     Dtype::kE4m3,
     3,
     5,
     Mode::kRaw,
     2,
     0,
     999,
     {Mode::kRaw, Mode::kRaw}},
    {"v4_dct8x8",
     Content::kField,
     Dtype::kBf16,
     80,
     40,
     Mode::kLossy,
     32,
     2700,
     1400,
     {Mode::kLossy, Mode::kLossless, Mode::kLossy}},
    {"v6_lossy_and_nan",
     Content::kScaled,
     Dtype::kBf16,
     110,
     30,
     Mode::kLossy,
     50,
     2500,
     2000,
     {Mode::kLossy, Mode::kLossless, Mode::kLossy}},
    {"v6_layers",
     Content::kNoise,
     Dtype::kFp16,
     60,
     24,
     Mode::kLayered,
     60,
     2700,
     50,
     {Mode::kLayered}},
};

}  // namespace tern::tdr
