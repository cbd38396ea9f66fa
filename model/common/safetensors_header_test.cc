// SPDX-License-Identifier: Apache-2.0
//
// safetensors_header_test: one form of JSON is the header, and no other.
//
//   Spec  safetensors format
#include "model/common/safetensors_header.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "model/common/test_files.h"

namespace tern {
namespace {

const std::string kPath = "model.safetensors";

void accept(const std::string& header, std::size_t tensors) {
  const Result<std::vector<SafetensorsItem>> items = parse_safetensors_header(header, kPath);
  ASSERT_TRUE(items.ok()) << items.error().message;
  EXPECT_EQ(items.value().size(), tensors) << header;
}

void refuse(const std::string& header, std::initializer_list<std::string_view> parts) {
  SCOPED_TRACE(header.substr(0, 200));
  expect_error(parse_safetensors_header(header, kPath), ErrorKind::kFile, kPath, parts);
}

std::string one(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return "{\"a\":{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets +
         "}}";
}

const std::string kGood = one("\"F32\"", "[2]", "[0,8]");

TEST(SafetensorsHeader, ReadsEveryField) {
  const Result<std::vector<SafetensorsItem>> items = parse_safetensors_header(
      "{ \"b\" : {\"data_offsets\" : [ 8, 18446744073709551615 ],\n\"shape\":[],"
      "\"dtype\":\"F32\"}, \"\\u00e4\": {\"dtype\":\"?\",\"shape\":[1,0],\"data_offsets\":[1,0]} "
      "} ",
      kPath);
  ASSERT_TRUE(items.ok()) << items.error().message;
  ASSERT_EQ(items.value().size(), 2U);
  EXPECT_EQ(items.value()[0].name, "b");
  EXPECT_EQ(items.value()[0].dtype, "F32");
  EXPECT_TRUE(items.value()[0].shape.empty());
  EXPECT_EQ(items.value()[0].begin, 8U);
  EXPECT_EQ(items.value()[0].end, UINT64_MAX);
  EXPECT_EQ(items.value()[1].name, "\xC3\xA4");
  EXPECT_EQ(items.value()[1].dtype, "?");
  EXPECT_EQ(items.value()[1].shape, (std::vector<std::uint64_t>{1, 0}));
}

TEST(SafetensorsHeader, RefusesFieldsOfTheWrongForm) {
  const std::string f32 = "\"F32\"";
  for (const std::string& header : {one("32", "[2]", "[0,8]"),
                                    one("null", "[2]", "[0,8]"),
                                    one("[\"F32\"]", "[2]", "[0,8]"),
                                    one(f32, "2", "[0,8]"),
                                    one(f32, "[-2]", "[0,8]"),
                                    one(f32, "[2.0]", "[0,8]"),
                                    one(f32, "[2e0]", "[0,8]"),
                                    one(f32, "[\"2\"]", "[0,8]"),
                                    one(f32, "[[2]]", "[0,8]"),
                                    one(f32, "[true]", "[0,8]"),
                                    one(f32, "[18446744073709551616]", "[0,8]"),
                                    one(f32, "[-0]", "[0,8]"),

                                    one(f32, "{}", "[0,8]"),
                                    one(f32, "[2]", "[]"),
                                    one(f32, "[2]", "[0]"),
                                    one(f32, "[2]", "[0,8,8]"),
                                    one(f32, "[2]", "[-0,8]"),
                                    one(f32, "[2]", "[0,8.0]"),
                                    one(f32, "[2]", "8"),
                                    std::string("{\"a\":null}"),
                                    std::string("{\"a\":[\"F32\",[2],[0,8]]}"),
                                    std::string("{\"a\":{}}"),
                                    std::string("{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}")}) {
    refuse(header, {"header has, at tensor 'a'"});
  }
  refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],\"more\":1}}",
         {"unknown field 'more'"});
}

TEST(SafetensorsHeader, RefusesMoreThan32Dimensions) {
  std::string shape = "[8";
  for (int i = 1; i < 32; ++i) shape += ",1";
  accept(one("\"U8\"", shape + "]", "[0,8]"), 1);
  refuse(one("\"U8\"", shape + ",1]", "[0,8]"), {"more than 32 dimensions"});
}

TEST(SafetensorsHeader, RefusesTheSameNameTwice) {
  const std::string a = kGood.substr(1, kGood.size() - 2);
  refuse("{" + a + "," + a + "}", {"'a' twice"});
  refuse("{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
         {"'dtype' twice"});
  refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"sh\\u0061pe\":[2],\"data_offsets\":[0,8]}}",
         {"'shape' twice"});
}

TEST(SafetensorsHeader, TakesMetadataOfStringsOnly) {
  const auto with = [](const std::string& metadata) {
    return "{\"__metadata__\":" + metadata + "," + kGood.substr(1);
  };
  accept(with("{}"), 1);
  accept(with("{\"format\":\"pt\",\"dtype\":\"x\"}"), 1);
  for (const char* const bad : {"{\"a\":1}", "{\"a\":null}", "{\"a\":{}}", "{\"a\":[]}",
                                "{\"a\":true}", "[]", "\"x\"", "1", "null"}) {
    refuse(with(bad), {"header has"});
  }
  refuse(with("{\"a\":\"b\",\"a\":\"c\"}"), {"'a' twice"});
  refuse(with("{},\"__metadata__\":{}"), {"'__metadata__' twice"});
}

TEST(SafetensorsHeader, RefusesWhatIsNotJson) {
  for (const std::string& header :
       {std::string("{"), kGood.substr(0, kGood.size() - 1), kGood + "x", kGood + "}",
        kGood + kGood, kGood.substr(0, kGood.size() - 1) + ",}", "{'a':1}" + std::string(),
        "{/**/" + kGood.substr(1), one("\"F32\"", "[02]", "[0,8]"),
        one("\"F32\"", "[1e400]", "[0,8]"), one("\"F32\"", "[2,]", "[0,8]"),
        "{\"a\xFF" + kGood.substr(3), "{\"a\\ud800" + kGood.substr(3),
        "{\"a\t" + kGood.substr(3)}) {
    refuse(header, {"is no JSON"});
  }
  for (const std::string& header : {std::string(), " " + kGood, "\xEF\xBB\xBF" + kGood,
                                    std::string("[]"), std::string("null"), std::string("1")}) {
    refuse(header, {"does not begin with '{'"});
  }
  refuse(kGood + std::string(3, '\0'), {"zero byte"});
}

TEST(SafetensorsHeader, SurvivesDeepNesting) {
  const std::string deep(1000000, '[');
  refuse("{\"a\":" + deep, {"out of place"});
  refuse("{\"a\":{\"dtype\":" + deep, {"out of place"});
  refuse("{\"a\":{\"shape\":" + deep, {"out of place"});
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"dtype\":";
  refuse(objects, {"out of place"});
}

TEST(SafetensorsHeader, NamesCannotBreakMessages) {
  const std::string name = "x\\n\\u001b[31m" + std::string(100000, 'y');
  const std::string header = "{\"" + name + "\":1}";
  refuse(header, {"'x\\n\\x1b[31m", "...'"});
  EXPECT_LT(parse_safetensors_header(header, kPath).error().message.size(), 1000U);
}

}  // namespace
}  // namespace tern
