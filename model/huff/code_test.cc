// SPDX-License-Identifier: Apache-2.0
//
// code_test.cc: every symbol has a token, and it is made as section 5 says.
//
//   Spec  docs/huffman_format.md#5-tokens
#include "model/huff/code.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/huff/canonical.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

TEST(Code, RawTokenIsExtraThenSymbol) {
  const TokenTable split = make_tokens(Dtype::kBf16, nullptr);
  const Token token = code(split, {0xAB, 0xCD});
  EXPECT_EQ(token.bits, 0xABCDU);
  EXPECT_EQ(token.len, 16U);
  const TokenTable bytes = make_tokens(Dtype::kUint8, nullptr);
  EXPECT_EQ(code(bytes, {0xAB, 0}).bits, 0xABU);
  EXPECT_EQ(code(bytes, {0xAB, 0}).len, 8U);
}

TEST(Code, LongestTokenFillsAtMostAWord) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (const EnumName<Dtype>& dtype : kDtypeNames) {
    const Book book = make_book(rng, dtype.value, BookKind::kDeepest);
    const TokenTable table = make_tokens(dtype.value, &book);
    std::uint32_t longest = 0;
    for (const Token& token : table.tokens) {
      longest = std::max(longest, with_choice(token, true).len);
    }
    EXPECT_EQ(longest, max_token_bits(dtype.value)) << dtype.text;
    EXPECT_LE(longest, kMaxTokenBits) << dtype.text;
    EXPECT_EQ(longest <= 32, fits(dtype.value, {1, 32})) << dtype.text;
    EXPECT_TRUE(fits(dtype.value, {1, 64})) << dtype.text;
  }
  EXPECT_EQ(max_token_bits(Dtype::kBf16), 32U);
  EXPECT_EQ(max_token_bits(Dtype::kFp32), 48U);
}

TEST(Code, ChoiceBitComesFirst) {
  EXPECT_EQ(with_choice({0x5, 3}, true).bits, 0xBU);
  EXPECT_EQ(with_choice({0x5, 3}, false).bits, 0xAU);
  EXPECT_EQ(with_choice({0x5, 3}, false).len, 4U);
}

// Faults H1 and H13: a symbol that the book does not know is escaped, never dropped.
TEST(Code, EverySymbolHasATokenInEveryBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t i = 0; i < 350; ++i) {
    const auto dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
    const Book book = make_book(rng, dtype, static_cast<BookKind>(i % kNumBookKinds));
    const CodeTable codes = assign_codes(book);
    const TokenTable table = make_tokens(dtype, &book);
    const std::uint32_t extra = extra_bits(dtype);
    for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
      const auto extra_value = static_cast<std::uint32_t>(rng.bits(extra));
      const Token token = code(table, {static_cast<std::uint8_t>(symbol), extra_value});
      const bool escaped = book.lengths[symbol] == 0;
      const Code own = codes[escaped ? kEscapeIndex : symbol];
      ASSERT_GT(own.len, 0);
      ASSERT_EQ(token.len, extra + own.len + (escaped ? 8 : 0));
      ASSERT_EQ(token.bits & ((1U << extra) - 1), extra_value);
      ASSERT_EQ((token.bits >> extra) & ((1U << own.len) - 1), own.bits);
      ASSERT_EQ(token.bits >> (extra + own.len), escaped ? symbol : 0);
    }
  }
}

TEST(Code, LargestMinLenMakesTheShortestTokenTheMinimum) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t i = 0; i < 70; ++i) {
    const Book book = make_book(rng, Dtype::kBf16, static_cast<BookKind>(i % kNumBookKinds));
    EXPECT_EQ(min_len_of(&book), min_length(book) - 1);
    EXPECT_EQ(min_token_bits(Dtype::kBf16, min_len_of(&book)), 8 + min_length(book));
  }
  EXPECT_EQ(min_len_of(nullptr), 7);
  EXPECT_EQ(min_token_bits(Dtype::kBf16, 7), 16U);
  EXPECT_EQ(min_token_bits(Dtype::kFp32, 0), 25U);
  EXPECT_EQ(min_token_bits(Dtype::kE8m0, 2), 3U);
}

TEST(Code, AShortEscapeCountsForMinTokenWithoutItsSymbol) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Book book = make_book(rng, Dtype::kInt8, BookKind::kShortEscape);
  const TokenTable table = make_tokens(Dtype::kInt8, &book);
  EXPECT_EQ(min_len_of(&book), 0);
  std::uint32_t shortest = kMaxTokenBits;
  for (const Token& token : table.tokens) shortest = std::min(shortest, token.len);
  EXPECT_EQ(shortest, 2U) << "no real token is that short";
}

}  // namespace
}  // namespace tern::huff
