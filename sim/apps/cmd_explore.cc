// SPDX-License-Identifier: Apache-2.0
//
// cmd_explore: `tern explore`, a sweep of parameters through synthesis and co-simulation.
//
// The work is that of scripts/explore.py, which takes the place of this program: it runs for long,
// and signals are for it.
//
//   Spec  docs/cli.md#tern-explore
//   Test  tb/apps/explore_test.py
#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/apps/build_info.h"
#include "sim/apps/command.h"
#include "sim/apps/html.h"
#include "sim/apps/options.h"
#include "sim/apps/tool.h"

namespace tern::apps {
namespace {

/// Options of the script that have a value: name, what it is called, and what it does.
struct Option {
  const char* name;
  const char* value;
  const char* help;
};

constexpr std::array<Option, 10> kOptions = {{
    {"--out", "DIR", "Folder of the results (default: out/explore/SPEC)"},
    {"--json", "FILE", "Write rows and front as JSON here (default: explore.json in the folder)"},
    {"--csv", "FILE", "Write rows as CSV here (default: explore.csv in the folder)"},
    {"--html", "FILE", "Write the page with plots here (default: explore.html in the folder)"},
    {"--kept", "DIR", "Folder of what is kept of finished points (default: out/ of the project)"},
    {"--jobs", "N", "Points that are measured side by side (default: one a core)"},
    {"--liberty", "FILE", "Cell library, for um2 and a clock; without it, generic gates"},
    {"--clock-ns", "T", "Map for this clock; needs --liberty (default: as fast as possible)"},
    {"--points", "LIST", "Only measure and keep these points, as 3 or 1,4-6; no page"},
    {"--partition", "P", "Partition of the cluster; needs --slurm (default: the cluster's own)"},
}};

struct ExploreArguments {
  std::string spec;
  std::vector<std::pair<std::string, std::string>> given;
  bool no_sim = false;
  bool energy = false;
  bool slurm = false;
};

std::optional<Error> run_explore(const ExploreArguments& options) {
  std::vector<std::string> command = {report_python(), "-B", explore_script()};
  std::error_code code;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
  command.push_back("--tern=" + self.string());
  for (const auto& [name, value] : options.given) {
    if (!value.empty()) command.push_back(name + "=" + value);
  }
  if (options.no_sim) command.emplace_back("--no-sim");
  if (options.energy) command.emplace_back("--energy");
  if (options.slurm) command.emplace_back("--slurm");
  command.insert(command.end(), {"--", options.spec});
  Error error = become_tool(command);
  error.message += "; a sweep needs python3 (Debian: python3); TERN_PYTHON chooses another python3";
  return error;
}

}  // namespace

void add_explore(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand(
      "explore", "Sweep parameters: area, clock, cycles and ratio of each point, and their front");
  const auto options = std::make_shared<ExploreArguments>();
  app.add_option("SPEC", options->spec, "Sweep file: which parameters have which values")
      ->required()
      ->check(not_empty());
  for (const Option& option : kOptions) options->given.emplace_back(option.name, "");
  for (std::size_t i = 0; i < options->given.size(); ++i) {
    app.add_option(kOptions[i].name, options->given[i].second, kOptions[i].help)
        ->type_name(kOptions[i].value)
        ->check(not_empty());
  }
  app.add_flag("--no-sim", options->no_sim, "Synthesis alone: no ratio, no cycles");
  app.add_flag("--energy", options->energy, "Energy of encoders and decoders; needs --liberty");
  app.add_flag("--slurm", options->slurm, "Measure the points as job arrays of a Slurm cluster");
  app.footer(
      "Finished points are kept: the same sweep goes on where it was stopped.\n"
      "\n"
      "Examples:\n"
      "  tern explore sweep.json\n"
      "  tern explore sweep.json --liberty cells.lib --jobs 8 --out sweep\n"
      "  tern explore sweep.json --no-sim --csv areas.csv\n"
      "  tern explore sweep.json --slurm --partition short --jobs 100");
  app.callback(
      [options, &program] { program.chosen = [options] { return run_explore(*options); }; });
}

}  // namespace tern::apps
