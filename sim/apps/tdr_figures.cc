// SPDX-License-Identifier: Apache-2.0
//
// tdr_figures.cc: what lossy coding made of a tensor, as JSON and as a row of a table.
//
//   Spec  docs/cli.md#lossy-coding
//   Test  tb/apps/tdr_test.py
#include "sim/apps/tdr_figures.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 32;

// The part of the values that each mode has.
std::map<std::string, double> shares_of(const TdrFigures& figures) {
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

std::string modes_text(const TdrFigures& figures) {
  std::string text;
  for (const auto& [mode, share] : shares_of(figures)) {
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", mode, 100 * share);
  }
  return text;
}

}  // namespace

OrderedJson figures_json(const TdrFigures& figures, std::optional<double> rate, bool model) {
  OrderedJson json;
  json["name"] = figures.input.info.name;
  json["file"] = figures.input.info.file;
  json["dtype"] = std::string(dtype_name(figures.input.dtype));
  json["shape"] = figures.input.info.shape;
  json["values"] = figures.input.info.values;
  json["raw_bytes"] = figures.input.raw_bytes();
  json["wire_bytes"] = figures.run.wire_bytes;
  json["rate_target"] = number_or_null(rate);
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
  if (model) {
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

std::string figures_text(const std::vector<TdrFigures>& all, bool circuits) {
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
  for (const TdrFigures& figures : all) {
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
  for (const TdrFigures& figures : all) {
    if (figures.circuits)
      text += remarks_of(fit(figures.input.info.name, kNameWidth), *figures.circuits);
  }
  return text;
}

}  // namespace tern::apps
