// SPDX-License-Identifier: Apache-2.0
//
// cmd_compare: `tern compare`, every implementation of the stream beside the others.
//
//   Spec  docs/cli.md#tern-compare
//   Test  tb/apps/compare_test.py
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "sim/apps/books.h"
#include "sim/apps/command.h"
#include "sim/apps/compare_engines.h"
#include "sim/apps/compare_report.h"
#include "sim/apps/html.h"
#include "sim/apps/output.h"

namespace tern::apps {
namespace {

struct CompareArguments {
  InputOptions input;
  GeometryOptions geometry;
  BookOptions books;
  TrainingOptions training;
  MessageOptions messages;
  ChunkOptions chunks;
  std::vector<std::string> engines = built_engines();
  std::uint32_t threads = 1;
  std::uint32_t clock_mhz = 1000;
  std::string json;
  std::string html;
};

std::optional<Error> check_compare(const CompareArguments& options) {
  if (std::optional<Error> error = check_compared(options.engines)) return error;
  if (std::optional<Error> error = options.chunks.check(options.books)) return error;
  std::vector<std::string> sources = options.input.paths;
  if (!options.books.file.empty()) sources.push_back(options.books.file);
  return check_outputs({options.json, options.html}, sources);
}

// Everything about the tensors that can be refused before the work starts.
std::optional<Error> check_inputs(const CompareArguments& options, const std::vector<Input>& inputs,
                                  const EngineRequest& request,
                                  const std::vector<ComparedEngine>& engines) {
  for (const Input& input : inputs) {
    if (std::optional<Error> error = check_words(input.dtype, request.geometry)) return error;
    if (std::optional<Error> error =
            check_message_bytes(options.messages.message_bytes, input.dtype)) {
      return error;
    }
    const Result<Coding> coding = coding_for(request.books, options.books, options.chunks, input);
    if (!coding) return coding.error();
    for (const ComparedEngine& one : engines) {
      if (std::optional<Error> error = one.engine->check(coding.value(), options.books.file)) {
        return error;
      }
    }
  }
  return {};
}

Result<Comparison> compare_input(const CompareArguments& options, const Input& input,
                                 const EngineRequest& request,
                                 const std::vector<ComparedEngine>& engines, Progress& progress) {
  const Result<Coding> coding = coding_for(request.books, options.books, options.chunks, input);
  if (!coding) return coding.error();
  const Result<std::vector<std::uint8_t>> values = load(input);
  if (!values) return values.error();
  return compare(engines, input.dtype, values.value(), coding.value(), request.geometry,
                 options.messages.message_bytes, input.info.name, progress);
}

std::optional<Error> write_reports(const CompareArguments& options, const std::string& report) {
  if (!options.json.empty()) {
    if (std::optional<Error> error = write_output(options.json, report)) return error;
    print_remark(options.json, fmt::format("report: {}\n", printable(options.json, 4096)));
  }
  if (options.html.empty()) return {};
  if (std::optional<Error> error = write_compare_html(options.html, report)) return error;
  print_remark(options.html, fmt::format("report: {}\n", printable(options.html, 4096)));
  return {};
}

std::string books_in_words(const BookOptions& books) {
  if (books.raw) return "none: values are sent uncoded";
  return books.file.empty() ? "trained on these tensors (in sample)" : "file " + books.file;
}

std::optional<Error> run_compare(const CompareArguments& options, const std::string& command_line) {
  if (std::optional<Error> error = check_compare(options)) return error;
  const Result<std::optional<Dtype>> dtype = options.input.parsed_dtype();
  if (!dtype) return dtype.error();
  const Result<huff::Geometry> geometry = options.geometry.parsed(dtype.value());
  if (!geometry) return geometry.error();
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  Result<huff::BookSet> books = books_for(inputs.value(), options.books, options.training);
  if (!books) return books.error();
  const EngineRequest request{geometry.value(), std::move(books.value()), options.chunks,
                              options.threads};
  const Result<std::vector<ComparedEngine>> engines = make_engines(options.engines, request);
  if (!engines) return engines.error();
  if (std::optional<Error> error =
          check_inputs(options, inputs.value(), request, engines.value())) {
    return error;
  }
  std::vector<ComparedTensor> tensors;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      Result<Comparison> found = compare_input(options, input, request, engines.value(), progress);
      if (!found) return found.error();
      tensors.push_back({input, std::move(found.value())});
    }
  }
  const CompareFacts facts = {command_line,    request.geometry,  options.messages.message_bytes,
                              options.threads, options.clock_mhz, books_in_words(options.books)};
  print_result(compare_text(facts, tensors));
  std::optional<Error> unwritten;
  if (!options.json.empty() || !options.html.empty()) {
    unwritten = write_reports(options, to_text(compare_json(facts, tensors)));
  }
  for (const ComparedTensor& tensor : tensors) {
    if (tensor.found.match()) continue;
    return file_error(tensor.input.info.file,
                      fmt::format("tensor {}: {}; repro: {}", in_quotes(tensor.input.info.name),
                                  tensor.found.mismatch(), command_line),
                      ErrorKind::kMismatch);
  }
  return unwritten;
}

}  // namespace

void add_compare(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand(
      "compare", "Hold every implementation of the stream against the others, bytes and speed");
  const auto options = std::make_shared<CompareArguments>();
  options->input.add_to(app);
  options->books.add_to(app);
  options->training.add_to(app);
  options->geometry.add_to(app);
  options->messages.add_to(app);
  options->chunks.add_to(app);
  app.add_option("--engines", options->engines, "Engines to compare, with commas between")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->default_str("all that were built");
  app.add_option("--threads", options->threads,
                 "Messages that engines on the CPU work on at the same time, 1 to 256")
      ->type_name("N")
      ->check(whole_number())
      ->check(within(1, 256))
      ->capture_default_str();
  app.add_option("--clock-mhz", options->clock_mhz,
                 "Clock at which the GB/s of the circuits are stated, 1 to 10000")
      ->type_name("F")
      ->check(whole_number())
      ->check(within(1, 10000))
      ->capture_default_str();
  app.add_option("--json", options->json, "Write the report as JSON")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--html", options->html, "Write the report as one HTML page with a plot")
      ->type_name("FILE")
      ->check(not_empty());
  app.footer(
      "Exits 0 only if all engines gave the same bytes and every decoder gave the values back.\n"
      "\n"
      "Examples:\n"
      "  tern compare weights.npy --dtype bf16\n"
      "  tern compare model.safetensors --json compare.json --html compare.html\n"
      "  tern compare weights.npy --dtype e4m3 --engines model,fast --threads 2\n"
      "  tern compare weights.npy --dtype bf16 --books books.json --lanes 64 --clock-mhz 800");
  app.callback([options, &program] {
    program.chosen = [options, &program] { return run_compare(*options, program.command_line); };
  });
}

}  // namespace tern::apps
