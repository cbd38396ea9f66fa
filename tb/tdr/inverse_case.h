// SPDX-License-Identifier: Apache-2.0
//
// inverse_case: a tensor of levels, what the model makes of it, and its beats.
//
//   Spec  docs/tdr_architecture.md#inverse-pipeline
//   Test  tb/tdr/tdr_inverse_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/tdr/format.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {

/// Bits of a command, of a beat of levels, of one of means and of one of values.
inline constexpr unsigned kCommandWidth = 31;
inline constexpr unsigned kLevelLane = 29;
inline constexpr unsigned kLevelsWidth = 16 * kLevelLane + 22;
inline constexpr unsigned kMeanLane = 23;
inline constexpr unsigned kMeansWidth = 16 * kMeanLane;
inline constexpr unsigned kValuesWidth = 16 * 32 + 17;

/// All streams of the inverse pipeline; one tensor after the other is added.
class InverseCase {
 public:
  /// A tensor with random levels. The transform may run across the lines or along them.
  void add(const tdr::Header& header, Rng& rng);

  std::vector<Beat> commands;
  std::vector<StageBeat> beats;
  std::vector<Beat> means;

 private:
  struct Tensor;

  void add_beat(const Tensor& tensor, std::uint32_t block, std::uint32_t at, std::uint32_t slot);
};

/// A header with every field at random, the transform across the lines; the shape is at most `most`
/// rows and columns.
[[nodiscard]] tdr::Header random_header(std::uint32_t most, Rng& rng);

}  // namespace tern::tb
