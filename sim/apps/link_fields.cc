// SPDX-License-Identifier: Apache-2.0
//
// link_fields: fields, and what is wrong with them.
//
// See the header for the contract.
//
//   Spec  docs/cli.md#the-link-file
//   Test  tb/apps/link_test.py
#include "sim/apps/link_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/common/input_file.h"
#include "model/common/text.h"

namespace tern::apps {

LinkFields::LinkFields(const OrderedJson* json, std::string file, std::string key)
    : json_(json), file_(std::move(file)), key_(std::move(key)) {
  if (json_ != nullptr && !json_->is_object()) {
    refuse("", "is not an object");
    json_ = nullptr;
  }
}

const OrderedJson* LinkFields::find(const std::string& name) {
  known_.insert(name);
  if (json_ == nullptr) return nullptr;
  const auto found = json_->find(name);
  return found == json_->end() ? nullptr : &*found;
}

bool LinkFields::has(const std::string& name) const {
  return json_ != nullptr && json_->find(name) != json_->end();
}

LinkFields LinkFields::inside(const std::string& name) {
  return {find(name), file_, key_.empty() ? name : key_ + "." + name};
}

void LinkFields::take(const std::string& name, std::vector<std::string>& values) {
  const OrderedJson* const field = find(name);
  if (field == nullptr) return;
  const bool texts =
      field->is_array() &&
      std::all_of(field->begin(), field->end(), [](const auto& one) { return one.is_string(); });
  if (!texts) return refuse(name, "is not a list of texts");
  values = field->get<std::vector<std::string>>();
}

void LinkFields::choose(const std::string& name, const std::vector<std::string>& names,
                        std::size_t& place) {
  const OrderedJson* const field = find(name);
  if (field == nullptr) return;
  const auto found = field->is_string()
                         ? std::find(names.begin(), names.end(), field->get<std::string>())
                         : names.end();
  if (found == names.end()) {
    return refuse(name,
                  fmt::format("is {}", printable(field->dump(
                                           -1, ' ', true, OrderedJson::error_handler_t::replace))),
                  "use " + one_of(names));
  }
  place = static_cast<std::size_t>(found - names.begin());
}

void LinkFields::refuse(const std::string& name, const std::string& cause,
                        const std::string& cure) {
  if (error_) return;
  const std::string dot = key_.empty() || name.empty() ? "" : ".";
  const std::string key = key_ + dot + name;
  error_ = file_error(
      file_, fmt::format("{}{}{}; {}", printable(key), key.empty() ? "" : ": ", cause, cure),
      ErrorKind::kFile);
}

void LinkFields::refuse_number(const std::string& name, const OrderedJson& field, bool whole,
                               double least, double most) {
  refuse(name,
         fmt::format("is {}",
                     printable(field.dump(-1, ' ', true, OrderedJson::error_handler_t::replace))),
         fmt::format("give a {}number from {} to {}", whole ? "whole " : "", least, most));
}

std::optional<Error> LinkFields::finish() {
  if (json_ == nullptr) return error_;
  for (const auto& item : json_->items()) {
    if (known_.count(item.key()) > 0) continue;
    refuse(item.key(), "is not a key of a link file",
           "use " + one_of({known_.begin(), known_.end()}));
  }
  return error_;
}

}  // namespace tern::apps
