// SPDX-License-Identifier: Apache-2.0
//
// cmd_stats: `tern stats`, what is in tensors and how far they can be compressed.
//
//   Spec  docs/cli.md#tern-stats
//   Test  tb/apps/stats_test.py
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/tensor_file.h"
#include "model/common/text.h"
#include "model/huff/histogram.h"
#include "sim/apps/books.h"
#include "sim/apps/command.h"
#include "sim/apps/inputs.h"
#include "sim/apps/json_text.h"
#include "sim/apps/output.h"
#include "sim/apps/progress.h"
#include "sim/apps/stats_report.h"
#include "sim/apps/table.h"

namespace tern::apps {
namespace {

struct StatsArguments {
  InputOptions input;
  std::size_t top = 5;
  bool list = false;
  std::string json;
  BookOptions books;
};

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

// Names and types only: needs no dtype, and reads no data.
std::optional<Error> list(const StatsArguments& options) {
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

std::optional<Error> run_stats(const StatsArguments& options) {
  if (options.list && !options.json.empty()) {
    return Error{ErrorKind::kUsage, "--list: writes no JSON; leave --json or --list out"};
  }
  if (options.list && !options.books.file.empty()) {
    return Error{ErrorKind::kUsage, "--list: reads no values; leave --books or --list out"};
  }
  if (options.list) return list(options);
  if (options.books.book_id && options.books.file.empty()) {
    return Error{ErrorKind::kUsage, "--book-id: chooses from a book file; name it with --books"};
  }
  if (std::optional<Error> error = check_outputs({options.json}, options.input.paths)) return error;
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  Result<huff::BookSet> books = huff::BookSet{};
  if (!options.books.file.empty()) books = load_books(options.books.file);
  if (!books) return books.error();
  std::vector<Statistics> all;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      progress.describe(input.info.name);
      Result<Statistics> statistics = examine(input);
      if (!statistics) return statistics.error();
      if (!options.books.file.empty() && input.info.values > 0) {
        const Result<BookFit> found =
            fit_book(books.value(), options.books, input, statistics.value().histogram);
        if (!found) return found.error();
        statistics.value().fit = found.value();
      }
      all.push_back(std::move(statistics.value()));
      progress.advance(input.raw_bytes());
    }
  }
  print_result(stats_text(all, options.top, !options.books.file.empty()));
  if (options.json.empty()) return {};
  return write_output(options.json, to_text(stats_json(all)));
}

}  // namespace

void add_stats(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand("stats", "Show what is in tensors: types, symbols, entropy");
  const auto options = std::make_shared<StatsArguments>();
  options->input.add_to(app);
  app.add_option("--top", options->top, "Most frequent symbols to show")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  app.add_option("--books", options->books.file,
                 "Show what a book of this file costs, and the offset with which it fits best")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--book-id", options->books.book_id,
                 "The book of this id, 0 to 15 (default: the one that fits best)")
      ->type_name("I")
      ->check(whole_number())
      ->check(within(0, huff::kNumBooks - 1));
  app.add_flag("--list", options->list, "Only list the tensors of the files");
  app.add_option("--json", options->json, "Write everything as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.footer(
      "Examples:\n"
      "  tern stats weights.npy --dtype bf16\n"
      "  tern stats model.safetensors --list\n"
      "  tern stats weights.npy --dtype bf16 --books books.json\n"
      "  tern stats kv_cache.bin --dtype e4m3 --top 16 --json stats.json");
  app.callback([options, &program] { program.chosen = [options] { return run_stats(*options); }; });
}

}  // namespace tern::apps
