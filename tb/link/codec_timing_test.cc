// SPDX-License-Identifier: Apache-2.0
//
// codec_timing_test: the codec's figures are those of the report, and of the right configuration.
//
//   Spec  docs/link.md#codec
//   Test  tb/link/codec_timing_test.cc
#include "sim/link/codec_timing.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

namespace tern::link {
namespace {

using Json = nlohmann::json;

/// The fields of a report that are read, as `tern eval --engines model,rtl` writes them.
Json report() {
  const char* const text = R"({
    "config": {"lanes": 16, "word_bits": 32, "source_stall": "none", "sink_stall": "none"},
    "match": true,
    "tensors": [
      {"dtype": "bf16", "coded_values": 16000, "raw_bytes": 32000, "messages": 5,
       "engines": {"rtl": {"cycles": 1010, "latency_cycles": {"p50": 12},
        "decode": {"cycles": 1020, "bubbles": 0,
                   "first_value_latency_cycles": {"min": 5, "max": 6}}}}},
      {"dtype": "e4m3", "coded_values": 160, "raw_bytes": 160, "engines": {}},
      {"dtype": "bf16", "coded_values": 16000, "raw_bytes": 32000, "messages": 5,
       "engines": {"rtl": {"cycles": 990, "latency_cycles": {"p50": 11},
        "decode": {"cycles": 1030, "bubbles": 10,
                   "first_value_latency_cycles": {"min": 6, "max": 17}}}}}]})";
  return Json::parse(text);
}

Result<CodecTiming> read(const Json& json, const CodecExpectation& expected = {}) {
  const std::string file = testing::TempDir() + "codec_timing_test.json";
  std::ofstream(file) << json;
  return read_codec_timing(file, expected);
}

TEST(CodecTiming, AddsUpTheTensorsOfItsDtype) {
  const auto codec = read(report());
  ASSERT_TRUE(codec) << codec.error().message;
  EXPECT_EQ(codec.value().values, 32000U);
  EXPECT_EQ(codec.value().encode_cycles, 2000U);
  EXPECT_EQ(codec.value().decode_cycles, 2010U);
  EXPECT_EQ(codec.value().between_cycles, 40U);
  EXPECT_DOUBLE_EQ(codec.value().between_ns(), 4);
  EXPECT_EQ(codec.value().encode_latency, 12U);
  EXPECT_EQ(codec.value().decode_latency, 6U);
  EXPECT_EQ(codec.value().held_bytes(), 256U);
  EXPECT_DOUBLE_EQ(codec.value().encode_bytes_per_ns(), 32);
  CodecExpectation fast;
  fast.clock_ghz = 1.5;
  EXPECT_DOUBLE_EQ(read(report(), fast).value().encode_bytes_per_ns(), 48);
}

TEST(CodecTiming, RefusesAnotherConfigurationByItsKey) {
  const std::vector<std::pair<const char*, std::function<void(Json&)>>> cases = {
      {"config/lanes", [](Json& j) { j["config"]["lanes"] = 4; }},
      {"config/word_bits", [](Json& j) { j["config"]["word_bits"] = 64; }},
      {"config/source_stall", [](Json& j) { j["config"]["source_stall"] = "random"; }},
      {"config/sink_stall", [](Json& j) { j["config"].erase("sink_stall"); }},
      {"match", [](Json& j) { j["match"] = false; }},
      {"tensors", [](Json& j) { j["tensors"] = Json::array(); }},
      {"tensors/0/engines/rtl/cycles", [](Json& j) { j["tensors"][0]["engines"].erase("rtl"); }},
      {"tensors/2/engines/rtl/decode/cycles",
       [](Json& j) { j["tensors"][2]["engines"]["rtl"]["decode"] = nullptr; }},
      {"tensors/0/coded_values", [](Json& j) { j["tensors"][0]["coded_values"] = 0; }},
      {"config/lanes", [](Json& j) { j = Json::array(); }},
  };
  for (const auto& [key, change] : cases) {
    Json json = report();
    change(json);
    const auto codec = read(json);
    ASSERT_FALSE(codec) << key;
    EXPECT_NE(codec.error().message.find(std::string(": ") + key + ": "), std::string::npos)
        << codec.error().message;
  }
  CodecExpectation expected;
  expected.dtype = "int8";
  EXPECT_FALSE(read(report(), expected));
  expected = {};
  expected.clock_ghz = 0;
  EXPECT_FALSE(read(report(), expected));
}

TEST(CodecTiming, RefusesWhatIsNoReport) {
  EXPECT_EQ(read_codec_timing("no/such/file.json", {}).error().kind, ErrorKind::kFile);
  const std::string file = testing::TempDir() + "codec_timing_text.json";
  std::ofstream(file) << "{\"config\": ";
  EXPECT_EQ(read_codec_timing(file, {}).error().kind, ErrorKind::kFile);
}

}  // namespace
}  // namespace tern::link
