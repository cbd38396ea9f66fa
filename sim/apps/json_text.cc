// SPDX-License-Identifier: Apache-2.0
//
// json_text: JSON files that people can read.
//
// The library lays out every number of an array on a line of its own; 256 counts are better in one.
//
//   Spec  RFC 8259
//   Test  tb/apps/json_text_test.cc
#include "sim/apps/json_text.h"

#include <algorithm>

namespace tern::apps {
namespace {

std::string scalar(const OrderedJson& json) {
  return json.dump(-1, ' ', true, OrderedJson::error_handler_t::replace);
}

bool has_object(const OrderedJson& json) {
  return json.is_object() || (json.is_array() && std::any_of(json.begin(), json.end(), has_object));
}

void append(std::string& text, const OrderedJson& json, std::size_t indent) {
  if (!has_object(json) || json.empty()) {
    text += scalar(json);
    return;
  }
  const bool object = json.is_object();
  text += object ? '{' : '[';
  bool first = true;
  for (const auto& item : json.items()) {
    text += first ? "\n" : ",\n";
    first = false;
    text.append(indent + 2, ' ');
    if (object) text += scalar(OrderedJson(item.key())) + ": ";
    append(text, item.value(), indent + 2);
  }
  text += '\n';
  text.append(indent, ' ');
  text += object ? '}' : ']';
}

}  // namespace

std::string to_text(const OrderedJson& json) {
  std::string text;
  append(text, json, 0);
  return text + '\n';
}

}  // namespace tern::apps
