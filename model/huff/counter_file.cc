// SPDX-License-Identifier: Apache-2.0
//
// counter_file.cc: reads and writes counters as JSON.
//
//   Spec  docs/cli.md#counter-files
//   Test  model/huff/counter_file_test.cc
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "model/common/dtype.h"
#include "model/common/text.h"
#include "model/huff/counters.h"
#include "model/huff/json_read.h"

namespace tern::huff {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormatName = "tern-counters";
constexpr std::uint64_t kFileVersion = 1;
// Whole numbers that every reader of JSON keeps exactly.
constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << 53) - 1;
constexpr std::size_t kCountsPerLine = 16;

template <std::size_t Size>
std::optional<Error> read_counts(const Json& array, const JsonPlace& place,
                                 std::array<std::uint64_t, Size>& counts) {
  if (!array.is_array() || array.size() != Size) {
    const std::string found = array.is_array() ? fmt::format("has {} elements", array.size())
                                               : fmt::format("is of type {}", array.type_name());
    return place.refuse(found, fmt::format("give {} counts", Size));
  }
  for (std::size_t i = 0; i < Size; ++i) {
    const Result<std::uint64_t> count = read_number(array[i], place.at(i), 0, kMaxCount);
    if (!count.ok()) return count.error();
    counts[i] = count.value();
  }
  return std::nullopt;
}

}  // namespace

void add(Counters& sum, const Counters& more) {
  for (std::size_t i = 0; i < sum.samples.size(); ++i) sum.samples[i] += more.samples[i];
  for (std::size_t i = 0; i < sum.chunks.size(); ++i) sum.chunks[i] += more.chunks[i];
  sum.raw_chunks += more.raw_chunks;
  sum.raw_bytes += more.raw_bytes;
  sum.words += more.words;
  sum.escapes += more.escapes;
}

Result<CounterFile> parse_counters(const std::string& text, const std::string& name) {
  const JsonPlace file{name, "", "tern eval --counters"};
  const Result<Json> read =
      read_json_file(text, file, kFormatName, kFileVersion,
                     {"format", "version", "dtype", "word_bits", "samples", "chunks", "raw_chunks",
                      "raw_bytes", "words", "escapes"});
  if (!read.ok()) return read.error();
  const Json& json = read.value();
  CounterFile found;
  const Result<std::string> dtype_text = read_text(json["dtype"], file.at("dtype"));
  if (!dtype_text.ok()) return dtype_text.error();
  const std::optional<Dtype> dtype = parse_dtype(dtype_text.value());
  if (!dtype) {
    return file.at("dtype").refuse(in_quotes(dtype_text.value()) + " is not a dtype",
                                   "use " + dtype_choices());
  }
  found.dtype = *dtype;
  const Result<std::uint64_t> word_bits =
      read_number(json["word_bits"], file.at("word_bits"), 32, 64);
  if (!word_bits.ok()) return word_bits.error();
  if (word_bits.value() != 32 && word_bits.value() != 64) {
    return file.at("word_bits").refuse(fmt::format("is {}", word_bits.value()), "use 32 or 64");
  }
  found.word_bits = static_cast<std::uint32_t>(word_bits.value());
  Counters& counters = found.counters;
  if (auto error = read_counts(json["samples"], file.at("samples"), counters.samples)) {
    return *error;
  }
  if (auto error = read_counts(json["chunks"], file.at("chunks"), counters.chunks)) return *error;
  for (const auto& [key, count] :
       {std::pair{"raw_chunks", &counters.raw_chunks}, std::pair{"raw_bytes", &counters.raw_bytes},
        std::pair{"words", &counters.words}, std::pair{"escapes", &counters.escapes}}) {
    const Result<std::uint64_t> number = read_number(json[key], file.at(key), 0, kMaxCount);
    if (!number.ok()) return number.error();
    *count = number.value();
  }
  return found;
}

std::string format_counters(const CounterFile& file) {
  const Counters& counters = file.counters;
  std::string samples;
  for (std::size_t i = 0; i < counters.samples.size(); ++i) {
    samples += i == 0 ? "" : ",";
    samples += i % kCountsPerLine == 0 ? "\n    " : " ";
    samples += std::to_string(counters.samples[i]);
  }
  return fmt::format(
      "{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"dtype\": \"{}\",\n  \"word_bits\": {},\n"
      "  \"raw_bytes\": {},\n  \"words\": {},\n  \"escapes\": {},\n  \"raw_chunks\": {},\n"
      "  \"chunks\": [{}],\n  \"samples\": [{}]\n}}\n",
      kFormatName, kFileVersion, dtype_name(file.dtype), file.word_bits, counters.raw_bytes,
      counters.words, counters.escapes, counters.raw_chunks, fmt::join(counters.chunks, ", "),
      samples);
}

}  // namespace tern::huff
