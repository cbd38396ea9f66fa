// SPDX-License-Identifier: Apache-2.0
//
// eval_report: the results of `tern eval` as report.json.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#report-fields
//   Test  tb/apps/eval_test.py
#include "sim/apps/eval_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "model/common/dtype.h"
#include "sim/apps/build_info.h"

namespace tern::apps {
namespace {

OrderedJson rate_json(std::uint64_t coded_values, std::uint64_t cycles) {
  if (cycles == 0) return nullptr;
  return static_cast<double>(coded_values) / static_cast<double>(cycles);
}

OrderedJson span_json(std::uint64_t min, std::uint64_t max) {
  if (max == 0) return {{"min", nullptr}, {"max", nullptr}};
  return {{"min", min}, {"max", max}};
}

OrderedJson decoder_json(const std::optional<DecoderFigures>& decoder, std::uint64_t coded_values) {
  if (!decoder) return nullptr;
  return {
      {"circuit", decoder->circuit},
      {"cycles", decoder->cycles},
      {"stall_cycles", decoder->stall_cycles},
      {"values_per_cycle", rate_json(coded_values, decoder->cycles)},
      {"bubbles", decoder->bubbles},
      {"first_value_latency_cycles", span_json(decoder->first_value_min, decoder->first_value_max)},
      {"match", decoder->match}};
}

OrderedJson circuit_json(const CircuitFigures& circuit, std::uint64_t coded_values,
                         OrderedJson json) {
  json["circuit"] = circuit.circuit;
  json["cycles"] = circuit.cycles;
  json["stall_cycles"] = circuit.stall_cycles;
  json["values_per_cycle"] = rate_json(coded_values, circuit.cycles);
  json["first_word_cycles"] = span_json(circuit.first_word_min, circuit.first_word_max);
  OrderedJson& latency = json["latency_cycles"];
  latency["min"] = number_or_null(percentile(circuit.latencies, 0));
  latency["p50"] = number_or_null(percentile(circuit.latencies, 50));
  latency["p95"] = number_or_null(percentile(circuit.latencies, 95));
  latency["p99"] = number_or_null(percentile(circuit.latencies, 99));
  latency["max"] = number_or_null(percentile(circuit.latencies, 100));
  OrderedJson counts = OrderedJson::array();
  for (std::size_t cycles = 0; cycles < circuit.latencies.size(); ++cycles) {
    if (circuit.latencies[cycles] > 0) counts.push_back({cycles, circuit.latencies[cycles]});
  }
  json["latency_steps"] = std::move(counts);
  json["decode"] = decoder_json(circuit.decoder, coded_values);
  return json;
}

OrderedJson engines_json(const TensorFigures& figures) {
  OrderedJson json = OrderedJson::object();
  for (const EngineFigures& engine : figures.engines) {
    OrderedJson& entry = json[engine.name];
    entry["sha256"] = engine.sha256;
    entry["wire_bytes"] = engine.wire_bytes;
    entry["seconds"] = engine.seconds;
    entry["megabytes_per_second"] =
        engine.seconds > 0
            ? OrderedJson(static_cast<double>(figures.raw_bytes) / engine.seconds / 1e6)
            : OrderedJson(nullptr);
    if (engine.circuit) {
      entry = circuit_json(*engine.circuit, figures.coded_values, std::move(entry));
    }
  }
  return json;
}

OrderedJson book_reference(const huff::Book* book) {
  if (book == nullptr) return nullptr;
  return {{"dtype", dtype_name(book->dtype)}, {"id", book->id}, {"epoch", book->epoch}};
}

OrderedJson offsets_json(const TensorFigures& figures) {
  OrderedJson list = OrderedJson::array();
  for (const auto& [offset, messages] : figures.messages_per_offset) {
    list.push_back({{"offset", offset}, {"messages", messages}});
  }
  return list;
}

OrderedJson chunks_json(const TensorFigures& figures) {
  OrderedJson list = OrderedJson::array();
  for (const auto& [name, chunks] : figures.chunks_per_book) {
    if (name == kRawChunk) {
      list.push_back({{"id", nullptr}, {"epoch", nullptr}, {"chunks", chunks}});
    } else {
      list.push_back({{"id", name.first}, {"epoch", name.second}, {"chunks", chunks}});
    }
  }
  return list;
}

OrderedJson tensor_json(const TensorFigures& figures) {
  OrderedJson json;
  json["name"] = figures.input.info.name;
  json["file"] = figures.input.info.file;
  json["dtype"] = dtype_name(figures.input.dtype);
  json["stored_type"] = source_type_name(figures.input.info.type);
  json["shape"] = figures.input.info.shape;
  json["values"] = figures.input.info.values;
  json["coded_values"] = figures.coded_values;
  json["raw_bytes"] = figures.raw_bytes;
  json["wire_bytes"] = figures.wire_bytes;
  json["bits_per_value"] =
      number_or_null(figures.per_element(8.0 * static_cast<double>(figures.wire_bytes)));
  json["shannon_bits_per_value"] = number_or_null(figures.per_element(figures.shannon_bits));
  json["per_tensor_huffman_bits_per_value"] =
      number_or_null(figures.per_element(static_cast<double>(figures.own_huffman_bits)));
  json["raw_bits_per_value"] =
      number_or_null(figures.per_element(8.0 * static_cast<double>(figures.raw_bytes)));
  json["saved_percent"] = number_or_null(figures.saved_percent());
  json["messages"] = figures.messages;
  json["header_bytes"] = figures.header_bytes;
  json["token_bits"] = figures.token_bits;
  json["padding_bits"] = figures.padding_bits;
  json["trailer_bytes"] = figures.trailer_bytes;
  json["book"] = book_reference(figures.book);
  json["offset"] = figures.offset ? OrderedJson(*figures.offset) : OrderedJson("auto");
  json["messages_per_offset"] = offsets_json(figures);
  json["chunks"] = figures.chunks;
  json["chunks_per_book"] = chunks_json(figures);
  json["histogram"] = figures.histogram;
  json["engines"] = engines_json(figures);
  json["match"] = figures.match;
  json["mismatch"] = figures.match ? OrderedJson(nullptr) : OrderedJson(figures.mismatch);
  return json;
}

OrderedJson book_json(const huff::Book& book) {
  OrderedJson json;
  json["dtype"] = dtype_name(book.dtype);
  json["id"] = book.id;
  json["epoch"] = book.epoch;
  json["max_len"] = book.max_len;
  json["coded_symbols"] = std::count_if(book.lengths.begin(), book.lengths.end() - 1,
                                        [](std::uint8_t length) { return length > 0; });
  json["escape_length"] = book.lengths[huff::kEscapeIndex];
  json["lengths"] =
      std::vector<std::uint8_t>(book.lengths.begin(), book.lengths.begin() + huff::kNumSymbols);
  return json;
}

OrderedJson totals_json(const std::vector<TensorFigures>& tensors) {
  TensorFigures total;
  for (const TensorFigures& figures : tensors) {
    total.input.info.values += figures.input.info.values;
    total.raw_bytes += figures.raw_bytes;
    total.wire_bytes += figures.wire_bytes;
    total.messages += figures.messages;
  }
  return {{"tensors", tensors.size()},    {"values", total.input.info.values},
          {"raw_bytes", total.raw_bytes}, {"wire_bytes", total.wire_bytes},
          {"messages", total.messages},   {"saved_percent", number_or_null(total.saved_percent())}};
}

}  // namespace

std::string books_source(const RunFacts& facts) {
  if (facts.raw) return "none: values are sent uncoded";
  if (!facts.books_file.empty()) return "file " + facts.books_file;
  return "trained on these tensors (in sample)";
}

bool all_match(const std::vector<TensorFigures>& tensors) {
  return std::all_of(tensors.begin(), tensors.end(),
                     [](const TensorFigures& figures) { return figures.match; });
}

OrderedJson make_report(const RunFacts& facts, const std::vector<TensorFigures>& tensors) {
  OrderedJson json;
  json["version"] = tern_version();
  json["format_version"] = huff::kFormatVersion;
  json["date"] = utc_now();
  json["command_line"] = facts.command_line;
  json["seed"] = facts.seed;
  json["config"] = {
      {"lanes", facts.geometry.lanes},
      {"word_bits", facts.geometry.word_bits},
      {"profile", fmt::format("huff-{}x{}", facts.geometry.lanes, facts.geometry.word_bits)},
      {"message_bytes", facts.message_bytes},
      {"engines", facts.engines},
      {"source_stall", facts.source_stall},
      {"sink_stall", facts.sink_stall}};
  const bool in_sample = !facts.raw && facts.books_file.empty();
  json["books"] = {
      {"source", books_source(facts)},
      {"in_sample", in_sample},
      {"file", facts.books_file.empty() ? OrderedJson(nullptr) : OrderedJson(facts.books_file)}};
  json["books"]["list"] = OrderedJson::array();
  for (const huff::Book& book : facts.books.books()) {
    json["books"]["list"].push_back(book_json(book));
  }
  for (const auto& [name, version] : tool_versions()) json["tools"][name] = version;
  json["tensors"] = OrderedJson::array();
  for (const TensorFigures& figures : tensors) json["tensors"].push_back(tensor_json(figures));
  json["totals"] = totals_json(tensors);
  json["match"] = all_match(tensors);
  return json;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace tern::apps
