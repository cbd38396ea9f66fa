// SPDX-License-Identifier: Apache-2.0
//
// encoder_book_test: books with extreme shapes, and books that change, code every value.
//
//   Spec  docs/huffman_format.md#4-books
//   RTL   rtl/huff/huff_book_load.sv
//   Test  tb/huff/encoder_book_test.cc
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/huff/kind_books.h"
#include "tb/huff/lane_patterns.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderBook : public EveryEncoder {
 protected:
  void expect_golden(const std::function<void(Scenario&, huff::Dtype, Rng&)>& build) {
    expect_passes([&](const RunContext& context) {
      Rng rng(context.seed);
      Scenario scenario(config());
      for (const huff::Dtype dtype : some_dtypes(config(), rng)) build(scenario, dtype, rng);
      return scenario.play(variant(), bench_options(context));
    });
  }
};

Bytes every_symbol(huff::Dtype dtype, Rng& rng) {
  Bytes values;
  for (std::uint32_t symbol = 0; symbol < huff::kNumSymbols; ++symbol) {
    append_value(values, dtype, symbol, static_cast<std::uint32_t>(rng.bits(8)));
  }
  return values;
}

// 256 codewords of one length: a count of them needs nine bits.
TEST_P(EncoderBook, UniformBookCodesEverySymbol) {
  expect_golden([&](Scenario& scenario, huff::Dtype dtype, Rng& rng) {
    scenario.book(uniform_book(dtype, config().kind()));
    scenario.message(dtype, every_symbol(dtype, rng));
  });
}

// What the load before found missing must not count for the next one.
TEST_P(EncoderBook, BookWithoutAnEscapeFollowsOneThatNeedsIt) {
  expect_golden([&](Scenario& scenario, huff::Dtype dtype, Rng& rng) {
    const huff::Book& escaping = scenario.book(random_book(dtype, scenario.config(), rng));
    ASSERT_NE(escaping.lengths[huff::kEscapeIndex], 0);
    scenario.message(dtype, fitting_values(escaping, 10, rng));
    scenario.book(uniform_book(dtype, config().kind()));
    scenario.message(dtype, every_symbol(dtype, rng));
  });
}

TEST_P(EncoderBook, ConstantTensorsOfAnyLength) {
  expect_golden([](Scenario& scenario, huff::Dtype dtype, Rng& rng) {
    scenario.book(random_book(dtype, scenario.config(), rng));
    for (const std::uint8_t byte : {std::uint8_t{0}, std::uint8_t{0xFF}}) {
      for (const std::size_t count : {std::size_t{1}, std::size_t{3001}}) {
        scenario.message(dtype, Bytes(count * huff::value_bytes(dtype), byte));
      }
    }
  });
}

// Symbols that the training never saw go through the escape; none is dropped.
TEST_P(EncoderBook, BookOfTwoHundredSymbolsCodesAllOfThem) {
  expect_golden([&](Scenario& scenario, huff::Dtype dtype, Rng& rng) {
    if (shortest_code(dtype, config()) > 7) return;
    const bool top = config().book_kind == sim::kKindTop;
    scenario.book(book_of_symbols(dtype, config(), top ? config().top_symbols : 200));
    scenario.message(dtype, every_symbol(dtype, rng));
    scenario.message(dtype, random_values(dtype, 1000, rng));
  });
}

TEST_P(EncoderBook, ShortestAndLongestTokensInEveryLane) {
  expect_golden([&](Scenario& scenario, huff::Dtype dtype, Rng& rng) {
    const huff::Book& book = scenario.book(extreme_book(dtype, config()));
    scenario.message(dtype, every_symbol(dtype, rng));
    for (std::uint32_t shift = 0; shift < 3; ++shift) {
      Bytes values;
      for (std::uint32_t i = 0; i < 40 * config().lanes; ++i) {
        const bool brief = (i / config().lanes + i + shift) % 3 == 0;
        append_value(values, dtype, brief ? shortest_symbol(book) : longest_symbol(book), i);
      }
      scenario.message(dtype, values);
    }
  });
}

// Only the escape has a long codeword, and every value needs it: the message grows.
TEST_P(EncoderBook, ExpandingBookIsCodedWhole) {
  expect_golden([&](Scenario& scenario, huff::Dtype dtype, Rng& rng) {
    const huff::Book& book = scenario.book(extreme_book(dtype, config()));
    Bytes values;
    for (std::uint32_t i = 0; i < 100 * config().lanes; ++i) {
      append_value(values, dtype, longest_symbol(book), static_cast<std::uint32_t>(rng.bits(8)));
    }
    scenario.message(dtype, values);
  });
}

// Two books with swapped identities: what one message used must not show in the next.
TEST_P(EncoderBook, BooksSwapBetweenMessages) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kAdversarial}) {
    expect_passes([&](const RunContext& context) {
      Rng rng(context.seed);
      Scenario scenario(config());
      const huff::Dtype dtype = dtypes_of(config()).front();
      huff::Book a = random_book(dtype, config(), rng);
      huff::Book b = random_book(dtype, config(), rng);
      a.id = 1;
      b.id = 2;
      for (int i = 0; i < 6; ++i) {
        const huff::Book& book = scenario.book(i % 2 == 0 ? a : b);
        for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) {
          scenario.message(dtype, fitting_values(book, rng.below(5 * config().lanes), rng),
                           rng.chance(1, 4));
        }
        if (i == 3) std::swap(a.id, b.id);
      }
      return scenario.play(variant(), bench_options(context, stall, stall));
    });
  }
}

TEST_P(EncoderBook, WritesBehindTheCommitsIndexAreIgnored) {
  expect_golden([&](Scenario& scenario, huff::Dtype dtype, Rng& rng) {
    const huff::Book book = random_book(dtype, scenario.config(), rng);
    const std::uint32_t slot = config().books - 1;
    sim::BookLoad writes = sim::make_book_load(book, slot);
    for (const std::uint32_t index : {258U, 511U, 300U}) {
      const auto at = static_cast<std::ptrdiff_t>(rng.below(writes.size()));
      writes.insert(writes.begin() + at, {index, static_cast<std::uint32_t>(rng.bits(20))});
    }
    scenario.load(writes, book, slot);
    scenario.message(dtype, fitting_values(book, 100, rng));
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderBook, testing::ValuesIn(all_encoders()), EncoderBook::name);

}  // namespace
}  // namespace tern::tb
