// SPDX-License-Identifier: Apache-2.0
//
// eval_options.cc: what the engines of both codecs read from the command line.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/usage_test.py
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "model/common/text.h"
#include "sim/apps/eval_run.h"
#include "sim/stall.h"

namespace tern::apps {
namespace {

Result<sim::StallPattern> parse_stall(const std::string& option, const std::string& text) {
  std::vector<std::string> names;
  for (const auto pattern : {sim::StallPattern::kNone, sim::StallPattern::kRandom,
                             sim::StallPattern::kBursty, sim::StallPattern::kAdversarial}) {
    if (text == sim::stall_name(pattern)) return pattern;
    names.emplace_back(sim::stall_name(pattern));
  }
  return Error{ErrorKind::kUsage, fmt::format("{}: {} is not a stall pattern; use {}", option,
                                              in_quotes(text), one_of(names))};
}

}  // namespace

std::optional<Error> check_engines(const std::vector<std::string>& engines) {
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines[i] != "model" && engines[i] != "rtl") {
      return Error{ErrorKind::kUsage, fmt::format("--engines: {} is not an engine; use model, rtl "
                                                  "or model,rtl",
                                                  in_quotes(engines[i]))};
    }
    if (std::find(engines.begin(), engines.begin() + static_cast<std::ptrdiff_t>(i), engines[i]) !=
        engines.begin() + static_cast<std::ptrdiff_t>(i)) {
      return Error{ErrorKind::kUsage,
                   "--engines: " + engines[i] + " is named twice; once is enough"};
    }
  }
  return {};
}

bool uses_rtl(const EvalOptions& options) {
  return std::find(options.engines.begin(), options.engines.end(), "rtl") != options.engines.end();
}

Result<sim::RunOptions> run_options(const EvalOptions& options) {
  sim::RunOptions run;
  run.seed = options.seed;
  const Result<sim::StallPattern> source = parse_stall("--source-stall", options.source_stall);
  if (!source) return source.error();
  const Result<sim::StallPattern> sink = parse_stall("--sink-stall", options.sink_stall);
  if (!sink) return sink.error();
  run.source_stall = source.value();
  run.sink_stall = sink.value();
  return run;
}

}  // namespace tern::apps
