// SPDX-License-Identifier: Apache-2.0
//
// link_timing: cycles of blocks.
//
// See the header for the contract.
//
//   Spec  docs/link.md#lossy-coding
//   Test  tb/apps/link_test.py
#include "sim/apps/link_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "model/common/dtype.h"
#include "model/common/input_file.h"
#include "model/huff/json_check.h"
#include "sim/apps/json_text.h"

namespace tern::apps {
namespace {

constexpr std::uint64_t kMaxReport = std::uint64_t{256} << 20;
constexpr std::uint32_t kTdrCircuitLanes = 16;

std::uint64_t number(const OrderedJson& json, const char* pointer) {
  const OrderedJson::json_pointer place(pointer);
  if (!json.is_object() || !json.contains(place)) return 0;
  const OrderedJson& value = json.at(place);
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

}  // namespace

Result<link::CodecTiming> read_tdr_timing(const std::string& file,
                                          const link::CodecExpectation& expected) {
  const auto refuse = [&file](const std::string& what) {
    return file_error(file,
                      what +
                          "; make the file with 'tern eval --codec tdr --engines model,rtl "
                          "--effort stream --json'",
                      ErrorKind::kUsage);
  };
  const Result<std::string> text = read_text_file(file, kMaxReport);
  if (!text) return text.error();
  if (const std::optional<std::string> fault = huff::find_json_fault(text.value())) {
    return file_error(file, "is not proper JSON: " + *fault);
  }
  const OrderedJson report = OrderedJson::parse(text.value());
  if (!report.is_object() || !report.contains("tensors") || !report["tensors"].is_array()) {
    return refuse("tensors: missing");
  }
  if (expected.lanes != kTdrCircuitLanes) {
    return refuse(fmt::format("lanes: the circuits of lossy coding have {}, but codec.lanes is {}",
                              kTdrCircuitLanes, expected.lanes));
  }
  link::CodecTiming timing;
  timing.present = true;
  timing.lanes = expected.lanes;
  timing.word_bits = expected.word_bits;
  timing.clock_ghz = expected.clock_ghz;
  for (const OrderedJson& tensor : report["tensors"]) {
    if (!tensor.is_object() || !tensor.contains("dtype") || tensor["dtype"] != expected.dtype) {
      continue;
    }
    const std::uint64_t values = number(tensor, "/values");
    const std::uint64_t encode = number(tensor, "/engines/rtl/cycles");
    const std::uint64_t decode = number(tensor, "/engines/rtl/decode/cycles");
    const std::uint64_t last = number(tensor, "/engines/rtl/latency_cycles/last/max");
    const std::uint64_t first = number(tensor, "/engines/rtl/decode/latency_cycles/first/max");
    if (values == 0 || last == 0 || first == 0 || encode <= last || decode <= first) {
      return refuse("engines.rtl: missing, or not of the circuits of lossy coding");
    }
    timing.values += values;
    // One latency is in the cycles of the blocks of a tensor, which come back to back.
    timing.encode_cycles += encode - last;
    timing.decode_cycles += decode - first;
    timing.encode_latency = std::max(timing.encode_latency, static_cast<std::uint32_t>(last));
    timing.decode_latency = std::max(timing.decode_latency, static_cast<std::uint32_t>(first));
    timing.value_bytes = static_cast<std::uint32_t>(number(tensor, "/raw_bytes") / values);
  }
  if (timing.values == 0) {
    return refuse(fmt::format("tensors: none has the dtype {}", expected.dtype));
  }
  return timing;
}

}  // namespace tern::apps
