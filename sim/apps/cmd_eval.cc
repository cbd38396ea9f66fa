// SPDX-License-Identifier: Apache-2.0
//
// cmd_eval: the options and the help of `tern eval`.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/usage_test.py
#include <CLI/CLI.hpp>
#include <memory>

#include "sim/apps/command.h"
#include "sim/apps/eval_run.h"
#include "sim/apps/tdr_eval.h"

namespace tern::apps {

void add_eval(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand(
      "eval", "Send tensors through golden model and RTL, compare, and report what it costs");
  const auto options = std::make_shared<EvalOptions>();
  options->input.add_to(app);
  options->books.add_to(app);
  options->training.add_to(app);
  options->geometry.add_to(app);
  options->messages.add_to(app);
  options->chunks.add_to(app);
  options->tdr.add_to(app);
  CLI::Option* const engines =
      app.add_option("--engines", options->engines, "Encoders to compare: model, rtl or model,rtl")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->type_name("LIST")
          ->default_str("model,rtl; --codec tdr: model");
  app.add_option("--json", options->json, "Write the report as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--html", options->html, "Write the report as one HTML page with plots")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--counters", options->counters,
                 "Write what the counters of the circuit say, for 'tern train --from-counters'")
      ->type_name("FILE")
      ->check(not_empty());
  options->wave.add_to(app);
  app.add_option("--seed", options->seed, "Seed of the stall patterns and of undefined registers")
      ->type_name("S")
      ->check(whole_number())
      ->capture_default_str();
  app.add_option("--source-stall", options->source_stall,
                 "When values are withheld: none, random, bursty or adversarial")
      ->type_name("P")
      ->capture_default_str();
  app.add_option("--sink-stall", options->sink_stall,
                 "When the link refuses: none, random, bursty or adversarial")
      ->type_name("P")
      ->capture_default_str();
  app.footer(
      "Exits 0 only if all engines gave the same bytes and these decode to the tensor.\n"
      "\n"
      "Examples:\n"
      "  tern eval weights.npy --dtype bf16\n"
      "  tern eval model.safetensors --tensor layers.0.wq --json report.json --html report.html\n"
      "  tern eval weights.npy --dtype bf16 --books books.json --lanes 64 --sink-stall bursty\n"
      "  tern eval weights.npy --dtype bf16 --wave first.fst --wave-from 4100 --wave-to 6000\n"
      "  tern eval activations.bin --dtype e4m3 --message-bytes 4096 --engines model\n"
      "  tern eval weights.npy --dtype bf16 --books several.json --chunk-steps 256 --select best\n"
      "  tern eval weights.npy --dtype bf16 --books aligned.json --offset auto\n"
      "  tern eval weights.npy --codec tdr --rate 2.5 --json report.json");
  app.callback([options, engines, &program] {
    const bool engines_given = engines->count() > 0;
    program.chosen = [options, engines_given, &program] {
      return options->tdr.chosen() ? run_tdr_eval(*options, engines_given, program.command_line)
                                   : run_eval(*options, program.command_line);
    };
  });
}

}  // namespace tern::apps
