// SPDX-License-Identifier: Apache-2.0
//
// pack_test.cc: tokens become words without a gap, whatever the phase.
//
//   Spec  docs/huffman_format.md#5-tokens
#include "model/huff/pack.h"

#include <gtest/gtest.h>

#include <vector>

#include "model/common/rng.h"
#include "model/common/test_seed.h"

namespace tern::huff {
namespace {

using Bits = std::vector<bool>;

void append(Bits& bits, Token token) {
  for (std::uint32_t i = 0; i < token.len; ++i) bits.push_back(((token.bits >> i) & 1) != 0);
}

// Words of a list of tokens, as an encoder takes them.
std::vector<std::uint64_t> pack(const std::vector<Token>& tokens, std::uint32_t word_bits) {
  Packer packer(word_bits);
  std::vector<std::uint64_t> words;
  for (const Token& token : tokens) {
    while (packer.has_word()) words.push_back(packer.take());
    packer.put(token);
  }
  while (packer.fill() > 0) words.push_back(packer.take());
  return words;
}

std::vector<std::uint64_t> pack_by_bits(const std::vector<Token>& tokens, std::uint32_t word_bits) {
  Bits bits;
  for (const Token& token : tokens) append(bits, token);
  std::vector<std::uint64_t> words((bits.size() + word_bits - 1) / word_bits);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) words[i / word_bits] |= std::uint64_t{1} << (i % word_bits);
  }
  return words;
}

Token random_token(Rng& rng, std::uint32_t len) { return {rng.bits(len), len}; }

class PackWidth : public testing::TestWithParam<std::uint32_t> {};

// Faults P1 and P4: a write of any size, 0 bits included, at every phase of the word; then the
// words are exactly as many as the bits need.
TEST_P(PackWidth, EveryTokenLengthAtEveryPhase) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const std::uint32_t word_bits = GetParam();
  for (std::uint32_t phase = 0; phase < word_bits; ++phase) {
    for (std::uint32_t len = 0; len <= kMaxTokenBits; ++len) {
      std::vector<Token> tokens;
      std::uint32_t filled = 0;
      while (filled + kMaxTokenBits <= phase) {
        tokens.push_back(random_token(rng, kMaxTokenBits));
        filled += kMaxTokenBits;
      }
      tokens.push_back(random_token(rng, phase - filled));
      tokens.push_back(random_token(rng, len));
      ASSERT_EQ(pack(tokens, word_bits), pack_by_bits(tokens, word_bits)) << phase << " " << len;
      tokens.push_back(random_token(rng, 1));
      ASSERT_EQ(pack(tokens, word_bits), pack_by_bits(tokens, word_bits)) << phase << " " << len;
    }
  }
}

// Fault P3: output of exactly 1, 2, ... bytes.
TEST_P(PackWidth, LongRandomSequences) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const std::uint32_t word_bits = GetParam();
  for (int i = 0; i < 200; ++i) {
    std::vector<Token> tokens;
    for (int k = 0; k < i; ++k) {
      tokens.push_back(random_token(rng, static_cast<std::uint32_t>(rng.below(kMaxTokenBits + 1))));
    }
    ASSERT_EQ(pack(tokens, word_bits), pack_by_bits(tokens, word_bits)) << i;
  }
}

TEST_P(PackWidth, LastWordIsFilledUpWithZeros) {
  Packer packer(GetParam());
  packer.put({0x7FFFFFFF, 31});
  EXPECT_FALSE(packer.has_word());
  EXPECT_EQ(packer.take(), 0x7FFFFFFFU);
  EXPECT_EQ(packer.fill(), 0U);
  packer.put({1, 1});
  EXPECT_EQ(packer.take(), 1U) << "nothing of the word before is left";
}

TEST_P(PackWidth, EmptyPackerHasNoWord) {
  const Packer packer(GetParam());
  EXPECT_FALSE(packer.has_word());
  EXPECT_EQ(packer.fill(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Words, PackWidth, testing::Values(32U, 64U));

}  // namespace
}  // namespace tern::huff
