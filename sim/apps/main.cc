// SPDX-License-Identifier: Apache-2.0
//
// main: the `tern` command line.
//
// Chooses the subcommand, and is the only place that turns an error into a line and an exit code.
//
//   Spec  docs/cli.md#exit-codes
//   Test  tb/apps/usage_test.py
#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "model/common/text.h"
#include "model/huff/params.h"
#include "sim/apps/build_info.h"
#include "sim/apps/command.h"

namespace {

using tern::Error;
using tern::ErrorKind;

constexpr const char* kFooter =
    "Examples:\n"
    "  tern eval weights.npy --dtype bf16 --json report.json --html report.html\n"
    "  tern train layer*.npy --dtype bf16 -o books.json\n"
    "  tern encode weights.npy --dtype bf16 --books books.json -o weights.tern\n"
    "  tern decode weights.tern --books books.json -o restored.npy\n"
    "\n"
    "'tern COMMAND --help' explains the options of a command.";

// Words that a shell would take apart are quoted, so that the line can be pasted.
std::string join_arguments(int argc, char** argv) {
  std::string line = "tern";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                                            "XYZ0123456789_-./,:=+@%") == std::string::npos;
    std::string quoted;
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += plain ? " " + word : " '" + quoted + "'";
  }
  return line;
}

int fail(const Error& error) {
  // Everything printed before must come first, even if both go to the same file.
  std::fflush(stdout);
  // Not fmt::print, which throws if nobody listens.
  std::fputs(fmt::format("tern: {}\n", tern::printable(error.message, 8000)).c_str(), stderr);
  return static_cast<int>(error.kind);
}

int fail_usage(const CLI::App& app, const std::string& text) {
  const auto chosen = app.get_subcommands();
  const std::string name = chosen.empty() ? "" : chosen.front()->get_name() + " ";
  return fail({ErrorKind::kUsage, fmt::format("{}; see 'tern {}--help'", text, name)});
}

// Results that nobody can read are a failure too: a full disk behind a redirection, for example.
int finish() {
  const bool bad = std::ferror(stdout) != 0;
  if (std::fflush(stdout) == 0 && !bad) return 0;
  return fail({ErrorKind::kOutput, "stdout: cannot be written; check where it is redirected to"});
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away shows as a failed write, not as a silent end.
  std::signal(SIGPIPE, SIG_IGN);
#ifdef __GLIBC__
  // What is freed goes back at once: otherwise holes as large as a tensor stay, and peaks add up.
  mallopt(M_MMAP_THRESHOLD, 1 << 18);
#endif

  CLI::App app("Tern: Huffman coding of machine-learning tensors, in a golden model and in RTL.");
  tern::apps::Program program;
  program.command_line = join_arguments(argc, argv);
  app.set_version_flag("--version",
                       fmt::format("tern {} (stream format {})", tern::apps::tern_version(),
                                   tern::huff::kFormatVersion));
  app.require_subcommand(1);
  app.footer(kFooter);
  tern::apps::add_eval(app, program);
  tern::apps::add_compare(app, program);
  tern::apps::add_stats(app, program);
  tern::apps::add_train(app, program);
  tern::apps::add_encode(app, program);
  tern::apps::add_decode(app, program);
  tern::apps::add_rd(app, program);
  tern::apps::add_shards(app, program);
  tern::apps::add_explore(app, program);
  tern::apps::add_link(app, program);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help or --version
    app.exit(request);
    return finish();
  } catch (const CLI::ParseError& error) {
    const bool named = argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty();
    return fail_usage(app, named ? tern::in_quotes(argv[1]) + " is not a command" : error.what());
  }

  // The libraries report missing memory, and only that, by an exception.
  try {
    if (const std::optional<Error> error = program.chosen()) return fail(*error);
  } catch (const std::bad_alloc&) {
    return fail({ErrorKind::kFile,
                 "no memory for these tensors; use a machine with more, or split the tensors"});
  }
  return finish();
}
