// SPDX-License-Identifier: Apache-2.0
//
// decode_test.cc: the look-up inverts the tokens, and knows when a token is not complete.
//
//   Spec  docs/huffman_format.md#5-tokens
#include "model/huff/decode.h"

#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/huff/canonical.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

TEST(Decode, InvertsEveryTokenWhateverFollows) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t i = 0; i < 140; ++i) {
    const auto dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
    const Book book = make_book(rng, dtype, static_cast<BookKind>(i % kNumBookKinds));
    const Book* const book_or_raw = i % 20 == 0 ? nullptr : &book;
    const TokenTable tokens = make_tokens(dtype, book_or_raw);
    const DecodeTable table(dtype, book_or_raw);
    for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
      const auto extra = static_cast<std::uint32_t>(rng.bits(extra_bits(dtype)));
      Token token = code(tokens, {static_cast<std::uint8_t>(symbol), extra});
      const bool has_choice = rng.bits(1) != 0;
      const bool choice = rng.bits(1) != 0;
      if (has_choice) token = with_choice(token, choice);
      const std::uint64_t behind = rng.bits(kMaxTokenBits - token.len);
      const DecodedToken decoded =
          decode_token(table, token.bits | behind << token.len, has_choice);
      ASSERT_EQ(decoded.len, token.len);
      ASSERT_EQ(decoded.choice, has_choice && choice);
      ASSERT_EQ(decoded.value.symbol, symbol);
      ASSERT_EQ(decoded.value.extra, extra);
    }
  }
}

// Section 7: with only some bits known and zeros behind them, the length found exceeds the known
// bits if and only if the token is not complete.
TEST(Decode, ZerosBehindTheKnownBitsTellACompleteToken) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t i = 0; i < 70; ++i) {
    const auto dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
    const Book book = make_book(rng, dtype, static_cast<BookKind>(i % kNumBookKinds));
    const TokenTable tokens = make_tokens(dtype, &book);
    const DecodeTable table(dtype, &book);
    for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
      const auto extra = static_cast<std::uint32_t>(rng.bits(extra_bits(dtype)));
      Token token = code(tokens, {static_cast<std::uint8_t>(symbol), extra});
      const bool has_choice = rng.bits(1) != 0;
      if (has_choice) token = with_choice(token, rng.bits(1) != 0);
      for (std::uint32_t known = 0; known <= token.len; ++known) {
        const std::uint64_t window = token.bits & low_bits(known);
        const std::uint32_t found = decode_token(table, window, has_choice).len;
        ASSERT_EQ(found <= known, known == token.len) << symbol << " " << known;
      }
    }
  }
}

// Fault D11: ones only is the last codeword of a complete code, and decodes.
TEST(Decode, OnesOnlyDecodes) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const Book book = make_book(rng, Dtype::kInt8, BookKind::kDeepest);
  const DecodeTable table(Dtype::kInt8, &book);
  const DecodedToken token = decode_token(table, 0x5A << 15 | 0x7FFF);
  EXPECT_EQ(token.len, 23U);
  EXPECT_EQ(token.value.symbol, 0x5A);
}

TEST(Decode, AcceptsAnEscapedSymbolThatHasACodeword) {
  Book book;
  book.dtype = Dtype::kUint8;
  book.lengths[9] = book.lengths[kEscapeIndex] = 1;
  const DecodeTable table(Dtype::kUint8, &book);
  const DecodedToken token = decode_token(table, 9U << 1 | 1U);
  EXPECT_EQ(token.len, 9U);
  EXPECT_EQ(token.value.symbol, 9);
}

}  // namespace
}  // namespace tern::huff
