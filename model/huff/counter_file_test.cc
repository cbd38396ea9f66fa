// SPDX-License-Identifier: Apache-2.0
//
// counter_file_test: counters survive their file, and anything else is refused with its key.
//
//   Spec  docs/cli.md#counter-files
//   Test  model/huff/counter_file_test.cc
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "model/huff/counters.h"

namespace tern::huff {
namespace {

using Json = nlohmann::json;

CounterFile random_file(Rng& rng) {
  CounterFile file;
  file.dtype = rng.chance(1, 2) ? Dtype::kE4m3 : Dtype::kBf16;
  file.word_bits = rng.chance(1, 2) ? 32 : 64;
  Counters& counters = file.counters;
  for (std::uint64_t& count : counters.samples) count = rng.below(std::uint64_t{1} << 32);
  for (std::uint64_t& count : counters.chunks) count = rng.below(1000);
  counters.raw_chunks = rng.below(1000);
  counters.raw_bytes = rng.below(std::uint64_t{1} << 53);
  counters.words = rng.below(std::uint64_t{1} << 53);
  counters.escapes = rng.below(1000);
  return file;
}

std::string refusal(const Json& json) {
  const Result<CounterFile> found = parse_counters(json.dump(), "c.json");
  EXPECT_FALSE(found.ok());
  if (found.ok()) return "";
  EXPECT_EQ(found.error().kind, ErrorKind::kBook);
  return found.error().message;
}

TEST(CounterFile, SurvivesTheFile) {
  Rng rng(tern::test_seed());
  for (int i = 0; i < 20; ++i) {
    const CounterFile file = random_file(rng);
    const Result<CounterFile> found = parse_counters(format_counters(file), "c.json");
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(found.value().dtype, file.dtype);
    EXPECT_EQ(found.value().word_bits, file.word_bits);
    EXPECT_EQ(found.value().counters.samples, file.counters.samples);
    EXPECT_EQ(found.value().counters.chunks, file.counters.chunks);
    EXPECT_EQ(found.value().counters.raw_chunks, file.counters.raw_chunks);
    EXPECT_EQ(found.value().counters.raw_bytes, file.counters.raw_bytes);
    EXPECT_EQ(found.value().counters.words, file.counters.words);
    EXPECT_EQ(found.value().counters.escapes, file.counters.escapes);
    EXPECT_EQ(format_counters(found.value()), format_counters(file));
  }
}

TEST(CounterFile, AddSumsEveryCount) {
  Rng rng(tern::test_seed());
  const CounterFile one = random_file(rng);
  const CounterFile other = random_file(rng);
  Counters sum = one.counters;
  add(sum, other.counters);
  for (std::size_t i = 0; i < kNumSymbols; ++i) {
    EXPECT_EQ(sum.samples[i], one.counters.samples[i] + other.counters.samples[i]);
  }
  for (std::size_t i = 0; i < kNumBooks; ++i) {
    EXPECT_EQ(sum.chunks[i], one.counters.chunks[i] + other.counters.chunks[i]);
  }
  EXPECT_EQ(sum.raw_chunks, one.counters.raw_chunks + other.counters.raw_chunks);
  EXPECT_EQ(sum.raw_bytes, one.counters.raw_bytes + other.counters.raw_bytes);
  EXPECT_EQ(sum.words, one.counters.words + other.counters.words);
  EXPECT_EQ(sum.escapes, one.counters.escapes + other.counters.escapes);
}

TEST(CounterFile, EveryFaultIsRefusedWithItsKey) {
  Rng rng(tern::test_seed());
  const Json good = Json::parse(format_counters(random_file(rng)));
  for (const auto& item : good.items()) {
    Json cut = good;
    cut.erase(item.key());
    EXPECT_NE(refusal(cut).find("c.json: " + item.key() + ": is missing"), std::string::npos);
    Json other = good;
    other[item.key()] = true;
    EXPECT_NE(refusal(other).find("c.json: " + item.key() + ": is"), std::string::npos);
  }
  const std::pair<const char*, Json> faults[] = {
      {"format", "tern-books"}, {"version", 2},  {"dtype", "bf17"},
      {"word_bits", 33},        {"words", -1},   {"escapes", 9007199254740992},
      {"raw_bytes", 1.5},       {"chunks", {1}}, {"samples", Json::array()}};
  for (const auto& [key, value] : faults) {
    Json json = good;
    json[key] = value;
    EXPECT_EQ(refusal(json).rfind(std::string("c.json: ") + key + ": ", 0), 0U) << refusal(json);
  }
  Json deep = good;
  deep["samples"][7] = -1;
  EXPECT_NE(refusal(deep).find("samples[7]"), std::string::npos);
  Json more = good;
  more["extra"] = 1;
  EXPECT_NE(refusal(more).find("extra: is not a key"), std::string::npos);
}

TEST(CounterFile, CutTextIsRefused) {
  Rng rng(tern::test_seed());
  const std::string text = format_counters(random_file(rng));
  for (std::size_t size = 0; size + 2 < text.size(); size += 1 + size / 20) {
    EXPECT_FALSE(parse_counters(text.substr(0, size), "c.json").ok()) << size;
  }
}

}  // namespace
}  // namespace tern::huff
