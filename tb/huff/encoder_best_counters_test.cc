// SPDX-License-Identifier: Apache-2.0
//
// encoder_best_counters_test: with the best choice, a chunk counts for the book that it got.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  tb/huff/encoder_best_counters_test.cc
#include <gtest/gtest.h>

#include "sim/counter_reader.h"
#include "tb/huff/best_fixture.h"
#include "tb/huff/expected_counters.h"

namespace tern::tb {
namespace {

class EncoderBestCounters : public EncoderBest {};

TEST_P(EncoderBestCounters, CountersSayWhichBooksWereTaken) {
  expect_passes(
      [&](const RunContext& context) -> std::optional<sim::Fault> {
        Rng rng(context.seed);
        Scenario scenario(config());
        const huff::Dtype dtype = dtypes_of(config()).front();
        load_books(scenario, dtype, rng);
        const bool any = rng.chance(1, 2);
        const huff::Book& asked = scenario.books().front();
        std::optional<CounterFilter> filter;
        if (!any) filter = CounterFilter{dtype, asked.id};
        ExpectedCounters count(config(), filter);
        std::uint32_t slot = 0;
        for (const huff::Book& book : scenario.books()) count.slot(book, slot++);
        for (int i = 0; i < 8; ++i) {
          const std::uint64_t values = rng.below((4ULL << kSmallest) * config().lanes);
          count.message(
              scenario.send_best(dtype, changing_values(scenario, dtype, values, rng), kSmallest));
        }
        sim::EncoderBench bench(variant(), bench_options(context));
        bench.pins().counters.any.set(any);
        bench.pins().counters.dtype.set(static_cast<std::uint64_t>(dtype));
        bench.pins().counters.book.set(asked.id);
        scenario.fill(bench);
        if (!bench.run()) return bench.fault();
        sim::CounterReader reader(bench, sim::StallPattern::kRandom, context.seed);
        if (!reader.run()) return bench.fault();
        return difference(reader.counters(), count.counters());
      },
      8);
}

std::vector<sim::EncoderVariant> counting_encoders() {
  std::vector<sim::EncoderVariant> chosen;
  for (const sim::EncoderVariant& variant : weighing_encoders()) {
    if (variant.config.counters != 0) chosen.push_back(variant);
  }
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(All, EncoderBestCounters, testing::ValuesIn(counting_encoders()),
                         EncoderBest::name);

}  // namespace
}  // namespace tern::tb
