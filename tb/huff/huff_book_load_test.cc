// SPDX-License-Identifier: Apache-2.0
//
// huff_book_load_test: a book gets in as the canonical code of its lengths.
//
//   Spec  docs/huffman_format.md#4-books
//   RTL   rtl/huff/huff_book_load.sv
//   Test  tb/huff/huff_book_load_test.cc
#include <gtest/gtest.h>

#include <algorithm>

#include "model/huff/canonical.h"
#include "tb/huff/book_load_bench.h"
#include "tb/huff/kind_books.h"
#include "tb/huff/lane_patterns.h"
#include "tb/huff/test_data.h"

namespace tern::tb {
namespace {

template <typename V>
class BookLoad : public testing::Test {
 protected:
  /// Loads a good book and compares everything that comes out with the golden code.
  void expect_canonical(const huff::Book& book, std::uint32_t slot, std::uint64_t wait = 0) {
    const std::optional<Built> built = bench_.load(sim::make_book_load(book, slot), wait);
    ASSERT_TRUE(built);
    EXPECT_EQ(built->slot, slot);
    EXPECT_EQ(built->dtype, static_cast<std::uint32_t>(book.dtype));
    EXPECT_EQ(built->id, book.id);
    EXPECT_EQ(built->epoch, book.epoch);
    EXPECT_EQ(built->min_len, huff::min_length(book));
    EXPECT_EQ(built->cycles, config_.max_code_len * std::uint64_t{257} + 4 + wait);
    expect_entries(book, *built);
    expect_levels(book, *built);
  }

  static void expect_entries(const huff::Book& book, const Built& built) {
    const huff::CodeTable golden = huff::assign_codes(book);
    std::vector<int> seen(huff::kNumEntries, 0);
    std::uint32_t rank = 0;
    std::pair<std::uint32_t, std::uint32_t> before{0, 0};  // length, index
    for (const BuiltEntry& entry : built.entries) {
      ASSERT_LT(entry.index, huff::kNumEntries);
      ++seen[entry.index];
      ASSERT_EQ(entry.len, book.lengths[entry.index]);
      if (entry.len == 0) continue;
      ASSERT_EQ(entry.code, golden[entry.index].bits) << "entry " << entry.index;
      const auto place = std::make_pair(entry.len, entry.index);
      ASSERT_LT(before, place);
      before = place;
      ASSERT_EQ(entry.rank, rank) << "entry " << entry.index;
      if (entry.index != huff::kEscapeIndex) rank = (rank + 1) % 256;
    }
    // Those without a codeword come too: the slot may hold codewords of an earlier book.
    EXPECT_EQ(seen, std::vector<int>(huff::kNumEntries, 1));
  }

  void expect_levels(const huff::Book& book, const Built& built) {
    ASSERT_EQ(built.levels.size(), config_.max_code_len);
    std::uint32_t code = 0;     // first codeword of the length
    std::uint32_t symbols = 0;  // with shorter codewords
    for (std::uint32_t len = 1; len <= config_.max_code_len; ++len) {
      SCOPED_TRACE(len);
      const BuiltLevel& level = built.levels.at(len);
      code <<= 1U;
      const auto own =
          static_cast<std::uint32_t>(std::count(book.lengths.begin(), book.lengths.end(), len));
      EXPECT_EQ(level.delta, (symbols - code) % 256);
      // Behind all 256 symbols nobody needs it.
      if (symbols < 256) {
        EXPECT_EQ(level.base, (code - symbols) % (1U << 15));
      }
      EXPECT_EQ(level.limit, (code + own) << (15 - len));
      // It comes before the entries of the length, and behind them.
      for (std::uint32_t i = 0; i < built.entries.size(); ++i) {
        if (built.entries[i].len != len) continue;
        EXPECT_GE(i, level.entries_before);
        EXPECT_LT(i, level.entries_behind);
      }
      code += own;
      symbols += own - (book.lengths[huff::kEscapeIndex] == len ? 1 : 0);
      EXPECT_EQ(level.next_rank, symbols % 256);
    }
  }

  std::vector<huff::Book> some_books() {
    std::vector<huff::Book> books;
    const auto dtypes = dtypes_of(config_);
    for (const huff::Dtype dtype : dtypes) books.push_back(random_book(dtype, config_, rng_));
    books.push_back(uniform_book(dtypes.front(), config_.kind()));
    for (const std::uint32_t shortest : {1U, 2U, 7U}) {
      if (!holds_flat(config_.kind(), shortest)) continue;
      books.push_back(
          staircase_book(dtypes.back(), shortest, config_.max_code_len, config_.kind()));
    }
    const std::vector<huff::Book> border = border_books(dtypes.front(), config_, rng_);
    books.insert(books.end(), border.begin(), border.end());
    return books;
  }

  sim::EncoderConfig config_ = loader_config<V>();
  BookLoadBench<V> bench_;
  Rng rng_{test_seed()};
};

TYPED_TEST_SUITE(BookLoad, BookLoaders, );

TYPED_TEST(BookLoad, BuildsTheCanonicalCode) {
  std::uint32_t slot = 0;
  for (const huff::Book& book : this->some_books()) {
    this->expect_canonical(book, slot);
    slot = (slot + 1) % this->config_.books;
  }
}

// The most entries that the codewords allow: 257, with an escape that no symbol needs.
TYPED_TEST(BookLoad, BuildsABookOfAllEntries) {
  huff::Book book = uniform_book(huff::Dtype::kInt8);
  if (this->config_.max_code_len == 8) {
    // Codewords of 8 bits are enough for 256 entries only.
    book.lengths[huff::kEscapeIndex] = 8;
    book.lengths[3] = 0;
  } else {
    book.lengths[3] = 9;
    book.lengths[huff::kEscapeIndex] = 9;
  }
  ASSERT_EQ(huff::check(book), huff::BookError::kNone);
  if (!this->config_.kind().holds(book)) {
    EXPECT_FALSE(this->bench_.load(sim::make_book_load(book, 0)));
    return;
  }
  this->expect_canonical(book, 0);
}

TYPED_TEST(BookLoad, WaitsForItsSlot) {
  const huff::Book book = random_book(huff::Dtype::kInt8, this->config_, this->rng_);
  for (const std::uint64_t wait : {1, 2, 100}) this->expect_canonical(book, 1, wait);
}

TYPED_TEST(BookLoad, ResetEndsALoadAnywhere) {
  const huff::Book book = random_book(huff::Dtype::kInt8, this->config_, this->rng_);
  const sim::BookLoad good = sim::make_book_load(book, 0);
  for (int round = 0; round < 20; ++round) {
    this->bench_.write(good);
    this->bench_.top().grant_i = 1;
    for (std::uint64_t i = this->rng_.below(2500); i > 0; --i) {
      this->bench_.tick();
      if (this->bench_.top().claim_o == 0) this->bench_.top().grant_i = 0;
    }
    this->bench_.reset();
    for (int i = 0; i < 5; ++i) {
      EXPECT_FALSE(this->bench_.top().claim_o || this->bench_.top().commit_o ||
                   this->bench_.top().entry_valid_o);
      this->bench_.tick();
    }
    EXPECT_FALSE(this->bench_.load({good.back()})) << "what came before the reset counts";
  }
  this->expect_canonical(book, 0);
}

}  // namespace
}  // namespace tern::tb
