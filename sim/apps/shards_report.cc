// SPDX-License-Identifier: Apache-2.0
//
// shards_report: the results of `tern shards`, for the terminal and as JSON.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-shards
//   Test  tb/apps/shards_test.py
#include "sim/apps/shards_report.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "model/common/dtype.h"
#include "sim/apps/build_info.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 28;

std::vector<std::string> cells(const std::string& name, const std::string& size,
                               const ShardFigures& figures) {
  return {name,
          size,
          fmt::format("{}/{}", figures.measured, figures.shards),
          cell(figures.wire_over_huffman(), 2),
          cell(figures.wire_over_shannon(), 2),
          cell(figures.tokens_over_huffman(), 2),
          cell(figures.tokens_over_shannon(), 2)};
}

std::map<std::uint64_t, ShardFigures> totals(const std::vector<ShardRow>& rows) {
  std::map<std::uint64_t, ShardFigures> sums;
  for (const ShardRow& row : rows) {
    if (row.skipped.empty()) sums[row.message_bytes].add(row.figures);
  }
  return sums;
}

OrderedJson figures_json(const ShardFigures& figures) {
  return {{"shards", figures.shards},
          {"measured", figures.measured},
          {"raw_bytes", figures.raw_bytes},
          {"wire_bytes", figures.wire_bytes},
          {"token_bits", figures.token_bits},
          {"huffman_bits", figures.huffman_bits},
          {"shannon_bits", figures.shannon_bits},
          {"wire_over_huffman_percent", number_or_null(figures.wire_over_huffman())},
          {"wire_over_shannon_percent", number_or_null(figures.wire_over_shannon())},
          {"tokens_over_huffman_percent", number_or_null(figures.tokens_over_huffman())},
          {"tokens_over_shannon_percent", number_or_null(figures.tokens_over_shannon())}};
}

}  // namespace

std::string shards_text(const std::vector<ShardRow>& rows) {
  Table table;
  table.column("tensor", Table::Align::kLeft);
  table.column("message");
  table.column("shards");
  table.column("wire/Huff. %");
  table.column("wire/Shannon %");
  table.column("tokens/Huff. %");
  table.column("tokens/Shannon %");
  for (const ShardRow& row : rows) {
    std::vector<std::string> line =
        cells(fit(row.input.info.name, kNameWidth), std::to_string(row.message_bytes), row.figures);
    if (!row.skipped.empty()) line[2] = row.skipped;
    table.row(std::move(line));
  }
  for (const auto& [size, sum] : totals(rows)) {
    table.row(cells("all", std::to_string(size), sum));
  }
  return table.text() +
         "\nExcess over each shard's own best book (Huff.) and over its entropy (Shannon); wire: "
         "headers, padding and trailer included; tokens: without them\n";
}

OrderedJson shards_json(const ShardFacts& facts, const std::vector<ShardRow>& rows) {
  OrderedJson json;
  json["version"] = tern_version();
  json["command_line"] = facts.command_line;
  json["config"] = {{"lanes", facts.geometry.lanes},
                    {"word_bits", facts.geometry.word_bits},
                    {"leave_out", facts.leave_out},
                    {"max_shards", facts.most}};
  json["tensors"] = OrderedJson::array();
  for (const ShardRow& row : rows) {
    OrderedJson entry = {{"name", row.input.info.name},
                         {"dtype", dtype_name(row.input.dtype)},
                         {"message_bytes", row.message_bytes}};
    entry.update(figures_json(row.figures));
    entry["skipped"] = row.skipped.empty() ? OrderedJson(nullptr) : OrderedJson(row.skipped);
    json["tensors"].push_back(std::move(entry));
  }
  json["totals"] = OrderedJson::array();
  for (const auto& [size, sum] : totals(rows)) {
    OrderedJson entry = {{"message_bytes", size}};
    entry.update(figures_json(sum));
    json["totals"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace tern::apps
