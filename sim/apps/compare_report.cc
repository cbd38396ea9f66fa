// SPDX-License-Identifier: Apache-2.0
//
// compare_report: what `tern compare` found, as JSON and on the terminal.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.py
#include "sim/apps/compare_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/dtype.h"
#include "model/common/text.h"
#include "sim/apps/build_info.h"
#include "sim/apps/eval_report.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kHashDigits = 12;  // on the terminal

std::optional<double> saved_percent(std::uint64_t raw_bytes, std::uint64_t bytes) {
  if (raw_bytes == 0) return {};
  return 100 * (1 - static_cast<double>(bytes) / static_cast<double>(raw_bytes));
}

OrderedJson side_json(const CompareFacts& facts, const Comparison& found,
                      const EngineComparison& engine, const SideFigures& side,
                      const char* position) {
  OrderedJson json;
  json["sha256"] = side.sha256.empty() ? OrderedJson(nullptr) : OrderedJson(side.sha256);
  json["bytes"] = side.bytes;
  json["seconds"] = engine.has_cycles ? OrderedJson(nullptr) : OrderedJson(side.work.seconds);
  json["cycles"] = engine.has_cycles ? OrderedJson(side.work.cycles) : OrderedJson(nullptr);
  json["gigabytes_per_second"] = number_or_null(
      gigabytes_per_second(found.raw_bytes, side.work, engine.has_cycles, facts.clock_mhz));
  json["first_difference"] = nullptr;
  if (side.difference) {
    json["first_difference"] = {{"message", side.difference->message},
                                {position, side.difference->position},
                                {"within_message", side.difference->within},
                                {"what", side.difference->what}};
  }
  return json;
}

OrderedJson tensor_json(const CompareFacts& facts, const ComparedTensor& tensor) {
  const Comparison& found = tensor.found;
  OrderedJson json;
  json["name"] = tensor.input.info.name;
  json["file"] = tensor.input.info.file;
  json["dtype"] = dtype_name(tensor.input.dtype);
  json["stored_type"] = source_type_name(tensor.input.info.type);
  json["shape"] = tensor.input.info.shape;
  json["values"] = tensor.input.info.values;
  json["raw_bytes"] = found.raw_bytes;
  json["messages"] = found.messages;
  json["values_sha256"] = found.values_sha256;
  json["judge"] = found.judge;
  for (const EngineComparison& engine : found.engines) {
    OrderedJson& entry = json["engines"][engine.name];
    entry["how"] = engine.how;
    entry["encode"] = side_json(facts, found, engine, engine.encode, "byte");
    entry["decode"] = side_json(facts, found, engine, engine.decode, "value");
    entry["match"] = engine.match();
  }
  json["match"] = found.match();
  json["mismatch"] = found.match() ? OrderedJson(nullptr) : OrderedJson(found.mismatch());
  return json;
}

// All tensors as one.
Comparison sum_of(const std::vector<ComparedTensor>& tensors) {
  Comparison sum;
  for (const ComparedTensor& tensor : tensors) {
    sum.raw_bytes += tensor.found.raw_bytes;
    sum.messages += tensor.found.messages;
    sum.engines.resize(tensor.found.engines.size());
    for (std::size_t i = 0; i < sum.engines.size(); ++i) {
      const EngineComparison& one = tensor.found.engines[i];
      EngineComparison& all = sum.engines[i];
      all.name = one.name;
      all.has_cycles = one.has_cycles;
      const auto add = [](SideFigures& to, const SideFigures& from) {
        to.bytes += from.bytes;
        to.work.seconds += from.work.seconds;
        to.work.cycles += from.work.cycles;
        if (!to.difference) to.difference = from.difference;
      };
      add(all.encode, one.encode);
      add(all.decode, one.decode);
    }
  }
  return sum;
}

OrderedJson totals_json(const CompareFacts& facts, const std::vector<ComparedTensor>& tensors) {
  const Comparison sum = sum_of(tensors);
  OrderedJson json = {
      {"tensors", tensors.size()}, {"raw_bytes", sum.raw_bytes}, {"messages", sum.messages}};
  for (const EngineComparison& engine : sum.engines) {
    OrderedJson& entry = json["engines"][engine.name];
    entry["bytes"] = engine.encode.bytes;
    entry["saved_percent"] = number_or_null(saved_percent(sum.raw_bytes, engine.encode.bytes));
    const auto rate = [&](const Work& work) {
      return number_or_null(
          gigabytes_per_second(sum.raw_bytes, work, engine.has_cycles, facts.clock_mhz));
    };
    entry["encode_gigabytes_per_second"] = rate(engine.encode.work);
    entry["decode_gigabytes_per_second"] = rate(engine.decode.work);
    entry["match"] = engine.match();
  }
  return json;
}

std::vector<std::string> make_row(const CompareFacts& facts, const std::string& name,
                                  const std::string& dtype, const Comparison& found,
                                  const EngineComparison& engine) {
  const auto rate = [&](const Work& work) {
    return cell(gigabytes_per_second(found.raw_bytes, work, engine.has_cycles, facts.clock_mhz), 3);
  };
  const auto cycles = [&](const Work& work) {
    return engine.has_cycles ? std::to_string(work.cycles) : std::string("-");
  };
  const auto digest = [](const SideFigures& side) {
    return side.sha256.empty() ? std::string("-") : side.sha256.substr(0, kHashDigits);
  };
  return {name,
          dtype,
          engine.name,
          std::to_string(engine.encode.bytes),
          cell(saved_percent(found.raw_bytes, engine.encode.bytes), 2),
          digest(engine.encode),
          digest(engine.decode),
          rate(engine.encode.work),
          rate(engine.decode.work),
          cycles(engine.encode.work),
          cycles(engine.decode.work),
          engine.match() ? "yes" : "NO"};
}

}  // namespace

std::optional<double> gigabytes_per_second(std::uint64_t bytes, const Work& work, bool has_cycles,
                                           std::uint32_t clock_mhz) {
  const double seconds =
      has_cycles ? static_cast<double>(work.cycles) / (1e6 * clock_mhz) : work.seconds;
  if (bytes == 0 || !(seconds > 0)) return {};
  return static_cast<double>(bytes) / seconds / 1e9;
}

bool all_match(const std::vector<ComparedTensor>& tensors) {
  return std::all_of(tensors.begin(), tensors.end(),
                     [](const ComparedTensor& tensor) { return tensor.found.match(); });
}

OrderedJson compare_json(const CompareFacts& facts, const std::vector<ComparedTensor>& tensors) {
  OrderedJson json;
  json["format"] = "tern-compare-report";
  json["version"] = tern_version();
  json["format_version"] = huff::kFormatVersion;
  json["date"] = utc_now();
  json["command_line"] = facts.command_line;
  OrderedJson names = OrderedJson::array();
  for (const EngineComparison& one : tensors.front().found.engines) names.push_back(one.name);
  json["config"] = {{"lanes", facts.geometry.lanes},        {"word_bits", facts.geometry.word_bits},
                    {"message_bytes", facts.message_bytes}, {"engines", names},
                    {"judge", tensors.front().found.judge}, {"threads", facts.threads},
                    {"clock_mhz", facts.clock_mhz}};
  json["books"] = facts.books;
  for (const auto& [name, version] : tool_versions()) json["tools"][name] = version;
  json["tensors"] = OrderedJson::array();
  for (const ComparedTensor& tensor : tensors)
    json["tensors"].push_back(tensor_json(facts, tensor));
  json["totals"] = totals_json(facts, tensors);
  json["match"] = all_match(tensors);
  return json;
}

std::string compare_text(const CompareFacts& facts, const std::vector<ComparedTensor>& tensors) {
  Table table;
  for (const char* const title : {"tensor", "dtype", "engine"}) {
    table.column(title, Table::Align::kLeft);
  }
  for (const char* const title : {"bytes", "saved %", "stream", "values", "enc GB/s", "dec GB/s",
                                  "enc cycles", "dec cycles"}) {
    table.column(title);
  }
  table.column("match", Table::Align::kLeft);
  for (const ComparedTensor& tensor : tensors) {
    const std::string name = fit(tensor.input.info.name, kNameWidth);
    for (const EngineComparison& engine : tensor.found.engines) {
      table.row(
          make_row(facts, name, std::string(dtype_name(tensor.input.dtype)), tensor.found, engine));
    }
  }
  const Comparison sum = sum_of(tensors);
  for (std::size_t i = 0; tensors.size() > 1 && i < sum.engines.size(); ++i) {
    table.row(make_row(facts, "all", "", sum, sum.engines[i]));
  }
  std::string text = table.text();
  text += fmt::format(
      "\nstream, values: first digits of the SHA-256 of what the engine encoded and decoded; GB/s: "
      "of raw bytes{}\n",
      std::any_of(sum.engines.begin(), sum.engines.end(),
                  [](const EngineComparison& one) { return one.has_cycles; })
          ? fmt::format(", where cycles are counted at {} MHz", facts.clock_mhz)
          : "");
  text += fmt::format("unit   {} lanes, {}-bit words\n", facts.geometry.lanes,
                      facts.geometry.word_bits);
  text += fmt::format("books  {}\n", printable(facts.books));
  for (const EngineComparison& engine : tensors.front().found.engines) {
    text += fmt::format("{:<6} {}\n", engine.name, printable(engine.how));
  }
  const auto wrong = std::count_if(tensors.begin(), tensors.end(),
                                   [](const ComparedTensor& one) { return !one.found.match(); });
  std::string verdict = fmt::format("MISMATCH in {} of {} tensors", wrong, tensors.size());
  if (wrong == 0) {
    verdict = sum.engines.size() > 1 ? "all engines agree, and every decoder gives the values back"
                                     : "the decoder gives the values back";
  }
  text +=
      fmt::format("total  {} tensor{}, {} in {} message{}; {}\n", tensors.size(),
                  tensors.size() == 1 ? "" : "s", human_bytes(static_cast<double>(sum.raw_bytes)),
                  sum.messages, sum.messages == 1 ? "" : "s", verdict);
  return text;
}

}  // namespace tern::apps
