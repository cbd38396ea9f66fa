// SPDX-License-Identifier: Apache-2.0
//
// command: what a subcommand of `tern` is to main().
//
//   Spec  docs/cli.md
//   Test  tb/apps/usage_test.py
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "model/common/result.h"

namespace CLI {
class App;
}

namespace tern::apps {

/// Does the work. An error becomes one line on stderr and the exit code.
using Command = std::function<std::optional<Error>()>;

/// Filled in while the command line is parsed.
struct Program {
  std::string command_line;  ///< as it was typed, for reports
  Command chosen;
};

/// Each adds one subcommand with its options and help to `root`.
void add_eval(CLI::App& root, Program& program);
void add_compare(CLI::App& root, Program& program);
void add_stats(CLI::App& root, Program& program);
void add_train(CLI::App& root, Program& program);
void add_encode(CLI::App& root, Program& program);
void add_decode(CLI::App& root, Program& program);
void add_rd(CLI::App& root, Program& program);
void add_shards(CLI::App& root, Program& program);
void add_explore(CLI::App& root, Program& program);
void add_link(CLI::App& root, Program& program);

}  // namespace tern::apps
