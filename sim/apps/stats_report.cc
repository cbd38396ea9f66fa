// SPDX-License-Identifier: Apache-2.0
//
// stats_report: what `tern stats` found, as text and as JSON.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#tern-stats
//   Test  tb/apps/stats_test.py
#include "sim/apps/stats_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/tensor_format.h"
#include "model/common/text.h"
#include "model/huff/report_math.h"
#include "sim/apps/build_info.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 28;

std::optional<double> per_value(const Statistics& one, double bits) {
  if (one.input.info.values == 0) return {};
  return bits / static_cast<double>(one.input.info.values);
}

double share(const Statistics& one, std::uint32_t symbol) {
  return static_cast<double>(one.histogram[symbol]) / static_cast<double>(one.coded_values);
}

std::string top_text(const Statistics& statistics, std::size_t top) {
  std::string text;
  for (std::size_t i = 0; i < std::min(top, statistics.by_count.size()); ++i) {
    const std::uint32_t symbol = statistics.by_count[i];
    text += fmt::format("{}{}:{:.1f}%", text.empty() ? "" : " ", symbol,
                        100 * share(statistics, symbol));
  }
  return text;
}

}  // namespace

std::optional<double> Statistics::shannon_bits_per_value() const {
  return per_value(*this, huff::shannon_bits(histogram, input.dtype));
}

std::optional<double> Statistics::unaligned_bits_per_value() const {
  return fit ? per_value(*this, static_cast<double>(fit->token_bits_unaligned)) : std::nullopt;
}

std::optional<double> Statistics::aligned_bits_per_value() const {
  return fit ? per_value(*this, static_cast<double>(fit->token_bits)) : std::nullopt;
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t size : shape) {
    text += (text.empty() ? "" : " x ") + std::to_string(size);
  }
  return text.empty() ? "scalar" : text;
}

std::string stats_text(const std::vector<Statistics>& all, std::size_t top, bool books) {
  Table table;
  table.column("tensor", Table::Align::kLeft);
  table.column("stored", Table::Align::kLeft);
  table.column("dtype", Table::Align::kLeft);
  table.column("shape", Table::Align::kLeft);
  table.column("values");
  table.column("raw b/v");
  table.column("Shannon");
  if (books) {
    table.column("book");
    table.column("book b/v");
    table.column("offset");
    table.column("offset b/v");
  }
  table.column("symbols");
  table.column("most frequent", Table::Align::kLeft);
  for (const Statistics& one : all) {
    std::optional<double> raw;
    if (one.input.info.values > 0) raw = 8.0 * element_bytes(one.input.dtype);
    std::vector<std::string> row = {fit(one.input.info.name, kNameWidth),
                                    std::string(source_type_name(one.input.info.type)),
                                    std::string(dtype_name(one.input.dtype)),
                                    shape_text(one.input.info.shape),
                                    std::to_string(one.input.info.values),
                                    cell(raw, 0),
                                    cell(one.shannon_bits_per_value(), 4)};
    if (books) {
      row.push_back(one.fit ? std::to_string(one.fit->id) : "-");
      row.push_back(cell(one.unaligned_bits_per_value(), 4));
      row.push_back(one.fit ? std::to_string(one.fit->offset) : "-");
      row.push_back(cell(one.aligned_bits_per_value(), 4));
    }
    row.push_back(std::to_string(one.by_count.size()));
    row.push_back(top_text(one, top));
    table.row(row);
  }
  return table.text();
}

OrderedJson stats_json(const std::vector<Statistics>& all) {
  OrderedJson json;
  json["version"] = tern_version();
  json["tensors"] = OrderedJson::array();
  for (const Statistics& one : all) {
    OrderedJson symbols = OrderedJson::array();
    for (const std::uint32_t symbol : one.by_count) {
      symbols.push_back({symbol, one.histogram[symbol]});
    }
    json["tensors"].push_back(
        {{"name", one.input.info.name},
         {"file", one.input.info.file},
         {"dtype", dtype_name(one.input.dtype)},
         {"stored_type", source_type_name(one.input.info.type)},
         {"shape", one.input.info.shape},
         {"values", one.input.info.values},
         {"coded_values", one.coded_values},
         {"raw_bytes", one.raw_bytes},
         {"shannon_bits_per_value", number_or_null(one.shannon_bits_per_value())},
         {"distinct_symbols", one.by_count.size()},
         {"symbols_by_count", symbols},
         {"histogram", one.histogram}});
    if (!one.fit) continue;
    json["tensors"].back()["fit"] = {
        {"id", one.fit->id},
        {"epoch", one.fit->epoch},
        {"offset", one.fit->offset},
        {"bits_per_value", number_or_null(one.aligned_bits_per_value())},
        {"bits_per_value_without_offset", number_or_null(one.unaligned_bits_per_value())}};
  }
  return json;
}

}  // namespace tern::apps
