// SPDX-License-Identifier: Apache-2.0
//
// third_word_test.cc: what the last third of the header may hold, and what it does.
//
//   Spec  docs/huffman_format.md#2-a-message
#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/huff/desymbolize.h"
#include "model/huff/message_tools.h"
#include "model/huff/symbolize.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

// They belong to no field; section 2 has a decoder ignore them.
TEST(ThirdWord, IsFilledUpWithAnything) {
  const std::vector<std::uint8_t> data(100, 0x3F);
  const Geometry geometry{2, 64};
  for (std::size_t byte = 12; byte < 16; ++byte) {
    Message message = encode(Dtype::kBf16, data.data(), data.size(), nullptr, geometry);
    message[byte] = 0xA5;
    EXPECT_EQ(decode(message.data(), message.size(), {}).error, StreamError::kCrc)
        << "but the check has them in";
    message = with_right_check(message, geometry);
    EXPECT_EQ(decode(message.data(), message.size(), {}).values, data) << byte;
  }
}

TEST(ThirdWord, MayHaveAnyOffset) {
  const std::vector<std::uint8_t> data(100, 0x3F);
  const Geometry geometry{4, 32};
  const Message whole = encode(Dtype::kBf16, data.data(), data.size(), nullptr, geometry);
  for (std::uint32_t offset = 0; offset < 256; ++offset) {
    Header header = header_of(whole);
    header.offset = static_cast<std::uint8_t>(offset);
    const Message message = with_right_check(with_header(whole, header), geometry);
    const Decoded decoded = decode(message.data(), message.size(), {});
    ASSERT_EQ(decoded.error, StreamError::kNone) << offset;
    ASSERT_EQ(decoded.offset, offset);
    // 0x3F3F has the field 126.
    const std::uint32_t value = 0x3F | ((126 + offset) % 256) << 7;
    ASSERT_EQ(decoded.values[0], value % 256) << offset;
    ASSERT_EQ(decoded.values[1], value / 256) << offset;
  }
}

// The offset moves the fields to the symbols of the book, and nothing else: the same payload codes
// every tensor that is the first one times a power of two.
TEST(ThirdWord, MovedTensorsHaveTheSamePayload) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
    Case c = make_case(rng);
    SCOPED_TRACE(describe(c));
    const Message whole = encode(c);
    const std::uint8_t by = make_offset(rng);
    Case moved = c;
    moved.offset = static_cast<std::uint8_t>(c.offset + by);
    for (std::uint64_t at = 0; at < c.count(); ++at) {
      const Symbolized parts = symbolize(c.dtype, load_value(c.dtype, c.data.data(), at));
      store_value(c.dtype, moved.data.data(), at, desymbolize(c.dtype, parts, by));
    }
    Header header = header_of(whole);
    header.offset = moved.offset;
    ASSERT_EQ(encode(moved), with_right_check(with_header(whole, header), c.geometry));
    const Message message = encode(moved);
    const Decoded decoded = decode(message.data(), message.size(), books_of(moved), c.geometry);
    ASSERT_EQ(decoded.error, StreamError::kNone);
    ASSERT_EQ(decoded.values, moved.data);
  }
}

}  // namespace
}  // namespace tern::huff
