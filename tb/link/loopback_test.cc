// SPDX-License-Identifier: Apache-2.0
//
// loopback_test: what goes into a link comes out of it, at full rate and within its latency.
//
//   Spec  docs/streams.md#link
//   RTL   rtl/link/tern_loopback.sv
//   Test  tb/link/loopback_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>

#include "model/common/test_seed.h"
#include "sim/loopback_bench.h"
#include "tb/huff/lane_patterns.h"
#include "tb/huff/scenario.h"
#include "tb/huff/test_data.h"
#include "tb/link/loopbacks.h"
#include "tb/support/run_check.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class Loopback : public testing::TestWithParam<sim::LoopbackVariant> {
 public:
  static std::string name(const testing::TestParamInfo<sim::LoopbackVariant>& info) {
    const sim::EncoderConfig& c = info.param.config.encoder;
    return fmt::format("N{}W{}V{}B{}C{}Y{}", c.lanes, c.word_bits, c.value_bits, c.best_steps,
                       info.param.config.window, c.book_kind);
  }

 protected:
  [[nodiscard]] const sim::EncoderConfig& config() const { return GetParam().config.encoder; }

  /// Books and messages of one run; they must outlive its bench.
  struct Traffic {
    std::deque<huff::Book> books;
    std::deque<Bytes> values;
  };

  void load_books(Traffic& traffic, sim::LoopbackBench& bench, huff::Dtype dtype, Rng& rng) const {
    for (std::uint32_t slot = 0; slot < config().books; ++slot) {
      traffic.books.push_back(random_book(dtype, config(), rng));
      traffic.books.back().id = static_cast<std::uint8_t>(slot);
      bench.load_book(traffic.books.back(), slot);
    }
  }

  /// Sends values that fit one of the books: with it, raw, or the best of all.
  void send(Traffic& traffic, sim::LoopbackBench& bench, std::uint64_t count,
            std::uint32_t chunk_log2, bool best, Rng& rng) const {
    const auto& book = traffic.books[static_cast<std::size_t>(rng.below(traffic.books.size()))];
    const auto offset = static_cast<std::uint8_t>(rng.chance(1, 4) ? 0 : rng.bits(8));
    traffic.values.push_back(rng.chance(1, 6) ? random_values(book.dtype, count, rng)
                                              : fitting_values(book, count, rng));
    traffic.values.back() = with_offset(std::move(traffic.values.back()), book.dtype, offset);
    const huff::Book* const named = rng.chance(1, 6) ? nullptr : &book;
    sim::EncoderMessage message =
        make_message(book.dtype, traffic.values.back(), named, chunk_log2, config(), offset);
    message.best = best && named != nullptr;
    bench.send(message);
  }
};

/// Those whose window covers the time until a credit comes back.
class LoopbackRate : public Loopback {};

std::vector<sim::LoopbackVariant> wide_loopbacks() {
  std::vector<sim::LoopbackVariant> wide;
  for (const sim::LoopbackVariant& variant : sim::loopbacks()) {
    if (variant.config.window >= 128) wide.push_back(variant);
  }
  return wide;
}

TEST_P(Loopback, AnyMixOfMessagesComesBackUnderAnyStall) {
  const auto dtypes = dtypes_of(config());
  for (const StallPattern source : {StallPattern::kNone, StallPattern::kRandom}) {
    for (const StallPattern sink :
         {StallPattern::kNone, StallPattern::kBursty, StallPattern::kAdversarial}) {
      expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
        Rng rng(context.seed);
        Traffic traffic;
        sim::LoopbackBench bench(GetParam(), bench_options(context, source, sink));
        load_books(traffic, bench, dtypes[static_cast<std::size_t>(rng.below(dtypes.size()))], rng);
        for (int i = 0; i < 20; ++i) {
          const std::uint64_t steps = rng.chance(1, 4) ? rng.below(300) : rng.below(12);
          const auto log2 = static_cast<std::uint32_t>(rng.chance(1, 3) ? 0 : 4 + rng.below(3));
          send(traffic, bench, steps * config().lanes + rng.below(config().lanes), log2,
               log2 != 0 && config().best_steps != 0, rng);
        }
        if (!bench.run()) return bench.fault();
        return std::nullopt;
      });
    }
  }
}

// With no more credits than may be inside, values that wait for each other must still come out.
TEST_P(Loopback, SlowestTokensNeverUseUpTheCredits) {
  for (const huff::Dtype dtype : kinds_of(config())) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      Traffic traffic;
      sim::LoopbackBench bench(GetParam(), bench_options(context));
      traffic.books.push_back(extreme_book(dtype, config()));
      const huff::Book& book = traffic.books.back();
      bench.load_book(book, 0);
      for (int i = 0; i < 6; ++i) {
        // Some lanes with the shortest tokens only, the others with the longest.
        const std::uint64_t slow = rng.below(config().lanes + 1);
        traffic.values.emplace_back();
        for (std::uint64_t value = 0; value < 400 * std::uint64_t{config().lanes}; ++value) {
          const bool shortest = value % config().lanes < slow;
          append_value(traffic.values.back(), dtype,
                       shortest ? shortest_symbol(book) : longest_symbol(book),
                       static_cast<std::uint32_t>(rng.bits(huff::extra_bits(dtype))));
        }
        bench.send(make_message(dtype, traffic.values.back(), &book, 0, config()));
      }
      if (!bench.run()) return bench.fault();
      return std::nullopt;
    });
  }
}

// A receiver whose values are not taken stops the sender when the credits are used up, and not only
// when everything in between is full.
TEST_P(Loopback, BlockedReceiverStopsTheSenderAtTheWindow) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    Traffic traffic;
    sim::LoopbackBench bench(GetParam(), bench_options(context));
    const huff::Dtype dtype = dtypes_of(config()).front();
    load_books(traffic, bench, dtype, rng);
    const std::uint64_t window = GetParam().config.window;
    const std::uint64_t count = 3 * window * config().lanes;
    traffic.values.push_back(fitting_values(traffic.books.front(), count, rng));
    bench.send(make_message(dtype, traffic.values.back(), &traffic.books.front(), 0, config()));
    while (bench.steps_in() == 0) {
      if (!bench.step()) return bench.fault();
    }
    bench.sink().block(5000);
    for (int i = 0; i < 4000; ++i) {
      if (!bench.step()) return bench.fault();
    }
    if (bench.steps_in() != window) {
      return sim::Fault{0, fmt::format("{} steps taken with {} credits", bench.steps_in(), window)};
    }
    if (!bench.run()) return bench.fault();
    return std::nullopt;
  });
}

// A whole corpus tensor is more even than this: values drawn from the distribution of their book.
TEST_P(LoopbackRate, FittingValuesPassWithAlmostNoBubble) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    Traffic traffic;
    sim::LoopbackBench bench(GetParam(), bench_options(context));
    const huff::Dtype dtype = dtypes_of(config()).front();
    traffic.books.push_back(book_of_symbols(dtype, config(), 30));
    bench.load_book(traffic.books.back(), 0);
    constexpr std::uint64_t kSteps = 20000;
    traffic.values.push_back(fitting_values(traffic.books.back(), kSteps * config().lanes, rng));
    bench.send(make_message(dtype, traffic.values.back(), &traffic.books.back(), 0, config()));
    if (!bench.run()) return bench.fault();
    const sim::LoopbackTiming& timing = bench.timing().front();
    const std::uint64_t took = timing.last_out - timing.first_out + 1;
    RecordProperty("bubbles", std::to_string(took - kSteps));
    if (took <= kSteps + kSteps / 1000) return std::nullopt;
    return sim::Fault{timing.last_out, fmt::format("{} steps took {} cycles", kSteps, took)};
  });
}

TEST(LoopbackLatency, FirstValueComesBackWithinTwentyCycles) {
  const sim::LoopbackVariant& variant = sim::loopbacks().front();
  ASSERT_EQ(variant.config.encoder.lanes, 16U);
  const RunContext context{tern::test_seed(), {}};
  Rng rng(context.seed);
  const huff::Book book = book_of_symbols(huff::Dtype::kBf16, variant.config.encoder, 30);
  const Bytes values = fitting_values(book, 5000, rng);
  sim::LoopbackBench bench(variant, bench_options(context));
  bench.load_book(book, 0);
  bench.send(make_message(huff::Dtype::kBf16, values, &book, 0, variant.config.encoder));
  ASSERT_TRUE(bench.run()) << bench.fault()->text;
  const sim::LoopbackTiming& timing = bench.timing().front();
  const std::uint64_t latency = timing.first_out - timing.first_in;
  RecordProperty("latency", std::to_string(latency));
  EXPECT_LE(latency, 20U);
}

INSTANTIATE_TEST_SUITE_P(All, Loopback, testing::ValuesIn(sim::loopbacks()), Loopback::name);
INSTANTIATE_TEST_SUITE_P(All, LoopbackRate, testing::ValuesIn(wide_loopbacks()), Loopback::name);

INSTANTIATE_TEST_SUITE_P(Pair, Loopback, testing::Values(link_pair<64>()), Loopback::name);
INSTANTIATE_TEST_SUITE_P(Pair, LoopbackRate, testing::Values(link_pair<64>()), Loopback::name);

}  // namespace
}  // namespace tern::tb
