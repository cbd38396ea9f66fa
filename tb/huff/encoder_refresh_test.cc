// SPDX-License-Identifier: Apache-2.0
//
// encoder_refresh_test: books change while messages stream, and every chunk still has one book,
// which a decoder finds.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_enc_books.sv
//   Test  tb/huff/encoder_refresh_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/huff/refresh_bench.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::Fault;
using sim::StallPattern;

/// Epochs of the choices in order, each run once; -1: raw.
std::vector<int> runs(const std::vector<const huff::Book*>& choices) {
  std::vector<int> epochs;
  for (const huff::Book* const choice : choices) {
    const int epoch = choice == nullptr ? -1 : choice->epoch;
    if (epochs.empty() || epochs.back() != epoch) epochs.push_back(epoch);
  }
  return epochs;
}

class EncoderRefresh : public EveryEncoder {
 protected:
  huff::Book make_book(huff::Dtype dtype, int id, int epoch, Rng& rng) const {
    huff::Book book = random_book(dtype, config(), rng);
    book.id = static_cast<std::uint8_t>(id);
    book.epoch = static_cast<std::uint8_t>(epoch);
    return book;
  }
  /// Steps in which so many loads begin and end, with some to spare.
  std::uint64_t steps_of_loads(std::uint64_t loads) const {
    return loads * (257 * (config().max_code_len + 1) + 10) + 300;
  }
};

/// Those with a slot to spare.
class EncoderSpareSlot : public EncoderRefresh {
 protected:
  /// `loads` epochs in turns in two slots, while one message streams: no pause, and each comes into
  /// use with the first chunk whose choice had not begun to be sent.
  std::optional<Fault> play_epochs(const RunContext& context, int loads, std::uint32_t log2) {
    Rng rng(context.seed);
    sim::BenchOptions options = bench_options(context);
    options.early_data = false;
    RefreshBench run(variant(), options);
    const huff::Dtype dtype = dtypes_of(config()).front();
    const std::uint64_t steps = steps_of_loads(static_cast<std::uint64_t>(loads));
    const huff::Book* const first = run.load(make_book(dtype, 3, 0, rng), 0, 0);
    run.send(*first, fitting_values(*first, steps * config().lanes, rng), log2);
    // Each takes a cycle more than the one before: of any 2^n in a row one ends at each place
    // modulo 2^n, as the triangular numbers do.
    for (int i = 1; i <= loads; ++i) {
      run.load(make_book(dtype, 3, i, rng), static_cast<std::uint32_t>(i) % 2, 0,
               static_cast<std::size_t>(i));
    }
    std::vector<std::uint64_t> in_use;  // the first edge at which a step could choose it
    sim::EncoderBench& bench = run.bench();
    while (!bench.done()) {
      if (!bench.step()) return bench.fault();
      while (in_use.size() < bench.loads_done()) in_use.push_back(bench.harness().cycle());
    }
    const sim::MessageTiming& timing = bench.timing()[0];
    if (timing.last_in - timing.first_in + 1 != steps) {
      return Fault{timing.first_in, fmt::format("{} steps took {} cycles", steps,
                                                timing.last_in - timing.first_in + 1)};
    }
    std::vector<const huff::Book*> choices;
    if (auto fault = run.choices(0, choices)) return fault;
    EXPECT_EQ(runs(choices).size(), static_cast<std::size_t>(loads) + 1);
    const std::uint64_t choice_steps = (huff::kChoiceBits + config().lanes - 1) / config().lanes;
    for (std::size_t chunk = 1; chunk < choices.size(); ++chunk) {
      const std::uint64_t chosen =
          timing.first_in + (chunk << log2) - huff::kChoiceLead - choice_steps - 1;
      int epoch = 0;
      while (epoch < loads && chosen >= in_use[static_cast<std::size_t>(epoch) + 1]) ++epoch;
      if (choices[chunk] == nullptr || choices[chunk]->epoch != epoch) {
        return Fault{chosen, fmt::format("chunk {} does not use epoch {}", chunk, epoch)};
      }
    }
    return unexpected_error(bench);
  }
};

/// Of these the small ones, for many cycles.
class EncoderSmallSpareSlot : public EncoderSpareSlot {};

TEST_P(EncoderSpareSlot, NewEpochComesIntoUseWithoutAPause) {
  for (const std::uint32_t log2 : {4U, 6U}) {
    expect_passes([&](const RunContext& context) { return play_epochs(context, 2, log2); }, 1);
  }
}

// As many loads as a chunk has steps: one comes into use in each of them.
TEST_P(EncoderSmallSpareSlot, NewEpochIsChosenAsEarlyAsTheFormatAllows) {
  expect_passes([&](const RunContext& context) { return play_epochs(context, 16, 4); });
}

// A choice is made some steps before its chunk. When the values pause in between, its slot waits
// for them.
TEST_P(EncoderSmallSpareSlot, SlotOfTheNextChunkIsInUseToo) {
  const std::uint64_t load_steps = steps_of_loads(1);
  for (std::uint64_t phase = 0; phase < 17; ++phase) {
    SCOPED_TRACE(phase);
    expect_passes(
        [&](const RunContext& context) -> std::optional<Fault> {
          Rng rng(context.seed);
          RefreshBench run(variant(), bench_options(context));
          const huff::Dtype dtype = dtypes_of(config()).front();
          const huff::Book* const first = run.load(make_book(dtype, 3, 1, rng), 0, 0);
          run.send(*first, fitting_values(*first, (load_steps + 400) * config().lanes, rng), 4);
          run.load(make_book(dtype, 3, 2, rng), 1, 0);
          sim::EncoderBench& bench = run.bench();
          while (bench.loads_done() < 2) {
            if (!bench.step()) return bench.fault();
          }
          for (std::uint64_t i = 0; i < phase; ++i) {
            if (!bench.step()) return bench.fault();
          }
          bench.hold_input(load_steps);
          run.load(make_book(dtype, 3, 3, rng), 1, 0);
          if (!bench.run()) return bench.fault();
          std::vector<const huff::Book*> choices;
          return run.choices(0, choices);
        },
        1);
  }
}

// The load waits for the message that uses its slot; nothing of it shows before.
TEST_P(EncoderRefresh, LoadIntoTheSlotInUseWaits) {
  expect_passes([&](const RunContext& context) -> std::optional<Fault> {
    Rng rng(context.seed);
    RefreshBench run(variant(), bench_options(context));
    const huff::Dtype dtype = dtypes_of(config()).back();
    const std::uint64_t count = 600 * std::uint64_t{config().lanes};
    const huff::Book* const first = run.load(make_book(dtype, 3, 1, rng), 0, 0);
    run.send(*first, fitting_values(*first, count, rng), 0);
    const huff::Book* const second = run.load(make_book(dtype, 3, 2, rng), 0, 0);
    run.send(*second, fitting_values(*second, count, rng), 4);
    sim::EncoderBench& bench = run.bench();
    while (!bench.done()) {
      if (!bench.step()) return bench.fault();
      if (bench.packets_taken() == 0 && bench.loads_done() > 1) {
        return Fault{bench.harness().cycle(), "the slot was filled while it was in use"};
      }
    }
    for (std::size_t i = 0; i < 2; ++i) {
      std::vector<const huff::Book*> choices;
      if (auto fault = run.choices(i, choices)) return fault;
      EXPECT_EQ(runs(choices), std::vector<int>{static_cast<int>(i) + 1});
    }
    return unexpected_error(bench);
  });
}

// A chunk whose book is gone goes raw, and the error says so; the next epoch codes again.
TEST_P(EncoderRefresh, ChunksGoRawWhileTheirOnlySlotIsFilled) {
  expect_passes([&](const RunContext& context) -> std::optional<Fault> {
    Rng rng(context.seed);
    sim::BenchOptions options = bench_options(context);
    options.early_data = false;
    RefreshBench run(variant(), options);
    const huff::Dtype dtype = dtypes_of(config()).front();
    const std::uint64_t steps = steps_of_loads(1);
    const huff::Book* const first = run.load(make_book(dtype, 9, 1, rng), 0, 0);
    run.send(*first, fitting_values(*first, steps * config().lanes, rng), 4);
    run.load(make_book(dtype, 9, 2, rng), 0, 0);
    sim::EncoderBench& bench = run.bench();
    if (!bench.run()) return bench.fault();
    const sim::MessageTiming& timing = bench.timing()[0];
    EXPECT_EQ(timing.last_in - timing.first_in + 1, steps);
    std::vector<const huff::Book*> choices;
    if (auto fault = run.choices(0, choices)) return fault;
    EXPECT_EQ(runs(choices), (std::vector<int>{1, -1, 2}));
    EXPECT_TRUE(bench.pins().err_book.get());
    EXPECT_FALSE(bench.pins().err_load.get());
    return std::nullopt;
  });
}

// Loads at any time into any slot: whatever is chosen, the message is whole, and a raw chunk and
// the error come together.
TEST_P(EncoderRefresh, LoadsAtAnyTimeLeaveEveryMessageWhole) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kAdversarial}) {
    expect_passes([&](const RunContext& context) -> std::optional<Fault> {
      Rng rng(context.seed);
      RefreshBench run(variant(), bench_options(context, stall, stall));
      const huff::Dtype dtypes[] = {dtypes_of(config()).front(), dtypes_of(config()).back()};
      constexpr std::size_t kMessages = 40;
      std::vector<const huff::Book*> asked;
      for (int epoch = 0; epoch < 8; ++epoch) {
        const huff::Dtype dtype = dtypes[epoch % 2];
        const auto slot = static_cast<std::uint32_t>(rng.below(config().books));
        const std::size_t before = epoch < 2 ? 0 : rng.below(kMessages);
        asked.push_back(run.load(make_book(dtype, epoch / 2 % 2, epoch, rng), slot, before));
        // Not behind all loads: most of them come while messages stream.
        if (epoch != 1) continue;
        for (std::size_t i = 0; i < kMessages; ++i) {
          const huff::Book& book = *asked[static_cast<std::size_t>(rng.below(asked.size()))];
          const auto log2 = static_cast<std::uint32_t>(rng.chance(1, 4) ? 0 : 4 + rng.below(2));
          const std::uint64_t count = rng.below(500 * std::uint64_t{config().lanes});
          run.send(book, fitting_values(book, count, rng), log2);
        }
      }
      sim::EncoderBench& bench = run.bench();
      if (!bench.run()) return bench.fault();
      bool any_raw = false;
      for (std::size_t i = 0; i < kMessages; ++i) {
        std::vector<const huff::Book*> choices;
        if (auto fault = run.choices(i, choices)) return fault;
        for (const huff::Book* const choice : choices) any_raw = any_raw || choice == nullptr;
      }
      EXPECT_EQ(bench.pins().err_book.get(), any_raw);
      EXPECT_FALSE(bench.pins().err_load.get() || bench.pins().err_cmd.get() ||
                   bench.pins().err_count.get());
      return std::nullopt;
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, EncoderRefresh, testing::ValuesIn(all_encoders()),
                         EncoderRefresh::name);
INSTANTIATE_TEST_SUITE_P(Some, EncoderSpareSlot,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           return config.books > 1;
                         })),
                         EncoderSpareSlot::name);
INSTANTIATE_TEST_SUITE_P(Some, EncoderSmallSpareSlot,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           return config.books > 1 && config.lanes <= 4;
                         })),
                         EncoderSpareSlot::name);

}  // namespace
}  // namespace tern::tb
