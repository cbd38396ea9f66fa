// SPDX-License-Identifier: Apache-2.0
//
// crc32_test.cc: the check is that of zlib and of Boost.
//
//   Spec  docs/huffman_format.md#8-check
#include "model/huff/crc32.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <boost/crc.hpp>
#include <string>
#include <vector>

#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::uint32_t zlib_crc(const Bytes& bytes) {
  return static_cast<std::uint32_t>(
      ::crc32(::crc32(0, nullptr, 0), bytes.data(), static_cast<unsigned>(bytes.size())));
}

std::uint32_t boost_crc(const Bytes& bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

Bytes random_bytes(Rng& rng, std::size_t size) {
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.bits(8));
  return bytes;
}

TEST(Crc32, MatchesTheCheckValueOfTheStandard) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc32(0, reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size()),
            0xCBF43926U);
  EXPECT_EQ(crc32(0, nullptr, 0), 0U);
}

TEST(Crc32, MatchesZlibAndBoost) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::size_t size = 0; size < 600; ++size) {
    const Bytes bytes = random_bytes(rng, size);
    const std::uint32_t own = crc32(0, bytes.data(), bytes.size());
    ASSERT_EQ(own, zlib_crc(bytes)) << size;
    ASSERT_EQ(own, boost_crc(bytes)) << size;
  }
}

// One wrong term shows only for some patterns: every single bit of a beat of the widest link.
TEST(Crc32, WalkingOneMatchesZlib) {
  for (std::size_t bit = 0; bit < 512 * 8; ++bit) {
    Bytes bytes(512);
    bytes[bit / 8] = static_cast<std::uint8_t>(1U << (bit % 8));
    ASSERT_EQ(crc32(0, bytes.data(), bytes.size()), zlib_crc(bytes)) << bit;
  }
}

TEST(Crc32, MayBeComputedInPieces) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Bytes bytes = random_bytes(rng, 100);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const std::uint32_t first = crc32(0, bytes.data(), cut);
    EXPECT_EQ(crc32(first, bytes.data() + cut, bytes.size() - cut), zlib_crc(bytes));
  }
}

TEST(MessageCrc, CoversZeroBytesUpToAWholeBeat) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t lanes = 1; lanes <= kMaxLanes; lanes *= 2) {
    for (const std::uint32_t word_bits : {32U, 64U}) {
      const std::size_t beat = lanes * word_bits / 8;
      for (std::size_t words = 0; words <= 2 * lanes; ++words) {
        const Bytes bytes = random_bytes(rng, words * word_bits / 8);
        Bytes padded = bytes;
        padded.resize((bytes.size() + beat - 1) / beat * beat);
        ASSERT_EQ(message_crc(bytes.data(), bytes.size(), {lanes, word_bits}), zlib_crc(padded));
      }
    }
  }
}

TEST(MessageCrc, IsTheTrailerOfEveryMessage) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 300; ++i) {
    const Case c = make_case(rng);
    Bytes message = encode(c);
    const std::size_t at = message.size() - c.geometry.word_bits / 8;
    std::uint64_t trailer = 0;
    for (std::size_t k = message.size(); k > at; --k) trailer = trailer << 8 | message[k - 1];
    message.resize(at);
    const std::size_t beat = c.geometry.lanes * c.geometry.word_bits / 8;
    message.resize((at + beat - 1) / beat * beat);
    ASSERT_EQ(trailer, boost_crc(message)) << describe(c);
  }
}

}  // namespace
}  // namespace tern::huff
