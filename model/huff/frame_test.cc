// SPDX-License-Identifier: Apache-2.0
//
// frame_test.cc: the header has the layout of section 2.
//
//   Spec  docs/huffman_format.md#2-a-message
#include "model/huff/frame.h"

#include <gtest/gtest.h>

#include <string>

#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

const Plan kRaw{0, 7, {nullptr}};

// Positions as the document writes them, so that the generated ones are checked too.
TEST(Header, FieldsAreWhereTheDocumentPutsThem) {
  Header header;
  header.version = 0;
  const auto bits_with = [&header](auto change) {
    Header changed = header;
    change(changed);
    return pack_header(changed);
  };
  EXPECT_EQ(bits_with([](Header&) {}), PackedHeader{});
  EXPECT_EQ(bits_with([](Header& h) { h.version = 15; }), (PackedHeader{0xF, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.dtype = 15; }), (PackedHeader{0xF0, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.lanes_log2 = 7; }), (PackedHeader{0x700, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.word_code = 1; }), (PackedHeader{0x800, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.raw = true; }), (PackedHeader{0x1000, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.min_len = 7; }), (PackedHeader{0xE000, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.book_id = 15; }), (PackedHeader{0xF0000, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.chunk_log2 = 15; }), (PackedHeader{0xF00000, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.epoch = 255; }), (PackedHeader{0xFF000000, 0x0, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.count = 0xFFFFFFFF; }), (PackedHeader{0x0, 0xFFFFFFFF, 0}));
  EXPECT_EQ(bits_with([](Header& h) { h.offset = 255; }), (PackedHeader{0, 0, 0xFF}));
  EXPECT_EQ(bits_with([](Header& h) { h.reserved = 0xFFFFFF; }), (PackedHeader{0, 0, 0xFFFFFF00}));
}

TEST(Header, EveryBitPatternUnpacksAndPacksAgain) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 10000; ++i) {
    PackedHeader bits;
    for (std::uint32_t& part : bits) part = static_cast<std::uint32_t>(rng.bits(32));
    ASSERT_EQ(pack_header(unpack_header(bits)), bits);
  }
  for (int bit = 0; bit < 96; ++bit) {
    PackedHeader bits{};
    bits.at(static_cast<std::size_t>(bit / 32)) = 1U << (bit % 32);
    ASSERT_EQ(pack_header(unpack_header(bits)), bits);
  }
}

TEST(Header, NamesGeometryBookAndCount) {
  Book book;
  book.dtype = Dtype::kE4m3;
  book.id = 5;
  book.epoch = 200;
  const Header coded = make_header(Dtype::kE4m3, {9, 2, {&book, nullptr}, 201}, {64, 64}, 77);
  EXPECT_EQ(coded.version, 1);
  EXPECT_EQ(coded.dtype, 3);
  EXPECT_EQ(coded.lanes_log2, 6);
  EXPECT_EQ(coded.word_code, 1);
  EXPECT_FALSE(coded.raw);
  EXPECT_EQ(coded.min_len, 2);
  EXPECT_EQ(coded.chunk_log2, 9);
  EXPECT_EQ(coded.book_id, 5);
  EXPECT_EQ(coded.epoch, 200);
  EXPECT_EQ(coded.count, 77U);
  EXPECT_EQ(coded.offset, 201);
  EXPECT_EQ(coded.reserved, 0U);
  const Header raw = make_header(Dtype::kE4m3, {0, 7, {nullptr}}, {1, 32}, 0);
  EXPECT_TRUE(raw.raw);
  EXPECT_EQ(raw.lanes_log2, 0);
  EXPECT_EQ(raw.word_code, 0);
  EXPECT_EQ(raw.min_len, 7);
  EXPECT_EQ(raw.chunk_log2, 0);
  EXPECT_EQ(raw.book_id, 0);
  EXPECT_EQ(raw.epoch, 0);
  EXPECT_EQ(raw.offset, 0);
}

TEST(Geometry, LegalAreThePowersOfTwoUpTo64) {
  for (std::uint32_t lanes = 0; lanes <= 300; ++lanes) {
    const bool legal = lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8 || lanes == 16 ||
                       lanes == 32 || lanes == 64;
    EXPECT_EQ(is_legal({lanes, 32}), legal) << lanes;
    EXPECT_EQ(is_legal({lanes, 64}), legal) << lanes;
    EXPECT_FALSE(is_legal({lanes, 16}));
    EXPECT_FALSE(is_legal({lanes, 0}));
  }
}

TEST(Geometry, EveryLegalOneComesBackFromItsHeader) {
  for (std::uint32_t lanes = 1; lanes <= kMaxLanes; lanes *= 2) {
    for (const std::uint32_t word_bits : {32U, 64U}) {
      const std::optional<Geometry> geometry =
          geometry_of(make_header(Dtype::kBf16, kRaw, {lanes, word_bits}, 0));
      ASSERT_TRUE(geometry);
      EXPECT_EQ(geometry->lanes, lanes);
      EXPECT_EQ(geometry->word_bits, word_bits);
    }
  }
}

// Section 2: three words of 32 bits or two of 64, the upper half of the second 0.
TEST(Frame, HeaderIsWholeWords) {
  EXPECT_EQ(header_words({4, 32}), 3U);
  EXPECT_EQ(header_words({4, 64}), 2U);
  for (const std::uint32_t word_bits : {32U, 64U}) {
    Header header = make_header(Dtype::kBf16, kRaw, {4, word_bits}, 0x01020304);
    header.offset = 0xAB;
    header.reserved = 0xCDEF01;
    std::vector<std::uint8_t> message;
    append_header(message, header);
    std::vector<std::uint8_t> tail = {4, 3, 2, 1, 0xAB, 0x01, 0xEF, 0xCD};
    if (word_bits == 64) tail.resize(12);
    EXPECT_EQ(message.size(), word_bits == 32 ? 12U : 16U);
    EXPECT_EQ(message.size(), header_bytes({4, word_bits}));
    EXPECT_EQ(std::vector<std::uint8_t>(message.begin() + 4, message.end()), tail);
    EXPECT_EQ(load_header(message.data()), pack_header(header));
  }
}

TEST(Frame, TrailerIsOneWordWhoseUpperBitsAreZero) {
  for (const std::uint32_t word_bits : {32U, 64U}) {
    std::vector<std::uint8_t> message;
    append_header(message, make_header(Dtype::kBf16, kRaw, {4, word_bits}, 0));
    const std::size_t header = message.size();
    append_trailer(message, {4, word_bits});
    EXPECT_EQ(message.size(), header + word_bits / 8);
    EXPECT_EQ(load_word(message.data() + header, word_bits),
              message_crc(message.data(), header, {4, word_bits}));
  }
}

TEST(ErrorName, IsThatOfTheDocument) {
  const char* const names[] = {"none",      "size",     "version",      "reserved",
                               "dtype",     "geometry", "unknown_book", "epoch",
                               "truncated", "excess",   "crc",          "min_len"};
  for (int code = 0; code <= 11; ++code) {
    EXPECT_STREQ(error_name(static_cast<StreamError>(code)), names[code]);
  }
  EXPECT_STREQ(error_name(static_cast<StreamError>(12)), "unknown");
}

}  // namespace
}  // namespace tern::huff
