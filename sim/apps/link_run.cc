// SPDX-License-Identifier: Apache-2.0
//
// link_run: files, books and timings to systems.
//
// Points that send the same values share them, and what coding makes of them.
//
//   Spec  docs/cli.md#tern-link
//   Test  tb/apps/link_test.py
#include "sim/apps/link_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/json_check.h"
#include "sim/apps/books.h"
#include "sim/apps/inputs.h"
#include "sim/apps/link_timing.h"
#include "sim/apps/options.h"
#include "sim/link/system/coders.h"
#include "sim/link/system/payload.h"

namespace tern::apps {
namespace {

using link::Bytes;

constexpr std::uint64_t kMaxEnergyFile = std::uint64_t{16} << 20;

class Workshop {
 public:
  Result<const link::Source*> source(const LinkPoint& point) {
    const std::uint64_t message = std::min(point.system.job.message_bytes, point.system.job.bytes);
    const auto key = std::make_tuple(payload_key(point), message, point.payload.distinct);
    if (sources_.count(key) == 0) {
      const Result<const Bytes*> values = load_values(point);
      if (!values) return values.error();
      sources_[key] =
          std::make_unique<link::Source>(*values.value(), message, point.payload.distinct);
    }
    return sources_[key].get();
  }

  Result<link::Tiles*> tiles(const LinkPoint& point) {
    const LinkCodec& codec = point.codec;
    const std::string key =
        fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}", payload_key(point), point.chunk_bytes, codec.kind,
                    codec.books, codec.offset ? std::to_string(*codec.offset) : "auto",
                    codec.expected.lanes, codec.expected.word_bits, codec.rate, codec.columns);
    if (tiles_.count(key) == 0) {
      if (codec.kind != "none") {
        Result<std::unique_ptr<link::Coder>> coder = make_coder(point);
        if (!coder) return coder.error();
        coders_.push_back(std::move(coder.value()));
      }
      tiles_[key] =
          std::make_unique<link::Tiles>(point.payload.dtype, point.chunk_bytes,
                                        codec.kind == "none" ? nullptr : coders_.back().get());
    }
    return tiles_[key].get();
  }

 private:
  static std::string payload_key(const LinkPoint& point) {
    return fmt::format("{}|{}|{}", fmt::join(point.payload.files, "|"),
                       fmt::join(point.payload.tensors, "|"), dtype_name(point.payload.dtype));
  }

  static Result<std::vector<Input>> inputs(const LinkPoint& point) {
    InputOptions options;
    options.paths = point.payload.files;
    options.tensors = point.payload.tensors;
    options.dtype = dtype_name(point.payload.dtype);
    return find_inputs(options);
  }

  Result<const Bytes*> load_values(const LinkPoint& point) {
    const std::string key = payload_key(point);
    if (values_.count(key) == 0) {
      const Result<std::vector<Input>> found = inputs(point);
      if (!found) return found.error();
      Bytes all;
      for (const Input& input : found.value()) {
        const Result<Bytes> values = load(input);
        if (!values) return values.error();
        all.insert(all.end(), values.value().begin(), values.value().end());
      }
      if (all.empty()) {
        return file_error(point.payload.files.front(), "has no values; name a tensor with some");
      }
      values_[key] = std::move(all);
    }
    return &values_[key];
  }

  Result<std::unique_ptr<link::Coder>> make_coder(const LinkPoint& point) {
    const LinkCodec& codec = point.codec;
    const Dtype dtype = point.payload.dtype;
    if (codec.kind == "tdr") {
      tdr::BlockOptions options;
      options.lossy.effort = tdr::Effort::kStream;
      options.lossy.states_log2 = 2;
      if (!tdr::is_supported(dtype)) {
        return Error{ErrorKind::kUsage, fmt::format("payload.dtype: {} is not transformed; use "
                                                    "fp32, bf16, fp16, e4m3, e5m2 or int8",
                                                    dtype_name(dtype))};
      }
      return std::unique_ptr<link::Coder>(std::make_unique<link::TdrCoder>(
          dtype, codec.columns, codec.rate, options, point.chunk_bytes));
    }
    const huff::Geometry geometry = {codec.expected.lanes, codec.expected.word_bits};
    if (std::optional<Error> error = check_words(dtype, geometry)) return *error;
    const Result<std::vector<Input>> found = inputs(point);
    if (!found) return found.error();
    BookOptions books;
    books.file = codec.books;
    const Result<huff::BookSet> set = books_for(found.value(), books, TrainingOptions{});
    if (!set) return set.error();
    const Result<const huff::Book*> book = choose_book(set.value(), books, found.value().front());
    if (!book) return book.error();
    return std::unique_ptr<link::Coder>(std::make_unique<link::HuffmanCoder>(
        *book.value(), geometry, point.chunk_bytes, codec.offset));
  }

  std::map<std::string, Bytes> values_;
  std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, std::unique_ptr<link::Source>>
      sources_;
  std::vector<std::unique_ptr<link::Coder>> coders_;
  std::map<std::string, std::unique_ptr<link::Tiles>> tiles_;
};

// Energies of the codec from the record of scripts/energy.py, unless the point gives them.
Result<LinkEnergy> complete(LinkEnergy energy) {
  if (energy.file.empty()) return energy;
  const Result<std::string> text = read_text_file(energy.file, kMaxEnergyFile);
  if (!text) return text.error();
  const OrderedJson json = huff::find_json_fault(text.value())
                               ? OrderedJson()
                               : OrderedJson::parse(text.value(), nullptr, false);
  const auto find = [&](const char* top) -> std::optional<double> {
    if (!json.is_object() || !json.contains("rows") || !json["rows"].is_array()) return {};
    for (const OrderedJson& row : json["rows"]) {
      const bool has = row.is_object() && row.contains("top") && row.contains("kind") &&
                       row.contains("energy_pj_per_value");
      if (has && row["top"] == top && row["kind"] == energy.kind &&
          row["energy_pj_per_value"].is_number()) {
        return row["energy_pj_per_value"].get<double>();
      }
    }
    return {};
  };
  for (const auto& [top, value] : {std::pair{"huff_enc", &energy.encode_pj_per_value},
                                   std::pair{"huff_dec", &energy.decode_pj_per_value}}) {
    if (*value) continue;
    *value = find(top);
    if (*value) continue;
    return file_error(energy.file,
                      fmt::format("has no energy of a {} {}; name a record of scripts/energy.py",
                                  energy.kind, top));
  }
  return energy;
}

Result<link::CodecTiming> timing_of(const LinkPoint& point) {
  if (point.codec.kind == "none") return link::CodecTiming{};
  Result<link::CodecTiming> timing =
      point.codec.kind == "tdr" ? read_tdr_timing(point.codec.file, point.codec.expected)
                                : link::read_codec_timing(point.codec.file, point.codec.expected);
  // Units side by side take so many times the values in the same cycles, and hold as many times.
  if (timing) {
    timing.value().values *= point.codec.units;
    timing.value().messages *= point.codec.units;
    timing.value().lanes *= point.codec.units;
    return timing;
  }
  Error error = timing.error();
  if (error.message.find("; ") == std::string::npos) {
    error.message +=
        "; say in codec what the file was made with, or make it with 'tern eval "
        "--engines model,rtl --json'";
  }
  return error;
}

std::optional<Error> check_number_of_links(const LinkSpec& spec) {
  std::size_t links = 0;
  for (const LinkPoint& point : spec.points) {
    const link::SystemConfig& system = point.system;
    links += 2 * link::Topology(system.shape, system.dies, system.rows).edges().size();
  }
  if (links <= kMaxLinks) return {};
  return file_error(spec.path, fmt::format("dies: all points together have {} links, and the limit "
                                           "is {}; use several files",
                                           links, kMaxLinks));
}

}  // namespace

Result<LinkRun> run_link(const LinkSpec& spec) {
  if (std::optional<Error> error = check_number_of_links(spec)) return *error;
  Workshop workshop;
  LinkRun run;
  std::vector<link::System> systems;
  for (const LinkPoint& point : spec.points) {
    LinkOutcome outcome;
    const Result<link::CodecTiming> timing = timing_of(point);
    if (!timing) return timing.error();
    outcome.timing = timing.value();
    const Result<LinkEnergy> energy = complete(point.energy);
    if (!energy) return energy.error();
    outcome.energy = energy.value();
    const Result<const link::Source*> source = workshop.source(point);
    if (!source) return source.error();
    const Result<link::Tiles*> tiles = workshop.tiles(point);
    if (!tiles) return tiles.error();
    link::SystemConfig config = point.system;
    for (const link::CodecTiming& codec : {link::CodecTiming{}, timing.value()}) {
      config.codec = codec;
      systems.emplace_back(fmt::format("system_{}", systems.size()), config, *source.value(),
                           *tiles.value());
      if (point.codec.kind == "none") break;
    }
    run.outcomes.push_back(std::move(outcome));
  }
  const auto start = std::chrono::steady_clock::now();
  link::run_systems();
  std::size_t next = 0;
  for (LinkOutcome& outcome : run.outcomes) {
    outcome.plain = systems[next++].result();
    if (outcome.timing.present) outcome.coded = systems[next++].result();
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return run;
}

}  // namespace tern::apps
