// SPDX-License-Identifier: Apache-2.0
//
// encoder_mixture_test: with Reserve no mixture of messages takes a cycle beyond its count.
//
// A message with one slow lane makes the order lag by the most that is possible. What follows keeps
// the lag, as each message has as many passes or beats as steps, and makes the words or the headers
// that wait as many as can be. Messages that take longer than their steps would hide what is lost.
//
//   Spec  docs/architecture.md#reserve
//   RTL   rtl/huff/huff_enc_reserve_pkg.sv
//   Test  tb/huff/encoder_mixture_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/huff/lane_patterns.h"
#include "tb/huff/message_cost.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

/// Which lanes have the longest tokens.
enum class Shape { kAllButOne, kOne, kSome, kNone };

/// Builds messages of lanes that stay fast or slow from one to the next.
class Mixture {
 public:
  Mixture(const sim::EncoderConfig& config, std::uint64_t seed)
      : scenario(config), rng(seed), lanes_(config.lanes), slow_(below(lanes_)) {
    fast_ = (slow_ + 1 + below(std::max(lanes_, 2U) - 1)) % lanes_;
    some_ = below(lanes_);
    std::vector<huff::Dtype> dtypes = kinds_of(config);
    std::sort(dtypes.begin(), dtypes.end(), [](huff::Dtype a, huff::Dtype b) {
      return huff::extra_bits(a) < huff::extra_bits(b);
    });
    // The narrowest values lag most, the widest fill the lanes most.
    if (dtypes.size() > config.books) dtypes.erase(dtypes.begin() + 1, dtypes.end() - 1);
    for (const huff::Dtype dtype : dtypes) {
      books.push_back(&scenario.book(extreme_book(dtype, config)));
    }
  }

  /// Values of so many steps, the last of which has `tail` values.
  Bytes values(const huff::Book& book, Shape shape, std::uint64_t steps, std::uint32_t tail) {
    std::vector<std::uint64_t> from(lanes_);
    for (std::uint64_t& step : from) step = rng.below(9);
    const IsLong is_long = [&](std::uint32_t lane, std::uint64_t step) {
      if (shape == Shape::kAllButOne) return lane != slow_ && step >= from[lane];
      if (shape == Shape::kNone || lane == slow_) return false;
      return lane == fast_ || (shape == Shape::kSome && (lane + lanes_ - fast_) % lanes_ <= some_);
    };
    const LanePattern pattern{"", [&](std::uint32_t, Rng&) { return is_long; }};
    Bytes bytes = pattern.values(book, lanes_, steps, rng);
    if (steps > 0) bytes.resize(bytes.size() - (lanes_ - tail) * huff::value_bytes(book.dtype));
    return bytes;
  }

  [[nodiscard]] MessageCost cost(const huff::Book& book, const Bytes& values) const {
    const sim::EncoderMessage message =
        make_message(book.dtype, values, &book, 0, scenario.config());
    return message_cost(message, scenario.config().geometry());
  }

  void send(const huff::Book& book, Bytes values) {
    cycles += cost(book, values).cycles();
    scenario.send(&book, book.dtype, std::move(values));
  }

  /// Makes the order lag by `lag` steps.
  void send_slow(std::uint64_t lag) {
    send(*books[0], values(*books[0], Shape::kAllButOne, lag + 20 + rng.below(lag), lanes_));
  }

  std::uint32_t any_tail() { return rng.chance(1, 2) ? lanes_ : 1 + below(lanes_); }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(rng.below(limit)); }

  Scenario scenario;
  Rng rng;
  std::vector<const huff::Book*> books;  ///< narrow values first
  std::uint64_t cycles = 0;              ///< that the messages take by their count

 private:
  std::uint32_t lanes_;
  std::uint32_t slow_;
  std::uint32_t fast_ = 0;
  std::uint32_t some_ = 0;  ///< lanes beside it
};

class EncoderMixture : public EveryEncoder {
 protected:
  /// Few cycles each, so that even wide circuits get all of them.
  static constexpr std::uint64_t kSeeds = 30;

  [[nodiscard]] std::uint64_t lag(const Mixture& mixture) const {
    return most_lag(config(), huff::extra_bits(mixture.books[0]->dtype));
  }

  [[nodiscard]] std::optional<sim::Fault> play(const Mixture& mixture,
                                               const RunContext& context) const {
    sim::EncoderBench bench(variant(), bench_options(context));
    mixture.scenario.fill(bench);
    if (!bench.run()) return bench.fault();
    const auto& timing = bench.timing();
    const std::uint64_t took = timing.back().last_in - timing.front().first_in + 1;
    if (took <= mixture.cycles) return std::nullopt;
    return sim::Fault{timing.front().first_in,
                      fmt::format("{} messages took {} cycles, not {}", mixture.scenario.messages(),
                                  took, mixture.cycles)};
  }
};

constexpr int kRounds = 6;

/// Messages of few steps, for which the order takes as long as for their steps, until the lag in
/// front of them has passed.
void send_tight_run(Mixture& mixture, std::uint64_t lag) {
  Rng& rng = mixture.rng;
  const bool equal = rng.chance(1, 2);
  const Shape shape = rng.chance(1, 2) ? Shape::kOne : Shape::kSome;
  // Few lanes have more beats than passes: only longer messages are tight.
  const std::uint64_t base = 2 + rng.below(rng.chance(1, 2) ? 2 : 14);
  const huff::Book* book = mixture.books[rng.below(mixture.books.size())];
  const std::uint64_t end = mixture.cycles + lag + 30;
  for (int i = 0; i < 100 && mixture.cycles < end; ++i) {
    if (!equal) book = mixture.books[rng.below(mixture.books.size())];
    const std::uint64_t steps = equal ? base : 2 + rng.below(base);
    Bytes values = mixture.values(*book, shape, steps, mixture.any_tail());
    const MessageCost cost = mixture.cost(*book, values);
    if (cost.cycles() == cost.steps && std::max(cost.passes, cost.beats) == cost.steps) {
      mixture.send(*book, std::move(values));
    }
  }
}

TEST_P(EncoderMixture, TightMessagesBehindALagLoseNoCycle) {
  const Simulation run = [&](const RunContext& context) {
    Mixture mixture(config(), context.seed);
    for (int round = 0; round < kRounds; ++round) {
      mixture.send_slow(lag(mixture));
      send_tight_run(mixture, lag(mixture));
    }
    return play(mixture, context);
  };
  tb::expect_passes(run, kSeeds);
}

// Without values as well, of one value, and long ones of another kind of values.
TEST_P(EncoderMixture, AnyMessagesBehindALagLoseNoCycle) {
  const Simulation run = [&](const RunContext& context) {
    Mixture mixture(config(), context.seed);
    Rng& rng = mixture.rng;
    constexpr Shape kShapes[] = {Shape::kAllButOne, Shape::kOne, Shape::kSome, Shape::kNone};
    for (int round = 0; round < kRounds; ++round) {
      mixture.send_slow(lag(mixture));
      const std::uint64_t longest = rng.chance(1, 2) ? 3 : 90;
      for (std::uint64_t i = 3 + rng.below(30); i > 0; --i) {
        const huff::Book& book = *mixture.books[rng.below(mixture.books.size())];
        mixture.send(book, mixture.values(book, kShapes[rng.below(4)], rng.below(longest + 1),
                                          mixture.any_tail()));
      }
    }
    return play(mixture, context);
  };
  tb::expect_passes(run, kSeeds / 3);
}

bool has_reserve(const sim::EncoderConfig& config) { return config.reserve != 0; }

INSTANTIATE_TEST_SUITE_P(All, EncoderMixture, testing::ValuesIn(encoders_where(has_reserve)),
                         EncoderMixture::name);

}  // namespace
}  // namespace tern::tb
