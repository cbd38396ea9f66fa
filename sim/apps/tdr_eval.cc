// SPDX-License-Identifier: Apache-2.0
//
// tdr_eval.cc: rate, distortion and modes of each tensor, and what the circuits make of it.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#include "sim/apps/tdr_eval.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "sim/apps/digest.h"
#include "sim/apps/distortion.h"
#include "sim/apps/eval_report.h"
#include "sim/apps/html.h"
#include "sim/apps/json_text.h"
#include "sim/apps/output.h"
#include "sim/apps/progress.h"
#include "sim/apps/tdr_coding.h"
#include "sim/apps/tdr_figures.h"

namespace tern::apps {
namespace {

/// How all tensors are evaluated.
struct Evaluation {
  TdrOptions tdr;
  bool model = true;                        // reported
  std::optional<sim::RunOptions> circuits;  // run, if it is there
};

std::optional<Error> check_options(const EvalOptions& options) {
  const auto usage = [](const std::string& text) { return Error{ErrorKind::kUsage, text}; };
  if (!options.counters.empty() || !options.wave.path.empty() || !options.wave.decoder.empty()) {
    return usage(
        "--counters, --wave, --wave-decoder: are of the Huffman units; leave --codec tdr out");
  }
  return {};
}

Result<Evaluation> make_evaluation(const EvalOptions& options, bool engines_given) {
  Evaluation evaluation;
  evaluation.tdr = options.tdr;
  // The circuits take their time: they run if they are asked for.
  if (!engines_given) return evaluation;
  if (std::optional<Error> error = check_engines(options.engines)) return *std::move(error);
  evaluation.model = options.engines != std::vector<std::string>{"rtl"};
  if (!uses_rtl(options)) return evaluation;
  const Result<sim::RunOptions> run = run_options(options);
  if (!run) return run.error();
  evaluation.circuits = run.value();
  return evaluation;
}

Result<TdrFigures> evaluate(const Input& input, const Evaluation& evaluation) {
  const TdrOptions& options = evaluation.tdr;
  const Result<std::vector<std::uint8_t>> values = load(input);
  if (!values) return values.error();
  const Result<tdr::Source> source = tdr_source(input, values.value());
  if (!source) return source.error();
  const auto start = std::chrono::steady_clock::now();
  Result<TdrRun> run = run_tdr(input, source.value(), options);
  if (!run) return run.error();
  TdrFigures figures;
  figures.input = input;
  figures.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  figures.run = std::move(run.value());
  tdr::Encoded& encoded = figures.run.encoded;
  if (encoded.values.size() == values.value().size()) {
    figures.distortion = distortion_of(input.dtype, values.value(), encoded.values);
  }
  figures.bits =
      static_cast<double>(figures.run.wire_bytes) * 8 / static_cast<double>(input.info.values);
  if (options.max_error && figures.distortion.max_abs_error > *options.max_error) {
    figures.run.mismatch = "a value is off by more than the bound";
  }
  figures.stream_sha256 = sha256_hex(encoded.stream.data(), encoded.stream.size());
  figures.values_sha256 = sha256_hex(encoded.values.data(), encoded.values.size());
  // Without a stream that decodes there is nothing to take apart.
  if (evaluation.circuits && figures.run.mismatch.empty()) {
    figures.circuits =
        run_tdr_circuits(source.value(), encoded, options.effort == "stream", *evaluation.circuits);
    figures.run.mismatch = figures.circuits->mismatch();
  }
  // Of all tensors only figures stay.
  encoded.stream = std::vector<std::uint8_t>();
  encoded.values = std::vector<std::uint8_t>();
  return figures;
}

}  // namespace

std::optional<Error> run_tdr_eval(const EvalOptions& options, bool engines_given,
                                  const std::string& command_line) {
  if (std::optional<Error> error = options.tdr.check()) return error;
  if (std::optional<Error> error = check_options(options)) return error;
  const Result<Evaluation> evaluation = make_evaluation(options, engines_given);
  if (!evaluation) return evaluation.error();
  if (std::optional<Error> error =
          check_outputs({options.json, options.html}, options.input.paths)) {
    return error;
  }
  const Result<std::vector<Input>> inputs = find_inputs(tdr_inputs(options.input));
  if (!inputs) return inputs.error();
  std::vector<TdrFigures> all;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      progress.describe(input.info.name);
      Result<TdrFigures> figures = evaluate(input, evaluation.value());
      if (!figures) return figures.error();
      all.push_back(std::move(figures.value()));
      progress.advance(input.raw_bytes());
    }
  }
  print_result(figures_text(all, evaluation.value().circuits.has_value()));
  OrderedJson report = {{"format", "tern-tdr-report"}, {"version", 1},   {"created", utc_now()},
                        {"command", command_line},     {"codec", "tdr"}, {"mode", options.tdr.mode},
                        {"effort", options.tdr.effort}};
  report["tensors"] = OrderedJson::array();
  for (const TdrFigures& figures : all) {
    report["tensors"].push_back(
        figures_json(figures, evaluation.value().tdr.rate, evaluation.value().model));
  }
  if (!options.json.empty()) {
    if (std::optional<Error> error = write_output(options.json, to_text(report))) return error;
    print_remark(options.json, fmt::format("report: {}\n", printable(options.json, 4096)));
  }
  if (!options.html.empty()) {
    if (std::optional<Error> error = write_html(options.html, to_text(report))) return error;
    print_remark(options.html, fmt::format("report: {}\n", printable(options.html, 4096)));
  }
  for (const TdrFigures& figures : all) {
    if (figures.run.mismatch.empty()) continue;
    return file_error(figures.input.info.file,
                      fmt::format("tensor {}: {}; repro: {}", in_quotes(figures.input.info.name),
                                  figures.run.mismatch, command_line),
                      ErrorKind::kMismatch);
  }
  return {};
}

}  // namespace tern::apps
