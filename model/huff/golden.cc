// SPDX-License-Identifier: Apache-2.0
//
// golden.cc: golden messages as JSON.
//
//   Spec  docs/huffman_format.md#13-versions
//   Test  model/huff/golden_test.cc
#include "model/huff/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "model/common/dtype.h"
#include "model/huff/book_file.h"

namespace tern::huff {
namespace {

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kBytesPerLine = 40;

[[noreturn]] void give_up(const std::string& path, const std::string& why) {
  fmt::print(stderr, "{}: {}\n", path, why);
  std::exit(1);
}

std::string format_hex(const Bytes& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % kBytesPerLine == 0) text += i == 0 ? "\n    \"" : "\",\n    \"";
    text += fmt::format("{:02x}", bytes[i]);
  }
  return bytes.empty() ? "[]" : "[" + text + "\"\n  ]";
}

// Positions in the list of books; null: raw.
std::string format_choices(const std::vector<std::size_t>& choices) {
  Json json = Json::array();
  for (const std::size_t choice : choices) {
    json.push_back(choice == ChunkedCase::kRaw ? Json(nullptr) : Json(choice));
  }
  return json.dump();
}

Bytes parse_hex(const Json& lines) {
  Bytes bytes;
  for (const std::string line : lines) {
    for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(line.substr(i, 2), nullptr, 16)));
    }
  }
  return bytes;
}

Golden parse_golden(const std::string& text, const std::string& path) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) give_up(path, "is not JSON");
  if (json.at("format_version") != kFormatVersion) give_up(path, "is of another format version");
  Golden golden;
  golden.name = json.at("name").get<std::string>();
  const std::optional<Dtype> dtype = parse_dtype(json.at("dtype").get<std::string>());
  if (!dtype) give_up(path, "has an unknown dtype");
  golden.input.dtype = *dtype;
  golden.input.geometry = {json.at("lanes").get<std::uint32_t>(),
                           json.at("word_bits").get<std::uint32_t>()};
  golden.input.chunk_log2 = json.at("chunk_log2").get<std::uint32_t>();
  golden.input.min_len = json.at("min_len").get<std::uint8_t>();
  golden.input.offset = json.at("offset").get<std::uint8_t>();
  const Result<BookSet> books = parse_books(json.at("books").dump(), path);
  if (!books.ok()) give_up(path, books.error().message);
  golden.input.books = books.value().books();
  for (const Json& choice : json.at("choices")) {
    golden.input.choices.push_back(choice.is_null() ? ChunkedCase::kRaw
                                                    : choice.get<std::size_t>());
  }
  golden.input.data = parse_hex(json.at("values"));
  golden.message = parse_hex(json.at("message"));
  return golden;
}

}  // namespace

std::vector<Golden> read_goldens(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Golden> goldens;
  for (const std::string& path : paths) {
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    goldens.push_back(parse_golden(text, path));
  }
  return goldens;
}

std::string format_golden(const Golden& golden) {
  const ChunkedCase& input = golden.input;
  std::string books = format_books(books_of(input), golden.name);
  books.pop_back();  // its newline
  for (std::size_t at = 0; (at = books.find('\n', at)) != std::string::npos; at += 3) {
    books.replace(at, 1, "\n  ");
  }
  return fmt::format(
      "{{\n  \"format_version\": {},\n  \"name\": \"{}\",\n  \"dtype\": \"{}\", \"lanes\": {}, "
      "\"word_bits\": {}, \"chunk_log2\": {}, \"min_len\": {}, \"offset\": {},\n  \"choices\": "
      "{},\n  \"books\": "
      "{},\n  \"values\": {},\n  \"message\": {}\n}}\n",
      kFormatVersion, golden.name, dtype_name(input.dtype), input.geometry.lanes,
      input.geometry.word_bits, input.chunk_log2, input.min_len, input.offset,
      format_choices(input.choices), books, format_hex(input.data), format_hex(golden.message));
}

}  // namespace tern::huff
