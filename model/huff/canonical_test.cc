// SPDX-License-Identifier: Apache-2.0
//
// canonical_test.cc: codewords follow from the lengths, in one way only.
//
//   Spec  docs/huffman_format.md#4-books
#include "model/huff/canonical.h"

#include <gtest/gtest.h>

#include "model/common/bits.h"
#include "model/common/test_seed.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

// The codeword as a number, root in the most significant bit.
std::uint64_t number(const Code& code) { return reverse_bits(code.bits, code.len); }

TEST(Canonical, MatchesTheWorkedExample) {
  Book book;
  book.lengths[127] = 1;
  book.lengths[124] = 2;
  book.lengths[128] = 3;
  book.lengths[kEscapeIndex] = 3;
  const CodeTable codes = assign_codes(book);
  EXPECT_EQ(number(codes[127]), 0b0U);
  EXPECT_EQ(number(codes[124]), 0b10U);
  EXPECT_EQ(number(codes[128]), 0b110U);
  EXPECT_EQ(number(codes[kEscapeIndex]), 0b111U);
  EXPECT_EQ(codes[128].bits, 0b011U) << "bit 0 is sent first";
  EXPECT_EQ(codes[0].len, 0U);
}

// Fault H11: 256 codewords of one length are numbered without a gap or a wrap.
TEST(Canonical, UniformBookCountsUp) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const CodeTable codes = assign_codes(make_book(rng, Dtype::kInt8, BookKind::kUniform));
  for (std::size_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    EXPECT_EQ(codes[symbol].len, 8U);
    EXPECT_EQ(number(codes[symbol]), symbol);
  }
}

TEST(Canonical, LengthsAreThoseOfTheBook) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t i = 0; i < 210; ++i) {
    const Book book = make_book(rng, Dtype::kBf16, static_cast<BookKind>(i % kNumBookKinds));
    const CodeTable codes = assign_codes(book);
    for (std::size_t entry = 0; entry < kNumEntries; ++entry) {
      EXPECT_EQ(codes[entry].len, book.lengths[entry]);
    }
  }
}

// A complete canonical code cuts the line of all 15-bit numbers into adjoining pieces, in order of
// (length, index): no gap, no overlap, and the last piece ends at the end.
TEST(Canonical, CodewordsTileTheNumberLineInOrder) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (std::uint32_t i = 0; i < 210; ++i) {
    const Book book = make_book(rng, Dtype::kBf16, static_cast<BookKind>(i % kNumBookKinds));
    const CodeTable codes = assign_codes(book);
    std::uint64_t end = 0;
    for (std::uint32_t length = 1; length <= kMaxCodeLen; ++length) {
      for (const Code& code : codes) {
        if (code.len != length) continue;
        EXPECT_EQ(number(code) << (kMaxCodeLen - length), end);
        end += std::uint64_t{1} << (kMaxCodeLen - length);
      }
    }
    EXPECT_EQ(end, std::uint64_t{1} << kMaxCodeLen);
  }
}

// Fault D11: the codeword of ones only is as good as any other, even at 15 bits.
TEST(Canonical, LastEntryHasOnesOnly) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  const CodeTable codes = assign_codes(make_book(rng, Dtype::kBf16, BookKind::kDeepest));
  EXPECT_EQ(codes[kEscapeIndex].len, 15U);
  EXPECT_EQ(codes[kEscapeIndex].bits, 0x7FFFU);
}

}  // namespace
}  // namespace tern::huff
