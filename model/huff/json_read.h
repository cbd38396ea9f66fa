// SPDX-License-Identifier: Apache-2.0
//
// json_read.h: values of a JSON file, refused with file, key, cause and cure.
//
//   Spec  docs/cli.md#book-files, docs/cli.md#counter-files
//   Test  model/huff/book_file_test.cc, model/huff/counter_file_test.cc
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "model/common/result.h"

namespace tern::huff {

/// Where in which file we are.
struct JsonPlace {
  std::string file;
  std::string key;
  const char* writer = "tern train";  ///< the command that writes such files

  [[nodiscard]] JsonPlace at(const std::string& name) const;
  [[nodiscard]] JsonPlace at(std::size_t index) const;
  [[nodiscard]] Error refuse(const std::string& cause, const std::string& cure) const;
};

/// Refuses anything but an object with exactly these keys.
[[nodiscard]] std::optional<Error> check_keys(const nlohmann::json& object, const JsonPlace& place,
                                              std::initializer_list<const char*> keys);

/// A whole number from `low` to `high`.
[[nodiscard]] Result<std::uint64_t> read_number(const nlohmann::json& value, const JsonPlace& place,
                                                std::uint64_t low, std::uint64_t high);

[[nodiscard]] Result<std::string> read_text(const nlohmann::json& value, const JsonPlace& place);

/// The whole file: an object with exactly these keys, of which `format` and `version` have these
/// values.
[[nodiscard]] Result<nlohmann::json> read_json_file(const std::string& text, const JsonPlace& file,
                                                    const char* format, std::uint64_t version,
                                                    std::initializer_list<const char*> keys);

}  // namespace tern::huff
