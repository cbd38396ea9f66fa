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

std::optional<Error> write_html(const std::string& path, const std::string& report) {
  const char* const chosen = std::getenv("TERN_PYTHON");
  const std::string python = chosen != nullptr && *chosen != '\0' ? chosen : default_python();
  const Result<std::string> page = run_tool({python, report_script()}, report);
  if (!page) {
    return Error{page.error().kind,
                 path + ": not drawn: " + page.error().message +
                     "; the HTML report needs python3 with matplotlib and jinja2 (Debian: "
                     "python3-matplotlib python3-jinja2); TERN_PYTHON chooses another python3"};
  }
  return write_output(path, page.value());
}

}  // namespace tern::apps
