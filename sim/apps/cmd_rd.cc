// SPDX-License-Identifier: Apache-2.0
//
// cmd_rd: `tern rd`, rate and distortion of the tensor residual/DCT block.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/apps/command.h"
#include "sim/apps/json_text.h"
#include "sim/apps/output.h"
#include "sim/apps/progress.h"
#include "sim/apps/rd_peer.h"
#include "sim/apps/rd_run.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 32;

struct Options {
  InputOptions input;
  RdRequest request;
  std::uint32_t states = 32;
  std::string peer;
  std::string json;
};

struct Curve {
  Input input;
  std::vector<RdPoint> points;
};

const char* predict_name(tdr::Predict predict) {
  switch (predict) {
    case tdr::Predict::kNone:
      return "none";
    case tdr::Predict::kRowMean:
      return "row mean";
    case tdr::Predict::kColumnMean:
      return "column mean";
    case tdr::Predict::kDelta:
      return "delta";
  }
  return "";
}

std::string transform_name(const tdr::Header& header) {
  if (header.transform == tdr::Transform::kBypass) return "bypass";
  return fmt::format("DCT-{} {}", header.transform == tdr::Transform::kDct8 ? 8 : 16,
                     header.along_rows ? "along rows" : "down columns");
}

std::string tools_text(const tdr::Header& header) {
  if (header.mode == tdr::Mode::kRaw) return "raw";
  return fmt::format("{}, {}", predict_name(header.predict), transform_name(header));
}

/// How much better than the peer: positive is better.
std::optional<double> gain(const Peer& peer, const Curve& curve, const RdPoint& point) {
  const auto tensor = peer.find(curve.input.info.name);
  if (tensor == peer.end()) return {};
  const auto rate = tensor->second.find(point.wanted);
  if (rate == tensor->second.end()) return {};
  return rate->second - point.nmse_db;
}

std::string make_text(const std::vector<Curve>& curves, const Peer& peer, bool by_qp) {
  Table table;
  table.column("tensor", Table::Align::kLeft);
  table.column(by_qp ? "QP" : "rate");
  table.column("bits/value");
  table.column("NMSE dB");
  table.column("max error");
  if (!peer.empty()) table.column("gain dB");
  table.column("tools", Table::Align::kLeft);
  for (const Curve& curve : curves) {
    for (const RdPoint& point : curve.points) {
      std::vector<std::string> row = {fit(curve.input.info.name, kNameWidth), point.wanted,
                                      cell(point.bits, 4), cell(point.nmse_db, 2),
                                      fmt::format("{:.3g}", point.max_abs_error)};
      if (!peer.empty()) row.push_back(cell(gain(peer, curve, point), 2));
      row.push_back(tools_text(point.header));
      table.row(std::move(row));
    }
  }
  return table.text();
}

std::string make_gains(const std::vector<Curve>& curves, const Peer& peer) {
  std::string text;
  for (std::size_t i = 0; !peer.empty() && i < curves.front().points.size(); ++i) {
    double sum = 0;
    double least = 0;
    int count = 0;
    for (const Curve& curve : curves) {
      const std::optional<double> one = gain(peer, curve, curve.points[i]);
      if (!one) continue;
      least = count == 0 ? *one : std::min(least, *one);
      sum += *one;
      ++count;
    }
    if (count == 0) continue;
    text += fmt::format("gain at {} bits: mean {:.2f} dB, least {:.2f} dB, of {} tensors\n",
                        curves.front().points[i].wanted, sum / count, least, count);
  }
  return text;
}

OrderedJson make_json(const Curve& curve, const Peer& peer, bool by_qp) {
  OrderedJson json;
  json["tensor"] = curve.input.info.name;
  json["curve"] = OrderedJson::array();
  json["at"] = OrderedJson::object();
  json["points"] = OrderedJson::array();
  for (const RdPoint& point : curve.points) {
    json["curve"].push_back({point.bits, point.nmse_db});
    if (!by_qp) json["at"][point.wanted] = point.nmse_db;
    OrderedJson one = {{by_qp ? "qp_target" : "rate_target", std::stod(point.wanted)},
                       {"bits_per_value", point.bits},
                       {"nmse_db", point.nmse_db},
                       {"max_abs_error", point.max_abs_error},
                       {"mode", point.header.mode == tdr::Mode::kRaw ? "raw" : "lossy"},
                       {"qp", point.header.qp / 32.0},
                       {"states", 1U << point.header.states_log2},
                       {"predict", predict_name(point.header.predict)},
                       {"transform", transform_name(point.header)}};
    if (!peer.empty()) one["gain_db"] = number_or_null(gain(peer, curve, point));
    json["points"].push_back(std::move(one));
  }
  return json;
}

std::optional<Error> run(const Options& options) {
  std::vector<std::string> files = options.input.paths;
  if (!options.peer.empty()) files.push_back(options.peer);
  if (std::optional<Error> error = check_outputs({options.json}, files)) return error;
  Peer peer;
  if (!options.peer.empty()) {
    Result<Peer> read = read_peer(options.peer);
    if (!read) return read.error();
    peer = std::move(read.value());
  }
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  RdRequest request = options.request;
  request.states_log2 = 0;
  while (1U << request.states_log2 < options.states) ++request.states_log2;

  std::vector<Curve> curves;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      progress.describe(input.info.name);
      Result<std::vector<RdPoint>> points = measure_rd(input, request);
      if (!points) return points.error();
      curves.push_back({input, std::move(points.value())});
      progress.advance(input.raw_bytes());
    }
  }
  const bool by_qp = !request.qps.empty();
  print_result(make_text(curves, peer, by_qp) + make_gains(curves, peer));
  if (options.json.empty()) return {};
  OrderedJson all = OrderedJson::array();
  for (const Curve& curve : curves) all.push_back(make_json(curve, peer, by_qp));
  return write_output(options.json, to_text(curves.size() == 1 ? all.front() : all));
}

}  // namespace

void add_rd(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand("rd", "Measure rate and distortion of lossy coding");
  const auto options = std::make_shared<Options>();
  options->request.rates = {1.4, 2, 2.5, 3, 4};
  options->input.float32_as = Dtype::kFp32;
  options->input.add_to(app);
  CLI::Option* const rates =
      app.add_option("--rates", options->request.rates, "Bits per value, everything counted")
          ->type_name("B")
          ->check(CLI::Range(0.0, 64.0))
          ->capture_default_str();
  app.add_option("--qp", options->request.qps, "Quantiser steps in place of rates: 6 to an octave")
      ->type_name("QP")
      ->check(CLI::Range(0.0, tdr::kMaxQp / 32.0))
      ->excludes(rates);
  app.add_option("--states", options->states, "States of the quantiser; 1: scalar")
      ->check(CLI::IsMember({1, 4, 8, 16, 32}))
      ->capture_default_str();
  app.add_flag("--plain", options->request.plain, "No prediction and no transform");
  app.add_option("--peer", options->peer, "JSON with what another codec reached, in dB")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--json", options->json, "Write curves as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.footer(
      "Examples:\n"
      "  tern rd weights.npy --rates 2 2.5 3.1415\n"
      "  tern rd kv_cache.npy --dtype bf16 --qp 20 26 --states 8\n"
      "  tern rd layer*.npy --peer x265.json --json curves.json");
  app.callback([options, &program] { program.chosen = [options] { return run(*options); }; });
}

}  // namespace tern::apps
