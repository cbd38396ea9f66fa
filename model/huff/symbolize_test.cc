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
    const std::uint32_t values = value_bytes(dtype.value) == 2 ? 65536 : 256;
    for (std::uint32_t v = 0; v < values; ++v) {
      const auto value = static_cast<std::uint16_t>(v);
      ASSERT_EQ(desymbolize(dtype.value, symbolize(dtype.value, value)), value) << dtype.text;
    }
  }
}

TEST(Symbolize, SplitsSignExponentAndMantissa) {
  const Symbolized minus_three_halves = symbolize(Dtype::kBf16, 0xBFC0);
  EXPECT_EQ(minus_three_halves.symbol, 127);
  EXPECT_EQ(minus_three_halves.extra, 0xC0);
  for (std::uint32_t value = 0; value < 65536; ++value) {
    const Symbolized parts = symbolize(Dtype::kFp16, static_cast<std::uint16_t>(value));
    ASSERT_EQ(parts.symbol, (value >> 7) & 255);
    ASSERT_EQ(parts.extra, (value & 127) | ((value >> 15) << 7));
  }
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
}

}  // namespace
}  // namespace tern::huff
