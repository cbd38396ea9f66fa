// SPDX-License-Identifier: Apache-2.0
//
// blocks_test.cc: every mode of every block comes back, and a block that cannot have its mode costs
// no other block anything.
//
//   Spec  docs/transform.md#15-blocks
#include "model/tdr/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "model/common/test_seed.h"
#include "model/tdr/align.h"
#include "model/tdr/rate.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr Mode kAllModes[] = {Mode::kRaw,     Mode::kLossy, Mode::kLossless,
                              Mode::kInteger, Mode::kNear,  Mode::kLayered};

bool is_exact(Mode mode) { return mode != Mode::kLossy && mode != Mode::kNear; }

// What is decoded is what the encoder certified, block by block.
Decoded expect_round_trip(const TestTensor& tensor, const Encoded& encoded) {
  const Decoded decoded = decode(encoded.stream.data(), encoded.stream.size());
  EXPECT_EQ(decoded.error, TdrError::kNone) << error_name(decoded.error);
  EXPECT_EQ(decoded.values, encoded.values);
  EXPECT_EQ(decoded.blocks.size(), encoded.blocks.size());
  if (testing::Test::HasFailure()) return decoded;
  std::size_t at = 0;
  std::size_t bytes = 4 * (kTensorHeaderWords + 1);
  for (std::size_t i = 0; i < decoded.blocks.size(); ++i) {
    const Header& header = decoded.blocks[i].header;
    const std::size_t size = header.values() * element_bytes(tensor.dtype);
    EXPECT_EQ(header.mode, encoded.blocks[i].header.mode);
    EXPECT_EQ(header.qp, encoded.blocks[i].header.qp);
    if (is_exact(header.mode)) {
      EXPECT_TRUE(std::equal(&decoded.values[at], &decoded.values[at] + size, &tensor.bytes[at]))
          << mode_name(header.mode);
    } else {
      const Magnitude largest =
          largest_difference(tensor.dtype, &tensor.bytes[at], &decoded.values[at], size);
      EXPECT_TRUE(largest == encoded.blocks[i].certificate.largest) << mode_name(header.mode);
      if (header.mode == Mode::kNear) {
        EXPECT_EQ(decoded.blocks[i].bound, binary32_above(largest));
      }
    }
    at += size;
    bytes += encoded.blocks[i].bytes;
  }
  EXPECT_EQ(at, tensor.bytes.size());
  EXPECT_EQ(bytes, encoded.stream.size());
  return decoded;
}

BlockOptions quick(Mode mode, std::uint32_t qp) {
  BlockOptions options;
  options.wanted = mode;
  options.lossy.qp = qp;
  options.lossy.states_log2 = 2;
  options.lossy.rounds = 1;
  options.choose = false;
  options.lossy.effort = Effort::kStream;
  if (mode == Mode::kNear) options.bound = magnitude_of(1, -6);
  return options;
}

TEST(TdrBlocks, EveryModeComesBack) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const Mode mode : kAllModes) {
    for (const Dtype dtype : kTestDtypes) {
      const TestTensor tensor = make_tensor(kContents[rng.below(std::size(kContents))], dtype,
                                            static_cast<std::uint32_t>(rng.below(40)),
                                            static_cast<std::uint32_t>(rng.below(40)), rng);
      BlockOptions options = quick(mode, static_cast<std::uint32_t>(rng.below(kMaxQp + 1)));
      options.band_rows = static_cast<std::uint32_t>(rng.below(20));
      options.choose = rng.chance(1, 2);
      SCOPED_TRACE(testing::Message() << mode_name(mode) << " " << dtype_name(dtype));
      const Encoded encoded = encode_blocks(tensor.source(), options);
      expect_round_trip(tensor, encoded);
      // Four words, the check, and for each block three words and what fills up the last one.
      EXPECT_LE(encoded.stream.size(), 20 + tensor.bytes.size() + 15 * encoded.blocks.size());
    }
  }
}

// Any bits at all, through each of the exact modes.
TEST(TdrBlocks, ExactModesKeepEveryBit) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed() + 1);
  for (const Mode mode : {Mode::kLossless, Mode::kInteger, Mode::kLayered}) {
    for (const Dtype dtype : kTestDtypes) {
      for (const bool noise : {false, true}) {
        TestTensor tensor = make_tensor(Content::kSmooth, dtype, 30, 40, rng);
        for (std::uint8_t& byte : tensor.bytes) {
          if (noise || rng.chance(1, 50)) byte = static_cast<std::uint8_t>(rng.bits(8));
        }
        BlockOptions options = quick(mode, 2600);
        options.band_rows = 11;
        const Decoded decoded = expect_round_trip(tensor, encode_blocks(tensor.source(), options));
        EXPECT_EQ(decoded.values, tensor.bytes) << mode_name(mode) << " " << dtype_name(dtype);
      }
    }
  }
}

TEST(TdrBlocks, WhatIsNotFiniteCostsNoOtherBlock) {
  Rng rng(3);
  const float odd[] = {std::numeric_limits<float>::quiet_NaN(),
                       std::numeric_limits<float>::infinity()};
  TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 400, 64, rng);
  const std::size_t whole =
      encode_blocks_at_rate(tensor.source(), 3 * 1024, quick(Mode::kLossy, 0)).stream.size();
  EXPECT_LT(whole, 400U * 64 * 3 / 8 + 1);
  for (const float value : odd) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&value);
    std::copy(bytes, bytes + 4, tensor.bytes.begin() + 4 * (64 * 70 + 5));
    const Encoded encoded =
        encode_blocks_at_rate(tensor.source(), 8 * 1024, quick(Mode::kLossy, 0));
    const Decoded decoded = expect_round_trip(tensor, encoded);
    ASSERT_EQ(decoded.blocks.size(), 7U);
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(decoded.blocks[i].header.mode, i == 1 ? Mode::kLossless : Mode::kLossy) << i;
    }
    EXPECT_LE(encoded.stream.size(), 400U * 64);
    EXPECT_GT(encoded.stream.size(), 400U * 64 * 99 / 100);
    EXPECT_EQ(0, std::memcmp(&decoded.values[4 * (64 * 70 + 5)], bytes, 4));
  }
}

TEST(TdrBlocks, AHugeValueCostsNoOtherBlockItsAccuracy) {
  Rng rng(4);
  TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 40, 20, rng);
  const float huge = 3e38F;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&huge);
  std::copy(bytes, bytes + 4, tensor.bytes.begin());
  BlockOptions options = quick(Mode::kNear, 0);
  options.band_rows = 10;
  const Decoded decoded = expect_round_trip(tensor, encode_blocks(tensor.source(), options));
  ASSERT_EQ(decoded.blocks.size(), 4U);
  EXPECT_EQ(decoded.blocks[0].header.mode, Mode::kLossless);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(decoded.blocks[i].header.mode, Mode::kNear) << i;
}

// Lossy where the bound allows it, near-lossless where not, exact where no step is fine enough.
TEST(TdrBlocks, ABoundSendsBlocksDownTheLadder) {
  Rng rng(5);
  TestTensor tensor = make_tensor(Content::kNoise, Dtype::kFp32, 48, 64, rng);
  // The first block is far smaller than the step, the last has values of every size.
  for (std::size_t i = 0; i < 16 * 64; ++i) {
    float value = 0;
    std::memcpy(&value, &tensor.bytes[4 * i], 4);
    value /= 1024;
    std::memcpy(&tensor.bytes[4 * i], &value, 4);
    std::memcpy(&value, &tensor.bytes[4 * (i + 32 * 64)], 4);
    if (i % 64 == 0) value *= 1e9F;
    std::memcpy(&tensor.bytes[4 * (i + 32 * 64)], &value, 4);
  }
  BlockOptions options = quick(Mode::kLossy, 2000);
  options.band_rows = 16;
  options.bound = magnitude_of(1, -7);
  const Encoded encoded = encode_blocks(tensor.source(), options);
  const Decoded decoded = expect_round_trip(tensor, encoded);
  ASSERT_EQ(decoded.blocks.size(), 3U);
  EXPECT_EQ(decoded.blocks[0].header.mode, Mode::kLossy);
  EXPECT_EQ(decoded.blocks[1].header.mode, Mode::kNear);
  EXPECT_EQ(decoded.blocks[2].header.mode, Mode::kLossless);
  for (const BlockReport& block : encoded.blocks) {
    EXPECT_FALSE(*options.bound < block.certificate.largest);
  }
}

TEST(TdrBlocks, IntegersOfAnyUnitAreShort) {
  Rng rng(6);
  for (const Dtype dtype : {Dtype::kInt8, Dtype::kFp32, Dtype::kE4m3, Dtype::kBf16}) {
    TestTensor tensor = make_tensor(Content::kSmooth, dtype, 200, 64, rng);
    if (dtype == Dtype::kFp32 || dtype == Dtype::kBf16) {
      // A slow walk on multiples of 2^-9.
      std::vector<std::int32_t> walk(64, 40);
      for (std::size_t i = 0; i < 200 * 64; ++i) {
        std::int32_t& at = walk[i % 64];
        at = std::clamp(at + static_cast<std::int32_t>(rng.below(5)) - 2, -120, 120);
        unalign(dtype, at, -9, &tensor.bytes[i * element_bytes(dtype)]);
      }
    }
    // A zero with a sign is no integer.
    for (std::uint8_t& byte : tensor.bytes) {
      if (dtype == Dtype::kE4m3 && byte == 0x80) byte = 0;
    }
    BlockOptions options = quick(Mode::kInteger, 0);
    const Encoded encoded = encode_blocks(tensor.source(), options);
    const Decoded decoded = expect_round_trip(tensor, encoded);
    EXPECT_EQ(decoded.blocks[0].header.mode, Mode::kInteger) << dtype_name(dtype);
    const double bits = static_cast<double>(encoded.stream.size()) * 8 / (200 * 64);
    EXPECT_LT(bits, dtype == Dtype::kE4m3   ? 7.5
                    : dtype == Dtype::kInt8 ? 5.5
                                            : 3.0)
        << dtype_name(dtype);
  }
}

TEST(TdrBlocks, LayersAreNotMuchLongerThanOneExactMode) {
  Rng rng(7);
  const TestTensor tensor = make_tensor(Content::kScaled, Dtype::kBf16, 128, 128, rng);
  const auto size_of = [&](Mode mode) {
    BlockOptions options = quick(mode, 2500);
    const Encoded encoded = encode_blocks(tensor.source(), options);
    EXPECT_EQ(encoded.blocks[0].header.mode, mode);
    return static_cast<double>(encoded.stream.size());
  };
  EXPECT_LT(size_of(Mode::kLayered), 1.15 * size_of(Mode::kLossless));
}

TEST(TdrBlocks, OneLossyBlockIsTheStreamOfVersion1InOtherClothes) {
  Rng rng(8);
  const TestTensor tensor = make_tensor(Content::kScaled, Dtype::kFp32, 60, 50, rng);
  const Encoded blocks = encode_blocks(tensor.source(), quick(Mode::kLossy, 2500));
  EncodeOptions options = quick(Mode::kLossy, 2500).lossy;
  options.tools = plain_tools(tensor.source());
  const Encoded one = encode(tensor.source(), options);
  EXPECT_EQ(blocks.values, one.values);
  EXPECT_EQ(blocks.stream.size(), one.stream.size() + 8);
}

TEST(TdrBlocks, EmptyTensorsHaveNone) {
  for (const auto& [rows, cols] : {std::pair{0U, 0U}, {0U, 7U}, {4000000000U, 0U}}) {
    TestTensor tensor{Dtype::kFp32, rows, cols, {}};
    const Encoded encoded = encode_blocks(tensor.source(), quick(Mode::kLossy, 100));
    EXPECT_EQ(encoded.stream.size(), 20U);
    const Decoded decoded = expect_round_trip(tensor, encoded);
    EXPECT_EQ(decoded.header.rows, rows);
    EXPECT_EQ(decoded.header.cols, cols);
  }
}

}  // namespace
}  // namespace tern::tdr
