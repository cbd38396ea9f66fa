// SPDX-License-Identifier: Apache-2.0
//
// encoder_skew_test: lanes that run far apart, and long stalls, neither block nor overrun anything.
//
// That no buffer overflows is asserted inside the circuit; here are the data that would do it.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   RTL   rtl/huff/huff_enc_s5_order.sv
//   Test  tb/huff/encoder_skew_test.cc
#include <gtest/gtest.h>

#include <string>

#include "tb/huff/lane_patterns.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class EncoderSkew : public EveryEncoder {};

TEST_P(EncoderSkew, AnyMixOfShortestAndLongestTokensIsGolden) {
  for (const StallPattern sink : kStallPatterns) {
    SCOPED_TRACE(std::string("sink ") + sim::stall_name(sink));
    expect_passes([&](const RunContext& context) {
      return play_patterns(variant(), bench_options(context, StallPattern::kNone, sink),
                           kinds_of(config()), 0, [](Rng& rng) {
                             return std::vector<std::uint64_t>{150, 1 + rng.below(40)};
                           });
    });
  }
}

/// Runs a scenario in which the sink blocks for 1000 cycles before beat `blocked` of the message.
std::optional<sim::Fault> play_blocked(const sim::EncoderVariant& variant, const Scenario& scenario,
                                       const RunContext& context, std::uint64_t blocked) {
  sim::EncoderBench bench(variant, bench_options(context));
  scenario.fill(bench);
  bool done = false;
  while (!bench.done()) {
    if (!done && bench.scoreboard().packets() == 0 && bench.scoreboard().beat() + 1 >= blocked) {
      bench.sink().block(1000);
      done = true;
    }
    if (!bench.step()) return bench.fault();
  }
  EXPECT_TRUE(done);
  return unexpected_error(bench);
}

TEST_P(EncoderSkew, ThousandCyclesOfStallAtAnyBeatLoseNothing) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    const huff::Dtype dtype = dtypes_of(config()).front();
    const huff::Book& book = scenario.book(random_book(dtype, config(), rng));
    scenario.message(dtype, fitting_values(book, 200 * config().lanes, rng));
    for (int i = 0; i < 30; ++i) scenario.message(dtype, random_values(dtype, 1, rng));
    scenario.message(dtype, fitting_values(book, 200 * config().lanes, rng));
    const std::size_t beat_bytes = config().lanes * config().word_bits / 8;
    const std::uint64_t beats = (scenario.expected_size(0) + beat_bytes - 1) / beat_bytes;
    // The first beat, the second, one in the middle, the last but one, and the last.
    for (const std::uint64_t beat :
         {std::uint64_t{1}, std::uint64_t{2}, beats / 2, beats - 1, beats}) {
      auto fault = play_blocked(variant(), scenario, context, beat);
      if (fault) return fault;
    }
    return std::nullopt;
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderSkew, testing::ValuesIn(all_encoders()), EncoderSkew::name);

}  // namespace
}  // namespace tern::tb
