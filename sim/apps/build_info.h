// SPDX-License-Identifier: Apache-2.0
//
// build_info: what this program was built from, for --version and reports.
//
//   Spec  docs/cli.md#report-fields
//   Test  tb/apps/eval_test.py
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tern::apps {

/// Version of Tern, as in model/VERSION.
[[nodiscard]] const char* tern_version();

/// Name and version of the tools and libraries behind a result.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> tool_versions();

/// The Python that draws reports, unless the environment variable TERN_PYTHON names another.
[[nodiscard]] const char* default_python();

/// Where the report script was when the program was built.
[[nodiscard]] const char* report_script();

/// The same for the script that draws comparisons.
[[nodiscard]] const char* compare_script();

/// The same for the script that draws rate and distortion.
[[nodiscard]] const char* rd_plot_script();

/// The same for the script that sweeps parameters.
[[nodiscard]] const char* explore_script();

/// The same for the script that draws collectives.
[[nodiscard]] const char* link_page_script();

}  // namespace tern::apps
