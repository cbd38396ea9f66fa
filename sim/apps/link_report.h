// SPDX-License-Identifier: Apache-2.0
//
// link_report: the results of `tern link`, for the terminal and as JSON.
//
//   Spec  docs/cli.md#tern-link
//   Test  tb/apps/link_test.py
#pragma once

#include <optional>
#include <string>

#include "model/common/result.h"
#include "sim/apps/json_text.h"
#include "sim/apps/link_run.h"
#include "sim/apps/link_spec.h"

namespace tern::apps {

[[nodiscard]] std::string link_text(const LinkSpec& spec, const LinkRun& run);

[[nodiscard]] OrderedJson link_json(const LinkSpec& spec, const LinkRun& run,
                                    const std::string& command_line);

/// The first point that stood still or delivered something wrong, as an error; or nothing.
[[nodiscard]] std::optional<Error> link_failure(const LinkSpec& spec, const LinkRun& run);

}  // namespace tern::apps
