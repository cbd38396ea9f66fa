// SPDX-License-Identifier: Apache-2.0
//
// crc16_test: the check of flits against another implementation, and what it must detect.
//
//   Spec  docs/link.md#flits
//   Test  tb/link/crc16_test.cc
#include "sim/link/crc16.h"

#include <gtest/gtest.h>

#include <boost/crc.hpp>
#include <string>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"
#include "sim/link/flit.h"

namespace tern::link {
namespace {

using Boost = boost::crc_optimal<16, 0x8005, 0, 0, false, false>;

/// What a single wrong bit changes in the remainder of a block, for each of its bits.
std::vector<std::uint16_t> syndromes() {
  std::vector<std::uint16_t> result;
  std::vector<std::uint8_t> block(kBlockBytes);
  for (std::size_t bit = 0; bit < 8 * block.size(); ++bit) {
    block[bit / 8] = static_cast<std::uint8_t>(0x80U >> bit % 8);
    result.push_back(crc16(block.data(), block.size()));
    block[bit / 8] = 0;
  }
  return result;
}

// (x + 1)(x^15 + x + 1) = x^16 + x^15 + x^2 + 1.
TEST(Crc16, GeneratorIsTheProduct) { EXPECT_EQ(kCrc16Generator, 0x8005); }

TEST(Crc16, GivesKnownAnswers) {
  const std::string digits = "123456789";
  const auto* data = reinterpret_cast<const std::uint8_t*>(digits.data());
  EXPECT_EQ(crc16(data, digits.size()), 0xFEE8);
  const std::uint8_t one = 1;
  EXPECT_EQ(crc16(&one, 1), kCrc16Generator);
  EXPECT_EQ(crc16(nullptr, 0), 0);
}

TEST(Crc16, AgreesWithAnotherImplementation) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int round = 0; round < 10000; ++round) {
    std::vector<std::uint8_t> data(static_cast<std::size_t>(rng.below(300)));
    for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(rng.bits(8));
    Boost boost;
    boost.process_bytes(data.data(), data.size());
    ASSERT_EQ(crc16(data.data(), data.size()), boost.checksum()) << data.size() << " bytes";
  }
}

TEST(Crc16, ZerosInFrontChangeNothing) {
  std::vector<std::uint8_t> block(kBlockBytes);
  for (std::size_t i = 66; i < block.size(); ++i) block[i] = static_cast<std::uint8_t>(37 * i);
  EXPECT_EQ(crc16(block.data(), block.size()), crc16(block.data() + 66, block.size() - 66));
}

// The check is linear: a wrong block passes exactly if its errors alone have the remainder 0.
TEST(Crc16, DetectsEveryBurstOfUpTo16Bits) {
  const std::vector<std::uint16_t> single = syndromes();
  for (std::size_t begin = 0; begin < single.size(); ++begin) {
    const std::size_t rest = std::min<std::size_t>(15, single.size() - begin - 1);
    std::uint16_t remainder = single[begin];
    ASSERT_NE(remainder, 0);
    // In the order of a Gray code, each pattern of the bits behind the first differs in one.
    for (std::uint32_t i = 1; i < 1U << rest; ++i) {
      remainder ^= single[begin + 1 + static_cast<std::size_t>(__builtin_ctz(i))];
      ASSERT_NE(remainder, 0) << "burst at " << begin;
    }
  }
}

TEST(Crc16, DetectsUpToThreeWrongBits) {
  const std::vector<std::uint16_t> single = syndromes();
  std::vector<bool> seen(1U << 16);
  for (const std::uint16_t s : single) {
    EXPECT_FALSE(seen[s]);  // else two wrong bits would pass
    seen[s] = true;
    // x + 1 divides the generator: an odd number of wrong bits has an odd remainder.
    EXPECT_EQ(__builtin_popcount(s) % 2, 1);
  }
}

}  // namespace
}  // namespace tern::link
