// SPDX-License-Identifier: Apache-2.0
//
// search_case: blocks of coefficients for the quantiser, and the levels that the model gives them.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_quantize.sv
//   Test  tb/tdr/tdr_search_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/tdr/params.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {

/// Lanes of search_alone.
inline constexpr std::uint32_t kSearchLanes = 4;
inline constexpr unsigned kSearchWidth = tdr::shared::kCoefficientBits + 1;
inline constexpr unsigned kSearchIn = kSearchLanes * (kSearchWidth + 4) + 7;
inline constexpr unsigned kSearchOut = kSearchLanes * (tdr::shared::kLevelBits + 10) + 3;
inline constexpr unsigned kSearchCmd = tdr::shared::kQpBits + tdr::shared::kLambdaBits + 9;

/// Some lines that are quantised alike.
struct SearchBlock {
  std::uint32_t qp = 0;
  std::uint32_t lambda = 300;
  bool scalar = false;
  std::int8_t bias = 0;
  std::vector<std::uint8_t> lines;      ///< class of each line
  std::vector<std::uint8_t> positions;  ///< class of each position, none of them dead
  std::vector<std::int32_t> values;     ///< by line, then position
};

/// Values of up to `steps` steps of the quantiser, some of them far larger.
[[nodiscard]] SearchBlock random_block(Rng& rng, std::uint32_t lines, std::uint32_t positions,
                                       std::uint32_t steps);

struct SearchBeats {
  std::vector<Beat> commands;
  std::vector<StageBeat> beats;

  /// Appends a block. Precondition: it has lines and positions.
  void add(const SearchBlock& block);
};

}  // namespace tern::tb
