// SPDX-License-Identifier: Apache-2.0
//
// json_read.cc: values of a JSON file, refused with file, key, cause and cure.
//
//   Spec  docs/cli.md#book-files, docs/cli.md#counter-files
//   Test  model/huff/book_file_test.cc, model/huff/counter_file_test.cc
#include "model/huff/json_read.h"

#include <fmt/format.h>

#include "model/common/text.h"
#include "model/huff/json_check.h"

namespace tern::huff {

using Json = nlohmann::json;

JsonPlace JsonPlace::at(const std::string& name) const {
  return {file, key.empty() ? name : key + "." + name, writer};
}

JsonPlace JsonPlace::at(std::size_t index) const {
  return {file, fmt::format("{}[{}]", key, index), writer};
}

Error JsonPlace::refuse(const std::string& cause, const std::string& cure) const {
  const std::string where = key.empty() ? "the file" : key;
  return {ErrorKind::kBook, fmt::format("{}: {}: {}; {}", file, where, cause, cure)};
}

std::optional<Error> check_keys(const Json& object, const JsonPlace& place,
                                std::initializer_list<const char*> keys) {
  if (!object.is_object()) {
    return place.refuse(fmt::format("is not an object but of type {}", object.type_name()),
                        fmt::format("write such a file with '{}'", place.writer));
  }
  for (const char* key : keys) {
    if (!object.contains(key)) {
      return place.at(key).refuse("is missing",
                                  fmt::format("add it, or write the file with '{}'", place.writer));
    }
  }
  for (const auto& item : object.items()) {
    bool known = false;
    for (const char* key : keys) known = known || item.key() == key;
    if (!known) {
      return place.at(printable(item.key())).refuse("is not a key of this format", "remove it");
    }
  }
  return std::nullopt;
}

Result<std::uint64_t> read_number(const Json& value, const JsonPlace& place, std::uint64_t low,
                                  std::uint64_t high) {
  const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() >= low &&
                    value.get<std::uint64_t>() <= high;
  if (fits) return value.get<std::uint64_t>();
  const std::string cure = low == high
                               ? fmt::format("only {} is known", low)
                               : fmt::format("give a whole number from {} to {}", low, high);
  if (!value.is_number()) {
    return place.refuse(fmt::format("is not a number but of type {}", value.type_name()), cure);
  }
  return place.refuse(fmt::format("is {}", value.dump()), cure);
}

Result<std::string> read_text(const Json& value, const JsonPlace& place) {
  if (value.is_string()) return value.get<std::string>();
  return place.refuse(fmt::format("is not a text but of type {}", value.type_name()),
                      "put it in quotes");
}

Result<Json> read_json_file(const std::string& text, const JsonPlace& file, const char* format,
                            std::uint64_t version, std::initializer_list<const char*> keys) {
  if (const std::optional<std::string> fault = find_json_fault(text)) {
    return file.refuse("is not proper JSON: " + *fault,
                       fmt::format("write such a file with '{}'", file.writer));
  }
  Json json = Json::parse(text, nullptr, false);
  if (std::optional<Error> error = check_keys(json, file, keys)) return *error;
  const Result<std::string> name = read_text(json["format"], file.at("format"));
  if (!name.ok()) return name.error();
  if (name.value() != format) {
    return file.at("format").refuse("is " + in_quotes(name.value()),
                                    fmt::format("such a file has '{}'", format));
  }
  const Result<std::uint64_t> found =
      read_number(json["version"], file.at("version"), version, version);
  if (!found.ok()) return found.error();
  return json;
}

}  // namespace tern::huff
