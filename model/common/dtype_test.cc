// SPDX-License-Identifier: Apache-2.0
//
// dtype_test: every dtype has one name and one size.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
#include "model/common/dtype.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace tern {
namespace {

TEST(Dtype, NamesAndSizesAreThoseOfTheFormat) {
  const struct {
    const char* name;
    Dtype dtype;
    std::uint32_t bytes;
  } expected[] = {{"bf16", Dtype::kBf16, 2},   {"bf16-bytes", Dtype::kBf16Bytes, 2},
                  {"fp16", Dtype::kFp16, 2},   {"e4m3", Dtype::kE4m3, 1},
                  {"e5m2", Dtype::kE5m2, 1},   {"int8", Dtype::kInt8, 1},
                  {"uint8", Dtype::kUint8, 1}, {"fp4x2", Dtype::kFp4x2, 1},
                  {"e8m0", Dtype::kE8m0, 1},   {"ue4m3", Dtype::kUe4m3, 1},
                  {"e3m2", Dtype::kE3m2, 1},   {"e2m3", Dtype::kE2m3, 1},
                  {"fp32", Dtype::kFp32, 4}};
  EXPECT_EQ(huff::kDtypeNames.size(), std::size(expected));
  for (const auto& row : expected) {
    EXPECT_EQ(parse_dtype(row.name), row.dtype) << row.name;
    EXPECT_EQ(dtype_name(row.dtype), row.name);
    EXPECT_EQ(element_bytes(row.dtype), row.bytes) << row.name;
  }
}

TEST(Dtype, RefusesNamesThatAreNotExact) {
  for (const char* const name :
       {"", "BF16", "bf16 ", " bf16", "bf1", "bf16-byte", "float32", "0"}) {
    EXPECT_EQ(parse_dtype(name), std::nullopt) << "'" << name << "'";
  }
}

TEST(Dtype, ChoicesNameEveryDtype) {
  EXPECT_EQ(dtype_choices(),
            "bf16, bf16-bytes, fp16, e4m3, e5m2, int8, uint8, fp4x2, e8m0, ue4m3, e3m2, e2m3 or "
            "fp32");
}

}  // namespace
}  // namespace tern
