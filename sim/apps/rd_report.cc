// SPDX-License-Identifier: Apache-2.0
//
// rd_report.cc: a table with gains, and JSON.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#include "sim/apps/rd_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 32;

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
  if (header.transform == tdr::Transform::kDct8x8) return "DCT-8x8";
  return fmt::format("DCT-{} {}", header.transform == tdr::Transform::kDct8 ? 8 : 16,
                     header.along_rows ? "along rows" : "down columns");
}

std::string tools_text(const tdr::Header& header) {
  if (header.mode == tdr::Mode::kRaw) return "raw";
  return fmt::format("{}, {}", predict_name(header.predict), transform_name(header));
}

/// How much better than the peer: positive is better.
std::optional<double> gain(const Peer& peer, const RdCurve& curve, const RdPoint& point) {
  const auto tensor = peer.find(curve.input.info.name);
  if (tensor == peer.end() || curve.aim != RdAim::kRate) return {};
  const auto rate = tensor->second.find(point.wanted);
  if (rate == tensor->second.end()) return {};
  return rate->second - point.nmse_db;
}

const char* aim_name(RdAim aim) {
  switch (aim) {
    case RdAim::kRate:
      return "rate";
    case RdAim::kQp:
      return "QP";
    case RdAim::kError:
      return "bound";
    case RdAim::kSlot:
      return "slot";
  }
  return "";
}

const char* target_key(RdAim aim) {
  switch (aim) {
    case RdAim::kRate:
      return "rate_target";
    case RdAim::kQp:
      return "qp_target";
    case RdAim::kError:
      return "error_target";
    case RdAim::kSlot:
      return "slot_target";
  }
  return "";
}

std::string gains_text(const std::vector<RdCurve>& curves, const Peer& peer) {
  std::string text;
  for (std::size_t i = 0; !peer.empty() && i < curves.front().points.size(); ++i) {
    double sum = 0;
    double least = 0;
    int count = 0;
    for (const RdCurve& curve : curves) {
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

}  // namespace

std::string rd_text(const std::vector<RdCurve>& curves, const Peer& peer) {
  Table table;
  const RdAim aim = curves.front().aim;
  table.column("tensor", Table::Align::kLeft);
  table.column(aim_name(aim));
  table.column("bits/value");
  table.column("NMSE dB");
  table.column("max error");
  if (!peer.empty()) table.column("gain dB");
  table.column("tools", Table::Align::kLeft);
  for (const RdCurve& curve : curves) {
    for (const RdPoint& point : curve.points) {
      std::vector<std::string> row = {fit(curve.input.info.name, kNameWidth), point.wanted,
                                      cell(point.bits, 4), cell(point.nmse_db, 2),
                                      fmt::format("{:.3g}", point.max_abs_error)};
      if (!peer.empty()) row.push_back(cell(gain(peer, curve, point), 2));
      row.push_back(tools_text(point.header));
      table.row(std::move(row));
    }
  }
  return table.text() + gains_text(curves, peer);
}

OrderedJson rd_json(const RdCurve& curve, const Peer& peer) {
  OrderedJson json;
  json["tensor"] = curve.input.info.name;
  json["curve"] = OrderedJson::array();
  json["at"] = OrderedJson::object();
  json["points"] = OrderedJson::array();
  for (const RdPoint& point : curve.points) {
    json["curve"].push_back({point.bits, point.nmse_db});
    if (curve.aim == RdAim::kRate) json["at"][point.wanted] = point.nmse_db;
    OrderedJson one = {{target_key(curve.aim), point.target},
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

}  // namespace tern::apps
