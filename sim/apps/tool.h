// SPDX-License-Identifier: Apache-2.0
//
// tool: runs another program, text in and text out.
//
// No shell is involved, so no name can be taken for a command.
//
//   Spec  docs/cli.md#html-report
//   Test  tb/apps/html_test.py
#pragma once

#include <string>
#include <vector>

#include "model/common/result.h"

namespace tern::apps {

/// Runs arguments[0], found as a shell finds it, with `input` on its standard input. Returns what
/// it wrote to its standard output. If it cannot be started or fails, the error (kTool) names it
/// and has the last line that it wrote to its standard error.
[[nodiscard]] Result<std::string> run_tool(const std::vector<std::string>& arguments,
                                           const std::string& input);

/// Runs arguments[0] in place of this program, which ends with its exit code. Returns only if it
/// cannot be started, with an error (kTool) that names it.
[[nodiscard]] Error become_tool(const std::vector<std::string>& arguments);

}  // namespace tern::apps
