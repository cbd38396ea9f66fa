// SPDX-License-Identifier: Apache-2.0
//
// huff_book_refuse_test: what is not a book for the unit is refused, and leaves nothing behind.
//
//   Spec  docs/huffman_format.md#4-books
//   RTL   rtl/huff/huff_book_judge.sv
//   Test  tb/huff/huff_book_refuse_test.cc
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/huff/book_load_bench.h"
#include "tb/huff/kind_books.h"
#include "tb/huff/test_data.h"

namespace tern::tb {
namespace {

template <typename V>
class BookRefuse : public testing::Test {
 protected:
  sim::EncoderConfig config_ = loader_config<V>();
  BookLoadBench<V> bench_;
  Rng rng_{test_seed()};
};

TYPED_TEST_SUITE(BookRefuse, BookLoaders, );

// Whatever lengths come, the verdict is that of the golden model.
TYPED_TEST(BookRefuse, TakesWhatTheGoldenModelTakesAndNothingElse) {
  Rng& rng = this->rng_;
  std::map<huff::BookError, int> verdicts;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(seed_note() + " round " + std::to_string(round));
    huff::Book book = random_book(huff::Dtype::kUint8, this->config_, rng);
    book.max_len = static_cast<std::uint8_t>(this->config_.max_code_len);
    const std::uint64_t changes = rng.chance(1, 40) ? 0 : 1 + rng.below(3);
    for (std::uint64_t i = 0; i < changes; ++i) {
      // Of small books few entries have codewords, and a change of another is refused for that.
      auto at = static_cast<std::size_t>(rng.below(huff::kNumEntries));
      const std::size_t looks = rng.chance(1, 2) ? huff::kNumEntries : 0;
      for (std::size_t look = 0; look < looks && book.lengths[at] == 0; ++look) {
        at = (at + 1) % huff::kNumEntries;
      }
      switch (rng.below(4)) {
        case 0:
          book.lengths[at] = static_cast<std::uint8_t>(rng.bits(4));
          break;
        case 1:
          std::swap(book.lengths[at], book.lengths[huff::kEscapeIndex]);
          break;
        case 2:
          book.lengths[at] = static_cast<std::uint8_t>(std::min(15, book.lengths[at] + 1));
          break;
        default:
          book.lengths[at] = static_cast<std::uint8_t>(std::max(0, book.lengths[at] - 1));
      }
    }
    const huff::BookError verdict = huff::check(book);
    ++verdicts[verdict];
    const auto built = this->bench_.load(sim::make_book_load(book, 1));
    ASSERT_EQ(built.has_value(),
              verdict == huff::BookError::kNone && this->config_.kind().holds(book))
        << huff::describe(verdict, book);
  }
  for (const huff::BookError verdict :
       {huff::BookError::kNone, huff::BookError::kOversubscribed, huff::BookError::kIncomplete}) {
    EXPECT_GT(verdicts[verdict], 0) << static_cast<int>(verdict);
  }
}

TYPED_TEST(BookRefuse, RefusesASymbolThatCannotBeCoded) {
  huff::Book book = uniform_book(huff::Dtype::kInt8);
  for (const std::size_t symbol : {0, 255}) {
    book = uniform_book(huff::Dtype::kInt8);
    book.lengths[symbol] = 0;
    book.lengths[symbol ^ 1U] = 7;
    ASSERT_EQ(huff::check(book), huff::BookError::kUncodable);
    EXPECT_FALSE(this->bench_.load(sim::make_book_load(book, 0)));
  }
}

// Whatever came before: what it counted must not count for the next load.
TYPED_TEST(BookRefuse, HoldsBooksUpToTheBorderOfItsKind) {
  for (int round = 0; round < 20; ++round) {
    for (const huff::Book& book : unfit_books(huff::Dtype::kInt8, this->config_, this->rng_)) {
      ASSERT_EQ(huff::check(book), huff::BookError::kNone);
      EXPECT_FALSE(this->bench_.load(sim::make_book_load(book, 1)));
    }
    for (const huff::Book& book : border_books(huff::Dtype::kInt8, this->config_, this->rng_)) {
      EXPECT_TRUE(this->bench_.load(sim::make_book_load(book, 1)));
    }
  }
}

TYPED_TEST(BookRefuse, RefusesSlotsAndDtypesThatItDoesNotHave) {
  huff::Book book = random_book(huff::Dtype::kInt8, this->config_, this->rng_);
  const auto dtypes = dtypes_of(this->config_);
  for (std::uint32_t code = 0; code < 16; ++code) {
    book.dtype = static_cast<huff::Dtype>(code);
    const bool takes = std::find(dtypes.begin(), dtypes.end(), book.dtype) != dtypes.end();
    EXPECT_EQ(this->bench_.load(sim::make_book_load(book, 0)).has_value(), takes) << code;
  }
  book.dtype = huff::Dtype::kInt8;
  for (std::uint32_t slot = 0; slot < 16; ++slot) {
    EXPECT_EQ(this->bench_.load(sim::make_book_load(book, slot)).has_value(),
              slot < this->config_.books)
        << slot;
  }
}

TYPED_TEST(BookRefuse, NeedsAllEntriesInOrder) {
  const huff::Book book = random_book(huff::Dtype::kInt8, this->config_, this->rng_);
  const sim::BookLoad good = sim::make_book_load(book, 0);
  for (const std::size_t at : {0, 1, 100, 255}) {
    SCOPED_TRACE(at);
    const auto place = static_cast<std::ptrdiff_t>(at);
    sim::BookLoad bad = good;
    bad.erase(bad.begin() + place);
    EXPECT_FALSE(this->bench_.load(bad)) << "missing";
    bad = good;
    std::swap(bad[at], bad[at + 1]);
    EXPECT_FALSE(this->bench_.load(bad)) << "swapped";
    if (at == 0) continue;
    bad = good;
    bad.insert(bad.begin() + place, good[at]);
    EXPECT_FALSE(this->bench_.load(bad)) << "twice";
  }
  EXPECT_FALSE(this->bench_.load({good.back()})) << "commit alone";
  // Entry 0 again starts again.
  sim::BookLoad again(good.begin(), good.begin() + 77);
  again.insert(again.end(), good.begin(), good.end());
  EXPECT_TRUE(this->bench_.load(again));
  EXPECT_FALSE(this->bench_.load({good.back()})) << "commit alone, behind a good book";
}

TYPED_TEST(BookRefuse, ErrorStaysUntilItIsCleared) {
  const huff::Book book = random_book(huff::Dtype::kInt8, this->config_, this->rng_);
  const sim::BookLoad good = sim::make_book_load(book, 0);
  EXPECT_FALSE(this->bench_.load({good.back()}));
  auto& top = this->bench_.top();
  for (int i = 0; i < 5; ++i) {
    this->bench_.tick();
    EXPECT_EQ(top.err_load_o, 1);
  }
  top.err_clear_i = 1;
  this->bench_.tick();
  EXPECT_EQ(top.err_load_o, 0);
  // A new error wins over the clear.
  this->bench_.write({good.back()});
  this->bench_.tick();
  EXPECT_EQ(top.err_load_o, 1);
  this->bench_.tick();
  EXPECT_EQ(top.err_load_o, 0);
}

}  // namespace
}  // namespace tern::tb
