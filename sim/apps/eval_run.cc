// SPDX-License-Identifier: Apache-2.0
//
// eval_run: the work of `tern eval`.
//
// Whatever can be refused is refused before the work starts; whatever was found out is reported,
// even if it is bad news.
//
//   Spec  docs/cli.md#tern-eval
//   Test  tb/apps/eval_test.py
#include "sim/apps/eval_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "sim/apps/eval_report.h"
#include "sim/apps/eval_table.h"
#include "sim/apps/evaluate.h"
#include "sim/apps/html.h"
#include "sim/apps/output.h"

namespace tern::apps {
namespace {

Result<Evaluation> make_evaluation(const EvalOptions& options, const std::string& wave_path,
                                   const std::string& decoder_wave) {
  Evaluation evaluation;
  const Result<std::optional<Dtype>> dtype = options.input.parsed_dtype();
  if (!dtype) return dtype.error();
  const Result<huff::Geometry> geometry = options.geometry.parsed(dtype.value());
  if (!geometry) return geometry.error();
  evaluation.geometry = geometry.value();
  evaluation.message_bytes = options.messages.message_bytes;
  Result<sim::RunOptions> parsed = run_options(options);
  if (!parsed) return parsed.error();
  sim::RunOptions& run = parsed.value();
  run.counters = !options.counters.empty();
  run.wave_path = wave_path;
  run.wave_from = options.wave.from;
  run.wave_to = options.wave.last();
  if (std::optional<Error> error = check_engines(options.engines)) return *error;
  for (const std::string& name : options.engines) {
    if (name == "model") {
      evaluation.engines.emplace_back(name, make_model_engine(evaluation.geometry));
      continue;
    }
    Result<std::unique_ptr<Engine>> engine =
        make_rtl_engine(evaluation.geometry, options.chunks, run, decoder_wave);
    if (!engine) return engine.error();
    evaluation.engines.emplace_back(name, std::move(engine.value()));
  }
  return evaluation;
}

// The best book for the tensor alone is sought under the limits of the book in use.
huff::TrainOptions own_book_options(const EvalOptions& options, const huff::Book* book,
                                    Dtype dtype) {
  huff::TrainOptions training = options.training.for_dtype(dtype);
  if (book != nullptr && !options.books.file.empty()) {
    training.max_len = book->max_len;
    training.min_len = std::min(training.min_len, huff::min_length(*book));
  }
  return training;
}

Result<TensorFigures> evaluate_input(const EvalOptions& options, const huff::BookSet& books,
                                     const Input& input, Evaluation& evaluation,
                                     Progress& progress) {
  const Result<Coding> coding = coding_for(books, options.books, options.chunks, input);
  if (!coding) return coding.error();
  const Result<std::vector<std::uint8_t>> values = load(input);
  if (!values) return values.error();
  const huff::Book* const book = coding.value().named();
  Result<TensorFigures> figures =
      measure(input, values.value(), book, own_book_options(options, book, input.dtype));
  if (!figures) return figures;
  figures.value().offset = coding.value().offset;
  if (std::optional<Error> error =
          evaluate(evaluation, values.value(), coding.value(), figures.value(), progress)) {
    return *error;
  }
  return figures;
}

// Everything that can be refused before the work starts.
std::optional<Error> check_inputs(const EvalOptions& options, const std::vector<Input>& inputs,
                                  const huff::BookSet& books, const Evaluation& evaluation) {
  for (const Input& input : inputs) {
    if (std::optional<Error> error = check_words(input.dtype, evaluation.geometry)) return error;
    if (std::optional<Error> error =
            check_message_bytes(options.messages.message_bytes, input.dtype)) {
      return error;
    }
    const Result<Coding> coding = coding_for(books, options.books, options.chunks, input);
    if (!coding) return coding.error();
    for (const auto& [name, engine] : evaluation.engines) {
      if (std::optional<Error> error = engine->check(coding.value(), options.books.file)) {
        return error;
      }
    }
  }
  return {};
}

std::optional<Error> first_mismatch(const RunFacts& facts,
                                    const std::vector<TensorFigures>& tensors) {
  for (const TensorFigures& figures : tensors) {
    if (figures.match) continue;
    return file_error(figures.input.info.file,
                      fmt::format("tensor {}: {}; repro: {}", in_quotes(figures.input.info.name),
                                  figures.mismatch, facts.command_line),
                      ErrorKind::kMismatch);
  }
  return {};
}

std::optional<Error> write_counters(const std::string& path, const RunFacts& facts,
                                    const std::vector<TensorFigures>& tensors) {
  huff::CounterFile file;
  file.dtype = tensors.front().input.dtype;
  file.word_bits = facts.geometry.word_bits;
  for (const TensorFigures& figures : tensors) {
    for (const EngineFigures& engine : figures.engines) {
      if (engine.circuit) huff::add(file.counters, engine.circuit->counters);
    }
  }
  if (std::optional<Error> error = write_output(path, huff::format_counters(file))) return error;
  print_remark(path, fmt::format("counts {}\n", printable(path, 4096)));
  return {};
}

std::optional<Error> write_reports(const EvalOptions& options, const RunFacts& facts,
                                   const std::vector<TensorFigures>& tensors) {
  if (!options.counters.empty()) {
    if (std::optional<Error> error = write_counters(options.counters, facts, tensors)) return error;
  }
  if (options.json.empty() && options.html.empty()) return {};
  const std::string report = to_text(make_report(facts, tensors));
  if (!options.json.empty()) {
    if (std::optional<Error> error = write_output(options.json, report)) return error;
    print_remark(options.json, fmt::format("report: {}\n", printable(options.json, 4096)));
  }
  if (options.html.empty()) return {};
  if (std::optional<Error> error = write_html(options.html, report)) return error;
  print_remark(options.html, fmt::format("report: {}\n", printable(options.html, 4096)));
  return {};
}

}  // namespace

std::optional<Error> run_eval(const EvalOptions& options, const std::string& command_line) {
  if (std::optional<Error> error = options.tdr.check()) return error;
  if (std::optional<Error> error = options.chunks.check(options.books)) return error;
  if (std::optional<Error> error = check_wave(options.wave, uses_rtl(options))) return error;
  if (!options.counters.empty() && !uses_rtl(options)) {
    return Error{ErrorKind::kUsage, "--counters: only the circuit has them; add rtl to --engines"};
  }
  std::vector<std::string> sources = options.input.paths;
  if (!options.books.file.empty()) sources.push_back(options.books.file);
  if (std::optional<Error> error = check_outputs(
          {options.json, options.html, options.counters, options.wave.path, options.wave.decoder},
          sources)) {
    return error;
  }
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  if (!options.counters.empty()) {
    if (std::optional<Error> error = check_one_dtype(inputs.value(), "--counters counts one"))
      return error;
  }
  WaveFile wave(options.wave.path, options.wave.from);
  WaveFile decoder_wave(options.wave.decoder, options.wave.from);
  Result<Evaluation> evaluation =
      make_evaluation(options, wave.temporary(), decoder_wave.temporary());
  if (!evaluation) return evaluation.error();
  const Result<huff::BookSet> books = books_for(inputs.value(), options.books, options.training);
  if (!books) return books.error();
  if (std::optional<Error> error =
          check_inputs(options, inputs.value(), books.value(), evaluation.value())) {
    return error;
  }

  const RunFacts facts = {
      command_line,    evaluation.value().geometry, options.messages.message_bytes,
      options.seed,    options.source_stall,        options.sink_stall,
      options.engines, options.books.file,          options.books.raw,
      books.value()};
  std::vector<TensorFigures> tensors;
  std::optional<Error> unwritten;
  {
    Progress progress(total_bytes(inputs.value()));
    for (const Input& input : inputs.value()) {
      Result<TensorFigures> figures =
          evaluate_input(options, facts.books, input, evaluation.value(), progress);
      if (!figures) return figures.error();
      tensors.push_back(std::move(figures.value()));
      for (WaveFile* const file : {&wave, &decoder_wave}) {
        if (std::optional<Error> error = file->keep()) unwritten = error;
      }
    }
  }
  print_result(eval_text(facts, tensors));
  if (std::optional<Error> error = write_reports(options, facts, tensors)) unwritten = error;
  if (std::optional<Error> error = first_mismatch(facts, tensors)) return error;
  return unwritten;
}

}  // namespace tern::apps
