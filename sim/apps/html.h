// SPDX-License-Identifier: Apache-2.0
//
// html: a report as a page, drawn by scripts/report.py or scripts/compare.py, collectives, by
// scripts/link_page.py, and curves, by scripts/rd_plot.py.
//
//   Spec  docs/cli.md#html-report
//   Test  tb/apps/html_test.py
#pragma once

#include <optional>
#include <string>

#include "model/common/result.h"

namespace tern::apps {

/// The Python that runs scripts: that of the environment variable TERN_PYTHON, else the one found
/// when the program was built.
[[nodiscard]] std::string report_python();

/// Draws the report and writes it to `path`.
[[nodiscard]] std::optional<Error> write_html(const std::string& path, const std::string& report);

/// The same for the report of `tern compare`.
[[nodiscard]] std::optional<Error> write_compare_html(const std::string& path,
                                                      const std::string& report);

/// Draws the JSON of `tern link` as a page, likewise.
[[nodiscard]] std::optional<Error> write_link_page(const std::string& path,
                                                   const std::string& results);

/// Draws the JSON of `tern rd` as a PNG file, by the same Python.
[[nodiscard]] std::optional<Error> write_rd_plot(const std::string& path,
                                                 const std::string& curves);

}  // namespace tern::apps
