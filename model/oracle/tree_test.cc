// SPDX-License-Identifier: Apache-2.0
//
// tree_test.cc: growing a tree and adding up Kraft's sum give the same verdict and the same codes.
//
//   Spec  docs/huffman_format.md#4-books
#include "model/oracle/tree.h"

#include <gtest/gtest.h>

#include <map>

#include "model/common/test_seed.h"
#include "model/huff/canonical.h"
#include "model/huff/test_cases.h"

namespace tern::oracle {
namespace {

using huff::Book;
using huff::BookError;

Verdict verdict_of(BookError error) {
  switch (error) {
    case BookError::kNone:
      return Verdict::kComplete;
    case BookError::kTooLong:
      return Verdict::kTooLong;
    case BookError::kOversubscribed:
      return Verdict::kOversubscribed;
    case BookError::kIncomplete:
      return Verdict::kIncomplete;
    case BookError::kUncodable:
      return Verdict::kUncodable;
  }
  return Verdict::kComplete;
}

Book random_book(Rng& rng) {
  return huff::make_book(rng, huff::Dtype::kBf16,
                         static_cast<huff::BookKind>(rng.below(huff::kNumBookKinds)));
}

// Fault D4: any list of lengths gets one verdict. Most are nearly a code.
TEST(Tree, JudgesLengthsLikeTheKraftSum) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  std::map<Verdict, int> seen;
  for (int i = 0; i < 20000; ++i) {
    Book book = random_book(rng);
    for (std::uint64_t edits = rng.below(4); edits > 0; --edits) {
      std::uint8_t& length = book.lengths[rng.below(huff::kNumEntries)];
      std::uint8_t& other = book.lengths[rng.below(huff::kNumEntries)];
      const std::uint64_t edit = rng.below(4);
      if (edit == 0) length = static_cast<std::uint8_t>(rng.below(18));
      if (edit == 1) std::swap(length, other);
      if (edit == 2 && length > 0) --length;
      if (edit == 3) book.max_len = static_cast<std::uint8_t>(rng.below(18));
    }
    const Verdict verdict = judge(book);
    ++seen[verdict];
    ASSERT_EQ(verdict, verdict_of(huff::check(book)));
  }
  for (const Verdict verdict :
       {Verdict::kComplete, Verdict::kTooLong, Verdict::kOversubscribed, Verdict::kIncomplete}) {
    EXPECT_GT(seen[verdict], 100) << "the test does not reach every verdict";
  }
}

TEST(Tree, JudgesCodesWithoutEscapeLikeTheModel) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  int uncodable = 0;
  for (int i = 0; i < 2000; ++i) {
    Book book = random_book(rng);
    // Hands the escape's codeword to a symbol.
    for (std::uint8_t& length : book.lengths) {
      if (length == 0) {
        std::swap(length, book.lengths[huff::kEscapeIndex]);
        break;
      }
    }
    const Verdict verdict = judge(book);
    ASSERT_EQ(verdict, verdict_of(huff::check(book)));
    if (verdict == Verdict::kUncodable) ++uncodable;
  }
  EXPECT_GT(uncodable, 100);
}

TEST(Tree, CodewordsAreThoseOfTheModel) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 500; ++i) {
    const Book book = random_book(rng);
    const std::vector<Bits> words = codewords(book);
    const huff::CodeTable codes = huff::assign_codes(book);
    for (std::size_t entry = 0; entry < huff::kNumEntries; ++entry) {
      ASSERT_EQ(words[entry].size(), codes[entry].len);
      for (std::size_t k = 0; k < words[entry].size(); ++k) {
        ASSERT_EQ(words[entry][k], ((codes[entry].bits >> k) & 1) != 0);
      }
    }
  }
}

TEST(Tree, WalkEndsAtTheEntry) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 100; ++i) {
    const Book book = random_book(rng);
    const Tree tree(book);
    const std::vector<Bits> words = codewords(book);
    for (std::size_t entry = 0; entry < words.size(); ++entry) {
      if (words[entry].empty()) continue;
      std::size_t node = 0;
      for (const bool bit : words[entry]) {
        ASSERT_EQ(tree.entry(node), Tree::kNoEntry);
        node = tree.descend(node, bit);
      }
      ASSERT_EQ(tree.entry(node), static_cast<int>(entry));
    }
  }
}

}  // namespace
}  // namespace tern::oracle
