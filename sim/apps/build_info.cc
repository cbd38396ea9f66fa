// SPDX-License-Identifier: Apache-2.0
//
// build_info: what this program was built from, for --version and reports.
//
// CMake hands the names over as definitions, to this file only.
//
//   Spec  docs/cli.md#report-fields
//   Test  tb/apps/eval_test.py
#include "sim/apps/build_info.h"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include <CLI/Version.hpp>
#include <nlohmann/json.hpp>

namespace tern::apps {

const char* tern_version() { return TERN_APP_VERSION; }

std::vector<std::pair<std::string, std::string>> tool_versions() {
  return {
      {"compiler", TERN_APP_COMPILER},
      {"verilator", TERN_APP_VERILATOR},
      {"fmt",
       fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
      {"nlohmann_json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                    NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
      {"cli11", CLI11_VERSION},
      {"openssl", OpenSSL_version(OPENSSL_VERSION_STRING)},
  };
}

const char* default_python() { return TERN_APP_PYTHON; }

const char* report_script() { return TERN_APP_REPORT_SCRIPT; }

const char* compare_script() { return TERN_APP_COMPARE_SCRIPT; }

const char* rd_plot_script() { return TERN_APP_RD_PLOT_SCRIPT; }

const char* explore_script() { return TERN_APP_EXPLORE_SCRIPT; }

const char* link_page_script() { return TERN_APP_LINK_PAGE_SCRIPT; }

}  // namespace tern::apps
