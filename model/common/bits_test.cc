// SPDX-License-Identifier: Apache-2.0
//
// bits_test: the bit order of the stream, at every phase of a word and at its end.
//
//   Spec  docs/huffman_format.md#1-bit-order
#include "model/common/bits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern {
namespace {

// The rule itself: bit k of the stream is bit k mod W of word k div W.
std::vector<std::uint64_t> words_of(const std::vector<bool>& bits, unsigned word_bits) {
  std::vector<std::uint64_t> words((bits.size() + word_bits - 1) / word_bits, 0);
  for (std::size_t k = 0; k < bits.size(); ++k) {
    if (bits[k]) words[k / word_bits] |= std::uint64_t{1} << (k % word_bits);
  }
  return words;
}

void append_field(std::vector<bool>& bits, std::uint64_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bits.push_back(((value >> i) & 1) != 0);
}

class BitsOfWord : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Width, BitsOfWord, testing::Values(32U, 64U));

TEST(Bits, LowBitsCoversBothEnds) {
  EXPECT_EQ(low_bits(0), 0U);
  EXPECT_EQ(low_bits(1), 1U);
  EXPECT_EQ(low_bits(63), UINT64_MAX >> 1);
  EXPECT_EQ(low_bits(64), UINT64_MAX);
}

TEST(Bits, ReversesEveryShortField) {
  for (unsigned count = 0; count <= 15; ++count) {
    for (std::uint64_t value = 0; value < std::uint64_t{1} << count; ++value) {
      std::string text;
      for (unsigned i = 0; i < count; ++i) text += ((value >> i) & 1) != 0 ? '1' : '0';
      // `text` shows the lowest bit first, which read as a number is the reverse.
      const std::uint64_t expected = count == 0 ? 0 : std::stoull(text, nullptr, 2);
      ASSERT_EQ(reverse_bits(value, count), expected) << text;
    }
  }
  EXPECT_EQ(reverse_bits(1, 64), std::uint64_t{1} << 63);
  EXPECT_EQ(reverse_bits(0xFF6, 4), 6U) << "bits above the field are ignored";
}

TEST(Bits, StoresWordsLeastSignificantByteFirst) {
  std::vector<std::uint8_t> bytes;
  append_word(bytes, 0x0A0B0C0D, 32);
  append_word(bytes, 0x0102030405060708, 64);
  EXPECT_EQ(bytes, (std::vector<std::uint8_t>{0x0D, 0x0C, 0x0B, 0x0A, 8, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(load_word(bytes.data(), 32), 0x0A0B0C0DU);
  EXPECT_EQ(load_word(bytes.data() + 4, 64), 0x0102030405060708U);
}

TEST(Bits, BytesOfStreamDoNotDependOnWordWidth) {
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  BitWriter narrow(32);
  BitWriter wide(64);
  for (int i = 0; i < 999; ++i) {
    const unsigned count = static_cast<unsigned>(rng.below(65));
    const std::uint64_t value = rng.bits(count);
    narrow.put(value, count);
    wide.put(value, count);
  }
  std::vector<std::uint8_t> narrow_bytes;
  std::vector<std::uint8_t> wide_bytes;
  for (const std::uint64_t word : narrow.finish()) append_word(narrow_bytes, word, 32);
  for (const std::uint64_t word : wide.finish()) append_word(wide_bytes, word, 64);
  narrow_bytes.resize(wide_bytes.size());
  EXPECT_EQ(narrow_bytes, wide_bytes);
}

TEST_P(BitsOfWord, WritesFirstBitIntoLowestPlace) {
  BitWriter writer(GetParam());
  writer.put(1, 1);
  writer.put(0b01, 2);
  writer.put(0b1100, 4);
  EXPECT_EQ(writer.bit_count(), 7U);
  EXPECT_EQ(writer.finish(), std::vector<std::uint64_t>{0b1100011});
}

TEST_P(BitsOfWord, WritesRandomFieldsInOrder) {
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  BitWriter writer(GetParam());
  std::vector<bool> expected;
  for (int i = 0; i < 5000; ++i) {
    const unsigned count = static_cast<unsigned>(rng.below(65));
    const std::uint64_t value = rng.bits(count);
    writer.put(value, count);
    append_field(expected, value, count);
    ASSERT_EQ(writer.bit_count(), expected.size());
    ASSERT_EQ(writer.words().size(), expected.size() / GetParam());
  }
  EXPECT_EQ(writer.finish(), words_of(expected, GetParam()));
}

TEST_P(BitsOfWord, WritingNothingChangesNothingAtAnyPhase) {
  for (unsigned phase = 0; phase <= 2 * GetParam(); ++phase) {
    BitWriter writer(GetParam());
    std::vector<bool> expected;
    for (unsigned i = 0; i < phase; ++i) {
      writer.put(1, 1);
      expected.push_back(true);
    }
    for (int i = 0; i < 3; ++i) writer.put(0, 0);
    ASSERT_EQ(writer.words().size(), phase / GetParam()) << phase;
    writer.put(0b101, 3);
    append_field(expected, 0b101, 3);
    writer.put(0, 0);
    ASSERT_EQ(writer.finish(), words_of(expected, GetParam())) << phase;
  }
}

TEST_P(BitsOfWord, FinishGivesExactlyTheWordsThatAreNeeded) {
  for (unsigned count = 0; count <= 3 * GetParam(); ++count) {
    BitWriter writer(GetParam());
    for (unsigned i = 0; i < count; ++i) writer.put(1, 1);
    const std::vector<std::uint64_t> words = writer.finish();
    ASSERT_EQ(words.size(), (count + GetParam() - 1) / GetParam());
    ASSERT_EQ(words, words_of(std::vector<bool>(count, true), GetParam())) << "padding is zero";
    ASSERT_EQ(writer.bit_count(), 0U);
    ASSERT_TRUE(writer.finish().empty()) << "a finished writer starts anew";
  }
}

TEST_P(BitsOfWord, ReaderStopsAtTheLastBit) {
  // Every number of bits left against every number asked for.
  const unsigned width = GetParam();
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  for (unsigned words = 0; words <= 3; ++words) {
    for (unsigned skip = 0; skip <= words * width; ++skip) {
      for (unsigned count = 0; count <= 64; ++count) {
        BitReader reader(width);
        BitWriter writer(width);
        for (unsigned i = 0; i < words; ++i) writer.put(rng.bits(width), width);
        std::vector<bool> bits;
        for (const std::uint64_t word : writer.finish()) {
          reader.append(word);
          append_field(bits, word, width);
        }
        for (unsigned i = 0; i < skip; ++i) (void)reader.take(1);
        const unsigned left = words * width - skip;
        std::uint64_t expected = 0;
        for (unsigned i = 0; i < std::min(left, count); ++i) {
          expected |= std::uint64_t{bits[skip + i]} << i;
        }
        const BitRead seen = reader.peek(count);
        ASSERT_EQ(seen.value, expected);
        ASSERT_EQ(seen.complete, count <= left);
        ASSERT_EQ(reader.available(), left) << "a peek takes nothing";
        const BitRead taken = reader.take(count);
        ASSERT_EQ(taken.value, expected);
        ASSERT_EQ(taken.complete, count <= left);
        ASSERT_EQ(reader.available(), left - std::min(left, count));
      }
    }
  }
}

TEST_P(BitsOfWord, ReaderGivesBackLongStreamWordByWord) {
  // Long enough that the reader drops what has been read, many times.
  Rng rng(test_seed());
  SCOPED_TRACE(seed_note());
  BitWriter writer(GetParam());
  std::vector<std::pair<std::uint64_t, unsigned>> fields;
  for (int i = 0; i < 40000; ++i) {
    const unsigned count = static_cast<unsigned>(rng.below(65));
    fields.emplace_back(rng.bits(count), count);
    writer.put(fields.back().first, count);
  }
  const std::vector<std::uint64_t> words = writer.finish();
  BitReader reader(GetParam());
  std::size_t next = 0;
  for (const auto& [value, count] : fields) {
    // Sometimes far ahead, mostly just enough, so that read units lie before few and before many.
    const std::uint64_t ahead = rng.chance(1, 2000) ? 20000 : 0;
    while (reader.available() < ahead && next < words.size()) reader.append(words[next++]);
    while (reader.available() < count) reader.append(words[next++]);
    const BitRead read = reader.take(count);
    ASSERT_TRUE(read.complete);
    ASSERT_EQ(read.value, value);
  }
  EXPECT_LT(reader.available() + (words.size() - next) * GetParam(), GetParam());
}

}  // namespace
}  // namespace tern
