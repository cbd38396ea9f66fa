// SPDX-License-Identifier: Apache-2.0
//
// link_report: figures of runs, side by side.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-link
//   Test  tb/apps/link_test.py
#include "sim/apps/link_report.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "sim/apps/build_info.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

using link::Picoseconds;
using link::SystemResult;

double ns(Picoseconds time) { return static_cast<double>(time) / 1000; }

// Of `time` in each of `links` links.
std::optional<double> share(Picoseconds busy, Picoseconds time, std::uint32_t links) {
  if (time <= 0 || links == 0) return {};
  return static_cast<double>(busy) / (static_cast<double>(time) * links);
}

std::optional<double> ratio(std::uint64_t over, std::uint64_t under) {
  if (under == 0) return {};
  return static_cast<double>(over) / static_cast<double>(under);
}

OrderedJson latency_json(const SystemResult& result) {
  OrderedJson sizes = OrderedJson::array();
  for (const auto& [bytes, latency] : result.latency) {
    const link::Transfer::Stages& stages = latency.stages;
    sizes.push_back({{"bytes", bytes},
                     {"transfers", latency.messages},
                     {"mean_ns", ns(latency.sum) / static_cast<double>(latency.messages)},
                     {"p50_ns", ns(latency.p50)},
                     {"p95_ns", ns(latency.p95)},
                     {"p99_ns", ns(latency.p99)},
                     {"max_ns", ns(latency.max)},
                     {"sum_ps", latency.sum},
                     {"stages_ps",
                      {{"queue", stages.queue},
                       {"encode", stages.encode},
                       {"wire", stages.wire},
                       {"retry", stages.retry},
                       {"flight", stages.flight},
                       {"decode", stages.decode}}}});
  }
  return sizes;
}

// Wires: every bit of every flit that was sent. Values: those that were encoded and decoded.
OrderedJson energy_json(const LinkPoint& point, const LinkEnergy& energy,
                        const SystemResult& result) {
  if (!energy.link_pj_per_bit) return nullptr;
  const double bits = 8.0 * point.system.link.flit_bytes;
  const double wires =
      static_cast<double>(result.links.transmissions) * bits * *energy.link_pj_per_bit;
  const auto values = [](std::uint64_t count, const std::optional<double>& each) {
    return count == 0 ? std::optional<double>(0)
           : each     ? std::optional<double>(static_cast<double>(count) * *each)
                      : std::nullopt;
  };
  const std::optional<double> encode = values(result.values_encoded, energy.encode_pj_per_value);
  const std::optional<double> decode = values(result.values_decoded, energy.decode_pj_per_value);
  std::optional<double> total;
  if (encode && decode) total = wires + *encode + *decode;
  return {{"link", wires},
          {"encode", number_or_null(encode)},
          {"decode", number_or_null(decode)},
          {"total", number_or_null(total)}};
}

OrderedJson run_json(const LinkPoint& point, const LinkEnergy& energy, const SystemResult& result) {
  const link::LinkStatistics& links = result.links;
  const Picoseconds time = result.completion;
  std::optional<double> nmse;
  if (result.distortion.signal > 0 && result.distortion.noise > 0) {
    nmse = 10 * std::log10(result.distortion.noise / result.distortion.signal);
  }
  return {
      {"completion_ns", ns(time)},
      {"transfers", result.transfers},
      {"raw_bytes", links.raw_bytes},
      {"wire_bytes", links.wire_bytes},
      {"ratio", number_or_null(ratio(links.raw_bytes, links.wire_bytes))},
      {"links", result.used_links},
      {"link_utilisation", number_or_null(share(links.wire_busy, time, result.used_links))},
      {"busiest_link_utilisation", number_or_null(share(result.busiest_wire, time, 1))},
      {"encoder_utilisation", number_or_null(share(links.encoder_busy, time, result.used_links))},
      {"decoder_utilisation", number_or_null(share(links.decoder_busy, time, result.used_links))},
      {"values_encoded", result.values_encoded},
      {"values_decoded", result.values_decoded},
      {"flits", links.flits},
      {"transmissions", links.transmissions},
      {"retries", links.retries},
      {"timeouts", links.timeouts},
      {"flipped_flits", links.flipped_flits},
      {"crc_refused", links.crc_refused},
      {"lost_flits", links.lost_flits},
      {"lost_acks", links.lost_acks},
      {"duplicates", links.duplicates},
      {"wrong_flits", links.wrong_flits},
      {"buffers",
       {{"transmit_flits", links.transmit_flits},
        {"replay_flits", links.replay_flits},
        {"receive_bytes", links.receive_bytes},
        {"forward_bytes", result.forward_bytes}}},
      {"energy_pj", energy_json(point, energy, result)},
      {"nmse_db", number_or_null(nmse)},
      {"latency", latency_json(result)},
      {"deadlock", number_or_null(result.deadlock)},
      {"wrong", number_or_null(result.wrong)}};
}

std::optional<double> speed_up(const LinkOutcome& outcome) {
  if (!outcome.coded || outcome.coded->completion <= 0) return {};
  return static_cast<double>(outcome.plain.completion) /
         static_cast<double>(outcome.coded->completion);
}

std::string percent(const std::optional<double>& part) {
  return part ? fmt::format("{:.1f}", 100 * *part) : "-";
}

Picoseconds largest_p99(const SystemResult& result) {
  return result.latency.empty() ? 0 : result.latency.rbegin()->second.p99;
}

}  // namespace

std::string link_text(const LinkSpec& spec, const LinkRun& run) {
  Table table;
  for (const auto& item : spec.points.front().swept.items()) table.column(item.key());
  for (const char* title : {"plain us", "coded us", "speed-up", "ratio", "link %", "enc %", "dec %",
                            "p99 us", "retries", "delivered"}) {
    table.column(title);
  }
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    const LinkOutcome& outcome = run.outcomes[i];
    const SystemResult& shown = outcome.coded ? *outcome.coded : outcome.plain;
    std::vector<std::string> row;
    for (const auto& item : spec.points[i].swept.items()) {
      row.push_back(item.value().is_string() ? item.value().get<std::string>()
                                             : item.value().dump());
    }
    const Picoseconds time = shown.completion;
    const std::uint32_t links = shown.used_links;
    row.push_back(fmt::format("{:.3f}", ns(outcome.plain.completion) / 1000));
    row.push_back(outcome.coded ? fmt::format("{:.3f}", ns(time) / 1000) : "-");
    row.push_back(cell(speed_up(outcome), 3));
    row.push_back(cell(ratio(shown.links.raw_bytes, shown.links.wire_bytes), 3));
    row.push_back(percent(share(shown.links.wire_busy, time, links)));
    row.push_back(percent(share(shown.links.encoder_busy, time, links)));
    row.push_back(percent(share(shown.links.decoder_busy, time, links)));
    row.push_back(fmt::format("{:.3f}", ns(largest_p99(shown)) / 1000));
    row.push_back(std::to_string(shown.links.retries));
    const bool bad = outcome.plain.wrong || outcome.plain.deadlock || shown.wrong || shown.deadlock;
    row.emplace_back(bad ? "NO" : "yes");
    table.row(std::move(row));
  }
  return table.text() +
         "\nplain: the same run without a codec; link, enc, dec: share of the time that links, "
         "encoders and decoders in use work; p99: of transfers of the largest messages\n";
}

OrderedJson link_json(const LinkSpec& spec, const LinkRun& run, const std::string& command_line) {
  OrderedJson json;
  json["version"] = tern_version();
  json["command_line"] = command_line;
  json["spec"] = spec.text;
  json["points"] = OrderedJson::array();
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    const LinkOutcome& outcome = run.outcomes[i];
    const LinkPoint& point = spec.points[i];
    const link::CodecTiming& timing = outcome.timing;
    OrderedJson entry = {{"swept", point.swept},
                         {"speed_up", number_or_null(speed_up(outcome))},
                         {"plain", run_json(point, outcome.energy, outcome.plain)},
                         {"coded", nullptr},
                         {"codec", nullptr}};
    if (outcome.coded) {
      entry["coded"] = run_json(point, outcome.energy, *outcome.coded);
      entry["codec"] = {{"encode_bytes_per_ns", timing.encode_bytes_per_ns()},
                        {"decode_bytes_per_ns", timing.decode_bytes_per_ns()},
                        {"encode_latency_cycles", timing.encode_latency},
                        {"decode_latency_cycles", timing.decode_latency},
                        {"clock_ghz", timing.clock_ghz}};
    }
    json["points"].push_back(std::move(entry));
  }
  return json;
}

std::optional<Error> link_failure(const LinkSpec& spec, const LinkRun& run) {
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    const LinkOutcome& outcome = run.outcomes[i];
    for (const SystemResult* result :
         {&outcome.plain, outcome.coded ? &*outcome.coded : &outcome.plain}) {
      const std::string where = spec.points.size() == 1 ? "" : fmt::format("point {}: ", i + 1);
      if (result->impossible) {
        return file_error(spec.path, fmt::format("{}link.{}; see 'The link file' in docs/cli.md",
                                                 where, *result->impossible));
      }
      if (result->deadlock) {
        return file_error(spec.path,
                          fmt::format("{}{}; give more credit_bytes or forward_bytes, or hold no "
                                      "dies",
                                      where, *result->deadlock),
                          ErrorKind::kDeadlock);
      }
      if (result->wrong) {
        return file_error(spec.path, fmt::format("{}{}; report this", where, *result->wrong),
                          ErrorKind::kMismatch);
      }
    }
  }
  return {};
}

}  // namespace tern::apps
