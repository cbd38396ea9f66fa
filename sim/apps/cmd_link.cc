// SPDX-License-Identifier: Apache-2.0
//
// cmd_link: `tern link`, collectives over die-to-die links.
//
//   Spec  docs/cli.md#tern-link
//   Test  tb/apps/link_test.py
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/text.h"
#include "sim/apps/command.h"
#include "sim/apps/html.h"
#include "sim/apps/json_text.h"
#include "sim/apps/link_report.h"
#include "sim/apps/link_run.h"
#include "sim/apps/link_spec.h"
#include "sim/apps/options.h"
#include "sim/apps/output.h"

namespace tern::apps {
namespace {

struct LinkArguments {
  std::string spec;
  std::string json;
  std::string html;
};

std::optional<Error> run(const LinkArguments& options, const std::string& command_line) {
  const Result<LinkSpec> spec = read_link_spec(options.spec);
  if (!spec) return spec.error();
  std::vector<std::string> sources = {options.spec};
  for (const LinkPoint& point : spec.value().points) {
    sources.insert(sources.end(), point.payload.files.begin(), point.payload.files.end());
    for (const std::string* file : {&point.codec.file, &point.codec.books, &point.energy.file}) {
      if (!file->empty()) sources.push_back(*file);
    }
  }
  if (std::optional<Error> error = check_outputs({options.json, options.html}, sources)) {
    return error;
  }
  const Result<LinkRun> done = run_link(spec.value());
  if (!done) return done.error();
  print_result(link_text(spec.value(), done.value()));
  const std::string report = to_text(link_json(spec.value(), done.value(), command_line));
  std::optional<Error> unwritten;
  if (!options.json.empty()) {
    unwritten = write_output(options.json, report);
    if (!unwritten) {
      print_remark(options.json, fmt::format("report: {}\n", printable(options.json, 4096)));
    }
  }
  if (!options.html.empty() && !unwritten) {
    unwritten = write_link_page(options.html, report);
    if (!unwritten) {
      print_remark(options.html, fmt::format("report: {}\n", printable(options.html, 4096)));
    }
  }
  if (std::optional<Error> error = link_failure(spec.value(), done.value())) return error;
  return unwritten;
}

}  // namespace

void add_link(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand(
      "link", "Simulate collectives over die-to-die links, with the codec and without");
  const auto options = std::make_shared<LinkArguments>();
  app.add_option("SPEC", options->spec, "Link file: dies, links, values and codec")
      ->required()
      ->check(not_empty());
  app.add_option("--json", options->json, "Write the results as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--html", options->html, "Write the results as one HTML page with plots")
      ->type_name("FILE")
      ->check(not_empty());
  app.footer(
      "Exits 0 only if every die got what the collective owes it.\n"
      "\n"
      "Examples:\n"
      "  tern link docs/examples/link_ring.json\n"
      "  tern link ring.json --json ring_result.json --html ring.html");
  app.callback([options, &program] {
    program.chosen = [options, &program] { return run(*options, program.command_line); };
  });
}

}  // namespace tern::apps
