// SPDX-License-Identifier: Apache-2.0
//
// tdr_figures.h: what lossy coding made of a tensor.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/apps/distortion.h"
#include "sim/apps/json_text.h"
#include "sim/apps/tdr_circuit.h"
#include "sim/apps/tdr_coding.h"

namespace tern::apps {

/// Figures of one tensor.
struct TdrFigures {
  Input input;
  TdrRun run;
  Distortion distortion;
  double bits = 0;  // per value
  std::string stream_sha256, values_sha256;
  double seconds = 0;
  std::optional<TdrCircuits> circuits;
};

/// Its entry in the report. `rate`: the bits per value that were asked for; `model`: the golden
/// model is one of the engines that are reported.
[[nodiscard]] OrderedJson figures_json(const TdrFigures& figures, std::optional<double> rate,
                                       bool model);

/// The table of all tensors, with columns for the circuits if they ran.
[[nodiscard]] std::string figures_text(const std::vector<TdrFigures>& all, bool circuits);

}  // namespace tern::apps
