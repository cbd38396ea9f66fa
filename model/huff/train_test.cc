// SPDX-License-Identifier: Apache-2.0
//
// train_test.cc: trained books are valid, cheapest, and predict the size of a message.
//
//   Spec  docs/huffman_format.md#10-training-books
#include "model/huff/train.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/common/test_seed.h"
#include "model/huff/code.h"
#include "model/huff/desymbolize.h"
#include "model/huff/report_math.h"
#include "model/huff/test_cases.h"

namespace tern::huff {
namespace {

Book train(const Weights& weights, const TrainOptions& options = {}, Dtype dtype = Dtype::kBf16) {
  const Result<Book> book = train_book(dtype, weights, options);
  EXPECT_TRUE(book.ok()) << (book.ok() ? "" : book.error().message);
  return book.ok() ? book.value() : Book{};
}

std::string refusal(const Weights& weights, const TrainOptions& options) {
  const Result<Book> book = train_book(Dtype::kBf16, weights, options);
  EXPECT_FALSE(book.ok());
  if (book.ok()) return "";
  EXPECT_EQ(book.error().kind, ErrorKind::kBook);
  return book.error().message;
}

std::uint32_t coded_symbols(const Book& book) {
  return static_cast<std::uint32_t>(std::count_if(book.lengths.begin(), book.lengths.end() - 1,
                                                  [](std::uint8_t length) { return length > 0; }));
}

// A tensor with exactly these counts.
std::vector<std::uint8_t> tensor_of(Rng& rng, Dtype dtype, const Histogram& histogram) {
  std::vector<std::uint8_t> data;
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    for (std::uint64_t i = 0; i < histogram[symbol]; ++i) {
      const auto extra = static_cast<std::uint32_t>(rng.bits(extra_bits(dtype)));
      data.resize(data.size() + value_bytes(dtype));
      store_value(dtype, data.data(), data.size() / value_bytes(dtype) - 1,
                  desymbolize(dtype, {static_cast<std::uint8_t>(symbol), extra}));
    }
  }
  return data;
}

// Fault H8: what the estimator predicts is what the encoder writes, bit for bit.
TEST(Train, PredictedBitsAreTheBitsWritten) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 250; ++i) {
    const auto dtype = static_cast<Dtype>(rng.below(kDtypeNames.size()));
    const Histogram histogram =
        make_histogram(rng, static_cast<std::uint32_t>(1 + rng.below(60)), 6);
    TrainOptions options;
    options.max_len = static_cast<std::uint32_t>(8 + rng.below(8));
    if (rng.bits(1) != 0) options.coded = static_cast<std::uint32_t>(1 + rng.below(255));
    // Trained on another distribution half of the time.
    const Book book =
        train(rng.bits(1) != 0 ? histogram : make_histogram(rng, 30, 10), options, dtype);
    const std::vector<std::uint8_t> data = tensor_of(rng, dtype, histogram);
    ASSERT_EQ(count_symbols(dtype, data.data(), data.size()), histogram);

    // One lane: the payload is the tokens and the filling of one word.
    const std::uint64_t predicted = token_bits(histogram, book);
    const std::uint32_t word_bits = fits(dtype, {1, 32}) ? 32 : 64;
    const std::size_t size = encode(dtype, data.data(), data.size(), &book, {1, word_bits}).size();
    ASSERT_EQ(size, header_bytes({1, word_bits}) +
                        ((predicted + word_bits - 1) / word_bits + 1) * (word_bits / 8));
    std::uint64_t written = 0;
    const TokenTable tokens = make_tokens(dtype, &book);
    for (std::size_t k = 0; k < data.size() / value_bytes(dtype); ++k) {
      written += code(tokens, symbolize(dtype, load_value(dtype, data.data(), k))).len;
    }
    ASSERT_EQ(written, predicted);
  }
}

TEST(Train, BooksAreValidForAnyOptions) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 40; ++i) {
    const auto symbols = static_cast<std::uint32_t>(1 + rng.below(256));
    const Histogram histogram = make_histogram(rng, symbols, 40);
    for (std::uint32_t max_len = 8; max_len <= 15; ++max_len) {
      TrainOptions options;
      options.max_len = max_len;
      options.min_len = static_cast<std::uint32_t>(1 + rng.below(8));
      if (rng.bits(1) != 0) options.coded = 255 + static_cast<std::uint32_t>(rng.below(2));
      const Book book = train(histogram, options);
      EXPECT_EQ(check(book), BookError::kNone);
      EXPECT_EQ(book.max_len, max_len);
      EXPECT_GE(min_length(book), options.min_len);
      EXPECT_EQ(book.id, 0);
      EXPECT_EQ(book.epoch, 0);
    }
  }
}

TEST(Train, NoFixedNumberOfSymbolsIsCheaper) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 5; ++i) {
    const Histogram histogram =
        make_histogram(rng, static_cast<std::uint32_t>(1 + rng.below(256)), 20);
    const Book best = train(histogram);
    std::uint32_t smallest = 0;
    for (std::uint32_t coded = 1; coded <= kNumSymbols; ++coded) {
      TrainOptions options;
      options.coded = coded;
      const std::uint64_t bits = token_bits(histogram, train(histogram, options));
      ASSERT_GE(bits, token_bits(histogram, best)) << coded;
      if (smallest == 0 && bits == token_bits(histogram, best)) smallest = coded;
    }
    EXPECT_EQ(coded_symbols(best), smallest) << "of equally cheap books the smallest m wins";
  }
}

// The compact book of the hardware: 15 symbols and the escape.
TEST(Train, CompactBookCodesThe15HeaviestSymbols) {
  Histogram histogram{};
  for (std::uint32_t symbol = 0; symbol < 40; ++symbol) histogram[symbol] = 1 + symbol;
  TrainOptions options;
  options.coded = 15;
  options.max_len = 8;
  const Book book = train(histogram, options);
  EXPECT_EQ(coded_symbols(book), 15U);
  EXPECT_GT(book.lengths[kEscapeIndex], 0);
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    EXPECT_EQ(book.lengths[symbol] > 0, symbol >= 25 && symbol < 40) << symbol;
  }
}

// Fault H3: one symbol only still gives a code of two entries.
TEST(Train, ConstantTensorGetsOneBit) {
  for (const std::uint32_t symbol : {0U, 127U, 255U}) {
    Histogram histogram{};
    histogram[symbol] = 1000;
    const Book book = train(histogram);
    EXPECT_EQ(book.lengths[symbol], 1);
    EXPECT_EQ(book.lengths[kEscapeIndex], 1);
    EXPECT_EQ(coded_symbols(book), 1U);
  }
}

// Faults H1 and H13: symbols that training never saw can be coded.
TEST(Train, UnseenSymbolsCanBeCoded) {
  Histogram seen{};
  for (std::uint32_t symbol = 0; symbol < 200; ++symbol) seen[symbol] = 1 + symbol * symbol;
  const Book book = train(seen);
  Histogram all{};
  all.fill(1);
  EXPECT_EQ(check(book), BookError::kNone);
  EXPECT_GT(token_bits(all, book), 256 * 8U);
}

// Fault H17: counts of 2^40 and more.
TEST(Train, HandlesHugeCounts) {
  Histogram histogram{};
  for (std::uint32_t symbol = 0; symbol < kNumSymbols; ++symbol) {
    histogram[symbol] = (std::uint64_t{1} << 40) + symbol;
  }
  const Book even = train(histogram);
  EXPECT_EQ(coded_symbols(even), 256U);
  EXPECT_EQ(even.lengths[kEscapeIndex], 0);
  EXPECT_EQ(min_length(even), 8U);
  histogram[77] = std::uint64_t{1} << 58;
  EXPECT_EQ(train(histogram).lengths[77], 1);
}

TEST(Train, IsWithinOneBitOfShannon) {
  SCOPED_TRACE(seed_note());
  Rng rng(test_seed());
  for (int i = 0; i < 20; ++i) {
    const Histogram histogram = make_histogram(rng, 256, 12);
    TrainOptions options;
    options.max_len = 15;
    const auto bits = static_cast<double>(token_bits(histogram, train(histogram, options)));
    const double bound = shannon_bits(histogram, Dtype::kBf16);
    std::uint64_t values = 0;
    for (const std::uint64_t count : histogram) values += count;
    EXPECT_GE(bits, bound);
    EXPECT_LE(bits, bound + static_cast<double>(values));
  }
}

// Fault H5: nothing to train on is an error with a cure.
TEST(Train, RefusesAnEmptyDistribution) {
  EXPECT_EQ(refusal(Weights{}, {}),
            "cannot train a book: the distribution is empty; train on at least one value");
}

TEST(Train, RefusesOptionsThatNoBookCanMeet) {
  Weights weights{};
  weights[1] = 1;
  const auto with = [](std::uint32_t max_len, std::uint32_t min_len,
                       std::optional<std::uint32_t> coded) {
    return TrainOptions{max_len, min_len, coded};
  };
  EXPECT_NE(refusal(weights, with(7, 1, {})).find("use 8 to 15"), std::string::npos);
  EXPECT_NE(refusal(weights, with(16, 1, {})).find("use 8 to 15"), std::string::npos);
  EXPECT_NE(refusal(weights, with(12, 0, {})).find("use 1 to 8"), std::string::npos);
  EXPECT_NE(refusal(weights, with(12, 9, {})).find("use 1 to 8"), std::string::npos);
  EXPECT_NE(refusal(weights, with(12, 1, 0U)).find("use 1 to 256"), std::string::npos);
  EXPECT_NE(refusal(weights, with(12, 1, 257U)).find("use 1 to 256"), std::string::npos);
  EXPECT_NE(refusal(weights, with(12, 5, 15U)).find("code at least 31 symbols"), std::string::npos);
  train(weights, with(12, 4, 15U));
}

TEST(Train, RefusesWeightsThatWouldOverflow) {
  Weights weights{};
  weights.fill(~std::uint64_t{0});
  EXPECT_NE(refusal(weights, {}).find("2^59"), std::string::npos);
}

}  // namespace
}  // namespace tern::huff
