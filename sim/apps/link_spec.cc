// SPDX-License-Identifier: Apache-2.0
//
// link_spec: from JSON to systems.
//
// A sweep is a file for each of its points: keys are replaced, and the result is read as if it had
// been written so.
//
//   Spec  docs/cli.md#the-link-file
//   Test  tb/apps/link_test.py
#include "sim/apps/link_spec.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "model/common/input_file.h"
#include "model/common/text.h"
#include "model/huff/json_check.h"
#include "sim/apps/link_fields.h"

namespace tern::apps {
namespace {

constexpr std::uint64_t kMaxSpecFile = std::uint64_t{1} << 20;
constexpr double kMostBytes = 1ULL << 40;
constexpr double kMostPj = 1e9;

std::string beside(const std::string& path, const std::string& name) {
  if (name.empty() || name.front() == '/') return name;
  return (std::filesystem::path(path).parent_path() / name).string();
}

std::optional<Error> read_wires(LinkFields fields, link::LinkConfig& link) {
  fields.take("lanes", link.lanes, 1, 1024);
  fields.take("gtps", link.gtps);
  fields.take("propagation_ns", link.propagation_ns);
  fields.take("adapter_latency_ns", link.adapter_latency_ns);
  fields.take("flit_bytes", link.flit_bytes, 1, 4096);
  fields.take("replay_flits", link.replay_flits, 1, 1 << 20);
  fields.take("sequence_bits", link.sequence_bits, 1, 32);
  fields.take("retry_timeout_ns", link.retry_timeout_ns);
  fields.take("credit_bytes", link.credit_bytes, 0, kMostBytes);
  fields.take("drain_bytes_per_ns", link.drain_bytes_per_ns);
  fields.take("bit_error_rate", link.bit_error_rate, 0, 1);
  fields.take("burst_bits", link.burst_bits, 0, 1 << 20);
  fields.take("lost_flit_rate", link.lost_flit_rate, 0, 1);
  fields.take("lost_ack_rate", link.lost_ack_rate, 0, 1);
  fields.take("seed", link.seed);
  return fields.finish();
}

std::optional<Error> read_payload(LinkFields fields, const std::string& path,
                                  LinkPayload& payload) {
  fields.take("files", payload.files);
  fields.take("tensors", payload.tensors);
  std::string dtype = "bf16";
  fields.take("dtype", dtype);
  if (const std::optional<Dtype> known = parse_dtype(dtype)) {
    payload.dtype = *known;
  } else {
    fields.refuse("dtype", "is " + in_quotes(dtype), "use " + dtype_choices());
  }
  fields.take("distinct", payload.distinct, 1, 1 << 20);
  if (payload.files.empty()) fields.refuse("files", "is missing", "name at least one tensor file");
  for (std::string& file : payload.files) file = beside(path, file);
  return fields.finish();
}

std::optional<Error> read_codec(LinkFields fields, const std::string& path, LinkCodec& codec) {
  const std::vector<std::string> kinds = {"none", "huffman", "tdr"};
  std::size_t kind = 0;
  fields.choose("kind", kinds, kind);
  codec.kind = kinds[kind];
  fields.take("file", codec.file);
  fields.take("lanes", codec.expected.lanes, 1, 64);
  fields.take("word_bits", codec.expected.word_bits, 32, 64);
  fields.take("clock_ghz", codec.expected.clock_ghz, 1e-3, 1e3);
  fields.take("units", codec.units, 1, 1024);
  fields.take("books", codec.books);
  if (fields.has("offset") && *fields.find("offset") == "auto") {
    codec.offset.reset();
  } else {
    fields.take("offset", codec.offset, 0, 255);
  }
  fields.take("rate", codec.rate, 0.1, 16);
  fields.take("columns", codec.columns, 1, 1 << 20);
  if (codec.kind != "none" && codec.file.empty()) {
    fields.refuse("file", "is missing", "name a report of 'tern eval --json' with the engine rtl");
  }
  codec.file = beside(path, codec.file);
  codec.books = beside(path, codec.books);
  return fields.finish();
}

std::optional<Error> read_energy(LinkFields fields, const std::string& path, LinkEnergy& energy) {
  fields.take("link_pj_per_bit", energy.link_pj_per_bit, 0, kMostPj);
  fields.take("encode_pj_per_value", energy.encode_pj_per_value, 0, kMostPj);
  fields.take("decode_pj_per_value", energy.decode_pj_per_value, 0, kMostPj);
  fields.take("file", energy.file);
  energy.file = beside(path, energy.file);
  const std::vector<std::string> kinds = {"compact", "full"};
  std::size_t kind = 0;
  fields.choose("kind", kinds, kind);
  energy.kind = kinds[kind];
  return fields.finish();
}

void read_system(LinkFields& fields, LinkPoint& point) {
  link::SystemConfig& system = point.system;
  std::size_t shape = 0;
  fields.choose("topology", {"ring", "mesh", "all-to-all"}, shape);
  system.shape = static_cast<link::Shape>(shape);
  fields.take("dies", system.dies, 2, 1024);
  fields.take("rows", system.rows, 1, 1024);
  std::size_t collective = 0;
  fields.choose(
      "collective",
      {"all-reduce", "all-gather", "broadcast", "all-to-all", "point-to-point", "kv-transfer"},
      collective);
  system.job.collective = static_cast<link::Collective>(collective);
  fields.take("from", system.job.from, 0, UINT32_MAX);
  fields.take("to", system.job.to, 0, UINT32_MAX);
  fields.take("bytes", system.job.bytes, 1, kMostBytes);
  fields.take("message_bytes", system.job.message_bytes, 1, 1 << 30);
  fields.take("chunk_bytes", point.chunk_bytes, 64, 1 << 30);
  std::size_t forwarding = 0;
  fields.choose("forwarding", {"cut-through", "whole-messages", "recode"}, forwarding);
  system.forward_coded = forwarding != 2;
  system.chunk_by_chunk = forwarding == 0;
  fields.take("forward_bytes", system.forward_bytes, 0, kMostBytes);
  fields.take("reduce_bytes_per_ns", system.reduce_bytes_per_ns);
  fields.take("compute_ns", system.compute_ns);
  fields.take("overlap", system.overlap, 0, 1);
  if (const OrderedJson* const held = fields.find("held_dies")) {
    if (!held->is_array()) return fields.refuse("held_dies", "is not a list of dies");
    for (const OrderedJson& die : *held) {
      if (!die.is_number_unsigned()) return fields.refuse("held_dies", "is not a list of dies");
      system.held_dies.push_back(die.get<std::uint32_t>());
    }
  }
}

std::optional<Error> check_point(const LinkPoint& point, const std::string& path) {
  const auto refuse = [&path](const std::string& what) {
    return file_error(path, what + "; see 'The link file' in docs/cli.md", ErrorKind::kFile);
  };
  if (std::optional<std::string> wrong = point.system.link.check()) return refuse("link." + *wrong);
  if (std::optional<std::string> wrong = point.system.check()) return refuse(*wrong);
  if (point.chunk_bytes % point.system.job.value_bytes != 0) {
    return refuse(fmt::format("chunk_bytes: {} is not a number of values", point.chunk_bytes));
  }
  const std::string_view dtype = dtype_name(point.payload.dtype);
  if (point.system.job.collective == link::Collective::kAllReduce &&
      !link::can_add(point.payload.dtype)) {
    return refuse(fmt::format("payload.dtype: {} is not added; use bf16, fp16 or fp32", dtype));
  }
  if (point.codec.kind == "tdr" && !point.system.forward_coded) {
    return refuse("forwarding: with codec.kind tdr, recode would lose more at every die");
  }
  return {};
}

// Replaces what "a.b" names.
void replace(OrderedJson& json, const std::string& key, const OrderedJson& value) {
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) {
    json[key] = value;
  } else {
    OrderedJson& inner = json[key.substr(0, dot)];
    if (inner.is_null() || inner.is_object()) replace(inner, key.substr(dot + 1), value);
  }
}

}  // namespace

Result<LinkPoint> read_link_point(const OrderedJson& json, const std::string& path) {
  LinkPoint point;
  point.system.job.bytes = std::uint64_t{1} << 20;
  point.system.job.message_bytes = std::uint64_t{1} << 16;
  LinkFields fields(&json, path, "");
  std::string format;
  fields.take("format", format);
  if (format != "tern-link") fields.refuse("format", "is not \"tern-link\"");
  std::uint32_t version = 0;
  fields.take("version", version);
  if (version != 1) fields.refuse("version", "is not 1");
  read_system(fields, point);
  const auto inner = {read_wires(fields.inside("link"), point.system.link),
                      read_payload(fields.inside("payload"), path, point.payload),
                      read_codec(fields.inside("codec"), path, point.codec),
                      read_energy(fields.inside("energy"), path, point.energy)};
  if (fields.find("sweep") != nullptr) fields.refuse("sweep", "cannot be swept");
  if (std::optional<Error> error = fields.finish()) return *error;
  for (const std::optional<Error>& error : inner) {
    if (error) return *error;
  }
  point.system.job.value_bytes = element_bytes(point.payload.dtype);
  point.codec.expected.dtype = dtype_name(point.payload.dtype);
  if (std::optional<Error> error = check_point(point, path)) return *error;
  return point;
}

Result<LinkSpec> read_link_spec(const std::string& path) {
  const Result<std::string> text = read_text_file(path, kMaxSpecFile);
  if (!text) return text.error();
  if (const std::optional<std::string> fault = huff::find_json_fault(text.value())) {
    return file_error(path,
                      "is not proper JSON: " + *fault + "; see 'The link file' in docs/cli.md",
                      ErrorKind::kFile);
  }
  LinkSpec spec = {path, OrderedJson::parse(text.value()), {}};
  std::vector<std::pair<OrderedJson, OrderedJson>> points = {{spec.text, OrderedJson::object()}};
  if (spec.text.is_object() && spec.text.contains("sweep")) {
    points.front().first.erase("sweep");
    const OrderedJson sweep = spec.text["sweep"];
    LinkFields fields(&sweep, path, "sweep");
    const OrderedJson keys = sweep.is_object() ? sweep : OrderedJson::object();
    for (const auto& item : keys.items()) {
      static_cast<void>(fields.find(item.key()));
      const bool list = item.value().is_array() && !item.value().empty();
      if (!list) fields.refuse(item.key(), "is not a list of values");
      if (!list) break;
      std::vector<std::pair<OrderedJson, OrderedJson>> more;
      for (const auto& [json, swept] : points) {
        for (const OrderedJson& value : item.value()) {
          more.emplace_back(json, swept);
          replace(more.back().first, item.key(), value);
          more.back().second[item.key()] = value;
        }
      }
      points = std::move(more);
      if (points.size() > kMaxLinkPoints) {
        fields.refuse(item.key(), fmt::format("makes more than {} points", kMaxLinkPoints),
                      "give fewer values, or several files");
        break;
      }
    }
    if (std::optional<Error> error = fields.finish()) return *error;
  }
  for (const auto& [json, swept] : points) {
    Result<LinkPoint> point = read_link_point(json, path);
    if (!point) return point.error();
    point.value().swept = swept;
    spec.points.push_back(std::move(point.value()));
  }
  return spec;
}

}  // namespace tern::apps
