// SPDX-License-Identifier: Apache-2.0
//
// shards_report: the results of `tern shards`, for the terminal and as JSON.
//
//   Spec  docs/cli.md#tern-shards
//   Test  tb/apps/shards_test.py
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/huff/stream.h"
#include "sim/apps/inputs.h"
#include "sim/apps/json_text.h"
#include "sim/apps/shards.h"

namespace tern::apps {

/// A tensor at one message size.
struct ShardRow {
  Input input;
  std::uint64_t message_bytes = 0;
  ShardFigures figures;
  std::string skipped;  ///< why nothing was measured; else empty
};

/// What all rows have in common.
struct ShardFacts {
  huff::Geometry geometry;
  std::string leave_out;
  std::uint64_t most = 0;
  std::string command_line;
};

/// A table with a row for each tensor and size, and one for each size of all tensors together.
[[nodiscard]] std::string shards_text(const std::vector<ShardRow>& rows);

/// The same with the sums that the percentages come from.
[[nodiscard]] OrderedJson shards_json(const ShardFacts& facts, const std::vector<ShardRow>& rows);

}  // namespace tern::apps
