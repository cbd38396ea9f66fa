// SPDX-License-Identifier: Apache-2.0
//
// safetensors_test: what the reference implementation refuses is refused; nothing is believed.
//
//   Spec  safetensors format
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/tensor_file.h"
#include "model/common/test_files.h"

namespace tern {
namespace {

using Shape = std::vector<std::uint64_t>;
using OpenFile = Result<std::unique_ptr<TensorFile>>;

class Safetensors : public testing::Test {
 protected:
  OpenFile open(const Bytes& bytes) {
    path_ = folder_.file("model.safetensors", bytes);
    return open_tensor_file(path_, {});
  }
  OpenFile open(const std::string& header, std::size_t data_bytes) {
    return open(safetensors_file(header, Bytes(data_bytes)));
  }
  void refuse(const std::string& header, std::size_t data_bytes,
              std::initializer_list<std::string_view> parts) {
    SCOPED_TRACE(header.substr(0, 200));
    expect_error(open(header, data_bytes), ErrorKind::kFile, path_, parts);
  }
  void accept(const std::string& header, std::size_t data_bytes, std::size_t tensors) {
    const OpenFile file = open(header, data_bytes);
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_EQ(file.value()->size(), tensors) << header;
  }

  TempFolder folder_;
  std::string path_;
};

// One field of a tensor replaced.
std::string one(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return "{\"a\":{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets +
         "}}";
}

std::string two(const std::string& first, const std::string& second) {
  return "{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":" + first +
         "},\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":" + second + "}}";
}

const std::string kGood = one("\"F32\"", "[2]", "[0,8]");

TEST_F(Safetensors, ReadsEveryTensorOfMixedFile) {
  const OpenFile file = open_tensor_file("model/common/testdata/mixed.safetensors", {});
  ASSERT_TRUE(file.ok()) << file.error().message;
  const struct {
    const char* name;
    SourceType type;
    Shape shape;
    Bytes bytes;
  } rows[] = {
      {"layer.float", SourceType::kFloat32, {2, 3}, {0, 0, 0,    0,    0, 0, 0x80, 0x3F,
                                                     0, 0, 0,    0x40, 0, 0, 0x40, 0x40,
                                                     0, 0, 0x80, 0x40, 0, 0, 0xA0, 0x40}},
      {"layer.half", SourceType::kFloat16, {2}, {0, 0x3C, 0, 0x40}},
      {"layer.bfloat", SourceType::kBfloat16, {2, 1}, {0x80, 0x3F, 0, 0x40}},
      {"layer.e4m3", SourceType::kE4m3, {3}, {0x38, 0x40, 0x7F}},
      {"layer.e5m2", SourceType::kE5m2, {3}, {0x3C, 0x40, 0x7E}},
      {"layer.int", SourceType::kInt8, {}, {0xFF}},
      {"layer.none", SourceType::kFloat32, {0, 4}, {}},
      {"layer.uint", SourceType::kUint8, {3}, {0, 0x80, 0xFF}},
  };
  EXPECT_EQ(file.value()->size(), 10U);
  EXPECT_EQ(file.value()->find("layer"), std::nullopt);
  for (const auto& row : rows) {
    const std::optional<std::size_t> index = file.value()->find(row.name);
    ASSERT_TRUE(index.has_value()) << row.name;
    EXPECT_EQ(file.value()->info(*index).type, row.type) << row.name;
    EXPECT_EQ(file.value()->info(*index).shape, row.shape) << row.name;
    const Result<Tensor> tensor = file.value()->read(*index);
    ASSERT_TRUE(tensor.ok()) << tensor.error().message;
    EXPECT_EQ(tensor.value().bytes, row.bytes) << row.name;
    EXPECT_EQ(tensor.value().info.bytes, row.bytes.size()) << row.name;
  }
}

TEST_F(Safetensors, TensorsOfTypesThatAreNotCodedDoNotSpoilTheOthers) {
  const std::string path = "model/common/testdata/mixed.safetensors";
  const OpenFile file = open_tensor_file(path, {});
  ASSERT_TRUE(file.ok()) << file.error().message;
  for (const auto& [name, type] : {std::pair{"layer.double", "F64"}, {"layer.mask", "BOOL"}}) {
    const std::optional<std::size_t> index = file.value()->find(name);
    ASSERT_TRUE(index.has_value()) << name;
    EXPECT_EQ(file.value()->info(*index).type, SourceType::kUnsupported);
    expect_error(file.value()->read(*index), ErrorKind::kFile, path, {name, type, "--tensor"});
    expect_error(natural_dtype(file.value()->info(*index)), ErrorKind::kUsage, path, {name, type});
  }
}

TEST_F(Safetensors, KnowsTheSizeOfEveryDtypeOfTheFormat) {
  const std::pair<const char*, std::size_t> bits[] = {
      {"BOOL", 8},        {"F4", 4},   {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},
      {"I8", 8},          {"I16", 16}, {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8},
      {"F8_E4M3FNUZ", 8}, {"U16", 16}, {"F16", 16},    {"BF16", 16},   {"F8_E5M2FNUZ", 8},
      {"I32", 32},        {"U32", 32}, {"F32", 32},    {"C64", 64},    {"F64", 64},
      {"I64", 64},        {"U64", 64}};
  for (const auto& [name, width] : bits) {
    const std::string dtype = std::string("\"") + name + "\"";
    // Eight elements take `width` bytes; a wrong size is an error whether Tern codes it or not.
    accept(one(dtype, "[8]", "[0," + std::to_string(width) + "]"), width, 1);
    refuse(one(dtype, "[8]", "[0," + std::to_string(width + 1) + "]"), width + 1, {"shape", name});
    refuse(one(dtype, "[8]", "[1," + std::to_string(width + 1) + "]"), width + 1, {"data_offsets"});
  }
  for (const char* const end : {"1", "2"}) {
    // One byte and a half.
    refuse(one("\"F4\"", "[3]", std::string("[0,") + end + "]"),
           static_cast<std::size_t>(*end - '0'), {"shape", "F4"});
  }
}

TEST_F(Safetensors, RefusesFileWithUnknownDtype) {
  for (const char* const name : {"FOO", "f32", "F8_E4M3FN", "", "F32 "}) {
    refuse(one(std::string("\"") + name + "\"", "[8]", "[0,8]"), 8, {"unknown dtype", name});
  }
  // It is refused as unknown even where its offsets are bad too.
  refuse(one("\"FOO\"", "[8]", "[9,3]"), 8, {"unknown dtype 'FOO'"});
}

TEST_F(Safetensors, RefusesHeaderLengthsThatLie) {
  const Bytes good = safetensors_file(kGood, Bytes(8));
  for (const std::uint64_t length :
       {UINT64_MAX, UINT64_MAX - 7, UINT64_MAX - 4, std::uint64_t{1} << 63,
        std::uint64_t{good.size()} - 7, std::uint64_t{good.size()}, std::uint64_t{0},
        std::uint64_t{1}, std::uint64_t{100000001}, std::uint64_t{101000000}}) {
    Bytes bytes = good;
    const Bytes field = little_endian(length, 8);
    std::copy(field.begin(), field.end(), bytes.begin());
    expect_error(open(bytes), ErrorKind::kFile, path_, {"header"});
  }
}

TEST_F(Safetensors, RefusesLongHeaderClaimedInShortFile) {
  for (const std::uint64_t length : {std::uint64_t{101000000}, std::uint64_t{99000000}}) {
    Bytes bytes = little_endian(length, 8);
    bytes.resize(1024, ' ');
    expect_error(open(bytes), ErrorKind::kFile, path_, {"header", std::to_string(length)});
  }
}

TEST_F(Safetensors, RefusesLongHeaderThatIsThere) {
  // The file has no blocks on the disk, and none of it is read.
  path_ = folder_.file("long.safetensors", little_endian(100000001, 8));
  std::filesystem::resize_file(path_, 8 + 100000001);
  expect_error(open_tensor_file(path_, {}), ErrorKind::kFile, path_,
               {"header of 100000001 bytes", "at most 100000000"});
}

TEST_F(Safetensors, RefusesFileCutAnywhere) {
  const Bytes whole = content("model/common/testdata/mixed.safetensors");
  EXPECT_TRUE(open(whole).ok());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    expect_error(open(cut), ErrorKind::kFile, path_, {});
  }
}

TEST_F(Safetensors, RefusesDataThatIsNotCoveredExactly) {
  accept(two("[0,4]", "[4,8]"), 8, 2);
  accept(two("[4,8]", "[0,4]"), 8, 2);  // the header's order is free
  refuse(two("[0,4]", "[2,6]"), 6, {"'b'", "must begin at 4"});
  refuse(two("[0,4]", "[0,4]"), 4, {"'b'", "must begin at 4"});
  refuse(two("[0,4]", "[6,10]"), 10, {"'b'", "must begin at 4"});
  refuse(two("[2,6]", "[6,10]"), 10, {"'a'", "must begin at 0"});
  refuse(two("[0,4]", "[4,8]"), 9, {"cover 8 of its 9 bytes"});
  refuse(two("[0,4]", "[4,8]"), 7, {"'b'", "end by 7"});
  refuse(two("[0,4]", "[4,2]"), 8, {"'b'", "data_offsets 4 to 2"});
  refuse("{}", 1, {"cover 0 of its 1 bytes"});
}

TEST_F(Safetensors, RefusesSizesThatDoNotFit) {
  refuse(one("\"F32\"", "[2]", "[0,4]"), 4, {"shape", "F32"});
  refuse(one("\"F32\"", "[2]", "[8,0]"), 8, {"data_offsets 8 to 0"});
  refuse(one("\"F32\"", "[2]", "[0,18446744073709551615]"), 8, {"data_offsets"});
  refuse(one("\"F32\"", "[18446744073709551615,2]", "[0,8]"), 8, {"shape"});
  refuse(one("\"F32\"", "[4611686018427387904]", "[0,0]"), 0, {"shape"});  // wraps to 0 bytes
  refuse(one("\"F32\"", "[4611686018427387906]", "[0,8]"), 8, {"shape"});  // wraps to 8 bytes
  refuse(one("\"F32\"", "[4294967296,4294967296,0]", "[0,0]"), 0, {"shape"});
}

TEST_F(Safetensors, TakesScalarsAndEmptyTensors) {
  accept("{}", 0, 0);
  accept("{}      \n", 0, 0);
  accept(one("\"F32\"", "[]", "[0,4]"), 4, 1);
  accept(one("\"F32\"", "[0]", "[0,0]"), 0, 1);
  accept("{\"z\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}," + kGood.substr(1), 8, 2);
}

}  // namespace
}  // namespace tern
