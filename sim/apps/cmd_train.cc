// SPDX-License-Identifier: Apache-2.0
//
// cmd_train: `tern train`, a book from the average distribution of tensors, or several of which
// each tensor uses the best.
//
//   Spec  docs/cli.md#tern-train
//   Test  tb/apps/train_test.py
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cassert>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/book_file.h"
#include "model/huff/cluster.h"
#include "sim/apps/books.h"
#include "sim/apps/command.h"
#include "sim/apps/kind_options.h"
#include "sim/apps/output.h"
#include "sim/apps/train_data.h"

namespace tern::apps {
namespace {

constexpr std::uint32_t kMaxEpoch = 255;

struct TrainArguments {
  InputOptions input;
  TrainingOptions training;
  KindOptions kind;
  std::vector<std::string> counter_files;
  std::string output;
  bool append = false;
  huff::ClusterOptions sharing;
  std::optional<std::uint32_t> id;
  std::optional<std::uint32_t> clusters;
  std::uint32_t epoch = 0;
};

std::optional<Error> check_numbers(const TrainArguments& options) {
  if (options.id && *options.id >= huff::kNumBooks) {
    return Error{ErrorKind::kUsage, fmt::format("--id: {} is not a book id; use 0 to {}",
                                                *options.id, huff::kNumBooks - 1)};
  }
  if (options.clusters && (*options.clusters < 1 || *options.clusters > huff::kNumBooks)) {
    return Error{ErrorKind::kUsage, fmt::format("--clusters: {} is no number of books; use 1 to {}",
                                                *options.clusters, huff::kNumBooks)};
  }
  if (options.clusters && options.id) {
    return Error{ErrorKind::kUsage, "--clusters: numbers its books from 0 on; leave --id out"};
  }
  if (options.epoch > kMaxEpoch) {
    return Error{ErrorKind::kUsage,
                 fmt::format("--epoch: {} is not an epoch; use 0 to {}", options.epoch, kMaxEpoch)};
  }
  return {};
}

// What the new book joins: the books of the output file, and what these were trained on.
struct Existing {
  huff::BookSet books;
  std::string trained_on;
};

Result<Existing> read_existing(const TrainArguments& options) {
  std::error_code code;
  if (!options.append || !std::filesystem::exists(options.output, code)) return Existing{};
  Result<huff::BookSet> books = load_books(options.output);
  if (!books) return books.error();
  Result<std::string> text = read_text_file(options.output, UINT64_MAX);
  if (!text) return text.error();
  const auto json = nlohmann::json::parse(text.value(), nullptr, false);
  return Existing{books.value(), json.value("trained_on", "")};
}

const std::vector<std::string>& sources(const TrainArguments& options) {
  return options.counter_files.empty() ? options.input.paths : options.counter_files;
}

std::string remark(const std::string& before, const TrainArguments& options,
                   const std::vector<huff::Book>& books) {
  std::string text = before.empty() ? "" : before + "; ";
  text += books.size() == 1 ? fmt::format("book {}", books.front().id)
                            : fmt::format("books 0 to {}", books.back().id);
  text += fmt::format(" for {}{}{}:", dtype_name(books.front().dtype),
                      options.sharing.align ? ", aligned" : "",
                      options.sharing.minimax ? ", minimax" : "");
  std::string last;
  for (const std::string& path : sources(options)) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (name != last) text += " " + name;
    last = name;
  }
  return text;
}

std::string summary(const huff::Book& book) {
  std::uint32_t coded = 0;
  std::uint32_t longest = 0;
  for (const std::uint8_t length : book.lengths) {
    longest = std::max<std::uint32_t>(longest, length);
  }
  for (std::uint32_t i = 0; i < huff::kNumSymbols; ++i) coded += book.lengths[i] > 0 ? 1 : 0;
  const std::uint32_t escape = book.lengths[huff::kEscapeIndex];
  return fmt::format("book {} for {}, epoch {}: {} symbols with codewords of {} to {} bits{}",
                     book.id, dtype_name(book.dtype), book.epoch, coded, huff::min_length(book),
                     longest, escape > 0 ? fmt::format(", escape of {} bits", escape) : "");
}

// One book of the average distribution, or the clusters'.
Result<std::vector<huff::Book>> train(const TrainArguments& options) {
  const Result<sim::BookKind> kind = options.kind.parsed(options.training);
  if (!kind) return kind.error();
  const Result<TrainData> data = read_train_data(options.input, options.counter_files);
  if (!data) return data.error();
  const Dtype dtype = data.value().dtype;
  Result<std::vector<huff::Book>> books = huff::cluster_books(
      dtype, data.value().histograms, options.clusters.value_or(1),
      for_kind(options.training.for_dtype(dtype), kind.value()), options.sharing);
  if (!books) return books;
  for (huff::Book& book : books.value()) {
    assert(kind.value().holds(book));
    if (options.id) book.id = static_cast<std::uint8_t>(*options.id);
    book.epoch = static_cast<std::uint8_t>(options.epoch);
  }
  return books;
}

std::optional<Error> run_train(const TrainArguments& options) {
  if (std::optional<Error> error = check_numbers(options)) return error;
  if (std::optional<Error> error = check_outputs({options.output}, sources(options))) return error;
  Result<Existing> existing = read_existing(options);
  if (!existing) return existing.error();
  const Result<std::vector<huff::Book>> trained = train(options);
  if (!trained) return trained.error();
  huff::BookSet& books = existing.value().books;
  std::string summaries;
  for (const huff::Book& book : trained.value()) {
    if (books.find(book.dtype, book.id, book.epoch) != nullptr) {
      return file_error(options.output,
                        fmt::format("has a book {} for {} with epoch {} already; choose another "
                                    "--id or --epoch, or leave --append out",
                                    book.id, dtype_name(book.dtype), book.epoch),
                        ErrorKind::kBook);
    }
    if (std::optional<Error> error = books.add(book)) return error;
    summaries += fmt::format("{}: {}\n", printable(options.output, 4096), summary(book));
  }
  const std::string text =
      huff::format_books(books, remark(existing.value().trained_on, options, trained.value()));
  if (std::optional<Error> error = write_output(options.output, text)) return error;
  print_remark(options.output, summaries);
  return {};
}

}  // namespace

void add_train(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand("train", "Make a codebook for tensors like these");
  const auto options = std::make_shared<TrainArguments>();
  options->input.add_to(app, false);
  app.add_option("--from-counters", options->counter_files,
                 "Train on what an encoder has counted, in place of tensors; every file counts as "
                 "one tensor")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("-o,--output", options->output, "Book file to write")
      ->type_name("FILE")
      ->check(not_empty())
      ->required();
  app.add_flag("--append", options->append, "Keep the books that the file has, and add this one");
  options->training.add_to(app);
  options->kind.add_to(app);
  app.add_option("--clusters", options->clusters,
                 "Make up to K books, 1 to 16, of which each tensor uses the best; their ids are 0 "
                 "to K - 1")
      ->type_name("K")
      ->check(whole_number());
  app.add_flag(
      "--align", options->sharing.align,
      "Give each tensor an offset of its own, so that tensors of different scale can share "
      "a book; to be used with --offset auto");
  app.add_flag("--minimax", options->sharing.minimax,
               "Draw a book to those of its tensors that it costs most, in place of the average; "
               "better for tensors unlike the average");
  app.add_option("--id", options->id, "Id of the book, 0 to 15 (default: 0)")
      ->type_name("I")
      ->check(whole_number());
  app.add_option("--epoch", options->epoch, "Epoch of the book, 0 to 255")
      ->type_name("E")
      ->check(whole_number())
      ->capture_default_str();
  app.footer(
      "Every tensor has the same say, whatever its size.\n"
      "\n"
      "Examples:\n"
      "  tern train layer*.npy --dtype bf16 -o books.json\n"
      "  tern train layer*.npy --dtype e4m3 -o books.json --append\n"
      "  tern train model.safetensors --compact --id 1 --epoch 3 -o compact.json\n"
      "  tern train *.npy --dtype bf16 --clusters 4 -o four.json\n"
      "  tern train *.npy --dtype bf16 --kind quad -o quad.json\n"
      "  tern train *.npy --dtype bf16 --align -o one.json\n"
      "  tern train *.npy --dtype bf16 --align --minimax -o one.json\n"
      "  tern train --from-counters counters.json --epoch 1 -o next.json");
  app.callback([options, &program] { program.chosen = [options] { return run_train(*options); }; });
}

}  // namespace tern::apps
