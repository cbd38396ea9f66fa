// SPDX-License-Identifier: Apache-2.0
//
// huff_book_load_test: what is a book gets in, as the canonical code of its lengths; nothing else
// does.
//
//   Spec  docs/huffman_format.md#4-books
//   RTL   rtl/huff/huff_book_load.sv
//   Test  tb/huff/huff_book_load_test.cc
#include <gtest/gtest.h>

#include <algorithm>

#include "Vbook_load.h"
#include "Vbook_load_bytes.h"
#include "model/huff/canonical.h"
#include "tb/huff/book_load_bench.h"
#include "tb/huff/lane_patterns.h"
#include "tb/huff/test_data.h"

namespace tern::tb {
namespace {

/// A loader for 16-bit values with the longest codewords, and one for bytes with the shortest.
constexpr sim::EncoderConfig kWide = {1, 32, 16, 15, 1, 2};
constexpr sim::EncoderConfig kBytes = {1, 32, 8, 8, 1, 5};

template <typename V>
sim::EncoderConfig config_of();
template <>
sim::EncoderConfig config_of<Vbook_load>() {
  return kWide;
}
template <>
sim::EncoderConfig config_of<Vbook_load_bytes>() {
  return kBytes;
}

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
      EXPECT_EQ(level.limit, (code + own) << (15 - len));
      // It comes before the entries of the length, and behind them.
      for (std::uint32_t i = 0; i < built.entries.size(); ++i) {
        if (built.entries[i].len != len) continue;
        EXPECT_GE(i, level.entries_before);
        EXPECT_LT(i, level.entries_behind);
      }
      code += own;
      symbols += own - (book.lengths[huff::kEscapeIndex] == len ? 1 : 0);
    }
  }

  std::vector<huff::Book> some_books() {
    std::vector<huff::Book> books;
    const auto dtypes = dtypes_of(config_);
    for (const huff::Dtype dtype : dtypes) books.push_back(random_book(dtype, config_, rng_));
    books.push_back(uniform_book(dtypes.front()));
    for (const std::uint32_t shortest : {1U, 2U, 7U}) {
      books.push_back(staircase_book(dtypes.back(), shortest, config_.max_code_len));
    }
    return books;
  }

  sim::EncoderConfig config_ = config_of<V>();
  BookLoadBench<V> bench_;
  Rng rng_{test_seed()};
};

using Loaders = testing::Types<Vbook_load, Vbook_load_bytes>;
TYPED_TEST_SUITE(BookLoad, Loaders, );

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
  this->expect_canonical(book, 0);
}

TYPED_TEST(BookLoad, WaitsForItsSlot) {
  const huff::Book book = random_book(huff::Dtype::kInt8, this->config_, this->rng_);
  for (const std::uint64_t wait : {1, 2, 100}) this->expect_canonical(book, 1, wait);
}

// Whatever lengths come, the verdict is that of the golden model.
TYPED_TEST(BookLoad, TakesWhatTheGoldenModelTakesAndNothingElse) {
  Rng& rng = this->rng_;
  std::map<huff::BookError, int> verdicts;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(seed_note() + " round " + std::to_string(round));
    huff::Book book = random_book(huff::Dtype::kUint8, this->config_, rng);
    book.max_len = static_cast<std::uint8_t>(this->config_.max_code_len);
    const std::uint64_t changes = rng.chance(1, 40) ? 0 : 1 + rng.below(3);
    for (std::uint64_t i = 0; i < changes; ++i) {
      const auto at = static_cast<std::size_t>(rng.below(huff::kNumEntries));
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
    ASSERT_EQ(built.has_value(), verdict == huff::BookError::kNone)
        << huff::describe(verdict, book);
  }
  for (const huff::BookError verdict :
       {huff::BookError::kNone, huff::BookError::kOversubscribed, huff::BookError::kIncomplete}) {
    EXPECT_GT(verdicts[verdict], 0) << static_cast<int>(verdict);
  }
}

TYPED_TEST(BookLoad, RefusesASymbolThatCannotBeCoded) {
  huff::Book book = uniform_book(huff::Dtype::kInt8);
  for (const std::size_t symbol : {0, 255}) {
    book = uniform_book(huff::Dtype::kInt8);
    book.lengths[symbol] = 0;
    book.lengths[symbol ^ 1U] = 7;
    ASSERT_EQ(huff::check(book), huff::BookError::kUncodable);
    EXPECT_FALSE(this->bench_.load(sim::make_book_load(book, 0)));
  }
}

TYPED_TEST(BookLoad, RefusesSlotsAndDtypesThatItDoesNotHave) {
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

TYPED_TEST(BookLoad, NeedsAllEntriesInOrder) {
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

TYPED_TEST(BookLoad, ErrorStaysUntilItIsCleared) {
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
