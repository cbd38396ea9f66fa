// SPDX-License-Identifier: Apache-2.0
//
// worked_example_test.cc: every number of section 11 is what the model computes.
//
//   Spec  docs/huffman_format.md#11-worked-example
#include "model/huff/worked_example.h"

#include <gtest/gtest.h>

#include "model/huff/code.h"
#include "model/huff/frame.h"

namespace tern::huff {
namespace {

TEST(WorkedExample, IsReadCompletely) {
  const WorkedExample example = read_worked_example();
  EXPECT_EQ(check(example.book), BookError::kNone);
  EXPECT_EQ(example.book.id, 3);
  EXPECT_EQ(example.book.epoch, 7);
  EXPECT_EQ(example.rows.size(), 5U);
  EXPECT_EQ(example.takes.size(), 3U);
  EXPECT_EQ(example.message.size(), 28U);
  EXPECT_EQ(example.offset, 3);
}

TEST(WorkedExample, SymbolsAndTokensAgree) {
  const WorkedExample example = read_worked_example();
  const TokenTable tokens = make_tokens(Dtype::kBf16, &example.book);
  EXPECT_EQ(min_token_bits(Dtype::kBf16, min_len_of(&example.book)), 9U);
  ASSERT_FALSE(example.rows.empty());
  for (std::size_t i = 0; i < example.rows.size(); ++i) {
    const WorkedExample::Row& row = example.rows[i];
    const Symbolized parts = symbolize(Dtype::kBf16, row.value, example.offset);
    EXPECT_EQ(parts.symbol, row.symbol) << i;
    EXPECT_EQ(parts.extra, row.extra) << i;
    EXPECT_EQ(i % example.geometry.lanes, row.lane) << i;
    const Token token = code(tokens, parts);
    std::string sent;
    for (std::uint32_t k = 0; k < token.len; ++k) sent += ((token.bits >> k) & 1) != 0 ? '1' : '0';
    EXPECT_EQ(sent, row.token) << i;
  }
}

TEST(WorkedExample, WordsAreTakenAsTheTableSays) {
  const WorkedExample example = read_worked_example();
  const std::vector<OrderedWord> words = ordered_words(
      Dtype::kBf16, example.values.data(), example.values.size(), example.plan(), example.geometry);
  ASSERT_EQ(words.size(), example.takes.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(words[i].step, example.takes[i].step) << i;
    EXPECT_EQ(words[i].pass, example.takes[i].pass) << i;
    EXPECT_EQ(words[i].lane, example.takes[i].lane) << i;
    EXPECT_EQ(words[i].word, example.takes[i].word) << i;
  }
}

TEST(WorkedExample, HeaderAgrees) {
  const WorkedExample example = read_worked_example();
  const Header header = make_header(Dtype::kBf16, example.plan(), example.geometry, 5);
  EXPECT_EQ(pack_header(header), example.header);
}

TEST(WorkedExample, EncodesToTheBytesOfTheDocument) {
  const WorkedExample example = read_worked_example();
  EXPECT_EQ(encode(Dtype::kBf16, example.values.data(), example.values.size(), example.plan(),
                   example.geometry),
            example.message);
}

TEST(WorkedExample, DecodesToTheValuesOfTheDocument) {
  const WorkedExample example = read_worked_example();
  BookSet books;
  ASSERT_FALSE(books.add(example.book));
  const Decoded decoded = decode(example.message.data(), example.message.size(), books);
  EXPECT_EQ(decoded.error, StreamError::kNone);
  EXPECT_EQ(decoded.dtype, Dtype::kBf16);
  EXPECT_EQ(decoded.offset, example.offset);
  EXPECT_EQ(decoded.values, example.values);
}

}  // namespace
}  // namespace tern::huff
