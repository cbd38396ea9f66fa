// SPDX-License-Identifier: Apache-2.0
//
// cmd_stats: `tern stats`, what is in tensors and how far they can be compressed.
//
//   Spec  docs/cli.md#tern-stats
//   Test  tb/apps/stats_test.py
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/tensor_file.h"
#include "model/common/text.h"
#include "model/huff/histogram.h"
#include "model/huff/report_math.h"
#include "sim/apps/build_info.h"
#include "sim/apps/command.h"
#include "sim/apps/inputs.h"
#include "sim/apps/json_text.h"
#include "sim/apps/output.h"
#include "sim/apps/progress.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

constexpr std::size_t kNameWidth = 28;

struct Options {
  InputOptions input;
  std::size_t top = 5;
  bool list = false;
  std::string json;
};

struct Statistics {
  Input input;
  std::uint64_t raw_bytes = 0;
  std::uint64_t coded_values = 0;
  huff::Histogram histogram{};
  std::vector<std::uint32_t> by_count;  // symbols that occur, most frequent first

  [[nodiscard]] std::optional<double> shannon_bits_per_value() const {
    if (input.info.values == 0) return {};
    return huff::shannon_bits(histogram, input.dtype) / static_cast<double>(input.info.values);
  }
  [[nodiscard]] double share(std::uint32_t symbol) const {
    return static_cast<double>(histogram[symbol]) / static_cast<double>(coded_values);
  }
};

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t size : shape) {
    text += (text.empty() ? "" : " x ") + std::to_string(size);
  }
  return text.empty() ? "scalar" : text;
}

Result<Statistics> examine(const Input& input) {
  const Result<std::vector<std::uint8_t>> values = load(input);
  if (!values) return values.error();
  Statistics result;
  result.input = input;
  result.raw_bytes = values.value().size();
  result.coded_values = values.value().size() / huff::value_bytes(input.dtype);
  result.histogram = huff::count_symbols(input.dtype, values.value().data(), values.value().size());
  for (std::uint32_t symbol = 0; symbol < huff::kNumSymbols; ++symbol) {
    if (result.histogram[symbol] > 0) result.by_count.push_back(symbol);
  }
  std::stable_sort(result.by_count.begin(), result.by_count.end(),
                   [&result](std::uint32_t a, std::uint32_t b) {
                     return result.histogram[a] > result.histogram[b];
                   });
  return result;
}

std::string top_text(const Statistics& statistics, std::size_t top) {
  std::string text;
  for (std::size_t i = 0; i < std::min(top, statistics.by_count.size()); ++i) {
    const std::uint32_t symbol = statistics.by_count[i];
    text += fmt::format("{}{}:{:.1f}%", text.empty() ? "" : " ", symbol,
                        100 * statistics.share(symbol));
  }
  return text;
}

std::string make_text(const std::vector<Statistics>& all, std::size_t top) {
  Table table;
  table.column("tensor", Table::Align::kLeft);
  table.column("stored", Table::Align::kLeft);
  table.column("dtype", Table::Align::kLeft);
  table.column("shape", Table::Align::kLeft);
  table.column("values");
  table.column("raw b/v");
  table.column("Shannon");
  table.column("symbols");
  table.column("most frequent", Table::Align::kLeft);
  for (const Statistics& one : all) {
    std::optional<double> raw;
    if (one.input.info.values > 0) raw = 8.0 * element_bytes(one.input.dtype);
    table.row(
        {fit(one.input.info.name, kNameWidth), std::string(source_type_name(one.input.info.type)),
         std::string(dtype_name(one.input.dtype)), shape_text(one.input.info.shape),
         std::to_string(one.input.info.values), cell(raw, 0), cell(one.shannon_bits_per_value(), 4),
         std::to_string(one.by_count.size()), top_text(one, top)});
  }
  return table.text();
}

OrderedJson make_json(const std::vector<Statistics>& all) {
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
  }
  return json;
}

// Names and types only: needs no dtype, and reads no data.
std::optional<Error> list(const Options& options) {
  const Result<std::optional<Dtype>> dtype = options.input.parsed_dtype();
  if (!dtype) return dtype.error();
  Table table;
  table.column("tensor", Table::Align::kLeft);
  table.column("stored", Table::Align::kLeft);
  table.column("shape", Table::Align::kLeft);
  table.column("bytes");
  table.column("file", Table::Align::kLeft);
  for (const std::string& path : options.input.paths) {
    const auto file = open_tensor_file(path, OpenOptions{dtype.value()});
    if (!file) return file.error();
    for (std::size_t i = 0; i < file.value()->size(); ++i) {
      const TensorInfo& info = file.value()->info(i);
      table.row({printable(info.name), printable(info.stored_type), shape_text(info.shape),
                 std::to_string(info.bytes), printable(info.file, 4096)});
    }
  }
  print_result(table.text());
  return {};
}

std::optional<Error> run(const Options& options) {
  if (options.list && !options.json.empty()) {
    return Error{ErrorKind::kUsage, "--list: writes no JSON; leave --json or --list out"};
  }
  if (options.list) return list(options);
  if (std::optional<Error> error = check_outputs({options.json}, options.input.paths)) return error;
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  std::vector<Statistics> all;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      progress.describe(input.info.name);
      Result<Statistics> statistics = examine(input);
      if (!statistics) return statistics.error();
      all.push_back(std::move(statistics.value()));
      progress.advance(input.raw_bytes());
    }
  }
  print_result(make_text(all, options.top));
  if (options.json.empty()) return {};
  return write_output(options.json, to_text(make_json(all)));
}

}  // namespace

void add_stats(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand("stats", "Show what is in tensors: types, symbols, entropy");
  const auto options = std::make_shared<Options>();
  options->input.add_to(app);
  app.add_option("--top", options->top, "Most frequent symbols to show")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  app.add_flag("--list", options->list, "Only list the tensors of the files");
  app.add_option("--json", options->json, "Write everything as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.footer(
      "Examples:\n"
      "  tern stats weights.npy --dtype bf16\n"
      "  tern stats model.safetensors --list\n"
      "  tern stats kv_cache.bin --dtype e4m3 --top 16 --json stats.json");
  app.callback([options, &program] { program.chosen = [options] { return run(*options); }; });
}

}  // namespace tern::apps
