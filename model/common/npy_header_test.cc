// SPDX-License-Identifier: Apache-2.0
//
// npy_header_test: the literal that numpy writes is understood, and no other.
//
//   Spec  numpy.lib.format (NEP 1), versions 1.0, 2.0 and 3.0
#include "model/common/npy_header.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/common/test_files.h"

namespace tern {
namespace {

using Shape = std::vector<std::uint64_t>;

Result<NpyHeader> parse(const std::string& text, bool python2 = false) {
  return parse_npy_header(text, python2, "a.npy");
}

std::string with_shape(const std::string& shape) {
  return "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
}

TEST(NpyHeader, ReadsWhatNumpyWrites) {
  const Result<NpyHeader> header =
      parse("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }          \n");
  ASSERT_TRUE(header.ok()) << header.error().message;
  EXPECT_EQ(header.value().descr, "|i1");
  EXPECT_TRUE(header.value().fortran_order);
  EXPECT_EQ(header.value().shape, (Shape{2, 3}));
}

TEST(NpyHeader, ReadsEveryLegalLayoutOfTheSameThing) {
  for (const char* const text :
       {"{'shape': (2, 3), 'descr': '<f4', 'fortran_order': False}",
        "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,3)}",
        "  {  'descr' :\t'<f4' ,\n'fortran_order' : False , 'shape' : ( 2 , 3 , ) , }\r\n"}) {
    const Result<NpyHeader> header = parse(text);
    ASSERT_TRUE(header.ok()) << header.error().message;
    EXPECT_EQ(header.value().descr, "<f4");
    EXPECT_FALSE(header.value().fortran_order);
    EXPECT_EQ(header.value().shape, (Shape{2, 3}));
  }
}

TEST(NpyHeader, ReadsEveryShape) {
  const struct {
    const char* text;
    Shape shape;
  } rows[] = {{"()", {}},
              {"( )", {}},
              {"(0,)", {0}},
              {"(3, 0)", {3, 0}},
              {"(1,)", {1}},
              {"(9223372036854775807,)", {INT64_MAX}},
              {"(1, 2, 3, 4, 5, 6, 7, 8)", {1, 2, 3, 4, 5, 6, 7, 8}}};
  for (const auto& row : rows) {
    const Result<NpyHeader> header = parse(with_shape(row.text));
    ASSERT_TRUE(header.ok()) << header.error().message;
    EXPECT_EQ(header.value().shape, row.shape) << row.text;
  }
}

TEST(NpyHeader, ReadsPython2NumbersWhereTheyMayBe) {
  const Result<NpyHeader> header = parse(with_shape("(2L, 3L)"), true);
  ASSERT_TRUE(header.ok()) << header.error().message;
  EXPECT_EQ(header.value().shape, (Shape{2, 3}));
  expect_error(parse(with_shape("(2L, 3L)"), false), ErrorKind::kFile, "a.npy", {"','"});
}

TEST(NpyHeader, RefusesShapesThatAreNone) {
  const struct {
    const char* text;
    const char* problem;
  } rows[] = {{"3", "'('"},
              {"(3)", "not a tuple"},
              {"[3]", "'('"},
              {"(,)", "whole numbers"},
              {"(3,,)", "whole numbers"},
              {"(3 4)", "','"},
              {"(3,", "whole numbers"},
              {"(-1,)", "negative"},
              {"(2, -3)", "negative"},
              {"(+3,)", "whole numbers"},
              {"(3.0,)", "','"},
              {"(3e2,)", "','"},
              {"(0x3,)", "','"},
              {"(1_000,)", "','"},
              {"(03,)", "leading zeros"},
              {"(True,)", "whole numbers"},
              {"(None,)", "whole numbers"},
              {"('3',)", "whole numbers"},
              {"((3,),)", "whole numbers"},
              {"(2*3,)", "','"},
              {"(9223372036854775808,)", "2^63"},
              {"(99999999999999999999999999,)", "2^63"},
              {"(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)",
               "more than 32 dimensions"}};
  for (const auto& row : rows) {
    SCOPED_TRACE(row.text);
    expect_error(parse(with_shape(row.text)), ErrorKind::kFile, "a.npy", {row.problem});
  }
}

TEST(NpyHeader, RefusesDictionariesThatAreNotIt) {
  const std::string descr = "'descr': '<f4', ";
  const std::string order = "'fortran_order': False, ";
  const std::string shape = "'shape': (2,), ";
  const struct {
    std::string text;
    const char* problem;
  } rows[] = {{"", "dictionary"},
              {"   \n", "dictionary"},
              {"\n {" + descr + order + shape + "}", "dictionary"},
              {"None", "dictionary"},
              {"['descr']", "dictionary"},
              {"{", "string"},
              {"{}", "'descr'"},
              {"{" + order + shape + "}", "no key 'descr'"},
              {"{" + descr + shape + "}", "no key 'fortran_order'"},
              {"{" + descr + order + "}", "no key 'shape'"},
              {"{" + descr + order + shape, "string"},
              {"{" + descr + order + shape + "} x", "behind"},
              {"{" + descr + order + shape + "}{}", "behind"},
              {"{" + descr + order + shape + descr + "}", "'descr' twice"},
              {"{" + descr + order + order + shape + "}", "'fortran_order' twice"},
              {"{" + descr + shape + order + shape + "}", "'shape' twice"},
              {"{" + descr + order + shape + "'extra': 1}", "unknown key 'extra'"},
              {"{" + descr + order + "'Shape': (2,)}", "unknown key 'Shape'"},
              {"{, " + descr + order + shape + "}", "string"},
              {"{" + descr + order + "'shape': (2,),,}", "string"},
              {"{" + descr + order + "'shape' (2,)}", "':'"},
              {"{" + descr + "'fortran_order': false, " + shape + "}", "True nor False"},
              {"{" + descr + "'fortran_order': 0, " + shape + "}", "True nor False"},
              {"{" + descr + "'fortran_order': Falsehood, " + shape + "}", "','"},
              {"{'descr': f4, " + order + shape + "}", "string"},
              {"{'descr': None, " + order + shape + "}", "string"},
              {"{'descr': '<f4\", " + order + shape + "}", "','"},
              {"{'descr': '<f4, " + order + shape + "}", "','"},
              {"{'descr': '\\x3cf4', " + order + shape + "}", "characters"},
              {"{'descr': b'<f4', " + order + shape + "}", "string"},
              {"{'descr': '<f4' '', " + order + shape + "}", "','"},
              {"{'descr': [('a', '<f4')], " + order + shape + "}", "structures"},
              {"{'descr': ('<f4', (2,)), " + order + shape + "}", "structures"},
              {"{'descr': '<f4\x7F', " + order + shape + "}", "characters"},
              {"{'descr", "string without an end"},
              {"{'descr': '<\xC3\xA9', " + order + shape + "}", "characters"},
              {"{" + descr + order + shape + "} # remark", "behind"},
              {std::string("{") + descr + order + shape + "}" + '\0', "behind"},
              {"__import__('os').system('true')", "dictionary"}};
  for (const auto& row : rows) {
    SCOPED_TRACE(row.text);
    expect_error(parse(row.text), ErrorKind::kFile, "a.npy", {"header", row.problem});
  }
}

TEST(NpyHeader, SurvivesDeepNesting) {
  const std::string deep(9000, '(');
  EXPECT_FALSE(parse(with_shape(deep)).ok());
  EXPECT_FALSE(parse(std::string(9000, '{')).ok());
}

TEST(NpyType, KnowsEveryTypeThatIsRead) {
  const struct {
    const char* descr;
    SourceType type;
  } rows[] = {
      {"<f4", SourceType::kFloat32}, {"=f4", SourceType::kFloat32}, {"f4", SourceType::kFloat32},
      {"<f2", SourceType::kFloat16}, {"|i1", SourceType::kInt8},    {">i1", SourceType::kInt8},
      {"|u1", SourceType::kUint8},   {"|V1", SourceType::kOpaque1}, {"<V1", SourceType::kOpaque1},
      {"<f1", SourceType::kOpaque1}, {"|V2", SourceType::kOpaque2}, {"<V2", SourceType::kOpaque2}};
  for (const auto& row : rows) {
    const Result<SourceType> type = npy_source_type(row.descr, "a.npy");
    ASSERT_TRUE(type.ok()) << type.error().message;
    EXPECT_EQ(type.value(), row.type) << row.descr;
  }
}

TEST(NpyType, RefusalsNameWhatWasFoundAndWhatIsWanted) {
  const struct {
    const char* descr;
    const char* found;
    const char* wanted;
  } rows[] = {{">f4", "float32 ('>f4') in big-endian order", "wanted is '<f4'"},
              {">f2", "float16 ('>f2') in big-endian order", "wanted is '<f2'"},
              {">V2", "('>V2') in big-endian order", "wanted is '<V2'"},
              {"|O", "Python objects ('|O')", "float32"},
              {"O", "Python objects ('O')", "never loaded"},
              {"<f8", "float64 ('<f8')", "wanted is float32"},
              {">f8", "float64 ('>f8')", "wanted is float32"},
              {"|b1", "bool ('|b1')", "wanted is float32"},
              {"<i2", "int16 ('<i2')", "wanted is float32"},
              {"<i4", "int32 ('<i4')", "wanted is float32"},
              {"<i8", "int64 ('<i8')", "wanted is float32"},
              {"<u2", "uint16 ('<u2')", "wanted is float32"},
              {"<u4", "uint32 ('<u4')", "wanted is float32"},
              {"<u8", "uint64 ('<u8')", "wanted is float32"},
              {"<c8", "complex64 ('<c8')", "wanted is float32"},
              {"|V3", "'|V3'", "wanted is float32"},
              {"|S4", "'|S4'", "wanted is float32"},
              {"<U8", "'<U8'", "wanted is float32"},
              {"<M8[ns]", "'<M8[ns]'", "wanted is float32"},
              {"", "''", "wanted is float32"},
              {"<", "'<'", "wanted is float32"},
              {"<<f4", "'<<f4'", "wanted is float32"},
              {"<f4 ", "'<f4 '", "wanted is float32"},
              {"<f04", "'<f04'", "wanted is float32"}};
  for (const auto& row : rows) {
    SCOPED_TRACE(row.descr);
    expect_error(npy_source_type(row.descr, "a.npy"), ErrorKind::kFile, "a.npy",
                 {row.found, row.wanted});
  }
}

}  // namespace
}  // namespace tern
