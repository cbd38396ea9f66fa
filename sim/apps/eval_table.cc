// SPDX-License-Identifier: Apache-2.0
//
// eval_table: the results of `tern eval` on the terminal.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#include "sim/apps/eval_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "model/common/dtype.h"
#include "model/common/text.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 28;

const CircuitFigures* circuit_of(const TensorFigures& figures) {
  for (const EngineFigures& engine : figures.engines) {
    if (engine.circuit) return &*engine.circuit;
  }
  return nullptr;
}

std::string whole(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : "-";
}

/// The offsets of a tensor's messages, as 0, 3 or 3..250.
std::string offset_text(const TensorFigures& figures) {
  const auto& found = figures.messages_per_offset;
  if (found.empty()) return "-";
  const std::string first = std::to_string(found.begin()->first);
  return found.size() == 1 ? first : fmt::format("{}..{}", first, found.rbegin()->first);
}

bool is_moved(const TensorFigures& figures) {
  return !figures.messages_per_offset.empty() && figures.messages_per_offset.rbegin()->first != 0;
}

/// What the table shows besides the figures of every run.
struct Columns {
  bool circuit = false;
  bool offset = false;
};

Table make_table(const Columns& columns) {
  Table table;
  table.column("tensor", Table::Align::kLeft);
  table.column("dtype", Table::Align::kLeft);
  table.column("values");
  table.column("raw b/v");
  table.column("wire b/v");
  table.column("own Huff.");
  table.column("Shannon");
  table.column("saved %");
  if (columns.offset) table.column("offset");
  if (columns.circuit) {
    table.column("cycles");
    table.column("val/cyc");
    table.column("p50");
    table.column("p99");
    table.column("dec v/c");
  }
  table.column("match", Table::Align::kLeft);
  return table;
}

std::vector<std::string> make_row(const TensorFigures& figures, const Columns& columns) {
  std::vector<std::string> row = {
      fit(figures.input.info.name, kNameWidth),
      std::string(dtype_name(figures.input.dtype)),
      std::to_string(figures.input.info.values),
      cell(figures.per_element(8.0 * static_cast<double>(figures.raw_bytes)), 2),
      cell(figures.per_element(8.0 * static_cast<double>(figures.wire_bytes)), 4),
      cell(figures.per_element(static_cast<double>(figures.own_huffman_bits)), 4),
      cell(figures.per_element(figures.shannon_bits), 4),
      cell(figures.saved_percent(), 2),
  };
  if (columns.offset) row.push_back(offset_text(figures));
  if (columns.circuit) {
    const CircuitFigures* const found = circuit_of(figures);
    const CircuitFigures none;
    const CircuitFigures& run = found != nullptr ? *found : none;
    const auto rate = [&figures](std::uint64_t cycles) -> std::optional<double> {
      if (cycles == 0) return {};
      return static_cast<double>(figures.coded_values) / static_cast<double>(cycles);
    };
    row.push_back(std::to_string(run.cycles));
    row.push_back(cell(rate(run.cycles), 2));
    row.push_back(whole(percentile(run.latencies, 50)));
    row.push_back(whole(percentile(run.latencies, 99)));
    row.push_back(cell(rate(run.decoder ? run.decoder->cycles : 0), 2));
  }
  row.push_back(figures.match ? "yes" : "NO");
  return row;
}

std::string rates(const std::vector<TensorFigures>& tensors) {
  std::string text;
  for (std::size_t i = 0; i < tensors.front().engines.size(); ++i) {
    double seconds = 0;
    double bytes = 0;
    for (const TensorFigures& figures : tensors) {
      seconds += figures.engines[i].seconds;
      bytes += static_cast<double>(figures.raw_bytes);
    }
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tensors.front().engines[i].name,
                        seconds > 0 ? human_bytes(bytes / seconds) + "/s" : "-");
  }
  return text;
}

std::string engine_names(const RunFacts& facts) {
  std::string text;
  for (const std::string& name : facts.engines) text += (text.empty() ? "" : " and ") + name;
  return text;
}

std::string verdict(const RunFacts& facts, const std::vector<TensorFigures>& tensors) {
  const auto wrong = std::count_if(tensors.begin(), tensors.end(),
                                   [](const TensorFigures& figures) { return !figures.match; });
  if (wrong > 0) return fmt::format("MISMATCH in {} of {} tensors", wrong, tensors.size());
  return facts.engines.size() > 1
             ? engine_names(facts) + " agree, and the decoder gives every value back"
             : "the decoder gives every value back";
}

}  // namespace

std::string eval_text(const RunFacts& facts, const std::vector<TensorFigures>& tensors) {
  const bool circuit = std::any_of(tensors.begin(), tensors.end(), [](const TensorFigures& one) {
    return circuit_of(one) != nullptr;
  });
  const Columns columns = {circuit, std::any_of(tensors.begin(), tensors.end(), is_moved)};
  Table table = make_table(columns);
  TensorFigures total;
  for (const TensorFigures& figures : tensors) {
    table.row(make_row(figures, columns));
    total.raw_bytes += figures.raw_bytes;
    total.wire_bytes += figures.wire_bytes;
  }
  std::string text = table.text();
  text += fmt::format(
      "\nb/v: bits per value, headers and padding included; own Huff.: tokens "
      "under the tensor's own best book{}\n",
      circuit ? "; p50, p99: latency of a step in cycles; dec v/c: the decoder's" : "");
  text += fmt::format("unit   {} lanes, {}-bit words, seed {}\n", facts.geometry.lanes,
                      facts.geometry.word_bits, facts.seed);
  text += fmt::format("books  {}\n", printable(books_source(facts)));
  text += fmt::format("speed  {}\n", rates(tensors));
  text +=
      fmt::format("total  {} tensor{}, {} -> {}, {} % saved; {}\n", tensors.size(),
                  tensors.size() == 1 ? "" : "s", human_bytes(static_cast<double>(total.raw_bytes)),
                  human_bytes(static_cast<double>(total.wire_bytes)),
                  cell(total.saved_percent(), 2), verdict(facts, tensors));
  return text;
}

}  // namespace tern::apps
