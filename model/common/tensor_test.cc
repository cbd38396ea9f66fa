// SPDX-License-Identifier: Apache-2.0
//
// tensor_test: which types become which dtypes, bit by bit, and what is refused.
//
//   Spec  docs/cli.md#tensor-files
#include "model/common/tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/common/float_format.h"
#include "model/common/test_files.h"

namespace tern {
namespace {

constexpr SourceType kTypes[] = {
    SourceType::kFloat32, SourceType::kFloat16,    SourceType::kBfloat16, SourceType::kE4m3,
    SourceType::kE5m2,    SourceType::kInt8,       SourceType::kUint8,    SourceType::kOpaque1,
    SourceType::kOpaque2, SourceType::kUnsupported};

// The whole matrix, written down once more.
const std::map<SourceType, std::set<Dtype>> kAllowed = {
    {SourceType::kFloat32,
     {Dtype::kBf16, Dtype::kBf16Bytes, Dtype::kFp16, Dtype::kE4m3, Dtype::kE5m2, Dtype::kFp32}},
    {SourceType::kFloat16, {Dtype::kFp16}},
    {SourceType::kBfloat16, {Dtype::kBf16, Dtype::kBf16Bytes}},
    {SourceType::kE4m3, {Dtype::kE4m3}},
    {SourceType::kE5m2, {Dtype::kE5m2}},
    {SourceType::kInt8, {Dtype::kInt8}},
    {SourceType::kUint8,
     {Dtype::kUint8, Dtype::kFp4x2, Dtype::kE8m0, Dtype::kUe4m3, Dtype::kE3m2, Dtype::kE2m3}},
    {SourceType::kOpaque1,
     {Dtype::kE4m3, Dtype::kE5m2, Dtype::kInt8, Dtype::kUint8, Dtype::kFp4x2, Dtype::kE8m0,
      Dtype::kUe4m3, Dtype::kE3m2, Dtype::kE2m3}},
    {SourceType::kOpaque2, {Dtype::kBf16, Dtype::kBf16Bytes, Dtype::kFp16}},
    {SourceType::kUnsupported, {}}};

Tensor make(SourceType type, Bytes bytes) {
  Tensor tensor;
  tensor.info.file = "dir/weights.npy";
  tensor.info.name = "weights";
  tensor.info.type = type;
  tensor.info.stored_type = "<xy";
  tensor.info.bytes = bytes.size();
  if (type != SourceType::kUnsupported) tensor.info.values = bytes.size() / source_type_bytes(type);
  tensor.info.shape = {tensor.info.values};
  tensor.bytes = std::move(bytes);
  return tensor;
}

Bytes all_codes(std::uint32_t width) {
  Bytes bytes;
  for (std::uint32_t code = 0; code < (width == 1 ? 0x100U : 0x10000U); ++code) {
    append(bytes, little_endian(code, width));
  }
  return bytes;
}

TEST(ToDtype, EveryCombinationIsEitherDoneOrRefusedByName) {
  for (const SourceType type : kTypes) {
    for (const auto& [dtype, name] : huff::kDtypeNames) {
      const Tensor tensor = make(type, Bytes(16, 0));
      const bool allowed = kAllowed.at(type).count(dtype) != 0;
      EXPECT_EQ(check_dtype(tensor.info, dtype) == std::nullopt, allowed);
      const Result<Bytes> made = to_dtype(tensor, dtype);
      if (allowed) {
        ASSERT_TRUE(made.ok()) << made.error().message;
        EXPECT_EQ(made.value().size(), tensor.info.values * element_bytes(dtype));
      } else if (type == SourceType::kUnsupported) {
        expect_error(made, ErrorKind::kUsage, "dir/weights.npy", {"'weights'", "'<xy'"});
      } else {
        // Found, wanted, and what would work.
        const std::string cure = "use --dtype " + std::string(dtype_name(dtypes_from(type)[0]));
        expect_error(made, ErrorKind::kUsage, "dir/weights.npy",
                     {"'weights'", source_type_name(type), name, cure});
      }
    }
  }
}

TEST(ToDtype, RefusalOfBlockFormatsNamesTheDtypeOfTheirBytes) {
  for (const auto& [stored, dtype] : {std::pair{"F8_E8M0", "e8m0"}, std::pair{"F4", "fp4x2"}}) {
    Tensor tensor = make(SourceType::kUnsupported, Bytes(4));
    tensor.info.stored_type = stored;
    const Result<Bytes> made = to_dtype(tensor, Dtype::kBf16);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().message, "dir/weights.npy: tensor 'weights' holds '" +
                                        std::string(stored) +
                                        "', which is not read as such; store its bytes as U8 and "
                                        "use --dtype " +
                                        dtype + ", or leave this tensor out");
  }
}

TEST(ToDtype, RefusalDoesNotAdviseWhatIsThereAlready) {
  const Result<Bytes> made = to_dtype(make(SourceType::kFloat32, Bytes(4)), Dtype::kInt8);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message,
            "dir/weights.npy: tensor 'weights' holds float32 ('<xy'), which is not converted to "
            "int8; use --dtype bf16, bf16-bytes, fp16, e4m3, e5m2 or fp32, or store the tensor as "
            "int8");
  const Result<Bytes> wide = to_dtype(make(SourceType::kInt8, Bytes(4)), Dtype::kFp32);
  ASSERT_FALSE(wide.ok());
  EXPECT_EQ(wide.error().message,
            "dir/weights.npy: tensor 'weights' holds int8 ('<xy'), which is not converted to fp32; "
            "use --dtype int8, or store the tensor as float32");
}

TEST(ToDtype, Fp32KeepsEveryBitOfFloat32) {
  Bytes source;
  for (std::uint32_t i = 0; i < 10000; ++i) append(source, little_endian(i * 429497U, 4));
  append(source, little_endian(0x7F800001, 4));  // a signalling NaN
  const Result<Bytes> made = to_dtype(make(SourceType::kFloat32, source), Dtype::kFp32);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value(), source);
}

TEST(ToDtype, EveryCodeOfAnUnconvertedTypePassesUnchanged) {
  // NaN payloads, negative zero and denormals among them.
  for (const auto& [type, dtypes] : kAllowed) {
    if (type == SourceType::kFloat32) continue;
    for (const Dtype dtype : dtypes) {
      const Bytes codes = all_codes(element_bytes(dtype));
      const Result<Bytes> made = to_dtype(make(type, codes), dtype);
      ASSERT_TRUE(made.ok()) << made.error().message;
      EXPECT_EQ(made.value(), codes) << source_type_name(type) << dtype_name(dtype);
    }
  }
}

TEST(ToDtype, RoundsFloat32ToEveryDtypeThatHasRoom) {
  const std::map<Dtype, FloatFormat> formats = {{Dtype::kBf16, kBf16Format},
                                                {Dtype::kBf16Bytes, kBf16Format},
                                                {Dtype::kFp16, kFp16Format},
                                                {Dtype::kE4m3, kE4m3Format},
                                                {Dtype::kE5m2, kE5m2Format}};
  Bytes source;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    numbers.push_back(i * 429497U);
    append(source, little_endian(numbers.back(), 4));
  }
  for (const auto& [dtype, format] : formats) {
    Bytes expected;
    for (const std::uint32_t number : numbers) {
      append(expected, little_endian(from_float32(number, format), element_bytes(dtype)));
    }
    const Result<Bytes> made = to_dtype(make(SourceType::kFloat32, source), dtype);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made.value(), expected) << dtype_name(dtype);
  }
}

TEST(ToDtype, KnownNumbersComeOutAsKnownBytes) {
  // 1.0, -2.0, 0.1, infinity: their bf16 codes are textbook knowledge.
  const Bytes source = {0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x00, 0xC0,
                        0xCD, 0xCC, 0xCC, 0x3D, 0x00, 0x00, 0x80, 0x7F};
  const Result<Bytes> made = to_dtype(make(SourceType::kFloat32, source), Dtype::kBf16);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value(), (Bytes{0x80, 0x3F, 0x00, 0xC0, 0xCD, 0x3D, 0x80, 0x7F}));
}

TEST(ToDtype, TakesEmptyTensors) {
  const Result<Bytes> made = to_dtype(make(SourceType::kFloat32, {}), Dtype::kFp16);
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(made.value().empty());
}

TEST(NaturalDtype, IsTheTypeItself) {
  const std::map<SourceType, Dtype> own = {
      {SourceType::kFloat16, Dtype::kFp16}, {SourceType::kBfloat16, Dtype::kBf16},
      {SourceType::kE4m3, Dtype::kE4m3},    {SourceType::kE5m2, Dtype::kE5m2},
      {SourceType::kInt8, Dtype::kInt8},    {SourceType::kUint8, Dtype::kUint8}};
  for (const SourceType type : kTypes) {
    const Result<Dtype> natural = natural_dtype(make(type, Bytes(4)).info);
    if (own.count(type) != 0) {
      ASSERT_TRUE(natural.ok()) << natural.error().message;
      EXPECT_EQ(natural.value(), own.at(type));
      EXPECT_EQ(source_type_of(natural.value()), type);
    } else if (type == SourceType::kUnsupported) {
      expect_error(natural, ErrorKind::kUsage, "dir/weights.npy", {"'weights'", "'<xy'"});
    } else {
      expect_error(
          natural, ErrorKind::kUsage, "dir/weights.npy",
          {"'weights'", source_type_name(type), "--dtype", dtype_name(dtypes_from(type).front())});
    }
  }
}

}  // namespace
}  // namespace tern
