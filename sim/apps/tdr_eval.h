// SPDX-License-Identifier: Apache-2.0
//
// tdr_eval: the work of `tern eval --codec tdr`.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#pragma once

#include <optional>
#include <string>

#include "model/common/result.h"
#include "sim/apps/eval_run.h"

namespace tern::apps {

/// Encodes, decodes, compares, prints and writes report.json. `engines_given`: the user named them.
[[nodiscard]] std::optional<Error> run_tdr_eval(const EvalOptions& options, bool engines_given,
                                                const std::string& command_line);

}  // namespace tern::apps
