// SPDX-License-Identifier: Apache-2.0
//
// eval_report: the results of `tern eval` as report.json.
//
//   Spec  docs/cli.md#report-fields
//   Test  tb/apps/eval_test.py
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/huff/book.h"
#include "sim/apps/figures.h"
#include "sim/apps/json_text.h"

namespace tern::apps {

/// Everything about a run that is not about one tensor.
struct RunFacts {
  std::string command_line;
  huff::Geometry geometry;
  std::uint64_t message_bytes = 0;
  std::uint64_t seed = 0;
  std::string source_stall;
  std::string sink_stall;
  std::vector<std::string> engines;
  std::string books_file;  ///< empty: trained in the run, or none
  bool raw = false;
  huff::BookSet books;
};

/// One sentence about where the books came from.
[[nodiscard]] std::string books_source(const RunFacts& facts);

/// True if every tensor matched.
[[nodiscard]] bool all_match(const std::vector<TensorFigures>& tensors);

/// The whole report. Numbers that do not exist, as bits per value without values, are null.
[[nodiscard]] OrderedJson make_report(const RunFacts& facts,
                                      const std::vector<TensorFigures>& tensors);

/// The current time in UTC, as 2026-01-31T12:00:00Z.
[[nodiscard]] std::string utc_now();

}  // namespace tern::apps
