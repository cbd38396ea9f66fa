// SPDX-License-Identifier: Apache-2.0
//
// encoder_best_test: the best choice of each chunk gives the golden bytes at full rate, and how long
// it holds a value back.
//
//   Spec  docs/huffman_format.md#12-choosing-books
//   RTL   rtl/huff/huff_enc_best.sv
//   Test  tb/huff/encoder_best_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/huff/select.h"
#include "tb/huff/lane_patterns.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderBest : public EveryEncoder {
 protected:
  static constexpr std::uint32_t kSmallest = 4;

  [[nodiscard]] std::uint32_t largest() const {
    std::uint32_t log2 = kSmallest;
    while (2U << log2 <= config().best_steps) ++log2;
    return log2;
  }

  /// Fills every slot, with `dtype` or any.
  void load_books(Scenario& scenario, std::optional<huff::Dtype> dtype, Rng& rng) const {
    for (std::uint32_t slot = 0; slot < config().books; ++slot) {
      const auto kinds = dtypes_of(config());
      huff::Book book =
          random_book(dtype.value_or(kinds[static_cast<std::size_t>(rng.below(kinds.size()))]),
                      config(), rng);
      // Ids run against the slots, and some come twice.
      book.id = static_cast<std::uint8_t>((15 - slot) & (rng.chance(1, 4) ? 14U : 15U));
      book.epoch = static_cast<std::uint8_t>(slot);
      scenario.book(book, slot);
    }
  }

  /// Values of which each run of steps fits another book, or none.
  [[nodiscard]] Bytes changing_values(const Scenario& scenario, huff::Dtype dtype,
                                      std::uint64_t count, Rng& rng) const {
    std::vector<const huff::Book*> fitting;
    for (const huff::Book& book : scenario.books()) {
      if (book.dtype == dtype) fitting.push_back(&book);
    }
    Bytes values;
    for (std::uint64_t left = count; left > 0;) {
      const std::uint64_t run = std::min(left, 1 + rng.below(40 * std::uint64_t{config().lanes}));
      const bool any = fitting.empty() || rng.chance(1, 4);
      const Bytes part =
          any ? random_values(dtype, run, rng)
              : fitting_values(*fitting[static_cast<std::size_t>(rng.below(fitting.size()))], run,
                               rng);
      values.insert(values.end(), part.begin(), part.end());
      left -= run;
    }
    return values;
  }

  void expect_golden(const std::function<void(Scenario&, Rng&)>& build) {
    for (const StallPattern stall :
         {StallPattern::kNone, StallPattern::kRandom, StallPattern::kAdversarial}) {
      expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
        Rng rng(context.seed);
        Scenario scenario(config());
        build(scenario, rng);
        return scenario.play(variant(), bench_options(context, stall, stall));
      });
    }
  }

  /// Cycles from the first value in to the first payload word out.
  [[nodiscard]] std::uint64_t first_word(const Scenario& scenario, const RunContext& context) {
    sim::EncoderBench bench(variant(), bench_options(context));
    scenario.fill(bench);
    EXPECT_TRUE(bench.run()) << bench.fault()->text;
    return bench.timing().front().first_payload - bench.timing().front().first_in;
  }
};

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
  if (config().books < 2) GTEST_SKIP() << "one slot holds no two books";
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
            dtype,
            changing_values(scenario, dtype, ((chunks << log2) - 3) * config().lanes, rng), log2);
      }
      sim::BenchOptions options = bench_options(context);
      options.early_data = false;
      sim::EncoderBench bench(variant(), options);
      scenario.fill(bench);
      if (!bench.run()) return bench.fault();
      const std::uint64_t took = bench.timing().back().last_in - bench.timing().front().first_in + 1;
      if (took == steps) return std::nullopt;
      return sim::Fault{0, fmt::format("{} steps took {} cycles", steps, took)};
    });
  }
}

// The first word leaves a chunk and two cycles later than with a named book in the same unit, which
// itself is two cycles slower than a unit without the buffer.
TEST_P(EncoderBest, BestChoiceHoldsTheFirstWordBackForAChunkAndTwoCycles) {
  for (std::uint32_t log2 = kSmallest; log2 <= largest(); ++log2) {
    const RunContext context{sim::SplitMix64(log2).next(), {}};
    Rng rng(context.seed);
    const huff::Dtype dtype = dtypes_of(config()).front();
    Scenario named(config());
    const huff::Book& book = named.book(random_book(dtype, config(), rng), 0);
    const Bytes values = fitting_values(book, (4ULL << log2) * config().lanes, rng);
    named.send(&book, dtype, values, log2);
    Scenario best(config());
    best.book(book, 0);
    best.send_best(dtype, values, log2);
    EXPECT_EQ(first_word(best, context), first_word(named, context) + (1U << log2) + 2);
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
