// SPDX-License-Identifier: Apache-2.0
//
// symbolize_test.cc: splitting a value loses nothing.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
#include "model/huff/symbolize.h"

#include <gtest/gtest.h>

#include <array>

#include "model/huff/desymbolize.h"

namespace tern::huff {
namespace {

// Every bit pattern: NaN payloads, infinities, signed zeros and denormals are no special cases.
TEST(Symbolize, EveryValueOfEveryDtypeComesBack) {
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    const std::uint32_t values = value_bytes(dtype.value) == 1 ? 256 : 65536;
    for (std::uint32_t v = 0; v < values; ++v) {
      // Of fp32, every pattern of the upper half, with a lower half that differs each time.
      const std::uint32_t value =
          value_bytes(dtype.value) == 4 ? v << 16 | ((v * 40503U) & 0xFFFFU) : v;
      ASSERT_EQ(desymbolize(dtype.value, symbolize(dtype.value, value)), value) << dtype.text;
      const auto offset = static_cast<std::uint8_t>(v * 167 >> 3);
      const Symbolized moved = symbolize(dtype.value, value, offset);
      ASSERT_EQ(desymbolize(dtype.value, moved, offset), value) << dtype.text;
      ASSERT_EQ((moved.symbol + offset) % 256, symbolize(dtype.value, value).symbol);
      ASSERT_EQ(moved.extra, symbolize(dtype.value, value).extra) << "the offset is the field's";
    }
  }
}

TEST(Symbolize, SplitsSignExponentAndMantissa) {
  const Symbolized minus_three_halves = symbolize(Dtype::kBf16, 0xBFC0);
  EXPECT_EQ(minus_three_halves.symbol, 127);
  EXPECT_EQ(minus_three_halves.extra, 0xC0);
  for (std::uint32_t value = 0; value < 65536; ++value) {
    const Symbolized parts = symbolize(Dtype::kFp16, value);
    ASSERT_EQ(parts.symbol, (value >> 7) & 255);
    ASSERT_EQ(parts.extra, (value & 127) | ((value >> 15) << 7));
  }
  for (std::uint32_t value = 1; value != 0; value <<= 1) {
    const Symbolized parts = symbolize(Dtype::kFp32, value);
    ASSERT_EQ(parts.symbol, (value >> 23) & 255) << value;
    ASSERT_EQ(parts.extra, (value & 0x7FFFFF) | ((value >> 31) << 23)) << value;
  }
}

TEST(Symbolize, OffsetIsSubtractedModulo256) {
  EXPECT_EQ(symbolize(Dtype::kBf16, 0xBFC0, 3).symbol, 124);
  EXPECT_EQ(symbolize(Dtype::kBf16, 0xBFC0, 3).extra, 0xC0);
  EXPECT_EQ(symbolize(Dtype::kBf16, 0x0000, 3).symbol, 253);
  EXPECT_EQ(symbolize(Dtype::kInt8, 0xA5, 0xA6).symbol, 0xFF);
  EXPECT_EQ(desymbolize(Dtype::kInt8, {0xFF, 0}, 0xA6), 0xA5U);
  EXPECT_EQ(desymbolize(Dtype::kBf16, {253, 0xFF}, 3), 0x807FU) << "no carry into the sign";
}

TEST(Symbolize, ByteDtypesPassTheByte) {
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    if (extra_bits(dtype.value) != 0) continue;
    EXPECT_EQ(symbolize(dtype.value, 0xA5).symbol, 0xA5) << dtype.text;
    EXPECT_EQ(symbolize(dtype.value, 0xA5).extra, 0) << dtype.text;
  }
}

TEST(Symbolize, ValuesAreStoredLowByteFirst) {
  const std::array<std::uint8_t, 4> data = {0x01, 0x02, 0x03, 0x04};
  EXPECT_EQ(load_value(Dtype::kBf16, data.data(), 1), 0x0403);
  EXPECT_EQ(load_value(Dtype::kBf16Bytes, data.data(), 1), 0x02);
  std::array<std::uint8_t, 4> out{};
  store_value(Dtype::kFp16, out.data(), 1, 0x0403);
  EXPECT_EQ(out, (std::array<std::uint8_t, 4>{0, 0, 3, 4}));
  store_value(Dtype::kInt8, out.data(), 0, 0xFF);
  EXPECT_EQ(out, (std::array<std::uint8_t, 4>{0xFF, 0, 3, 4}));
  EXPECT_EQ(load_value(Dtype::kFp32, data.data(), 0), 0x04030201U);
  store_value(Dtype::kFp32, out.data(), 0, 0x04030201);
  EXPECT_EQ(out, data);
}

}  // namespace
}  // namespace tern::huff
