// SPDX-License-Identifier: Apache-2.0
//
// codec_timing: reads the report of a run of the circuits.
//
//   Spec  docs/link.md#codec
//   Test  tb/link/codec_timing_test.cc
#include "sim/link/codec_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/common/dtype.h"

namespace tern::link {
namespace {

using Json = nlohmann::json;

double bytes_per_ns(const CodecTiming& codec, std::uint64_t cycles) {
  if (!codec.present) return 0;
  return static_cast<double>(codec.values * codec.value_bytes) / static_cast<double>(cycles) *
         codec.clock_ghz;
}

/// Goes into a report, and keeps what is wrong first.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  void refuse(const std::string& key, const std::string& why) {
    if (problem_.empty()) problem_ = fmt::format("{}: {}: {}", file_, key, why);
  }
  [[nodiscard]] bool failed() const { return !problem_.empty(); }
  [[nodiscard]] Error error() const { return {ErrorKind::kUsage, problem_}; }

  const Json& at(const Json& json, const char* pointer, const std::string& prefix = "") {
    static const Json kNull;
    const Json::json_pointer place(pointer);
    if (!failed() && json.is_object() && json.contains(place)) return json.at(place);
    refuse(prefix + (pointer + 1), "missing: not a report of `tern eval` with the engine rtl");
    return kNull;
  }

  std::uint64_t count(const Json& json, const char* pointer, const std::string& prefix) {
    const Json& value = at(json, pointer, prefix);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > 0) {
      return value.get<std::uint64_t>();
    }
    refuse(prefix + (pointer + 1), "not a number above 0");
    return 0;
  }

  std::uint64_t cycles(const Json& json, const char* pointer, const std::string& prefix) {
    const Json& value = at(json, pointer, prefix);
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    refuse(prefix + (pointer + 1), "not a number of cycles");
    return 0;
  }

  /// `json` must have the value `wanted` there.
  void expect(const Json& json, const char* pointer, const Json& wanted) {
    const Json& value = at(json, pointer);
    if (!failed() && value != wanted) {
      refuse(pointer + 1, fmt::format("{}, but this link has {}", value.dump(), wanted.dump()));
    }
  }

 private:
  std::string file_;
  std::string problem_;
};

void add_tensor(Reader& reader, const Json& tensor, const std::string& name, CodecTiming& codec) {
  const std::uint64_t values = reader.count(tensor, "/coded_values", name);
  const std::uint64_t encode = reader.count(tensor, "/engines/rtl/cycles", name);
  const std::uint64_t decode = reader.count(tensor, "/engines/rtl/decode/cycles", name);
  const std::uint64_t step = reader.count(tensor, "/engines/rtl/latency_cycles/p50", name);
  const std::uint64_t first =
      reader.count(tensor, "/engines/rtl/decode/first_value_latency_cycles/min", name);
  codec.values += values;
  codec.encode_cycles += encode;
  // Cycles of the decoder without values count where they fall: inside a message, or between two.
  const std::uint64_t messages = reader.count(tensor, "/messages", name);
  const std::uint64_t bubbles = reader.cycles(tensor, "/engines/rtl/decode/bubbles", name);
  const std::uint64_t inside = std::min(decode, (values + codec.lanes - 1) / codec.lanes + bubbles);
  codec.decode_cycles += inside;
  codec.between_cycles += decode - inside;
  codec.messages += messages;
  codec.encode_latency = std::max(codec.encode_latency, static_cast<std::uint32_t>(step));
  codec.decode_latency = std::max(codec.decode_latency, static_cast<std::uint32_t>(first));
}

}  // namespace

double CodecTiming::encode_bytes_per_ns() const { return bytes_per_ns(*this, encode_cycles); }

double CodecTiming::decode_bytes_per_ns() const { return bytes_per_ns(*this, decode_cycles); }

Result<CodecTiming> read_codec_timing(const std::string& file, const CodecExpectation& expected) {
  Reader reader(file);
  std::ifstream stream(file);
  if (!stream) return Error{ErrorKind::kFile, fmt::format("{}: cannot be read", file)};
  const Json report = Json::parse(stream, nullptr, false);
  if (report.is_discarded()) return Error{ErrorKind::kFile, fmt::format("{}: not JSON", file)};
  if (!(expected.clock_ghz > 0)) reader.refuse("clock_ghz", "must be above 0");

  reader.expect(report, "/config/lanes", expected.lanes);
  reader.expect(report, "/config/word_bits", expected.word_bits);
  reader.expect(report, "/config/source_stall", "none");
  reader.expect(report, "/config/sink_stall", "none");
  reader.expect(report, "/match", true);

  CodecTiming codec;
  codec.present = true;
  codec.lanes = expected.lanes;
  codec.word_bits = expected.word_bits;
  codec.clock_ghz = expected.clock_ghz;
  const Json& tensors = reader.at(report, "/tensors");
  for (std::size_t i = 0; !reader.failed() && i < tensors.size(); ++i) {
    const Json& tensor = tensors[i];
    if (reader.at(tensor, "/dtype", fmt::format("tensors/{}/", i)) != expected.dtype) continue;
    add_tensor(reader, tensor, fmt::format("tensors/{}/", i), codec);
    if (reader.failed()) break;
    const std::uint64_t raw = tensor.value("raw_bytes", std::uint64_t{0});
    codec.value_bytes =
        static_cast<std::uint32_t>(raw / tensor["coded_values"].get<std::uint64_t>());
  }
  if (codec.values == 0) {
    reader.refuse("tensors", fmt::format("none of the dtype {}", expected.dtype));
  }
  if (reader.failed()) return reader.error();
  return codec;
}

}  // namespace tern::link
