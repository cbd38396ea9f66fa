// SPDX-License-Identifier: Apache-2.0
//
// json_text: JSON files that people can read.
//
//   Spec  RFC 8259
//   Test  tb/apps/json_text_test.cc
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tern::apps {

/// JSON whose fields keep the order in which they are written.
using OrderedJson = nlohmann::ordered_json;

/// JSON as the text of a file, in ASCII: a field a line, but arrays without objects on one line.
/// Bytes that are not UTF-8, as in names of files, become replacement characters.
[[nodiscard]] std::string to_text(const OrderedJson& json);

/// A JSON number, or null.
template <typename T>
[[nodiscard]] OrderedJson number_or_null(const std::optional<T>& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

}  // namespace tern::apps
