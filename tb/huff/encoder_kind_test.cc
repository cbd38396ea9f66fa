// SPDX-License-Identifier: Apache-2.0
//
// encoder_kind_test: an encoder holds every book of its kind up to the border, and none behind it.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_enc_s2_select.sv
//   Test  tb/huff/encoder_kind_test.cc
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/huff/kind_books.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderKind : public EveryEncoder {};

/// Those whose look-up reads registers for as long as a step is in it.
class EncoderStuckStep : public EveryEncoder {};

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

// The last step of a message is stuck in the look-up while nobody takes a beat; the load of another
// book, which comes for its slot, must wait for it.
TEST_P(EncoderStuckStep, KeepsItsCodewords) {
  const std::uint64_t loads = 2 * (std::uint64_t{257} * (config().max_code_len + 1) + 10);
  expect_passes(
      [&](const RunContext& context) -> std::optional<sim::Fault> {
        const huff::Dtype dtype = dtypes_of(config()).front();
        std::uint64_t in = 0;  // steps that get in; the first message finds out
        for (std::uint64_t i = 0; i < 10; ++i) {
          const std::uint64_t steps = i == 0 ? 1000 : in + 5 - std::min(i, in + 4);
          Rng rng(context.seed);
          Scenario scenario(config());
          const huff::Book& first = scenario.book(random_book(dtype, config(), rng), 0);
          scenario.message(dtype, fitting_values(first, steps * config().lanes, rng));
          const huff::Book& second = scenario.book(random_book(dtype, config(), rng), 0);
          scenario.message(dtype, fitting_values(second, 10 * config().lanes, rng));
          sim::EncoderBench bench(variant(), bench_options(context));
          scenario.fill(bench);
          bench.sink().block(loads + 1500);
          while (i == 0 && bench.harness().cycle() < loads + 1000) {
            if (!bench.step()) return bench.fault();
            if (bench.pins().in.valid.get() && bench.pins().in.ready.get()) ++in;
          }
          if (!bench.run()) return bench.fault();
        }
        return std::nullopt;
      },
      2);
}

INSTANTIATE_TEST_SUITE_P(All, EncoderKind, testing::ValuesIn(all_encoders()), EncoderKind::name);
INSTANTIATE_TEST_SUITE_P(Kinds, EncoderStuckStep,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           return config.book_kind != sim::kKindFull;
                         })),
                         EncoderStuckStep::name);

}  // namespace
}  // namespace tern::tb
