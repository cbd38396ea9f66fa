// SPDX-License-Identifier: Apache-2.0
//
// eval_table: the results of `tern eval` on the terminal.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#pragma once

#include <string>
#include <vector>

#include "sim/apps/eval_report.h"
#include "sim/apps/figures.h"

namespace tern::apps {

/// A table with a row for each tensor, and a few lines that sum it up.
[[nodiscard]] std::string eval_text(const RunFacts& facts,
                                    const std::vector<TensorFigures>& tensors);

}  // namespace tern::apps
