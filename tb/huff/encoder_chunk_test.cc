// SPDX-License-Identifier: Apache-2.0
//
// encoder_chunk_test: messages in chunks, and several books at once, give the golden bytes at full
// rate.
//
//   Spec  docs/huffman_format.md#6-chunks
//   RTL   rtl/huff/huff_enc_chunk.sv
//   Test  tb/huff/encoder_chunk_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/huff/lane_patterns.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderChunk : public EveryEncoder {
 protected:
  static constexpr std::uint32_t kSizes[] = {4, 5, 6};

  /// Plays what `build` builds: without stalls, and with adversarial ones.
  void expect_golden(const std::function<void(Scenario&, Rng&)>& build) {
    for (const StallPattern stall : {StallPattern::kNone, StallPattern::kAdversarial}) {
      expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
        Rng rng(context.seed);
        Scenario scenario(config());
        build(scenario, rng);
        return scenario.play(variant(), bench_options(context, stall, stall));
      });
    }
  }

  /// Every step of every message must be taken in one cycle, without a pause.
  void expect_rate(const std::function<void(Scenario&, Rng&)>& build) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      Scenario scenario(config());
      build(scenario, rng);
      sim::BenchOptions options = bench_options(context);
      options.early_data = false;
      sim::EncoderBench bench(variant(), options);
      scenario.fill(bench);
      if (!bench.run()) return bench.fault();
      std::uint64_t steps = 0;
      for (std::size_t i = 0; i < scenario.messages(); ++i) steps += scenario.beats(i);
      const auto& timing = bench.timing();
      const std::uint64_t took = timing.back().last_in - timing.front().first_in + 1;
      if (took == steps) return std::nullopt;
      return sim::Fault{timing[0].first_in, fmt::format("{} steps took {} cycles", steps, took)};
    });
  }

  std::vector<huff::Dtype> kinds() const { return kinds_of(config()); }
};

// One value, one step, and one chunk more or less than a border.
TEST_P(EncoderChunk, CountsAroundStepsAndChunksAreGolden) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    const std::uint64_t lanes = config().lanes;
    for (const huff::Dtype dtype : kinds()) {
      const huff::Book& book = scenario.book(random_book(dtype, config(), rng));
      for (const std::uint32_t log2 : kSizes) {
        for (const std::uint64_t chunks : {1, 2, 3}) {
          const std::uint64_t border = (chunks << log2) * lanes;
          for (const std::uint64_t count :
               {border - lanes, border - 1, border, border + 1, border + lanes}) {
            scenario.send(&book, dtype, fitting_values(book, count, rng), log2);
          }
        }
        for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, lanes, lanes + 1}) {
          scenario.send(&book, dtype, fitting_values(book, count, rng), log2);
        }
      }
    }
  });
}

// Raw messages may be in chunks too; a raw choice has its bits like any other.
TEST_P(EncoderChunk, RawMessagesInChunksAreGolden) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    for (const huff::Dtype dtype : kinds()) {
      for (const std::uint32_t log2 : kSizes) {
        const std::uint64_t count = rng.below((4U << log2) * std::uint64_t{config().lanes});
        scenario.send(nullptr, dtype, random_values(dtype, count, rng), log2);
      }
    }
  });
}

// Ids and epochs with each bit set and clear must arrive in the choice bits.
TEST_P(EncoderChunk, EveryBitOfAChoiceIsSent) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    const huff::Dtype dtype = kinds().front();
    huff::Book book = random_book(dtype, config(), rng);
    const std::uint64_t count = 20 * std::uint64_t{config().lanes};
    for (const auto& [id, epoch] :
         {std::pair{0, 0}, {15, 255}, {5, 0x55}, {10, 0xAA}, {1, 0xF0}, {8, 0x0F}}) {
      book.id = static_cast<std::uint8_t>(id);
      book.epoch = static_cast<std::uint8_t>(epoch);
      scenario.book(book);
      scenario.send(&scenario.books().back(), dtype, fitting_values(book, count, rng), 4);
    }
  });
}

// As many books as there are slots, of all dtypes and ids; each message names one of them.
TEST_P(EncoderChunk, ResidentBooksAlternateBetweenMessages) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    std::vector<const huff::Book*> books;
    for (std::uint32_t slot = 0; slot < config().books; ++slot) {
      const huff::Dtype dtype = rng.chance(1, 2) ? kinds().front() : kinds().back();
      huff::Book book = random_book(dtype, config(), rng);
      book.id = static_cast<std::uint8_t>(slot);
      books.push_back(&scenario.book(book));
    }
    for (int i = 0; i < 30; ++i) {
      const auto& book = *books[static_cast<std::size_t>(rng.below(books.size()))];
      const std::uint64_t count = rng.below(50 * std::uint64_t{config().lanes});
      const auto log2 = static_cast<std::uint32_t>(rng.chance(1, 3) ? 0 : 4 + rng.below(3));
      if (rng.chance(1, 6)) {
        scenario.send(nullptr, book.dtype, random_values(book.dtype, count, rng), log2);
      }
      scenario.send(&book, book.dtype, fitting_values(book, count, rng), log2);
    }
  });
}

// Of several epochs of a book the one that came last codes, whatever its number and slot.
TEST_P(EncoderChunk, LastEpochLoadedCodes) {
  expect_golden([&](Scenario& scenario, Rng& rng) {
    const huff::Dtype dtype = kinds().front();
    for (int i = 0; i < 6; ++i) {
      huff::Book book = random_book(dtype, config(), rng);
      book.id = 7;
      const auto slot = static_cast<std::uint32_t>(rng.below(config().books));
      const huff::Book& loaded = scenario.book(book, slot);
      for (int n = 0; n < 2; ++n) {
        const std::uint64_t count = rng.below(40 * std::uint64_t{config().lanes});
        scenario.send(&loaded, dtype, fitting_values(book, count, rng), 4);
      }
    }
  });
}

// The widest spread of tokens in the smallest chunks: the lanes are as full as they get, and choice
// bits come on top. That nothing overflows is asserted inside.
TEST_P(EncoderChunk, ChoiceBitsNeverOverfillALane) {
  for (const StallPattern sink : kStallPatterns) {
    SCOPED_TRACE(std::string("sink ") + sim::stall_name(sink));
    expect_passes(
        [&](const RunContext& context) {
          return play_patterns(variant(), bench_options(context, StallPattern::kNone, sink),
                               kinds(), 4, [](Rng& rng) {
                                 return std::vector<std::uint64_t>{300, 1 + rng.below(60)};
                               });
        },
        1);
  }
}

// A message is taken in as many cycles as it has steps, in chunks or not, whatever the tokens.
TEST_P(EncoderChunk, EveryStepIsTakenAtOnceWhateverTheTokens) {
  for (const huff::Dtype dtype : kinds()) {
    expect_passes([&](const RunContext& context) {
      return full_rate_of_patterns(variant(), context, dtype, 1000, 4);
    });
  }
}

// Nor does a message wait for the one before, nor for its choice.
TEST_P(EncoderChunk, MessagesInChunksFollowWithoutABubble) {
  for (const huff::Dtype dtype : kinds()) {
    expect_rate([&](Scenario& scenario, Rng& rng) {
      const huff::Book& book = scenario.book(random_book(dtype, config(), rng));
      for (int i = 0; i < 15; ++i) {
        const std::uint64_t count = (60 + rng.below(60)) * std::uint64_t{config().lanes};
        const auto log2 = static_cast<std::uint32_t>(4 + rng.below(3));
        scenario.send(rng.chance(1, 4) ? nullptr : &book, dtype,
                      fitting_values(book, count + rng.below(config().lanes), rng), log2);
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, EncoderChunk, testing::ValuesIn(all_encoders()), EncoderChunk::name);

}  // namespace
}  // namespace tern::tb
