// SPDX-License-Identifier: Apache-2.0
//
// damage_test.cc: streams that nobody encoded end with a named error, or decode to something.
//
//   Spec  docs/transform.md#11-decoding-errors
//   Test  model/tdr/damage_test.cc
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/huff/crc32.h"
#include "model/tdr/test_cases.h"

namespace tern::tdr {
namespace {

using Stream = std::vector<std::uint8_t>;

Stream some_stream() {
  Rng rng(3);
  const TestTensor tensor = make_tensor(Content::kScaled, Dtype::kFp32, 40, 30, rng);
  EncodeOptions options;
  options.qp = 2500;
  options.tools.predict = Predict::kColumnMean;
  return encode(tensor.source(), options).stream;
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

TdrError error_with(const std::function<void(Stream&)>& change) {
  Stream stream = some_stream();
  change(stream);
  set_check(stream);
  return error_of(stream);
}

TEST(TdrDamage, EveryErrorHasItsCause) {
  EXPECT_EQ(error_of(some_stream()), TdrError::kNone);
  EXPECT_EQ(error_of({}), TdrError::kSize);
  EXPECT_EQ(error_of(Stream(23)), TdrError::kSize);
  EXPECT_EQ(error_with([](Stream& s) { s[0] = 0x10; }), TdrError::kVersion);
  EXPECT_EQ(error_with([](Stream& s) { s[0] = 0x17; }), TdrError::kVersion);
  EXPECT_EQ(error_with([](Stream& s) { s[0] = 0x21; }), TdrError::kReserved);   // mode
  EXPECT_EQ(error_with([](Stream& s) { s[1] |= 0x0F; }), TdrError::kReserved);  // dtype
  EXPECT_EQ(error_with([](Stream& s) { s[1] |= 0x70; }), TdrError::kReserved);  // lanes
  EXPECT_EQ(error_with([](Stream& s) { s[2] = 0x11; }), TdrError::kReserved);   // states
  EXPECT_EQ(error_with([](Stream& s) { s[2] |= 0xC0; }), TdrError::kReserved);  // transform
  EXPECT_EQ(error_with([](Stream& s) { s[3] |= 0x80; }), TdrError::kReserved);
  EXPECT_EQ(error_with([](Stream& s) { s[15] = 0xFF; }), TdrError::kReserved);  // QP
  EXPECT_EQ(error_with([](Stream& s) { s[19] = 1; }), TdrError::kReserved);
  EXPECT_EQ(error_with([](Stream& s) { s[7] = 0x40; }), TdrError::kTooLarge);  // rows
  EXPECT_EQ(error_with([](Stream& s) { s.resize(s.size() - 4); }), TdrError::kTruncated);
  EXPECT_EQ(error_with([](Stream& s) { s.resize(s.size() + 4); }), TdrError::kExcess);
  Stream stream = some_stream();
  stream.back() = static_cast<std::uint8_t>(stream.back() ^ 1);
  EXPECT_EQ(error_of(stream), TdrError::kCrc);
}

// Version 3 has a transform that version 1 reserves, and no axis for it.
TEST(TdrDamage, OnlyVersion3TransformsBothWays) {
  EXPECT_EQ(error_with([](Stream& s) { s[0] = 0x13; }), TdrError::kNone);
  EXPECT_EQ(error_with([](Stream& s) { s[0] = 0x13, s[2] |= 0xC0; }), TdrError::kNone);
  EXPECT_EQ(error_with([](Stream& s) { s[0] = 0x13, s[2] |= 0xC0, s[3] |= 1; }),
            TdrError::kReserved);
  EXPECT_EQ(error_with([](Stream& s) { s[0] = 0x23; }), TdrError::kReserved);
}

TEST(TdrDamage, ClassCodesMustBeComplete) {
  // No means, one row, one column: the lengths of the first code follow the header.
  Stream stream(20 + 24, 0);
  stream[0] = 0x11;
  stream[1] = 12;
  stream[4] = 1;
  stream[8] = 1;
  set_check(stream);
  EXPECT_EQ(error_of(stream), TdrError::kClassCode);
  stream[20] = 0x11;  // two codewords of one bit
  set_check(stream);
  EXPECT_EQ(error_of(stream), TdrError::kClassCode);  // the columns' code
  stream[20] = 0x11;
  stream[21] = 0x01;  // three of them
  set_check(stream);
  EXPECT_EQ(error_of(stream), TdrError::kClassCode);
}

TEST(TdrDamage, EveryCutIsRefused) {
  const Stream whole = some_stream();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(Stream(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
              TdrError::kNone);
  }
}

TEST(TdrDamage, EveryFlippedBitIsNoticed) {
  const Stream whole = some_stream();
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    Stream stream = whole;
    stream[bit / 8] = static_cast<std::uint8_t>(stream[bit / 8] ^ 1U << bit % 8);
    ASSERT_NE(error_of(stream), TdrError::kNone) << bit;
  }
}

// A shape that the words cannot fill must not cost memory.
TEST(TdrDamage, ClaimsCostNothing) {
  Stream stream = some_stream();
  for (const std::size_t at : {4U, 8U}) {
    for (std::size_t i = 0; i < 4; ++i) stream[at + i] = 0xFF;
  }
  set_check(stream);
  EXPECT_EQ(error_of(stream, ~std::uint64_t{0}), TdrError::kTruncated);
}

// The check is made right again, so that every stage sees hostile bits.
TEST(TdrDamage, MutationsWithARightCheckAlwaysEnd) {
  SCOPED_TRACE(seed_note());
  const std::uint64_t mutations = test_number("TERN_MUTATIONS", 4000);
  Rng rng(test_seed());
  std::uint64_t decoded = 0;
  Stream whole = some_stream();
  for (std::uint64_t i = 0; i < mutations; ++i) {
    if (i % 200 == 0) {
      const TestTensor tensor =
          make_tensor(kContents[rng.below(std::size(kContents))], kTestDtypes[rng.below(6)],
                      static_cast<std::uint32_t>(1 + rng.below(40)),
                      static_cast<std::uint32_t>(1 + rng.below(40)), rng);
      whole = encode(tensor.source(), random_options(rng)).stream;
    }
    Stream stream = whole;
    for (std::uint64_t n = 1 + rng.below(4); n > 0; --n) {
      const std::size_t at =
          rng.below(rng.chance(1, 2) ? stream.size() : std::min<std::size_t>(stream.size(), 40));
      stream[at] = static_cast<std::uint8_t>(rng.chance(1, 2) ? rng.bits(8)
                                                              : stream[at] ^ 1U << rng.below(8));
    }
    set_check(stream);
    const Decoded result = decode(stream.data(), stream.size(), 1 << 16);
    if (result.error != TdrError::kNone) {
      EXPECT_TRUE(result.values.empty());
    } else {
      ++decoded;
      EXPECT_EQ(result.values.size(), result.header.values() * element_bytes(result.header.dtype));
    }
  }
  EXPECT_GT(decoded, mutations / 50);  // the mutations reach the last stage
}

}  // namespace
}  // namespace tern::tdr
