// SPDX-License-Identifier: Apache-2.0
//
// tensor_file_test: the right reader is chosen, raw bytes need a dtype, one tensor at a time.
//
//   Spec  docs/cli.md#tensor-files
#include "model/common/tensor_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/common/tensor_format.h"
#include "model/common/test_files.h"

namespace tern {
namespace {

using OpenFile = Result<std::unique_ptr<TensorFile>>;

const Bytes kNpy =
    npy_file("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }\n", {10, 20});

TEST(TensorFile, ChoosesReaderByEndingThenByContent) {
  const TempFolder folder;
  for (const char* const name : {"a.npy", "a.NPY", "a.bin", "a", "npz", "a.npz"}) {
    const OpenFile file = open_tensor_file(folder.file(name, kNpy), {Dtype::kInt8});
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_EQ(file.value()->info(0).type, SourceType::kUint8) << name;
  }
  const Bytes tensors = safetensors_file("{}", {});
  const OpenFile file = open_tensor_file(folder.file("a.SafeTensors", tensors), {Dtype::kInt8});
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file.value()->size(), 0U);
  // Its ending says what a file is; raw bytes under it are no reason to guess.
  const std::string path = folder.file("raw.npy", Bytes(100));
  expect_error(open_tensor_file(path, {Dtype::kInt8}), ErrorKind::kFile, path, {"does not begin"});
}

TEST(TensorFile, RawBytesTakeTheDtypeThatIsAsked) {
  const TempFolder folder;
  const Bytes bytes = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::string path = folder.file("layer.0.raw", bytes);
  for (const auto& [dtype, name] : huff::kDtypeNames) {
    const OpenFile file = open_tensor_file(path, {dtype});
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_EQ(file.value()->size(), 1U);
    const TensorInfo& info = file.value()->info(0);
    EXPECT_EQ(info.name, "layer.0");
    EXPECT_EQ(info.file, path);
    EXPECT_EQ(info.values, 8 / element_bytes(dtype));
    EXPECT_EQ(info.shape, std::vector<std::uint64_t>{info.values});
    EXPECT_EQ(info.bytes, 8U);
    Result<Tensor> tensor = file.value()->read(0);
    ASSERT_TRUE(tensor.ok()) << tensor.error().message;
    EXPECT_EQ(tensor.value().bytes, bytes);
    const Result<Bytes> made = to_dtype(tensor.value(), dtype);
    ASSERT_TRUE(made.ok()) << name << made.error().message;
    EXPECT_EQ(made.value(), bytes);
  }
}

TEST(TensorFile, RawBytesWithoutDtypeAreRefused) {
  const TempFolder folder;
  const std::string path = folder.file("weights.bin", Bytes(6));
  expect_error(open_tensor_file(path, {}), ErrorKind::kUsage, path,
               {"neither .npy nor .safetensors", "--dtype", dtype_choices()});
}

TEST(TensorFile, RawBytesMustBeWholeValues) {
  const TempFolder folder;
  const std::string path = folder.file("weights.bin", Bytes(7));
  expect_error(open_tensor_file(path, {Dtype::kFp16}), ErrorKind::kFile, path,
               {"has 7 bytes", "2-byte fp16"});
  EXPECT_TRUE(open_tensor_file(path, {Dtype::kE4m3}).ok());
}

TEST(TensorFile, TakesEmptyRawFile) {
  const TempFolder folder;
  const OpenFile file = open_tensor_file(folder.file("none.bin", {}), {Dtype::kBf16});
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file.value()->info(0).values, 0U);
  const Result<Tensor> tensor = file.value()->read(0);
  ASSERT_TRUE(tensor.ok());
  EXPECT_TRUE(tensor.value().bytes.empty());
}

TEST(TensorFile, RefusesContainersByName) {
  const TempFolder folder;
  for (const char* const kind : {".npz", ".pt", ".pth", ".gguf", ".PT"}) {
    const std::string path = folder.file(std::string("model") + kind, to_bytes("PK\3\4 bytes"));
    expect_error(open_tensor_file(path, {Dtype::kUint8}), ErrorKind::kFile, path,
                 {"container", ".safetensors"});
  }
}

TEST(TensorFile, NamesFilesThatAreMissing) {
  const TempFolder folder;
  for (const char* const name : {"a.npy", "a.safetensors", "a.bin"}) {
    const std::string path = folder.path(name);
    expect_error(open_tensor_file(path, {Dtype::kBf16}), ErrorKind::kFile, path, {"No such file"});
  }
}

TEST(TensorFile, RefusesEmptyFilesOfBothFormats) {
  const TempFolder folder;
  for (const char* const name : {"a.npy", "a.safetensors"}) {
    const std::string path = folder.file(name, {});
    expect_error(open_tensor_file(path, {Dtype::kBf16}), ErrorKind::kFile, path, {});
  }
}

TEST(TensorFile, ReportsDataThatVanishedAfterOpening) {
  const TempFolder folder;
  const std::string path = folder.file("a.npy", kNpy);
  const OpenFile file = open_tensor_file(path, {});
  ASSERT_TRUE(file.ok());
  std::filesystem::resize_file(path, kNpy.size() - 1);
  expect_error(file.value()->read(0), ErrorKind::kFile, path, {"became shorter"});
}

TEST(TensorFile, NeedsMemoryForOneTensorOnly) {
#ifdef __SANITIZE_ADDRESS__
  // The normal build of the same suite measures it.
  GTEST_SKIP() << "the address sanitizer keeps freed memory, so the peak says nothing";
#endif
  // Eight tensors of 32 MiB, in a file without allocated blocks.
  constexpr std::uint64_t kSize = std::uint64_t{32} << 20;
  const TempFolder folder;
  std::string header = "{";
  for (std::uint64_t i = 0; i < 8; ++i) {
    header += (i > 0 ? ",\"" : "\"") + std::to_string(i) +
              "\":{\"dtype\":\"U8\",\"shape\":[33554432],\"data_offsets\":[" +
              std::to_string(i * kSize) + "," + std::to_string((i + 1) * kSize) + "]}";
  }
  const Bytes head = safetensors_file(header + "}", {});
  const std::string path = folder.file("big.safetensors", head);
  std::filesystem::resize_file(path, head.size() + 8 * kSize);
  const auto peak_kib = [] {
    rusage usage{};
    EXPECT_EQ(::getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
  };
  const long before = peak_kib();
  const OpenFile file = open_tensor_file(path, {});
  ASSERT_TRUE(file.ok()) << file.error().message;
  for (std::size_t i = 0; i < file.value()->size(); ++i) {
    const Result<Tensor> tensor = file.value()->read(i);
    ASSERT_TRUE(tensor.ok()) << tensor.error().message;
    ASSERT_EQ(tensor.value().bytes.size(), kSize);
  }
  EXPECT_LT(peak_kib() - before, 2 * static_cast<long>(kSize >> 10));
}

TEST(CheckedProduct, FindsEveryOverflow) {
  const std::uint64_t top = std::uint64_t{1} << 32;
  EXPECT_EQ(checked_product({}), 1U);
  EXPECT_EQ(checked_product({3, 4, 5}), 60U);
  EXPECT_EQ(checked_product({7, 0, 9}), 0U);
  EXPECT_EQ(checked_product({INT64_MAX, 1}), std::uint64_t{INT64_MAX});
  EXPECT_EQ(checked_product({top / 2, top - 1}), top / 2 * (top - 1));
  EXPECT_EQ(checked_product({top / 2, top}), std::nullopt);
  EXPECT_EQ(checked_product({top, top}), std::nullopt);
  EXPECT_EQ(checked_product({UINT64_MAX, 2}), std::nullopt);
  EXPECT_EQ(checked_product({top, top, 0}), std::nullopt);
  EXPECT_EQ(checked_product({0, top, top}), std::nullopt);
}

}  // namespace
}  // namespace tern
