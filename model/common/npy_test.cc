// SPDX-License-Identifier: Apache-2.0
//
// npy_test: files that numpy wrote are read, files that numpy would refuse are refused.
//
//   Spec  numpy.lib.format (NEP 1), versions 1.0, 2.0 and 3.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/tensor_file.h"
#include "model/common/test_files.h"

namespace tern {
namespace {

using Shape = std::vector<std::uint64_t>;
using OpenFile = Result<std::unique_ptr<TensorFile>>;

const std::string kData = "model/common/testdata/";
const std::string kHeader = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n";

Tensor load(const std::string& path) {
  const OpenFile file = open_tensor_file(path, {});
  EXPECT_TRUE(file.ok()) << file.error().message;
  if (!file.ok()) return {};
  EXPECT_EQ(file.value()->size(), 1U);
  Result<Tensor> tensor = file.value()->read(0);
  EXPECT_TRUE(tensor.ok()) << tensor.error().message;
  return tensor.ok() ? tensor.value() : Tensor{};
}

// The bytes of 0, 1, 2, ... as float32; exact for these small numbers.
Bytes counted_float32(int count) {
  Bytes bytes;
  for (int i = 0; i < count; ++i) {
    const auto value = static_cast<float>(i);
    std::uint8_t raw[4];
    std::memcpy(raw, &value, 4);
    bytes.insert(bytes.end(), raw, raw + 4);
  }
  return bytes;
}

TEST(Npy, EveryVersionAndOrderOfOneArrayIsTheSameTensor) {
  for (const char* const order : {"c", "f"}) {
    for (const char* const version : {"v1", "v2", "v3"}) {
      const std::string path = kData + "f4_2x3x4_" + order + "_" + version + ".npy";
      const Tensor tensor = load(path);
      EXPECT_EQ(tensor.info.shape, (Shape{2, 3, 4})) << path;
      EXPECT_EQ(tensor.info.values, 24U) << path;
      EXPECT_EQ(tensor.info.bytes, 96U) << path;
      EXPECT_EQ(tensor.info.type, SourceType::kFloat32) << path;
      EXPECT_EQ(tensor.info.file, path);
      EXPECT_EQ(tensor.bytes, counted_float32(24)) << path;
    }
  }
}

TEST(Npy, FortranOrderIsTurnedForEveryWidth) {
  EXPECT_EQ(load(kData + "f4_2x3_c.npy").bytes, counted_float32(6));
  EXPECT_EQ(load(kData + "f4_2x3_f.npy").bytes, counted_float32(6));
  EXPECT_EQ(load(kData + "u1_2x3_f.npy").bytes, (Bytes{0, 1, 2, 3, 4, 5}));
  // 0 to 5 as float16.
  EXPECT_EQ(load(kData + "f2_2x3_f.npy").bytes,
            (Bytes{0, 0, 0, 0x3C, 0, 0x40, 0, 0x42, 0, 0x44, 0, 0x45}));
}

TEST(Npy, ReadsScalarsAndEmptyArrays) {
  EXPECT_EQ(load(kData + "f4_scalar.npy").info.shape, Shape{});
  EXPECT_EQ(load(kData + "f4_scalar.npy").info.values, 1U);
  EXPECT_EQ(load(kData + "f4_scalar.npy").bytes, (Bytes{0, 0, 0xC0, 0x3F}));
  EXPECT_EQ(load(kData + "f4_0.npy").info.shape, Shape{0});
  EXPECT_EQ(load(kData + "f4_3x0.npy").info.shape, (Shape{3, 0}));
  EXPECT_EQ(load(kData + "f4_3x0.npy").info.values, 0U);
  EXPECT_TRUE(load(kData + "f4_3x0.npy").bytes.empty());
  EXPECT_EQ(load(kData + "f4_1.npy").bytes, (Bytes{0, 0, 0x20, 0x40}));
}

TEST(Npy, NamesTensorAfterFile) {
  const Tensor tensor = load(kData + "i1_5.npy");
  EXPECT_EQ(tensor.info.name, "i1_5");
  EXPECT_EQ(tensor.info.stored_type, "|i1");
  EXPECT_EQ(tensor.bytes, (Bytes{0xFE, 0xFF, 0, 1, 2}));
}

TEST(Npy, VoidElementsNeedAnExplicitDtypeAndKeepTheirBytes) {
  // numpy has no bfloat16: saving one loses the type.
  const Tensor tensor = load(kData + "v2_4.npy");
  const Bytes bytes = {0x80, 0x3F, 0x00, 0xC0, 0xC1, 0x7F, 0x00, 0x80};
  EXPECT_EQ(tensor.info.type, SourceType::kOpaque2);
  EXPECT_EQ(tensor.bytes, bytes);
  expect_error(natural_dtype(tensor.info), ErrorKind::kUsage, kData + "v2_4.npy",
               {"--dtype", "bf16", "fp16"});
  for (const Dtype dtype : {Dtype::kBf16, Dtype::kBf16Bytes, Dtype::kFp16}) {
    const Result<Bytes> made = to_dtype(tensor, dtype);
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_EQ(made.value(), bytes);
  }
  expect_error(to_dtype(tensor, Dtype::kE4m3), ErrorKind::kUsage, kData + "v2_4.npy",
               {"2-byte elements", "e4m3", "bf16"});
}

TEST(Npy, RefusesObjectArraysWithoutLookingAtThem) {
  const TempFolder folder;
  const std::string path =
      folder.file("a.npy", npy_file("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
                                    to_bytes("cos\nsystem\n(S'touch pwned'\ntR.")));
  expect_error(open_tensor_file(path, {Dtype::kBf16}), ErrorKind::kFile, path,
               {"Python objects", "never loaded"});
  EXPECT_EQ(folder.count(), 1);
}

TEST(Npy, RefusesForeignTypesNamingFoundAndWanted) {
  const TempFolder folder;
  const std::string path = folder.file(
      "a.npy", npy_file("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", Bytes(4)));
  expect_error(open_tensor_file(path, {Dtype::kBf16}), ErrorKind::kFile, path, {"'>f4'", "'<f4'"});
}

TEST(Npy, RefusesOtherVersions) {
  const TempFolder folder;
  for (const auto& [major, minor] : {std::pair{0, 0}, {4, 0}, {9, 0}, {1, 1}, {2, 255}, {255, 0}}) {
    Bytes bytes = npy_file(kHeader, Bytes(24));
    bytes[6] = static_cast<std::uint8_t>(major);
    bytes[7] = static_cast<std::uint8_t>(minor);
    const std::string path = folder.file("a.npy", bytes);
    const std::string found = std::to_string(major) + "." + std::to_string(minor);
    expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path, {found, "1.0, 2.0 and 3.0"});
  }
}

TEST(Npy, RefusesOtherMagic) {
  const TempFolder folder;
  for (std::size_t i = 0; i < 6; ++i) {
    Bytes bytes = npy_file(kHeader, Bytes(24));
    bytes[i] ^= 0x20;
    const std::string path = folder.file("a.npy", bytes);
    expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path, {"does not begin"});
  }
}

TEST(Npy, RefusesFileCutAnywhere) {
  const TempFolder folder;
  for (const std::uint8_t major : Bytes{1, 2, 3}) {
    const Bytes whole = npy_file(kHeader, counted_float32(6), major);
    EXPECT_EQ(load(folder.file("a.npy", whole)).bytes, counted_float32(6));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const std::string path = folder.file("a.npy", cut);
      expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path, {});
    }
  }
}

TEST(Npy, RefusesBytesBehindTheData) {
  const TempFolder folder;
  const std::string path = folder.file("a.npy", npy_file(kHeader, Bytes(25)));
  expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path, {"1 bytes behind the 24"});
}

TEST(Npy, RefusesHeaderLengthsThatLie) {
  const TempFolder folder;
  // Longer than the file, longer than numpy takes, and one byte short.
  for (const std::uint64_t length :
       {std::uint64_t{9000}, std::uint64_t{10001}, std::uint64_t{UINT32_MAX}, kHeader.size() - 2}) {
    Bytes bytes = npy_file(kHeader, Bytes(24), 2);
    const Bytes field = little_endian(length, 4);
    std::copy(field.begin(), field.end(), bytes.begin() + 8);
    const std::string path = folder.file("a.npy", bytes);
    expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path, {"header"});
  }
}

TEST(Npy, TakesHeadersUpToTheLengthThatNumpyLoads) {
  const TempFolder folder;
  const std::string longest = kHeader + std::string(10000 - kHeader.size(), ' ');
  EXPECT_EQ(load(folder.file("a.npy", npy_file(longest, Bytes(24)))).bytes, Bytes(24));
  const std::string path = folder.file("a.npy", npy_file(longest + " ", Bytes(24)));
  expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path,
               {"10001 bytes", "at most 10000"});
}

TEST(Npy, RefusesShapesThatOverflow) {
  const TempFolder folder;
  for (const char* const shape :
       {"(9223372036854775807, 2)", "(4611686018427387904, 4)", "(4294967296, 4294967296)",
        "(4611686018427387904,)", "(9223372036854775807, 9223372036854775807, 0)",
        "(2305843009213693952,)", "(0, 2305843009213693952)"}) {
    const std::string header =
        std::string("{'descr': '<f4', 'fortran_order': False, 'shape': ") + shape + ", }\n";
    const std::string path = folder.file("a.npy", npy_file(header, Bytes(24)));
    expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path, {"2^63 bytes"});
  }
  // The largest size that numpy counts is only too large for the file.
  const std::string path = folder.file(
      "a.npy", npy_file("{'descr': '<f4', 'fortran_order': True, 'shape': (2305843009213693951,)}",
                        Bytes(24)));
  expect_error(open_tensor_file(path, {}), ErrorKind::kFile, path, {"its shape wants"});
}

TEST(WriteNpy, WritesWhatNumpyReads) {
  // The expected files were checked by numpy (make_testdata.py --check).
  const struct {
    const char* name;
    SourceType type;
    Shape shape;
    Bytes bytes;
  } rows[] = {
      {"tern_f4_2x3x4.npy", SourceType::kFloat32, {2, 3, 4}, counted_float32(24)},
      {"tern_f2_scalar.npy", SourceType::kFloat16, {}, {0x00, 0x3E}},
      {"tern_i1_5.npy", SourceType::kInt8, {5}, {0, 1, 2, 3, 4}},
      {"tern_u1_3x0.npy", SourceType::kUint8, {3, 0}, {}},
      {"tern_v2_4.npy", SourceType::kBfloat16, {4}, {0, 0, 1, 0, 2, 0, 3, 0}},
      {"tern_v1_2.npy", SourceType::kE4m3, {2}, {0, 1}},
  };
  const TempFolder folder;
  for (const auto& row : rows) {
    TensorInfo info;
    info.type = row.type;
    info.shape = row.shape;
    const std::string path = folder.path(row.name);
    EXPECT_EQ(write_npy(path, info, row.bytes), std::nullopt);
    EXPECT_EQ(content(path), content(kData + row.name)) << row.name;
    EXPECT_EQ(load(path).bytes, row.bytes) << row.name;
    EXPECT_EQ(load(path).info.shape, row.shape) << row.name;
  }
}

TEST(WriteNpy, LeavesNothingBehindWhenItFails) {
  const TempFolder folder;
  const std::string path = folder.path("missing/a.npy");
  TensorInfo info;
  info.type = SourceType::kUint8;
  info.shape = {1};
  const std::optional<Error> error = write_npy(path, info, {1});
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->kind, ErrorKind::kOutput);
  expect_message(*error, path, {"No such file"});
  EXPECT_EQ(folder.count(), 0);
}

}  // namespace
}  // namespace tern
