// SPDX-License-Identifier: Apache-2.0
//
// encoder_rate_test: one step per cycle inside a message, and nothing lost between messages but
// what their passes and beats take.
//
//   Spec  docs/architecture.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_rate_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tb/huff/lane_patterns.h"
#include "tb/huff/message_cost.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

class EncoderRate : public EveryEncoder {
 protected:
  std::vector<huff::Dtype> kinds() const { return kinds_of(config()); }

  /// Every message of the scenario must be taken in as many cycles as it has steps, and all of them
  /// without a pause.
  void expect_full_rate(const std::function<void(Scenario&, Rng&)>& build) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      Scenario scenario(config());
      build(scenario, rng);
      sim::BenchOptions options = bench_options(context);
      options.early_data = false;
      sim::EncoderBench bench(variant(), options);
      scenario.fill(bench);
      if (!bench.run()) return bench.fault();
      const auto& timing = bench.timing();
      std::uint64_t steps = 0;
      for (std::size_t i = 0; i < timing.size(); ++i) {
        const std::uint64_t took = timing[i].last_in - timing[i].first_in + 1;
        if (took != scenario.beats(i)) {
          return sim::Fault{timing[i].first_in, fmt::format("message {} of {} steps took {} cycles",
                                                            i, scenario.beats(i), took)};
        }
        steps += scenario.beats(i);
      }
      const std::uint64_t all = timing.back().last_in - timing.front().first_in + 1;
      if (all == steps) return std::nullopt;
      return sim::Fault{timing[0].first_in, fmt::format("{} steps took {} cycles", steps, all)};
    });
  }

  using Sent = std::vector<const sim::EncoderMessage*>;
  /// What else messages may take, beside room_cycles(): nothing, or what message_cost.h allows
  /// where many tiny messages follow a lag, and where the kind of values changes.
  enum class Extra { kNone, kCrowds };

  static const LanePattern& any_pattern(Rng& rng) {
    return lane_patterns()[rng.below(lane_patterns().size())];
  }

  /// All messages together must not take more cycles than message_cost() gives each. The result is
  /// how many more they took than that alone, at most.
  std::uint64_t expect_bound(Extra extra,
                             const std::function<void(Scenario&, Rng&, Sent&)>& build) {
    std::uint64_t most = 0;
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      Scenario scenario(config());
      Sent sent;
      build(scenario, rng, sent);
      sim::EncoderBench bench(variant(), bench_options(context));
      scenario.fill(bench);
      if (!bench.run()) return bench.fault();
      std::vector<MessageCost> costs;
      std::uint64_t allowed = 0;
      std::uint32_t extra_bits = huff::kWideExtraBits;
      for (const sim::EncoderMessage* message : sent) {
        costs.push_back(message_cost(*message, config().geometry()));
        allowed += costs.back().cycles();
        extra_bits = std::min(extra_bits, costs.back().extra);
      }
      const std::uint64_t own = allowed;
      const std::uint64_t lag = most_lag(config(), extra_bits);
      // With Reserve nothing else is lost.
      if (config().reserve == 0) allowed += room_cycles(costs, config());
      if (config().reserve == 0 && extra == Extra::kCrowds) {
        allowed += crowd_cycles(costs, lag) + change_cycles(costs, config());
      }
      const auto& timing = bench.timing();
      const std::uint64_t took = timing.back().last_in - timing.front().first_in + 1;
      most = std::max(most, took > own ? took - own : 0);
      if (took <= allowed) return std::nullopt;
      return sim::Fault{timing.front().first_in, fmt::format("{} messages took {} cycles, at most "
                                                             "{} allowed",
                                                             sent.size(), took, allowed)};
    });
    return most;
  }
};

constexpr std::uint64_t kSteps = 1500;

TEST_P(EncoderRate, EveryStepIsTakenAtOnceWhateverTheTokens) {
  for (const huff::Dtype dtype : kinds()) {
    expect_passes([&](const RunContext& context) {
      return full_rate_of_patterns(variant(), context, dtype, kSteps, 0);
    });
  }
}

TEST_P(EncoderRate, EveryStepIsTakenAtOnceWithTypicalAndRawData) {
  for (const huff::Dtype dtype : kinds()) {
    expect_full_rate([&](Scenario& scenario, Rng& rng) {
      const huff::Book& book = scenario.book(random_book(dtype, config(), rng));
      scenario.message(dtype, fitting_values(book, kSteps * config().lanes, rng));
      scenario.message(dtype, random_values(dtype, kSteps * config().lanes, rng), true);
      scenario.message(dtype, random_values(dtype, kSteps * config().lanes, rng));
    });
  }
}

TEST_P(EncoderRate, MessagesOfManyStepsFollowWithoutABubble) {
  for (const huff::Dtype dtype : kinds()) {
    expect_bound(Extra::kNone, [&](Scenario& scenario, Rng& rng, Sent& sent) {
      const huff::Book& book = scenario.book(random_book(dtype, config(), rng));
      for (int i = 0; i < 20; ++i) {
        const std::uint64_t lanes = config().lanes;
        const std::uint64_t count = (60 + rng.below(60)) * lanes + rng.below(lanes);
        sent.push_back(
            &scenario.message(dtype, fitting_values(book, count, rng), rng.chance(1, 4)));
      }
    });
  }
}

TEST_P(EncoderRate, EqualMessagesTakeTheirStepsPassesOrBeats) {
  for (const huff::Dtype dtype : kinds()) {
    for (const std::uint64_t steps : {1, 2, 3, 4, 5, 6, 8, 11, 12, 16, 20, 30}) {
      expect_bound(Extra::kNone, [&](Scenario& scenario, Rng& rng, Sent& sent) {
        const bool typical = rng.chance(1, 3);
        const huff::Book& book = scenario.book(typical ? random_book(dtype, config(), rng)
                                                       : extreme_book(dtype, config()));
        const LanePattern& pattern = any_pattern(rng);
        for (int i = 0; i < 50; ++i) {
          sent.push_back(
              &scenario.message(dtype, typical ? fitting_values(book, steps * config().lanes, rng)
                                               : pattern.values(book, config().lanes, steps, rng)));
        }
      });
    }
  }
}

// Of one kind of values and of any length, patterns and books change from one to the next.
TEST_P(EncoderRate, UnevenMessagesTakeTheirStepsPassesOrBeats) {
  for (const huff::Dtype dtype : kinds()) {
    for (const std::uint64_t longest : {40, 120}) {
      expect_bound(Extra::kNone, [&](Scenario& scenario, Rng& rng, Sent& sent) {
        const huff::Book& book = scenario.book(extreme_book(dtype, config()));
        const std::uint64_t shortest = most_lag(config(), huff::extra_bits(dtype)) / 3;
        for (int i = 0; i < 40; ++i) {
          const std::uint64_t steps = shortest + rng.below(longest);
          sent.push_back(
              &scenario.message(dtype, any_pattern(rng).values(book, config().lanes, steps, rng)));
        }
      });
    }
  }
}

// Also without values, with some lanes only, of several dtypes, in chunks.
TEST_P(EncoderRate, AnyMessagesTakeTheirStepsPassesOrBeats) {
  for (const std::uint64_t longest : {2, 8, 24, 90}) {
    expect_bound(Extra::kCrowds, [&](Scenario& scenario, Rng& rng, Sent& sent) {
      std::vector<const huff::Book*> books;
      for (const huff::Dtype dtype : kinds()) {
        if (books.size() < config().books) {
          books.push_back(&scenario.book(rng.chance(1, 2) ? random_book(dtype, config(), rng)
                                                          : extreme_book(dtype, config())));
        }
      }
      for (int i = 0; i < 60; ++i) {
        const huff::Book& book = *books[rng.below(books.size())];
        Bytes values = any_pattern(rng).values(book, config().lanes, rng.below(longest + 1), rng);
        const std::size_t size = huff::value_bytes(book.dtype);
        if (rng.chance(1, 3)) values.resize(rng.below(values.size() / size + 1) * size);
        sent.push_back(&scenario.send(rng.chance(1, 8) ? nullptr : &book, book.dtype,
                                      std::move(values), rng.chance(1, 4) ? 4 : 0));
      }
    });
  }
}

TEST_P(EncoderRate, TinyMessagesBehindALongOneWaitForItsLagAtMost) {
  for (const huff::Dtype dtype : kinds()) {
    expect_bound(Extra::kCrowds, [&](Scenario& scenario, Rng& rng, Sent& sent) {
      const huff::Book& book = scenario.book(extreme_book(dtype, config()));
      const std::uint64_t steps = 1 + rng.below(3);
      const std::uint64_t period = rng.chance(1, 2) ? 9 + rng.below(4) : 3 + rng.below(20);
      for (std::uint64_t i = 0; i < 80; ++i) {
        const bool is_long = i % period == 0;
        const LanePattern& pattern = is_long ? any_pattern(rng) : lane_patterns().front();
        sent.push_back(&scenario.message(
            dtype,
            pattern.values(book, config().lanes, is_long ? 40 + rng.below(50) : steps, rng)));
      }
    });
  }
}

/// Messages of `steps` steps between others with a slow lane, behind which the order lags.
void send_behind_lags(Scenario& scenario, Rng& rng, huff::Dtype dtype, std::uint64_t steps,
                      std::vector<const sim::EncoderMessage*>& sent) {
  const sim::EncoderConfig& config = scenario.config();
  const huff::Book& book = scenario.book(extreme_book(dtype, config));
  const std::uint64_t lag = most_lag(config, huff::extra_bits(dtype));
  for (int i = 0; i < 40; ++i) {
    const bool slow = rng.chance(1, 3);
    const LanePattern& pattern = lane_patterns()[slow ? 3 : 1 + rng.below(2)];
    const std::uint64_t length = slow ? lag + rng.below(90) : steps;
    sent.push_back(&scenario.message(dtype, pattern.values(book, config.lanes, length, rng)));
  }
}

TEST_P(EncoderRate, MessagesBehindALagWaitForTheirRoomAtMost) {
  for (const huff::Dtype dtype : kinds()) {
    for (const std::uint64_t steps : {3, 6, 20}) {
      const std::uint64_t lost =
          expect_bound(Extra::kCrowds, [&](Scenario& scenario, Rng& rng, Sent& sent) {
            send_behind_lags(scenario, rng, dtype, steps, sent);
          });
      const std::uint32_t extra = huff::extra_bits(dtype);
      RecordProperty(fmt::format("lost_{}_{}", extra, steps), std::to_string(lost));
      // Bytes in many lanes of wide words do lose some, so that the bound says something.
      const bool wide = config().word_bits == 64;
      EXPECT_TRUE(lost > 0 || !wide || config().lanes < 16 || extra != 0 || steps != 6);
      EXPECT_TRUE(lost == 0 || wide || config().min_token_bits > 3 || extra == 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EncoderRate, testing::ValuesIn(all_encoders()), EncoderRate::name);

}  // namespace
}  // namespace tern::tb
