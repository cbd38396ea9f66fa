// SPDX-License-Identifier: Apache-2.0
//
// json_text_test: layout of JSON files.
//
//   Spec  RFC 8259
//   Test  tb/apps/json_text_test.cc
#include "sim/apps/json_text.h"

#include <gtest/gtest.h>

namespace tern::apps {
namespace {

TEST(JsonText, PutsFieldsOnLinesAndNumbersOnOne) {
  OrderedJson json;
  json["b"] = {1, 2, 3};
  json["a"] = OrderedJson::array({OrderedJson{{"x", nullptr}}, OrderedJson::object()});
  EXPECT_EQ(to_text(json),
            "{\n  \"b\": [1,2,3],\n  \"a\": [\n    {\n      \"x\": null\n    },\n    {}\n  ]\n}\n");
}

TEST(JsonText, IsTheSameJson) {
  OrderedJson json = {{"empty", OrderedJson::array()},
                      {"none", OrderedJson::object()},
                      {"nested", {{"pairs", {{1, 2}, {3, 4}}}, {"number", 0.1}}}};
  EXPECT_EQ(OrderedJson::parse(to_text(json)), json);
}

TEST(JsonText, IsAsciiWhateverTheNamesAre) {
  const OrderedJson json = {{"name", "\xC3\xA4\xFF\x01"}};
  const std::string text = to_text(json);
  for (const char c : text) EXPECT_LT(static_cast<unsigned char>(c), 0x80) << text;
  EXPECT_EQ(OrderedJson::parse(text)["name"], "\xC3\xA4\xEF\xBF\xBD\x01");
}

TEST(JsonText, MissingNumbersAreNull) {
  EXPECT_EQ(number_or_null(std::optional<double>{}).dump(), "null");
  EXPECT_EQ(number_or_null(std::optional<double>{2.5}).dump(), "2.5");
}

}  // namespace
}  // namespace tern::apps
