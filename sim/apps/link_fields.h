// SPDX-License-Identifier: Apache-2.0
//
// link_fields: takes the fields of a JSON object one by one, and misses none.
//
//   Spec  docs/cli.md#the-link-file
//   Test  tb/apps/link_test.py
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/common/result.h"
#include "sim/apps/json_text.h"

namespace tern::apps {

/// The first thing that is wrong stays in error(); what comes after it has no effect.
class LinkFields {
 public:
  /// `json`: nullptr: there is no such object, so that every field keeps its value.
  LinkFields(const OrderedJson* json, std::string file, std::string key);

  /// Leaves `value` as it is unless there is such a field.
  template <typename T>
  void take(const std::string& name, T& value, double least = 0, double most = 9007199254740992.0) {
    const OrderedJson* const field = find(name);
    if (field == nullptr) return;
    if constexpr (std::is_same_v<T, bool>) {
      if (!field->is_boolean()) return refuse(name, "is not true or false");
      value = field->template get<bool>();
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!field->is_string()) return refuse(name, "is not a text");
      value = field->template get<std::string>();
    } else {
      const bool fits =
          std::is_floating_point_v<T> ? field->is_number() : field->is_number_unsigned();
      if (!fits || !(field->template get<double>() >= least) ||
          !(field->template get<double>() <= most)) {
        return refuse_number(name, *field, std::is_integral_v<T>, least, most);
      }
      value = field->template get<T>();
    }
  }
  template <typename T>
  void take(const std::string& name, std::optional<T>& value, double least, double most) {
    T number = value.value_or(T{});
    take(name, number, least, most);
    if (has(name)) value = number;
  }
  void take(const std::string& name, std::vector<std::string>& values);
  /// One of the names; its place among them.
  void choose(const std::string& name, const std::vector<std::string>& names, std::size_t& place);

  /// The field as it is, or nullptr. It counts as taken.
  [[nodiscard]] const OrderedJson* find(const std::string& name);
  [[nodiscard]] bool has(const std::string& name) const;
  /// The fields of an object inside.
  [[nodiscard]] LinkFields inside(const std::string& name);

  void refuse(const std::string& name, const std::string& cause,
              const std::string& cure = "see 'The link file' in docs/cli.md");
  /// Refuses fields that nobody has asked for. The first error of this and of `inside` ones.
  [[nodiscard]] std::optional<Error> finish();

 private:
  void refuse_number(const std::string& name, const OrderedJson& field, bool whole, double least,
                     double most);

  const OrderedJson* json_;
  std::string file_;
  std::string key_;
  std::set<std::string> known_;
  std::optional<Error> error_;
};

}  // namespace tern::apps
