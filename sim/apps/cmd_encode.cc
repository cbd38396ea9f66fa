// SPDX-License-Identifier: Apache-2.0
//
// cmd_encode: `tern encode`, tensors into a .tern file.
//
//   Spec  docs/cli.md#tern-encode
//   Test  tb/apps/encode_test.py
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/stream.h"
#include "sim/apps/books.h"
#include "sim/apps/coding.h"
#include "sim/apps/command.h"
#include "sim/apps/container_file.h"
#include "sim/apps/digest.h"
#include "sim/apps/json_text.h"
#include "sim/apps/message_codec.h"
#include "sim/apps/messages.h"
#include "sim/apps/output.h"
#include "sim/apps/progress.h"
#include "sim/apps/table.h"
#include "sim/apps/tdr_coding.h"

namespace tern::apps {
namespace {

struct EncodeArguments {
  InputOptions input;
  GeometryOptions geometry;
  BookOptions books;
  TrainingOptions training;
  MessageOptions messages;
  ChunkOptions chunks;
  TdrOptions tdr;
  EngineOptions engine;
  std::string output;
  bool raw_message = false;
};

std::optional<Error> check_names(const std::vector<Input>& inputs) {
  std::set<std::string> names;
  for (const Input& input : inputs) {
    if (names.insert(to_text(input.info.name)).second) continue;  // as the index spells it
    return file_error(
        input.info.file,
        fmt::format("is the second file with a tensor named {}; a .tern file has each "
                    "name once, so encode them into two files",
                    in_quotes(input.info.name)),
        ErrorKind::kUsage);
  }
  return {};
}

// The index has at least "12," for every message; whether it fits is better known before the work.
std::optional<Error> check_index(const EncodeArguments& options, const std::vector<Input>& inputs) {
  std::uint64_t messages = 0;
  for (const Input& input : inputs) messages += input.raw_bytes() / options.messages.message_bytes;
  if (messages <= kMaxIndexBytes / 3) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("--message-bytes: makes {} messages or more, and no reader takes an "
                           "index of so many; use a larger value, or several files",
                           messages)};
}

// The values of a tensor, message by message, into `writer`.
std::optional<Error> encode_input(const Input& input, const Coding& coding,
                                  const MessageCodec& codec, const huff::Geometry& geometry,
                                  std::uint64_t message_bytes, ContainerWriter& writer,
                                  Progress& progress) {
  progress.describe(input.info.name);
  const Result<std::vector<std::uint8_t>> values = load(input);
  if (!values) return values.error();
  StoredTensor tensor;
  tensor.name = input.info.name;
  tensor.dtype = input.dtype;
  tensor.shape = input.info.shape;
  tensor.source = source_type_name(input.info.type);
  writer.start(std::move(tensor));
  Pieces pieces(values.value().size(), message_bytes, input.dtype);
  for (;;) {
    if (std::optional<Error> error = check_interrupt()) return error;
    const std::vector<Piece> batch = pieces.next(UINT64_MAX, codec.threads());
    if (batch.empty()) break;
    std::vector<std::vector<std::uint8_t>> messages(batch.size());
    codec.for_each(batch.size(), [&](std::size_t i) {
      const std::uint8_t* const data = values.value().data() + batch[i].offset;
      messages[i] = codec.encode(input.dtype, data, batch[i].size,
                                 coding.plan(input.dtype, data, batch[i].size, geometry), geometry);
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      writer.add_message(messages[i]);
      progress.advance(batch[i].size);
    }
  }
  writer.finish(sha256_hex(values.value().data(), values.value().size()));
  return {};
}

std::optional<Error> encode_container(const EncodeArguments& options,
                                      const std::vector<Input>& inputs, const huff::BookSet& books,
                                      const huff::Geometry& geometry) {
  if (std::optional<Error> error = check_names(inputs)) return error;
  Result<ContainerWriter> writer = ContainerWriter::create(options.output);
  if (!writer) return writer.error();
  Progress progress(total_bytes(inputs));
  const MessageCodec codec(options.engine, books);
  for (const Input& input : inputs) {
    const Result<Coding> coding = coding_for(books, options.books, options.chunks, input);
    if (!coding) return coding.error();
    if (std::optional<Error> error =
            encode_input(input, coding.value(), codec, geometry, options.messages.message_bytes,
                         writer.value(), progress)) {
      return error;
    }
  }
  const bool own_books = options.books.file.empty() && !books.books().empty();
  if (std::optional<Error> error =
          writer.value().commit(own_books ? std::optional<huff::BookSet>(books) : std::nullopt)) {
    return error;
  }
  double wire = 0;
  for (const StoredTensor& tensor : writer.value().index().tensors) {
    wire += static_cast<double>(tensor.wire_bytes());
  }
  const auto raw = static_cast<double>(total_bytes(inputs));
  print_remark(
      options.output,
      fmt::format("{}: {} tensor{}, {} -> {} on the wire{}\n", printable(options.output, 4096),
                  inputs.size(), inputs.size() == 1 ? "" : "s", human_bytes(raw), human_bytes(wire),
                  own_books ? "; the books are in the file" : ""));
  return {};
}

std::optional<Error> encode_raw_message(const EncodeArguments& options,
                                        const std::vector<Input>& inputs,
                                        const huff::BookSet& books,
                                        const huff::Geometry& geometry) {
  const Input& input = inputs.front();
  const std::uint64_t values = input.raw_bytes() / huff::value_bytes(input.dtype);
  if (inputs.size() > 1 || values > UINT32_MAX) {
    return file_error(input.info.file,
                      inputs.size() > 1
                          ? "--raw-message writes one tensor; choose it with --tensor"
                          : "has more values than one message can carry; leave --raw-message out",
                      ErrorKind::kUsage);
  }
  const Result<Coding> coding = coding_for(books, options.books, options.chunks, input);
  if (!coding) return coding.error();
  const Result<std::vector<std::uint8_t>> loaded = load(input);
  if (!loaded) return loaded.error();
  const std::uint8_t* const data = loaded.value().data();
  const std::size_t size = loaded.value().size();
  const MessageCodec codec(options.engine, books);
  const std::vector<std::uint8_t> message = codec.encode(
      input.dtype, data, size, coding.value().plan(input.dtype, data, size, geometry), geometry);
  Result<OutputFile> file = OutputFile::create(options.output);
  if (!file) return file.error();
  file.value().write(message.data(), message.size());
  if (std::optional<Error> error = file.value().commit()) return error;
  print_remark(options.output,
               fmt::format("{}: one message, {} -> {}\n", printable(options.output, 4096),
                           human_bytes(static_cast<double>(size)),
                           human_bytes(static_cast<double>(message.size()))));
  return {};
}

std::optional<Error> run_encode(const EncodeArguments& options) {
  if (std::optional<Error> error = options.tdr.check()) return error;
  if (std::optional<Error> error = options.engine.check()) return error;
  if (options.tdr.chosen()) return encode_tdr_file(options.input, options.tdr, options.output);
  const Result<huff::Geometry> geometry = options.geometry.parsed();
  if (!geometry) return geometry.error();
  if (std::optional<Error> error = options.chunks.check(options.books)) return error;
  if (options.raw_message && options.books.file.empty() && !options.books.raw) {
    return Error{ErrorKind::kUsage,
                 "--raw-message: has no room for books; give a file with --books, or use --raw"};
  }
  std::vector<std::string> sources = options.input.paths;
  if (!options.books.file.empty()) sources.push_back(options.books.file);
  if (std::optional<Error> error = check_outputs({options.output}, sources)) return error;
  const Result<std::vector<Input>> inputs = find_inputs(options.input);
  if (!inputs) return inputs.error();
  for (const Input& input : inputs.value()) {
    if (std::optional<Error> error =
            check_message_bytes(options.messages.message_bytes, input.dtype)) {
      return error;
    }
    if (std::optional<Error> error = check_words(input.dtype, geometry.value())) return error;
  }
  if (!options.raw_message) {
    if (std::optional<Error> error = check_index(options, inputs.value())) return error;
  }
  const Result<huff::BookSet> books = books_for(inputs.value(), options.books, options.training);
  if (!books) return books.error();
  return options.raw_message
             ? encode_raw_message(options, inputs.value(), books.value(), geometry.value())
             : encode_container(options, inputs.value(), books.value(), geometry.value());
}

}  // namespace

void add_encode(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand("encode", "Compress tensors into a .tern file");
  const auto options = std::make_shared<EncodeArguments>();
  options->input.add_to(app);
  app.add_option("-o,--output", options->output, "File to write")
      ->type_name("FILE")
      ->check(not_empty())
      ->required();
  options->books.add_to(app);
  options->training.add_to(app);
  options->geometry.add_to(app);
  options->messages.add_to(app);
  options->chunks.add_to(app);
  options->tdr.add_to(app);
  options->engine.add_to(app);
  app.add_flag("--raw-message", options->raw_message,
               "Write the bytes of one message and nothing else, for containers of your own");
  app.footer(
      "Without --books, the books are trained on the tensors and stored in the file.\n"
      "\n"
      "Examples:\n"
      "  tern encode weights.npy --dtype bf16 -o weights.tern\n"
      "  tern encode model.safetensors --books books.json -o model.tern\n"
      "  tern encode weights.npy --dtype bf16 --books books.json --raw-message -o message.bin\n"
      "  tern encode weights.npy --dtype bf16 --books several.json --chunk-steps 256 --select best "
      "-o weights.tern\n"
      "  tern encode weights.npy --codec tdr --rate 2.5 -o weights.tdr");
  app.callback(
      [options, &program] { program.chosen = [options] { return run_encode(*options); }; });
}

}  // namespace tern::apps
