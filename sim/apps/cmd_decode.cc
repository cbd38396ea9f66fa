// SPDX-License-Identifier: Apache-2.0
//
// cmd_decode: `tern decode`, a .tern file back into tensors.
//
//   Spec  docs/cli.md#tern-decode
//   Test  tb/apps/decode_test.py
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/stream.h"
#include "sim/apps/books.h"
#include "sim/apps/command.h"
#include "sim/apps/container_file.h"
#include "sim/apps/decode_message.h"
#include "sim/apps/digest.h"
#include "sim/apps/message_codec.h"
#include "sim/apps/options.h"
#include "sim/apps/progress.h"
#include "sim/apps/tdr_coding.h"
#include "sim/apps/tensor_output.h"

namespace tern::apps {
namespace {

struct DecodeArguments {
  std::string input;
  std::string output;
  std::string books;
  std::vector<std::string> tensors;
  std::string as = "stored";
  bool raw_message = false;
  TdrOptions tdr;
  EngineOptions engine;
};

Result<std::vector<std::uint8_t>> decode_tensor(const ContainerReader& reader,
                                                const StoredTensor& tensor,
                                                const MessageDecoder& decoder, Progress& progress) {
  const std::uint64_t size = tensor.raw_bytes();
  const std::string name = in_quotes(tensor.name);
  progress.describe(tensor.name);
  std::vector<std::uint8_t> values;
  values.reserve(size);  // bounded by the size of the file: see parse_index()
  std::uint64_t offset = tensor.offset;
  for (std::size_t first = 0; first < tensor.messages.size();) {
    if (std::optional<Error> error = check_interrupt()) return *error;
    const std::size_t number =
        std::min<std::size_t>(decoder.codec().group(), tensor.messages.size() - first);
    std::vector<std::vector<std::uint8_t>> messages;
    for (std::size_t i = first; i < first + number; ++i) {
      Result<std::vector<std::uint8_t>> message = reader.message(offset, tensor.messages[i]);
      if (!message) return message.error();
      offset += tensor.messages[i];
      messages.push_back(std::move(message.value()));
    }
    const auto name_of = [&](std::size_t i) {
      return fmt::format("tensor {}, message {}", name, first + i);
    };
    const Result<std::vector<huff::Decoded>> decoded = decoder.decode(messages, name_of);
    if (!decoded) return decoded.error();
    for (std::size_t i = 0; i < number; ++i) {
      const std::vector<std::uint8_t>& part = decoded.value()[i].values;
      if (decoded.value()[i].dtype != tensor.dtype || part.size() > size - values.size()) {
        return decoder.refuse(name_of(i) + " is not the one that belongs there");
      }
      values.insert(values.end(), part.begin(), part.end());
      progress.advance(messages[i].size());
    }
    first += number;
  }
  if (values.size() != size) {
    return decoder.refuse(
        fmt::format("tensor {} has {} of its {} bytes", name, values.size(), size));
  }
  // A wrong book with the right id and epoch can give wrong values without any other sign.
  if (sha256_hex(values.data(), values.size()) != tensor.sha256) {
    return decoder.refuse(
        fmt::format("tensor {} does not decode to the values it was made from, as "
                    "if with another book",
                    name));
  }
  return values;
}

Result<std::vector<StoredTensor>> choose(const DecodeArguments& options,
                                         const ContainerReader& reader) {
  const std::vector<StoredTensor>& all = reader.index().tensors;
  if (options.tensors.empty() && all.empty()) {
    return file_error(options.input, "holds no tensors; nothing is written", ErrorKind::kUsage);
  }
  if (options.tensors.empty()) return all;
  std::vector<StoredTensor> chosen;
  for (const std::string& name : options.tensors) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&name](const StoredTensor& one) { return one.name == name; });
    if (found == all.end()) {
      return file_error(options.input,
                        fmt::format("holds no tensor named {}; leave --tensor out for all of them",
                                    in_quotes(name)),
                        ErrorKind::kUsage);
    }
    const bool twice = std::any_of(chosen.begin(), chosen.end(),
                                   [&name](const StoredTensor& one) { return one.name == name; });
    if (!twice) chosen.push_back(*found);
  }
  return chosen;
}

Result<std::optional<huff::BookSet>> books_of(const DecodeArguments& options) {
  if (options.books.empty()) return std::optional<huff::BookSet>{};
  Result<huff::BookSet> books = load_books(options.books);
  if (!books) return books.error();
  return std::optional<huff::BookSet>(std::move(books.value()));
}

std::optional<Error> decode_container(const DecodeArguments& options, bool as_float32) {
  const Result<std::optional<huff::BookSet>> own = books_of(options);
  if (!own) return own.error();
  const Result<ContainerReader> reader = ContainerReader::open(options.input);
  if (!reader) return reader.error();
  const Result<std::vector<StoredTensor>> tensors = choose(options, reader.value());
  if (!tensors) return tensors.error();
  const std::optional<huff::BookSet>& books =
      own.value() ? own.value() : reader.value().index().books;
  const MessageDecoder decoder(options.input, books, options.engine);

  std::vector<OutputTensor> wanted;
  std::uint64_t total = 0;
  for (const StoredTensor& tensor : tensors.value()) {
    wanted.push_back({tensor.name, tensor.dtype, tensor.shape});
    total += tensor.wire_bytes();
  }
  Result<TensorOutput> output = TensorOutput::create(options.output, wanted, as_float32);
  if (!output) return output.error();
  Progress progress(total);
  for (const StoredTensor& tensor : tensors.value()) {
    Result<std::vector<std::uint8_t>> values =
        decode_tensor(reader.value(), tensor, decoder, progress);
    if (!values) return values.error();
    if (std::optional<Error> error = output.value().add(std::move(values.value()))) return error;
  }
  return output.value().commit();
}

std::optional<Error> decode_raw_message(const DecodeArguments& options, bool as_float32) {
  const Result<std::optional<huff::BookSet>> books = books_of(options);
  if (!books) return books.error();
  Result<std::vector<std::uint8_t>> message = read_whole_file(options.input, UINT64_MAX);
  if (!message) return message.error();
  const MessageDecoder decoder(options.input, books.value(), options.engine);
  const auto name_of = [](std::size_t) { return std::string("the message"); };
  std::vector<std::vector<std::uint8_t>> messages;
  messages.push_back(std::move(message.value()));
  Result<std::vector<huff::Decoded>> decoded = decoder.decode(messages, name_of);
  if (!decoded) return decoded.error();
  huff::Decoded& found = decoded.value().front();
  const Dtype dtype = found.dtype;
  const std::uint64_t size = found.values.size();
  if (size % element_bytes(dtype) != 0) {
    return decoder.refuse(fmt::format("the message ends inside a {} element", dtype_name(dtype)));
  }
  Result<TensorOutput> output = TensorOutput::create(
      options.output, {{"tensor", dtype, {size / element_bytes(dtype)}}}, as_float32);
  if (!output) return output.error();
  if (std::optional<Error> error = output.value().add(std::move(found.values))) {
    return error;
  }
  return output.value().commit();
}

std::optional<Error> run_decode(const DecodeArguments& options) {
  if (std::optional<Error> error = options.engine.check()) return error;
  if (options.as != "stored" && options.as != "float32") {
    return Error{ErrorKind::kUsage, fmt::format("--as: {} is not a choice; use stored or float32",
                                                in_quotes(options.as))};
  }
  if (options.raw_message && !options.tensors.empty()) {
    return Error{ErrorKind::kUsage, "--tensor: a bare message has no names; leave it out"};
  }
  const bool tdr = options.tdr.chosen();
  if (tdr && (options.raw_message || !options.tensors.empty() || !options.books.empty())) {
    return Error{ErrorKind::kUsage,
                 "--codec tdr: a stream has no names and no books; leave --raw-message, --tensor "
                 "and --books out"};
  }
  std::vector<std::string> sources = {options.input};
  if (!options.books.empty()) sources.push_back(options.books);
  if (std::optional<Error> error = check_outputs({options.output}, sources)) return error;
  const bool as_float32 = options.as == "float32";
  if (tdr) return decode_tdr_file(options.input, options.output, as_float32);
  return options.raw_message ? decode_raw_message(options, as_float32)
                             : decode_container(options, as_float32);
}

}  // namespace

void add_decode(CLI::App& root, Program& program) {
  CLI::App& app = *root.add_subcommand("decode", "Turn a .tern file back into tensors");
  const auto options = std::make_shared<DecodeArguments>();
  app.add_option("FILE", options->input, "A .tern file")->required();
  app.add_option("-o,--output", options->output,
                 "File to write: .npy, .safetensors, or raw values under any other name")
      ->type_name("FILE")
      ->check(not_empty())
      ->required();
  app.add_option("--books", options->books, "Book file (default: the books in the .tern file)")
      ->type_name("FILE")
      ->check(not_empty());
  app.add_option("--tensor", options->tensors, "Only the tensor of this name (may be repeated)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--as", options->as, "Type of the values: stored, or widened to float32")
      ->type_name("T")
      ->capture_default_str();
  app.add_flag("--raw-message", options->raw_message, "FILE is one bare message");
  options->tdr.add_codec(app);
  options->engine.add_to(app);
  app.footer(
      "Examples:\n"
      "  tern decode weights.tern -o restored.npy\n"
      "  tern decode model.tern --books books.json -o restored.safetensors\n"
      "  tern decode weights.tdr --codec tdr -o restored.npy\n"
      "  tern decode model.tern --tensor layers.0.wq --as float32 -o wq.npy");
  app.callback(
      [options, &program] { program.chosen = [options] { return run_decode(*options); }; });
}

}  // namespace tern::apps
