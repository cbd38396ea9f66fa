// SPDX-License-Identifier: Apache-2.0
//
// compare_report: what `tern compare` found, as JSON and on the terminal.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/apps/compare.h"
#include "sim/apps/inputs.h"
#include "sim/apps/json_text.h"

namespace tern::apps {

/// Everything about a run that is not about one tensor.
struct CompareFacts {
  std::string command_line;
  huff::Geometry geometry;
  std::uint64_t message_bytes = 0;
  std::uint32_t threads = 1;
  std::uint32_t clock_mhz = 0;
  std::string books;  ///< where they came from, in words
};

struct ComparedTensor {
  Input input;
  Comparison found;
};

/// Nothing: there is no such figure, as without values.
[[nodiscard]] std::optional<double> gigabytes_per_second(std::uint64_t bytes, const Work& work,
                                                         bool has_cycles, std::uint32_t clock_mhz);

[[nodiscard]] bool all_match(const std::vector<ComparedTensor>& tensors);

/// The whole report.
[[nodiscard]] OrderedJson compare_json(const CompareFacts& facts,
                                       const std::vector<ComparedTensor>& tensors);

/// The table, and what it means.
[[nodiscard]] std::string compare_text(const CompareFacts& facts,
                                       const std::vector<ComparedTensor>& tensors);

}  // namespace tern::apps
