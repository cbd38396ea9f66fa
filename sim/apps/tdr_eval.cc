// SPDX-License-Identifier: Apache-2.0
//
// tdr_eval.cc: rate, distortion and modes of each tensor, and what the circuits make of it.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#include "sim/apps/tdr_eval.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
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
#include "sim/apps/table.h"
#include "sim/apps/tdr_circuit.h"
#include "sim/apps/tdr_coding.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 32;

struct Figures {
  Input input;
  TdrRun run;
  Distortion distortion;
  double bits = 0;  // per value
  std::string stream_sha256, values_sha256;
  double seconds = 0;
  std::optional<TdrCircuits> circuits;
};

/// How all tensors are evaluated.
struct Evaluation {
  TdrOptions tdr;
  bool model = true;                        // reported
  std::optional<sim::RunOptions> circuits;  // run, if it is there
};

// The part of the values that each mode has.
std::map<std::string, double> shares_of(const Figures& figures) {
  std::map<std::string, std::uint64_t> values;
  for (const tdr::BlockReport& block : figures.run.encoded.blocks) {
    values[tdr::mode_name(block.header.mode)] += block.header.values();
  }
  std::map<std::string, double> shares;
  for (const auto& [mode, count] : values) {
    shares[mode] = static_cast<double>(count) / static_cast<double>(figures.input.info.values);
  }
  return shares;
}

OrderedJson block_json(const tdr::BlockReport& block) {
  const bool exact =
      block.header.mode != tdr::Mode::kLossy && block.header.mode != tdr::Mode::kNear;
  return {{"mode", tdr::mode_name(block.header.mode)},
          {"rows", block.header.rows},
          {"bytes", block.bytes},
          {"exponent", exact ? OrderedJson(nullptr) : OrderedJson(block.certificate.exponent)},
          {"squared_error", block.certificate.squared_error},
          {"max_error", block.certificate.max_error}};
}

OrderedJson figures_json(const Figures& figures, const Evaluation& evaluation) {
  OrderedJson json;
  json["name"] = figures.input.info.name;
  json["file"] = figures.input.info.file;
  json["dtype"] = std::string(dtype_name(figures.input.dtype));
  json["shape"] = figures.input.info.shape;
  json["values"] = figures.input.info.values;
  json["raw_bytes"] = figures.input.raw_bytes();
  json["wire_bytes"] = figures.run.wire_bytes;
  json["rate_target"] = number_or_null(evaluation.tdr.rate);
  json["bits_per_value"] = figures.bits;
  json["nmse_db"] = figures.distortion.nmse_db;
  json["max_abs_error"] = figures.distortion.max_abs_error;
  json["modes"] = OrderedJson::object();
  for (const auto& [mode, share] : shares_of(figures)) json["modes"][mode] = share;
  json["blocks"] = OrderedJson::array();
  for (const tdr::BlockReport& block : figures.run.encoded.blocks) {
    json["blocks"].push_back(block_json(block));
  }
  json["engines"] = OrderedJson::object();
  if (evaluation.model) {
    json["engines"]["model"] = {{"sha256", figures.stream_sha256},
                                {"values_sha256", figures.values_sha256},
                                {"wire_bytes", figures.run.wire_bytes},
                                {"seconds", figures.seconds}};
  }
  if (figures.circuits) json["engines"]["rtl"] = circuits_json(*figures.circuits);
  json["match"] = figures.run.mismatch.empty();
  json["mismatch"] = figures.run.mismatch;
  return json;
}

std::string modes_text(const Figures& figures) {
  std::string text;
  for (const auto& [mode, share] : shares_of(figures)) {
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", mode, 100 * share);
  }
  return text;
}

std::string text_of(const std::vector<Figures>& all, bool circuits) {
  Table table;
  table.column("tensor", Table::Align::kLeft);
  table.column("bits/value");
  table.column("NMSE dB");
  table.column("max error");
  table.column("modes", Table::Align::kLeft);
  if (circuits) {
    table.column("rtl encoder", Table::Align::kLeft);
    table.column("rtl decoder", Table::Align::kLeft);
  }
  for (const Figures& figures : all) {
    std::vector<std::string> row = {fit(figures.input.info.name, kNameWidth), cell(figures.bits, 4),
                                    cell(figures.distortion.nmse_db, 2),
                                    fmt::format("{:.3g}", figures.distortion.max_abs_error),
                                    modes_text(figures)};
    if (circuits) {
      row.push_back(figures.circuits ? way_text(figures.circuits->encode) : "not run");
      row.push_back(figures.circuits ? way_text(figures.circuits->decode) : "not run");
    }
    table.row(std::move(row));
  }
  std::string text = table.text();
  for (const Figures& figures : all) {
    if (figures.circuits)
      text += remarks_of(fit(figures.input.info.name, kNameWidth), *figures.circuits);
  }
  return text;
}

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

Result<Figures> evaluate(const Input& input, const Evaluation& evaluation) {
  const TdrOptions& options = evaluation.tdr;
  const Result<std::vector<std::uint8_t>> values = load(input);
  if (!values) return values.error();
  const Result<tdr::Source> source = tdr_source(input, values.value());
  if (!source) return source.error();
  const auto start = std::chrono::steady_clock::now();
  Result<TdrRun> run = run_tdr(input, source.value(), options);
  if (!run) return run.error();
  Figures figures;
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
  std::vector<Figures> all;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      progress.describe(input.info.name);
      Result<Figures> figures = evaluate(input, evaluation.value());
      if (!figures) return figures.error();
      all.push_back(std::move(figures.value()));
      progress.advance(input.raw_bytes());
    }
  }
  print_result(text_of(all, evaluation.value().circuits.has_value()));
  OrderedJson report = {{"format", "tern-tdr-report"}, {"version", 1},   {"created", utc_now()},
                        {"command", command_line},     {"codec", "tdr"}, {"mode", options.tdr.mode},
                        {"effort", options.tdr.effort}};
  report["tensors"] = OrderedJson::array();
  for (const Figures& figures : all) {
    report["tensors"].push_back(figures_json(figures, evaluation.value()));
  }
  if (!options.json.empty()) {
    if (std::optional<Error> error = write_output(options.json, to_text(report))) return error;
    print_remark(options.json, fmt::format("report: {}\n", printable(options.json, 4096)));
  }
  if (!options.html.empty()) {
    if (std::optional<Error> error = write_html(options.html, to_text(report))) return error;
    print_remark(options.html, fmt::format("report: {}\n", printable(options.html, 4096)));
  }
  for (const Figures& figures : all) {
    if (figures.run.mismatch.empty()) continue;
    return file_error(figures.input.info.file,
                      fmt::format("tensor {}: {}; repro: {}", in_quotes(figures.input.info.name),
                                  figures.run.mismatch, command_line),
                      ErrorKind::kMismatch);
  }
  return {};
}

}  // namespace tern::apps
