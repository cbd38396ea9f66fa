// SPDX-License-Identifier: Apache-2.0
//
// cmd_shards: `tern shards`, the cost of a fixed book by message size.
//
//   Spec  docs/cli.md#tern-shards
//   Test  tb/apps/shards_test.py
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "sim/apps/command.h"
#include "sim/apps/inputs.h"
#include "sim/apps/json_text.h"
#include "sim/apps/output.h"
#include "sim/apps/progress.h"
#include "sim/apps/shards.h"
#include "sim/apps/shards_report.h"

namespace tern::apps {
namespace {

struct ShardsArguments {
  InputOptions input;
  GeometryOptions geometry;
  TrainingOptions training;
  std::vector<std::uint64_t> sizes = {1024, 4096, 65536, 262144};
  std::string leave_out = "shard";
  std::uint64_t most = 256;
  std::string json;
};

std::optional<Error> check_options(const ShardsArguments& options, const std::vector<Input>& inputs,
                                   const huff::Geometry& geometry) {
  if (options.leave_out != "shard" && options.leave_out != "tensor") {
    return Error{ErrorKind::kUsage, fmt::format("--leave-out: {} is not a choice; use shard or "
                                                "tensor",
                                                in_quotes(options.leave_out))};
  }
  if (options.most == 0) {
    return Error{ErrorKind::kUsage, "--max-shards: 0 measures nothing; use at least 1"};
  }
  for (const Input& input : inputs) {
    if (std::optional<Error> error = check_words(input.dtype, geometry)) return error;
    for (const std::uint64_t size : options.sizes) {
      if (std::optional<Error> error = check_message_bytes(size, input.dtype)) return error;
    }
  }
  return {};
}

// Weights that the shards of all tensors of a dtype have together, by (dtype, message size).
using AllWeights = std::map<std::pair<Dtype, std::uint64_t>, huff::Weights>;

std::optional<Error> add_weights(const ShardsArguments& options, const std::vector<Input>& inputs,
                                 AllWeights& all, Progress& progress) {
  for (const Input& input : inputs) {
    progress.describe("training: " + input.info.name);
    const Result<std::vector<std::uint8_t>> values = load(input);
    if (!values) return values.error();
    const ShardSource source{input.dtype, values.value()};
    for (const std::uint64_t size : options.sizes) {
      const huff::Weights own =
          sum_of_shards(source, equal_shards(values.value().size(), size, input.dtype));
      huff::Weights& sum = all[{input.dtype, size}];
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += own[i];
    }
    progress.advance(input.raw_bytes());
  }
  return {};
}

bool is_empty(const huff::Weights& weights) {
  for (const std::uint64_t weight : weights) {
    if (weight > 0) return false;
  }
  return true;
}

Result<ShardRow> measure_size(const ShardsArguments& options, const Input& input,
                              const ShardSource& source, std::uint64_t size, const AllWeights& all,
                              const huff::Geometry& geometry) {
  ShardRow row;
  row.input = input;
  row.message_bytes = size;
  const std::vector<Piece> shards = equal_shards(source.values.size(), size, input.dtype);
  huff::Weights weights = sum_of_shards(source, shards);
  const bool by_tensor = options.leave_out == "tensor";
  if (by_tensor) {
    const huff::Weights& sum = all.at({input.dtype, size});
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = sum[i] - weights[i];
  }
  row.figures.shards = shards.size();
  if (shards.empty()) {
    row.skipped = "smaller than the message";
  } else if (by_tensor ? is_empty(weights) : shards.size() < 2) {
    row.skipped = by_tensor ? "no other tensor of this dtype to train on" : "a single shard";
  }
  if (!row.skipped.empty()) return row;
  Result<ShardFigures> figures = measure_shards(source, shards, weights, !by_tensor, options.most,
                                                options.training.for_dtype(input.dtype), geometry);
  if (!figures) return figures.error();
  row.figures = figures.value();
  return row;
}

std::optional<Error> run_shards(const ShardsArguments& options, const std::string& command_line) {
  const Result<huff::Geometry> geometry = options.geometry.parsed();
  if (!geometry) return geometry.error();
  if (std::optional<Error> error = check_outputs({options.json}, options.input.paths)) return error;
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  if (std::optional<Error> error = check_options(options, inputs.value(), geometry.value())) {
    return error;
  }

  std::vector<ShardRow> rows;
  {
    const bool by_tensor = options.leave_out == "tensor";
    const std::uint64_t work = total_bytes(inputs.value());
    Progress progress(work * options.sizes.size() + (by_tensor ? work : 0));
    AllWeights all;
    if (by_tensor) {
      if (std::optional<Error> error = add_weights(options, inputs.value(), all, progress)) {
        return error;
      }
    }
    for (const Input& input : inputs.value()) {
      const Result<std::vector<std::uint8_t>> values = load(input);
      if (!values) return values.error();
      for (const std::uint64_t size : options.sizes) {
        progress.describe(fmt::format("{}: messages of {} bytes", input.info.name, size));
        Result<ShardRow> row = measure_size(options, input, {input.dtype, values.value()}, size,
                                            all, geometry.value());
        if (!row) return row.error();
        rows.push_back(std::move(row.value()));
        progress.advance(input.raw_bytes());
      }
    }
  }
  print_result(shards_text(rows));
  if (options.json.empty()) return {};
  return write_output(
      options.json, to_text(shards_json(
                        {geometry.value(), options.leave_out, options.most, command_line}, rows)));
}

}  // namespace

void add_shards(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand(
      "shards", "Measure what a book trained on other data costs, by message size");
  const auto options = std::make_shared<ShardsArguments>();
  options->input.add_to(app);
  app.add_option("--message-bytes", options->sizes,
                 "Least bytes of a shard before coding; several with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("B,...")
      ->check(whole_number())
      ->default_str("1024,4096,65536,262144");
  app.add_option("--leave-out", options->leave_out,
                 "Train on the other shards of the tensor (shard), or on the shards of the other "
                 "tensors (tensor)")
      ->type_name("WHAT")
      ->capture_default_str();
  app.add_option("--max-shards", options->most, "Shards measured of a tensor, evenly spread")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  options->geometry.add_to(app);
  options->training.add_to(app);
  app.add_option("--json", options->json, "Write the figures as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.footer(
      "Every shard is one message with a book that was trained without it.\n"
      "\n"
      "Examples:\n"
      "  tern shards weights.npy --dtype bf16\n"
      "  tern shards layer*.npy --dtype bf16 --leave-out tensor --json shards.json\n"
      "  tern shards weights.npy --dtype bf16-bytes --message-bytes 1024,65536 --lanes 64");
  app.callback([options, &program] {
    program.chosen = [options, &program] { return run_shards(*options, program.command_line); };
  });
}

}  // namespace tern::apps
