// SPDX-License-Identifier: Apache-2.0
//
// eval_run: the work of `tern eval`.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "sim/apps/books.h"
#include "sim/apps/coding.h"
#include "sim/apps/options.h"
#include "sim/apps/tdr_options.h"
#include "sim/apps/wave_file.h"
#include "sim/run_options.h"

namespace tern::apps {

/// The command line of `tern eval`.
struct EvalOptions {
  InputOptions input;
  GeometryOptions geometry;
  BookOptions books;
  TrainingOptions training;
  MessageOptions messages;
  ChunkOptions chunks;
  TdrOptions tdr;
  std::vector<std::string> engines = {"model", "rtl"};
  std::string json;
  std::string html;
  std::string counters;
  WaveOptions wave;
  std::uint64_t seed = 1;
  std::string source_stall = "none";
  std::string sink_stall = "none";
};

/// Nothing if each is an engine and none is named twice.
[[nodiscard]] std::optional<Error> check_engines(const std::vector<std::string>& engines);

[[nodiscard]] bool uses_rtl(const EvalOptions& options);

/// Seed and stall patterns of a run.
[[nodiscard]] Result<sim::RunOptions> run_options(const EvalOptions& options);

/// Evaluates, prints, and writes the reports. An error of kind kMismatch means that the reports
/// were written and say what differs.
[[nodiscard]] std::optional<Error> run_eval(const EvalOptions& options,
                                            const std::string& command_line);

}  // namespace tern::apps
