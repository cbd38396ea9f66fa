// SPDX-License-Identifier: Apache-2.0
//
// encoder_reset_test: a reset at any moment leaves nothing behind, and the first cycle after it
// counts.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_reset_test.cc
#include <gtest/gtest.h>

#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderReset : public EveryEncoder {};

/// One message that fills the pipeline, and one more behind it.
Scenario long_scenario(const sim::EncoderConfig& config, Rng& rng) {
  Scenario scenario(config);
  const huff::Dtype dtype = dtypes_of(config).front();
  const huff::Book& book = scenario.book(random_book(dtype, config, rng));
  scenario.message(dtype, fitting_values(book, 60 * config.lanes, rng));
  scenario.message(dtype, fitting_values(book, 60 * config.lanes, rng));
  return scenario;
}

// The bench offers command and values in the very first cycle (see EncoderBench::step).
TEST_P(EncoderReset, OfferInTheFirstCycleIsNotLost) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    Scenario scenario(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    scenario.message(dtype, random_values(dtype, 3 * config().lanes, rng), true);
    scenario.message(dtype, random_values(dtype, 1, rng), true);
    return scenario.play(variant(), bench_options(context));
  });
}

TEST_P(EncoderReset, ResetAtAnyMomentUnderStallLeavesNothing) {
  for (const StallPattern sink : {StallPattern::kNone, StallPattern::kAdversarial}) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      const Scenario before = long_scenario(config(), rng);
      const Scenario after = long_scenario(config(), rng);
      sim::EncoderBench bench(variant(), bench_options(context, StallPattern::kRandom, sink));
      for (int round = 0; round < 10; ++round) {
        before.fill(bench);
        // Among the entries of the book, while it is built, or anywhere in the two messages.
        std::uint64_t cycles = rng.below(400);
        if (!rng.chance(1, 6)) {
          const bool building = rng.chance(1, 4);
          const std::size_t loads = bench.loads_done() + 1;
          const std::uint64_t start = bench.harness().cycle();
          const std::uint64_t least = building ? 257 + rng.below(5000) : ~std::uint64_t{0};
          while (bench.loads_done() < loads && bench.harness().cycle() - start < least) {
            if (!bench.step()) return bench.fault();
          }
          if (building) cycles = 0;
        }
        const bool block = rng.chance(1, 2);
        for (std::uint64_t i = 0; i < cycles; ++i) {
          if (block && i + 60 == cycles) bench.sink().block(100);
          if (!bench.step()) return bench.fault();
        }
        bench.reset();
        after.fill(bench);
        if (!bench.run()) return bench.fault();
      }
      return unexpected_error(bench);
    });
  }
}

TEST_P(EncoderReset, ResetForgetsTheBook) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const Scenario before = long_scenario(config(), rng);
    sim::EncoderBench bench(variant(), bench_options(context));
    before.fill(bench);
    if (!bench.run()) return bench.fault();
    bench.reset();
    // A coded message without a book comes out raw, and the error says why.
    Scenario after(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    sim::EncoderMessage& message = after.message(dtype, random_values(dtype, 40, rng));
    message.raw = false;
    message.book_id = before.books().back().id;
    after.fill(bench);
    if (!bench.run()) return bench.fault();
    EXPECT_TRUE(bench.pins().err_book.get());
    return std::nullopt;
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderReset, testing::ValuesIn(all_encoders()), EncoderReset::name);

}  // namespace
}  // namespace tern::tb
