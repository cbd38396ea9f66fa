// SPDX-License-Identifier: Apache-2.0
//
// encoder_kind_test: an encoder holds every book of its kind up to the border, and none behind it.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_enc_s2_select.sv
//   Test  tb/huff/encoder_kind_test.cc
#include <gtest/gtest.h>

#include "tb/huff/kind_books.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderKind : public EveryEncoder {};

Bytes every_symbol_twice(huff::Dtype dtype, Rng& rng) {
  Bytes values;
  for (std::uint32_t i = 0; i < 2 * huff::kNumSymbols; ++i) {
    append_value(values, dtype, i % huff::kNumSymbols, static_cast<std::uint32_t>(rng.bits(8)));
  }
  return values;
}

// They take turns in the slots: what a larger book has left there must not show in a smaller one.
TEST_P(EncoderKind, BooksAtTheBorderCodeEverySymbol) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kRandom}) {
    expect_passes([&](const RunContext& context) {
      Rng rng(context.seed);
      Scenario scenario(config());
      for (const huff::Dtype dtype : some_dtypes(config(), rng)) {
        std::vector<huff::Book> books = border_books(dtype, config(), rng);
        books.push_back(books.front());
        for (const huff::Book& border : books) {
          EXPECT_TRUE(config().kind().holds(border));
          const huff::Book& book = scenario.book(border);
          scenario.message(dtype, every_symbol_twice(dtype, rng));
          scenario.message(dtype, fitting_values(book, 20 * config().lanes, rng));
          scenario.message(dtype, coded_values(book, 20 * config().lanes, rng));
        }
      }
      return scenario.play(variant(), bench_options(context, stall, stall));
    });
  }
}

// A step with an old book stays in the look-up for as long as nobody takes a beat; meanwhile the
// load of a new one comes for its slot.
TEST_P(EncoderKind, AStalledStepKeepsItsCodewords) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    Scenario scenario(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    std::vector<huff::Book> books = {random_book(dtype, config(), rng),
                                     random_book(dtype, config(), rng)};
    books[1].id = books[0].id ^ 1U;
    for (int i = 0; i < 12; ++i) {
      // All go to one slot; the sender is not told to wait.
      const huff::Book& book = scenario.book(books[i % 2], 0);
      for (std::uint64_t n = 1 + rng.below(4); n > 0; --n) {
        scenario.message(dtype, fitting_values(book, 1 + rng.below(9 * config().lanes), rng));
      }
    }
    return scenario.play(variant(),
                         bench_options(context, StallPattern::kNone, StallPattern::kAdversarial));
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderKind, testing::ValuesIn(all_encoders()), EncoderKind::name);

}  // namespace
}  // namespace tern::tb
