// SPDX-License-Identifier: Apache-2.0
//
// encoder_best_test: the best choice of each chunk gives the golden bytes at full rate, and how
// long it holds a value back.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   RTL   rtl/huff/huff_enc_best.sv
//   Test  tb/huff/encoder_best_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/common/test_seed.h"
#include "model/huff/select.h"
#include "tb/huff/best_fixture.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

TEST_P(EncoderBest, AnyMixOfMessagesIsGolden) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    load_books(scenario, std::nullopt, rng);
    const auto kinds = dtypes_of(config());
    for (int i = 0; i < 12; ++i) {
      const huff::Dtype dtype = kinds[static_cast<std::size_t>(rng.below(kinds.size()))];
      const auto log2 =
          static_cast<std::uint32_t>(kSmallest + rng.below(largest() - kSmallest + 1));
      const std::uint64_t count = rng.below((3ULL << log2) * config().lanes);
      const Bytes values = changing_values(scenario, dtype, count, rng);
      if (rng.chance(1, 4)) {
        scenario.send(nullptr, dtype, values, rng.chance(1, 2) ? log2 : 0);
      } else {
        scenario.send_best(dtype, values, log2);
      }
    }
  });
}

TEST_P(EncoderBest, CountsAroundStepsAndChunksAreGolden) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    const huff::Dtype dtype = dtypes_of(config()).front();
    load_books(scenario, dtype, rng);
    const std::uint64_t lanes = config().lanes;
    for (const std::uint64_t chunks : {1, 2}) {
      const std::uint64_t border = (chunks << kSmallest) * lanes;
      for (const std::uint64_t count :
           {border - lanes, border - 1, border, border + 1, border + lanes}) {
        scenario.send_best(dtype, changing_values(scenario, dtype, count, rng), kSmallest);
      }
    }
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, lanes, lanes + 1}) {
      for (int i = 0; i < 10; ++i) {
        scenario.send_best(dtype, changing_values(scenario, dtype, count, rng), kSmallest);
      }
    }
  });
}

// Two books with the same lengths cost the same: the lower id wins, whatever its slot.
TEST_P(EncoderBest, LowestIdWinsATie) {
  // A tie needs two books; the circuit with one slot is built for the other tests.
  if (config().books < 2) GTEST_SKIP() << "the circuit has one slot, and a tie needs two books";
  for (const bool swapped : {false, true}) {
    expect_golden([&](Scenario& scenario, Rng& rng) {
      const huff::Dtype dtype = dtypes_of(config()).front();
      huff::Book book = random_book(dtype, config(), rng);
      book.id = swapped ? 9 : 3;
      scenario.book(book, 0);
      book.id = swapped ? 3 : 9;
      scenario.book(book, 1);
      const Bytes values = fitting_values(book, 100 * std::uint64_t{config().lanes}, rng);
      const sim::EncoderMessage& message = scenario.send_best(dtype, values, kSmallest);
      for (const huff::Book* choice : message.values.plan.choices) {
        EXPECT_TRUE(choice == nullptr || choice->id == 3);
      }
    });
  }
}

// The intake never pauses: a chunk leaves the buffer while the next one comes in.
TEST_P(EncoderBest, LongMessagesAreTakenInOneCycleAStep) {
  for (std::uint32_t log2 = kSmallest; log2 <= largest(); ++log2) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      Scenario scenario(config());
      const huff::Dtype dtype = dtypes_of(config()).front();
      load_books(scenario, dtype, rng);
      std::uint64_t steps = 0;
      for (const std::uint64_t chunks : {9, 4}) {
        steps += (chunks << log2) - 3;
        scenario.send_best(
            dtype, changing_values(scenario, dtype, ((chunks << log2) - 3) * config().lanes, rng),
            log2);
      }
      sim::BenchOptions options = bench_options(context);
      options.early_data = false;
      sim::EncoderBench bench(variant(), options);
      scenario.fill(bench);
      if (!bench.run()) return bench.fault();
      const std::uint64_t took =
          bench.timing().back().last_in - bench.timing().front().first_in + 1;
      if (took == steps) return std::nullopt;
      return sim::Fault{0, fmt::format("{} steps took {} cycles", steps, took)};
    });
  }
}

// The first word leaves a chunk and two cycles later than with a named book in the same unit, which
// itself is two cycles slower than a unit without the buffer. With one or two lanes the choice of
// the second chunk is due before a word is full.
TEST_P(EncoderBest, BestChoiceHoldsTheFirstWordBackForAChunkAndTwoCycles) {
  for (std::uint32_t log2 = kSmallest; log2 <= largest(); ++log2) {
    const RunContext context{tern::test_seed() + log2, {}};
    Rng rng(context.seed);
    const huff::Dtype dtype = dtypes_of(config()).front();
    Scenario named(config());
    const huff::Book& book = named.book(random_book(dtype, config(), rng), 0);
    const Bytes values = fitting_values(book, (4ULL << log2) * config().lanes, rng);
    named.send(&book, dtype, values, log2);
    Scenario best(config());
    best.book(book, 0);
    best.send_best(dtype, values, log2);
    const std::uint64_t held = first_word(best, context) - first_word(named, context);
    if (config().lanes >= 4) {
      EXPECT_EQ(held, (1U << log2) + 2);
    } else {
      EXPECT_LE(held, (1U << log2) + 4 + (12 / config().lanes + 1));
    }
  }
}

// Raw competes in each chunk, so that no message is longer than the bound says.
TEST_P(EncoderBest, NoMessageIsLongerThanItsBound) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    const huff::Dtype dtype = dtypes_of(config()).back();
    load_books(scenario, dtype, rng);
    const std::uint64_t count = 1 + rng.below(100 * std::uint64_t{config().lanes});
    scenario.send_best(dtype, random_values(dtype, count, rng), kSmallest);
    EXPECT_LE(scenario.expected_size(0),
              huff::max_message_bytes(dtype, count, kSmallest, config().geometry()));
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderBest, testing::ValuesIn(weighing_encoders()),
                         EncoderBest::name);

}  // namespace
}  // namespace tern::tb
