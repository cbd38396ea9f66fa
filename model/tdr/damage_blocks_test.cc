// SPDX-License-Identifier: Apache-2.0
//
// damage_blocks_test.cc: streams of blocks that nobody encoded end with a named error, or decode.
//
//   Spec  docs/transform.md#11-decoding-errors
//   Test  model/tdr/damage_blocks_test.cc
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "model/common/test_seed.h"
#include "model/huff/crc32.h"
#include "model/tdr/blocks.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

using Stream = std::vector<std::uint8_t>;

constexpr Mode kAllModes[] = {Mode::kRaw,     Mode::kLossy, Mode::kLossless,
                              Mode::kInteger, Mode::kNear,  Mode::kLayered};

Stream stream_of(Mode mode, Dtype dtype, std::uint32_t rows, std::uint32_t cols, Rng& rng) {
  TestTensor tensor = make_tensor(Content::kSmooth, dtype, rows, cols, rng);
  for (std::uint8_t& byte : tensor.bytes) {
    // Zeros with a sign are no integers.
    if (mode == Mode::kInteger && byte == 0x80) byte = 0;
  }
  BlockOptions options;
  options.wanted = mode;
  options.choose = false;
  options.lossy.effort = Effort::kStream;
  options.lossy.qp = dtype == Dtype::kInt8 ? 700 : 2300;
  options.lossy.states_log2 = 2;
  options.lossy.rounds = 1;
  options.band_rows = (rows + 1) / 2;
  if (mode == Mode::kNear) options.bound = magnitude_of(1, dtype == Dtype::kInt8 ? 2 : -5);
  return encode_blocks(tensor.source(), options).stream;
}

// Two blocks of a dtype with which the mode can be had.
Stream make_stream(Mode mode) {
  Rng rng(3);
  const Dtype dtype =
      mode == Mode::kLossless || mode == Mode::kLayered ? Dtype::kBf16 : Dtype::kInt8;
  const Stream stream = stream_of(mode, dtype, 16, 20, rng);
  const Decoded decoded = decode(stream.data(), stream.size());
  EXPECT_EQ(decoded.error, TdrError::kNone);
  EXPECT_EQ(decoded.blocks.size(), 2U);
  for (const BlockInfo& block : decoded.blocks) EXPECT_EQ(block.header.mode, mode);
  return stream;
}

const Stream& some_stream(Mode mode) {
  static std::map<Mode, Stream> streams;
  if (streams.count(mode) == 0) streams[mode] = make_stream(mode);
  return streams[mode];
}

TdrError error_of(const Stream& stream, std::uint64_t max_values = 1 << 20) {
  return decode(stream.data(), stream.size(), max_values).error;
}

void set_check(Stream& stream) {
  const std::uint32_t crc = huff::crc32(0, stream.data(), stream.size() - 4);
  for (unsigned i = 0; i < 4; ++i) {
    stream[stream.size() - 4 + i] = static_cast<std::uint8_t>(crc >> 8 * i);
  }
}

TdrError error_with(Mode mode, const std::function<void(Stream&)>& change) {
  Stream stream = some_stream(mode);
  change(stream);
  set_check(stream);
  return error_of(stream);
}

// Bytes 0 to 15 are the tensor's, the first block begins at 16.
TEST(TdrDamageBlocks, EveryErrorHasItsCause) {
  const auto at = [](std::size_t byte, std::uint8_t bits) {
    return [byte, bits](Stream& s) { s[byte] = static_cast<std::uint8_t>(s[byte] | bits); };
  };
  EXPECT_EQ(error_of(Stream(19, 2)), TdrError::kSize);
  EXPECT_EQ(error_of(Stream(16, 2)), TdrError::kSize);
  EXPECT_EQ(error_with(Mode::kLossy, [](Stream& s) { s[0] = 8; }), TdrError::kVersion);
  EXPECT_EQ(error_with(Mode::kLossy, at(0, 0x10)), TdrError::kReserved);
  EXPECT_EQ(error_with(Mode::kLossy, at(1, 0x0F)), TdrError::kReserved);  // dtype
  EXPECT_EQ(error_with(Mode::kLossy, at(1, 0x10)), TdrError::kReserved);
  EXPECT_EQ(error_with(Mode::kLossy, at(3, 0x80)), TdrError::kReserved);
  EXPECT_EQ(error_with(Mode::kLossy, [](Stream& s) { s[12] = 0; }), TdrError::kReserved);  // band
  EXPECT_EQ(error_with(Mode::kLossy, at(7, 0x40)), TdrError::kTooLarge);
  for (const Mode mode : kAllModes) {
    EXPECT_EQ(error_with(mode, [](Stream& s) { s[16] |= 0x70; }), TdrError::kReserved);  // mode
    EXPECT_EQ(error_with(mode, at(16, 1)), TdrError::kReserved) << mode_name(mode);
    EXPECT_EQ(error_with(mode, at(17, 1)), TdrError::kReserved) << mode_name(mode);
    EXPECT_EQ(error_with(mode, at(19, 2)), TdrError::kReserved) << mode_name(mode);
    EXPECT_EQ(error_with(mode, at(27, 1)), TdrError::kReserved) << mode_name(mode);
    EXPECT_EQ(error_with(mode, [](Stream& s) { s.resize(s.size() - 4); }), TdrError::kTruncated);
    EXPECT_EQ(error_with(mode, [](Stream& s) { s.resize(s.size() + 4); }), TdrError::kExcess);
    Stream stream = some_stream(mode);
    stream.back() = static_cast<std::uint8_t>(stream.back() ^ 1);
    EXPECT_EQ(error_of(stream), TdrError::kCrc) << mode_name(mode);
  }
  EXPECT_EQ(error_with(Mode::kRaw, at(17, 0x10)), TdrError::kReserved);        // has no lanes
  EXPECT_EQ(error_with(Mode::kInteger, at(18, 2)), TdrError::kReserved);       // four states
  EXPECT_EQ(error_with(Mode::kInteger, at(18, 0x40)), TdrError::kReserved);    // a transform
  EXPECT_EQ(error_with(Mode::kInteger, at(22, 1)), TdrError::kReserved);       // another step
  EXPECT_EQ(error_with(Mode::kNear, at(31, 0x80)), TdrError::kReserved);       // negative bound
  EXPECT_EQ(error_with(Mode::kLayered, at(33, 0x80)), TdrError::kReserved);    // bits of the layer
  EXPECT_EQ(error_with(Mode::kLossless, at(28, 1 << 4)), TdrError::kMessage);  // another dtype
  EXPECT_EQ(error_with(Mode::kLossless, at(32, 1)), TdrError::kMessage);       // Count
}

// Version 4 has a transform that version 2 reserves, and no axis for it.
TEST(TdrDamageBlocks, OnlyVersion4TransformsBothWays) {
  for (const Mode mode : kAllModes) {
    EXPECT_EQ(error_with(mode, [](Stream& s) { s[0] = 4; }), TdrError::kNone);
    EXPECT_EQ(error_with(mode, [](Stream& s) { s[18] |= 0xC0; }), TdrError::kReserved);
    EXPECT_EQ(error_with(mode, [](Stream& s) { s[0] = 4, s[18] |= 0xC0, s[19] |= 1; }),
              TdrError::kReserved);
    if (mode == Mode::kLayered) continue;  // another base takes another layer
    const bool may = mode == Mode::kLossy || mode == Mode::kNear;
    EXPECT_EQ(error_with(mode, [](Stream& s) { s[0] = 4, s[18] |= 0xC0; }),
              may ? TdrError::kNone : TdrError::kReserved)
        << mode_name(mode);
  }
}

TEST(TdrDamageBlocks, EveryCutAndEveryFlippedBitIsRefused) {
  for (const Mode mode : kAllModes) {
    const Stream whole = some_stream(mode);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      ASSERT_NE(error_of(Stream(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
                TdrError::kNone)
          << mode_name(mode) << " " << size;
    }
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      Stream stream = whole;
      stream[bit / 8] = static_cast<std::uint8_t>(stream[bit / 8] ^ 1U << bit % 8);
      ASSERT_NE(error_of(stream), TdrError::kNone) << mode_name(mode) << " " << bit;
    }
  }
}

// Neither many blocks nor large ones cost what the words cannot fill.
TEST(TdrDamageBlocks, ClaimsCostNothing) {
  for (const Mode mode : kAllModes) {
    for (const bool tall : {false, true}) {
      Stream stream = some_stream(mode);
      // All ones in the number of rows, of columns, or both, and bands of one row or of all.
      for (std::size_t i = 0; i < 4; ++i) {
        stream[4 + i] = 0xFF;
        stream[(tall ? 12 : 8) + i] = 0xFF;
      }
      set_check(stream);
      EXPECT_NE(error_of(stream, ~std::uint64_t{0}), TdrError::kNone) << mode_name(mode);
    }
  }
}

TEST(TdrDamageBlocks, MutationsWithARightCheckAlwaysEnd) {
  SCOPED_TRACE(seed_note());
  const std::uint64_t mutations = test_number("TERN_MUTATIONS", 4000);
  Rng rng(test_seed());
  std::uint64_t decoded = 0;
  Stream whole;
  for (std::uint64_t i = 0; i < mutations; ++i) {
    if (i % 200 == 0) {
      const Mode mode = kAllModes[i / 200 % 6];
      whole =
          stream_of(mode, kTestDtypes[rng.below(6)], static_cast<std::uint32_t>(1 + rng.below(20)),
                    static_cast<std::uint32_t>(1 + rng.below(20)), rng);
      const bool may = mode == Mode::kLossy || mode == Mode::kNear || mode == Mode::kLayered;
      if (may && whole.size() > 20 && rng.chance(1, 2)) {
        whole[0] = 4;  // and its transform
        whole[18] = static_cast<std::uint8_t>(whole[18] | 0xC0);
      }
    }
    Stream stream = whole;
    for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) {
      const std::size_t place =
          rng.below(rng.chance(1, 2) ? stream.size() : std::min<std::size_t>(stream.size(), 64));
      stream[place] = static_cast<std::uint8_t>(
          rng.chance(1, 2) ? rng.bits(8) : stream[place] ^ 1U << rng.below(8));
    }
    set_check(stream);
    const Decoded result = decode(stream.data(), stream.size(), 1 << 16);
    if (result.error != TdrError::kNone) {
      EXPECT_TRUE(result.values.empty());
      EXPECT_TRUE(result.blocks.empty());
    } else {
      ++decoded;
      EXPECT_EQ(result.values.size(), result.header.values() * element_bytes(result.header.dtype));
    }
  }
  EXPECT_GT(decoded, mutations / 50);
}

}  // namespace
}  // namespace tern::tdr
