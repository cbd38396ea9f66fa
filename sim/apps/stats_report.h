// SPDX-License-Identifier: Apache-2.0
//
// stats_report: what `tern stats` found, as text and as JSON.
//
//   Spec  docs/cli.md#tern-stats
//   Test  tb/apps/stats_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/huff/histogram.h"
#include "sim/apps/book_fit.h"
#include "sim/apps/inputs.h"
#include "sim/apps/json_text.h"

namespace tern::apps {

/// What is in a tensor.
struct Statistics {
  Input input;
  std::uint64_t raw_bytes = 0;
  std::uint64_t coded_values = 0;
  huff::Histogram histogram{};
  std::vector<std::uint32_t> by_count;  ///< symbols that occur, most frequent first
  std::optional<BookFit> fit;           ///< if there are books, and values

  /// Of the symbols and the extra bits; none of a tensor without values, as all of these.
  [[nodiscard]] std::optional<double> shannon_bits_per_value() const;
  /// With the book that fits best, with offset 0 and with the cheapest.
  [[nodiscard]] std::optional<double> unaligned_bits_per_value() const;
  [[nodiscard]] std::optional<double> aligned_bits_per_value() const;
};

/// "3 x 4", or "scalar".
[[nodiscard]] std::string shape_text(const std::vector<std::uint64_t>& shape);

/// A table with the `top` most frequent symbols of each tensor, and what its book costs.
[[nodiscard]] std::string stats_text(const std::vector<Statistics>& all, std::size_t top,
                                     bool books);

[[nodiscard]] OrderedJson stats_json(const std::vector<Statistics>& all);

}  // namespace tern::apps
