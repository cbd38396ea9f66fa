// SPDX-License-Identifier: Apache-2.0
//
// cmd_rd: `tern rd`, rate and distortion of the tensor residual/DCT block.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/apps/command.h"
#include "sim/apps/html.h"
#include "sim/apps/json_text.h"
#include "sim/apps/output.h"
#include "sim/apps/progress.h"
#include "sim/apps/rd_peer.h"
#include "sim/apps/rd_report.h"
#include "sim/apps/rd_run.h"
#include "sim/apps/tdr_options.h"

namespace tern::apps {
namespace {

struct RdArguments {
  InputOptions input;
  std::vector<double> rates = {1.4, 2, 2.5, 3, 4};
  std::vector<double> qps;
  std::vector<double> errors;
  std::vector<std::uint64_t> slots;
  bool plain = false;
  std::vector<std::string> without;
  std::uint32_t states = 0;  // 0: those of the effort
  std::string effort = "best";
  std::string digits;  // empty: those of the effort
  std::uint32_t window = 32;
  std::string peer;
  std::string json;
  std::string plot;
};

RdRequest request_of(const RdArguments& options) {
  RdRequest request;
  request.wanted = options.rates;
  const auto take = [&](RdAim aim, const auto& numbers) {
    if (numbers.empty()) return;
    request.aim = aim;
    request.wanted.assign(numbers.begin(), numbers.end());
  };
  take(RdAim::kQp, options.qps);
  take(RdAim::kError, options.errors);
  take(RdAim::kSlot, options.slots);
  request.plain = options.plain;
  request.without = without_of(options.without);
  const bool stream = options.effort == "stream";
  const std::uint32_t states = options.states != 0 ? options.states : stream ? 4 : 32;
  while (1U << request.states_log2 < states) ++request.states_log2;
  if (stream) request.effort = tdr::Effort::kStream;
  request.window = options.window;
  request.bounded = bounded_of(options.digits, options.effort);
  return request;
}

std::optional<Error> run_rd(const RdArguments& options) {
  std::vector<std::string> files = options.input.paths;
  if (!options.peer.empty()) files.push_back(options.peer);
  if (std::optional<Error> error = check_outputs({options.json, options.plot}, files)) return error;
  if (std::optional<Error> error = check_without(options.without, options.effort)) return error;
  Peer peer;
  if (!options.peer.empty()) {
    Result<Peer> read = read_peer(options.peer);
    if (!read) return read.error();
    peer = std::move(read.value());
  }
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  const RdRequest request = request_of(options);
  if (request.without.joint && request.aim != RdAim::kRate) {
    return Error{ErrorKind::kUsage, "--without joint: is counted, not coded; use --rates"};
  }
  std::vector<RdCurve> curves;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      progress.describe(input.info.name);
      Result<std::vector<RdPoint>> points = measure_rd(input, request);
      if (!points) return points.error();
      curves.push_back({input, request.aim, std::move(points.value())});
      progress.advance(input.raw_bytes());
    }
  }
  print_result(rd_text(curves, peer));
  OrderedJson all = OrderedJson::array();
  for (const RdCurve& curve : curves) all.push_back(rd_json(curve, peer));
  const std::string json = to_text(curves.size() == 1 ? all.front() : all);
  if (!options.json.empty()) {
    if (std::optional<Error> error = write_output(options.json, json)) return error;
  }
  if (options.plot.empty()) return {};
  return write_rd_plot(options.plot, json);
}

}  // namespace

void add_rd(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand("rd", "Measure rate and distortion of lossy coding");
  const auto options = std::make_shared<RdArguments>();
  options->input.float32_as = Dtype::kFp32;
  options->input.add_to(app);
  CLI::Option* const rates =
      app.add_option("--rates", options->rates, "Bits per value, everything counted")
          ->type_name("B")
          ->check(number_in(0, 64))
          ->capture_default_str();
  CLI::Option* const qps =
      app.add_option("--qp", options->qps, "Quantiser steps in place of rates: 6 to an octave")
          ->type_name("QP")
          ->check(number_in(0, tdr::kMaxQp / 32.0))
          ->excludes(rates);
  CLI::Option* const errors =
      app.add_option("--max-error", options->errors, "No value is off by more, in place of rates")
          ->type_name("E")
          ->check(number_in(0, std::numeric_limits<double>::max()))
          ->excludes(rates)
          ->excludes(qps);
  app.add_option("--slot-bytes", options->slots, "Bytes of a slot of fixed size, in place of rates")
      ->type_name("S")
      ->check(number_in(0, kMaxSlot))
      ->excludes(rates)
      ->excludes(qps)
      ->excludes(errors);
  app.add_option("--effort", options->effort,
                 "best: whole lines, for what is compressed once; stream: as a circuit, on the fly")
      ->check(CLI::IsMember({"best", "stream"}))
      ->capture_default_str();
  app.add_option("--states", options->states, "States of the quantiser; 1: scalar")
      ->check(CLI::IsMember({1, 4, 8, 16, 32}))
      ->default_str("32, stream: 4");
  app.add_option("--look-ahead", options->window,
                 "Values that --effort stream sees behind the last one decided")
      ->type_name("N")
      ->check(number_in(1, 4096))
      ->capture_default_str();
  add_digits(app, options->digits);
  app.add_flag("--plain", options->plain, "No prediction and no transform");
  app.add_option("--without", options->without,
                 "Tools that the encoder goes without: means, delta, transform, axis, dct8x8, "
                 "classes, joint (codewords of several values)")
      ->type_name("TOOL")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kTools), std::end(kTools))));
  app.add_option("--peer", options->peer, "JSON with what another codec reached, in dB")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--json", options->json, "Write curves as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--plot", options->plot, "Draw curves, the peer's and a bound as PNG")
      ->type_name("FILE")
      ->check(not_empty());
  app.footer(
      "Examples:\n"
      "  tern rd weights.npy --rates 2 2.5 3.1415\n"
      "  tern rd kv_cache.npy --dtype bf16 --qp 20 26 --states 8\n"
      "  tern rd weights.npy --max-error 0.01\n"
      "  tern rd kv_cache.npy --slot-bytes 65536\n"
      "  tern rd layer*.npy --peer x265.json --json curves.json --plot curves.png");
  app.callback([options, &program] { program.chosen = [options] { return run_rd(*options); }; });
}

}  // namespace tern::apps
