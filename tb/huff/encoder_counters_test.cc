// SPDX-License-Identifier: Apache-2.0
//
// encoder_counters_test: the counters say what went through, whatever the traffic, and do not
// disturb it.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  tb/huff/encoder_counters_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/counter_reader.h"
#include "tb/huff/expected_counters.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using huff::Counters;
using sim::Fault;
using sim::StallPattern;

class EncoderCounters : public EveryEncoder {
 protected:
  /// Books in all slots and messages of every kind; `count` follows.
  void traffic(Scenario& scenario, ExpectedCounters& count, Rng& rng, std::size_t messages) const {
    std::vector<const huff::Book*> books;
    const auto dtypes = some_dtypes(config(), rng);
    for (std::uint32_t slot = 0; slot < config().books; ++slot) {
      huff::Book book = random_book(dtypes[slot % dtypes.size()], config(), rng);
      book.id = static_cast<std::uint8_t>(slot);
      books.push_back(&scenario.book(book, slot));
      count.slot(*books.back(), slot);
    }
    for (std::size_t i = 0; i < messages; ++i) {
      const huff::Book& book = *books[static_cast<std::size_t>(rng.below(books.size()))];
      const bool raw = rng.chance(1, 4);
      const std::uint64_t values = rng.below(60 * std::uint64_t{config().lanes});
      const auto log2 = static_cast<std::uint32_t>(rng.chance(1, 2) ? 0 : 4 + rng.below(2));
      // Equal symbols one after the other meet in the counting.
      Bytes data = rng.chance(1, 4) ? Bytes(values * huff::value_bytes(book.dtype), 0x3c)
                                    : random_values(book.dtype, values, rng);
      count.message(scenario.send(raw ? nullptr : &book, book.dtype, std::move(data), log2));
    }
  }

  static constexpr std::size_t kMessages = 40;
};

TEST_P(EncoderCounters, SayWhatWentThrough) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kAdversarial}) {
    expect_passes([&](const RunContext& context) -> std::optional<Fault> {
      Rng rng(context.seed);
      Scenario scenario(config());
      ExpectedCounters count(config());
      traffic(scenario, count, rng, kMessages);
      sim::EncoderBench bench(variant(), bench_options(context, stall, stall));
      scenario.fill(bench);
      if (!bench.run()) return bench.fault();
      sim::CounterReader reader(bench, stall, context.seed);
      if (!reader.run()) return bench.fault();
      EXPECT_GT(reader.counters().escapes, 0U);
      return difference(reader.counters(), count.counters());
    });
  }
}

TEST_P(EncoderCounters, FilterCountsTheMessagesThatAskForOneBook) {
  expect_passes([&](const RunContext& context) -> std::optional<Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    const huff::Dtype other = dtypes_of(config()).back();
    ExpectedCounters count(config(), CounterFilter{dtype, 5});
    for (std::uint32_t slot = 0; slot < std::min(config().books, 3U); ++slot) {
      huff::Book made = random_book(slot == 1 ? other : dtype, config(), rng);
      made.id = slot == 2 ? 4 : 5;
      const huff::Book& book = scenario.book(made, slot);
      count.slot(book, slot);
      count.message(scenario.send(&book, made.dtype, random_values(made.dtype, 1000, rng), 4));
    }
    sim::EncoderBench bench(variant(), bench_options(context));
    sim::CounterPins& pins = bench.pins().counters;
    pins.any.set(false);
    pins.dtype.set(static_cast<std::uint64_t>(dtype));
    pins.book.set(5);
    scenario.fill(bench);
    if (!bench.run()) return bench.fault();
    sim::CounterReader reader(bench, StallPattern::kNone, context.seed);
    if (!reader.run()) return bench.fault();
    EXPECT_GT(events(reader.counters()), 0U);
    return difference(reader.counters(), count.counters());
  });
}

// A read may take the place of one event, and of nothing else; the traffic does not notice.
TEST_P(EncoderCounters, ReadingDoesNotDisturbTheTraffic) {
  expect_passes([&](const RunContext& context) -> std::optional<Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    ExpectedCounters count(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    const huff::Book& book = scenario.book(random_book(dtype, config(), rng), 0);
    count.slot(book, 0);
    constexpr std::uint64_t kSteps = 6000;
    count.message(
        scenario.send(&book, dtype, fitting_values(book, kSteps * config().lanes, rng), 5));
    sim::EncoderBench bench(variant(), bench_options(context));
    scenario.fill(bench);
    sim::CounterReader reader(bench, StallPattern::kNone, context.seed);
    std::uint64_t reads = 0;
    while (!bench.done()) {
      if (!reader.step()) return bench.fault();
      if (reader.done()) {
        ++reads;
        reader.restart();
      }
    }
    if (!reader.run()) return bench.fault();
    reader.restart();
    if (!reader.run()) return bench.fault();
    const sim::MessageTiming& timing = bench.timing()[0];
    EXPECT_EQ(timing.last_in - timing.first_in + 1, kSteps);
    EXPECT_GE(reads, 2U);
    // Those in the tally are lost at most once a read; the totals are exact.
    Counters got = reader.counters();
    const Counters& want = count.counters();
    EXPECT_LE(events(want) - events(got), (reads + 1) * (huff::kCountEscapes + 2));
    for (std::size_t i = 0; i < got.samples.size(); ++i) {
      EXPECT_LE(got.samples[i], want.samples[i]) << "symbol " << i;
    }
    EXPECT_LE(got.chunks[0], want.chunks[0]);
    got.samples = want.samples;
    got.chunks = want.chunks;
    return difference(got, want);
  });
}

TEST_P(EncoderCounters, NothingIsCountedWhileTheyDoNotRun) {
  expect_passes([&](const RunContext& context) -> std::optional<Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    ExpectedCounters ignored(config());
    traffic(scenario, ignored, rng, kMessages);
    sim::EncoderBench bench(variant(), bench_options(context));
    bench.pins().counters.run.set(false);
    scenario.fill(bench);
    if (!bench.run()) return bench.fault();
    sim::CounterReader reader(bench, StallPattern::kNone, context.seed);
    if (!reader.run()) return bench.fault();
    return difference(reader.counters(), Counters{});
  });
}

// A clear forgets all; a request in the midst of it waits, and gets the new count.
TEST_P(EncoderCounters, ClearForgetsAll) {
  expect_passes([&](const RunContext& context) -> std::optional<Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    ExpectedCounters ignored(config());
    traffic(scenario, ignored, rng, kMessages);
    sim::EncoderBench bench(variant(), bench_options(context));
    scenario.fill(bench);
    if (!bench.run()) return bench.fault();
    sim::CounterReader reader(bench, StallPattern::kNone, context.seed);
    const std::uint64_t before = rng.below(20);
    for (std::uint64_t i = 0; i < before; ++i) {
      if (!reader.step()) return bench.fault();
    }
    sim::CounterPins& pins = bench.pins().counters;
    pins.clear.set(true);
    bench.harness().settle();
    if (!reader.step()) return bench.fault();
    pins.clear.set(false);
    bench.harness().settle();
    if (!reader.run()) return bench.fault();
    reader.restart();
    if (!reader.run()) return bench.fault();
    return difference(reader.counters(), Counters{});
  });
}

INSTANTIATE_TEST_SUITE_P(Some, EncoderCounters,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           return config.counters != 0;
                         })),
                         EncoderCounters::name);

}  // namespace
}  // namespace tern::tb
