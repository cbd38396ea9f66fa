// SPDX-License-Identifier: Apache-2.0
//
// payload_test: sums, tiles that are shared, and streams cut into chunks.
//
//   Spec  docs/link.md#payload
//   Test  tb/link/system/payload_test.cc
#include "sim/link/system/payload.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>

#include "model/huff/histogram.h"
#include "model/huff/train.h"
#include "sim/link/system/coders.h"
#include "tb/link/system/bench.h"

namespace tern::link {
namespace {

Payload payload(Bytes bytes) { return std::make_shared<const Bytes>(std::move(bytes)); }

float as_float(const Bytes& bytes, std::size_t index) {
  const std::uint32_t bits =
      (std::uint32_t{bytes[2 * index + 1]} << 24) | (std::uint32_t{bytes[2 * index]} << 16);
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

huff::Book book_for(const Bytes& values) {
  const auto counts = huff::count_symbols(Dtype::kBf16, values.data(), values.size());
  const auto book = huff::train_book(Dtype::kBf16, huff::average({counts}), {});
  return book.value();
}

TEST(AddTest, Bf16IsTheNearestToTheSum) {
  const Bytes left = some_values(2000);
  Bytes right = some_values(2100);
  right.erase(right.begin(), right.begin() + 200);
  const Bytes sums = add(Dtype::kBf16, left, right);
  for (std::size_t i = 0; i < 2000; ++i) {
    // Exact in double; a bf16 number has 8 significant bits.
    const double exact = static_cast<double>(as_float(left, i)) + as_float(right, i);
    const double got = as_float(sums, i);
    const double step = exact == 0 ? 0 : std::ldexp(1, std::ilogb(exact) - 7);
    EXPECT_LE(std::abs(got - exact), step / 2) << i;
  }
}

TEST(AddTest, Fp32AndFp16AddAndNaNIsOne) {
  const Bytes one = {0, 0, 0x80, 0x3F};
  const Bytes two = {0, 0, 0, 0x40};
  EXPECT_EQ(add(Dtype::kFp32, one, one), two);
  const Bytes infinity = {0, 0, 0x80, 0x7F};
  const Bytes minus = {0, 0, 0x80, 0xFF};
  EXPECT_EQ(add(Dtype::kFp32, infinity, minus), (Bytes{0, 0, 0xC0, 0x7F}));
  EXPECT_EQ(add(Dtype::kFp16, {0x00, 0x3C}, {0x00, 0x3C}), (Bytes{0x00, 0x40}));
  EXPECT_TRUE(can_add(Dtype::kFp16) && !can_add(Dtype::kE4m3));
}

TEST(TilesTest, EqualValuesAndEqualSumsAreOneTile) {
  Tiles tiles(Dtype::kBf16, 64, nullptr);
  const TileId a = tiles.add_values(payload(some_values(100)));
  EXPECT_EQ(tiles.add_values(payload(some_values(100))), a);
  Bytes other = some_values(100);
  other[7] ^= 1;
  const TileId b = tiles.add_values(payload(other));
  EXPECT_NE(a, b);
  const TileId sum = tiles.sum(a, b);
  EXPECT_EQ(*tiles.values(sum), add(Dtype::kBf16, *tiles.values(a), *tiles.values(b)));
  EXPECT_EQ(tiles.sum(a, b), sum);
  EXPECT_EQ(tiles.size(), 3U);
  ASSERT_EQ(tiles.plain(a).chunks.size(), 4U);
  EXPECT_EQ(tiles.plain(a).chunks.back().raw_bytes, 200U - 3 * 64);
}

TEST(SourceTest, NeighboursDifferAndShortTensorsRepeat) {
  const Bytes values = some_values(500);
  const Source source(values, 300, 10);
  EXPECT_EQ(source.pieces(), 3U);
  EXPECT_EQ(*source.values(1, 1, 300), Bytes(values.begin() + 600, values.begin() + 900));
  EXPECT_NE(*source.values(0, 0, 300), *source.values(1, 0, 300));
  EXPECT_EQ(source.values(2, 1, 100)->size(), 100U);
  const Source small(Bytes{1, 2, 3, 4}, 10, 10);
  EXPECT_EQ(*small.values(5, 5, 10), (Bytes{1, 2, 3, 4, 1, 2, 3, 4, 1, 2}));
}

TEST(CoderTest, ChunksShareTheStreamOfTheGoldenModel) {
  const Payload values = payload(some_values(5000));
  const huff::Book book = book_for(*values);
  const HuffmanCoder coder(book, {16, 32}, 4096, 0);
  const Coded coded = coder.code(values);
  EXPECT_EQ(*coded.stream,
            huff::encode(Dtype::kBf16, values->data(), values->size(), &book, {16, 32}));
  EXPECT_EQ(coded.values, values);
  ASSERT_EQ(coded.chunks.size(), 3U);
  std::uint64_t raw = 0;
  std::uint64_t wire = 0;
  for (const Chunk& chunk : coded.chunks) {
    raw += chunk.raw_bytes;
    wire += chunk.wire_bytes;
  }
  EXPECT_EQ(raw, values->size());
  EXPECT_EQ(wire, coded.stream->size());
}

TEST(CoderTest, ChunksThatCodeWellTakeLess) {
  Bytes bytes = some_values(4096);
  for (std::size_t i = 4096; i < 8192; i += 2) {
    bytes[i + 1] = static_cast<std::uint8_t>(i / 2);  // all exponents
  }
  const HuffmanCoder coder(book_for(bytes), {16, 32}, 4096, 0);
  const Coded coded = coder.code(payload(bytes));
  EXPECT_LT(coded.chunks[0].wire_bytes * 5, coded.chunks[1].wire_bytes * 4);
}

TEST(CoderTest, WhatDoesNotCompressGoesRaw) {
  const huff::Book book = book_for(some_values(1000));
  Bytes noise(4000);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : noise)
    byte = static_cast<std::uint8_t>((state = state * 1664525 + 1013904223) >> 24);
  const Coded coded = HuffmanCoder(book, {16, 32}, 4096, 0).code(payload(noise));
  EXPECT_EQ(*coded.stream,
            huff::encode(Dtype::kBf16, noise.data(), noise.size(), nullptr, {16, 32}));
}

TEST(CoderTest, TheCheapestOffsetFollowsTheScale) {
  const Bytes values = some_values(2000);
  const huff::Book book = book_for(values);
  Bytes larger = values;
  for (std::size_t i = 1; i < larger.size(); i += 2)
    larger[i] = static_cast<std::uint8_t>(larger[i] + 2);
  const auto size = [&](const Bytes& bytes, std::optional<std::uint8_t> offset) {
    return HuffmanCoder(book, {16, 32}, 4096, offset).code(payload(bytes)).stream->size();
  };
  EXPECT_EQ(size(larger, std::nullopt), size(values, 0));
  EXPECT_GT(size(larger, 0), size(values, 0));
}

TEST(CoderTest, LossyCodingKeepsToItsRateAndSaysWhatComesOut) {
  const Payload values = payload(some_values(64 * 64));
  tdr::BlockOptions options;
  options.lossy.effort = tdr::Effort::kStream;
  options.lossy.states_log2 = 2;
  const TdrCoder coder(Dtype::kBf16, 64, 4, options, 4096);
  EXPECT_FALSE(coder.lossless());
  const Coded coded = coder.code(values);
  EXPECT_LE(coded.stream->size(), 64U * 64 * 4 / 8);
  EXPECT_EQ(*coded.values, tdr::decode(coded.stream->data(), coded.stream->size()).values);
  EXPECT_NE(*coded.values, *values);
}

}  // namespace
}  // namespace tern::link
