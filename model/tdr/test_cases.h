// SPDX-License-Identifier: Apache-2.0
//
// test_cases: tensors for the tests of TDR.
//
//   Spec  docs/transform.md
//   Test  model/tdr/stream_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/tdr/stream.h"

namespace tern::tdr {

enum class Content {
  kZero,
  kConstant,
  kNoise,         ///< bell-shaped
  kScaled,        ///< rows and columns of very different scale
  kSmooth,        ///< slow along a column
  kOutliers,      ///< noise with a few values thousands of times as large
  kCheckerboard,  ///< the largest value and its negative in turn
  kField,         ///< slow both ways
};
inline constexpr Content kContents[] = {
    Content::kZero,   Content::kConstant, Content::kNoise,       Content::kScaled,
    Content::kSmooth, Content::kOutliers, Content::kCheckerboard};

/// A tensor that owns its bytes.
struct TestTensor {
  Dtype dtype = Dtype::kFp32;
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  std::vector<std::uint8_t> bytes;

  [[nodiscard]] Source source() const { return {dtype, rows, cols, bytes.data(), bytes.size()}; }
};

[[nodiscard]] TestTensor make_tensor(Content content, Dtype dtype, std::uint32_t rows,
                                     std::uint32_t cols, Rng& rng);

/// Tools, step and number of states drawn at random; all of them legal.
[[nodiscard]] EncodeOptions random_options(Rng& rng);

inline constexpr Dtype kTestDtypes[] = {Dtype::kFp32, Dtype::kBf16, Dtype::kFp16,
                                        Dtype::kE4m3, Dtype::kE5m2, Dtype::kInt8};

}  // namespace tern::tdr
