// SPDX-License-Identifier: Apache-2.0
//
// html: a report as a page, drawn by scripts/report.py.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#html-report
//   Test  tb/apps/html_test.py
#include "sim/apps/html.h"

#include <cstdlib>

#include "sim/apps/build_info.h"
#include "sim/apps/output.h"
#include "sim/apps/tool.h"

namespace tern::apps {

namespace {

constexpr const char* kPageNeeds =
    "the HTML report needs python3 with matplotlib and jinja2 (Debian: python3-matplotlib "
    "python3-jinja2)";

std::optional<Error> draw(const std::string& path, const char* script, const std::string& input,
                          const std::string& needs) {
  const Result<std::string> drawn = run_tool({report_python(), script}, input);
  if (!drawn) {
    return Error{drawn.error().kind, path + ": not drawn: " + drawn.error().message + "; " + needs +
                                         "; TERN_PYTHON chooses another python3"};
  }
  return write_output(path, drawn.value());
}

}  // namespace

std::string report_python() {
  const char* const chosen = std::getenv("TERN_PYTHON");
  return chosen != nullptr && *chosen != '\0' ? chosen : default_python();
}

std::optional<Error> write_html(const std::string& path, const std::string& report) {
  return draw(path, report_script(), report, kPageNeeds);
}

std::optional<Error> write_compare_html(const std::string& path, const std::string& report) {
  return draw(path, compare_script(), report, kPageNeeds);
}

std::optional<Error> write_link_page(const std::string& path, const std::string& results) {
  return draw(path, link_page_script(), results, kPageNeeds);
}

std::optional<Error> write_rd_plot(const std::string& path, const std::string& curves) {
  return draw(path, rd_plot_script(), curves,
              "the plot needs python3 with matplotlib (Debian: python3-matplotlib)");
}

}  // namespace tern::apps
