// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_test: every encoder gives the golden bytes, beat by beat, under every pair of
// stalls.
//
// Source and sink stall independently: a fault that needs unequal profiles hides under equal ones.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/huff_enc_test.cc
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "model/common/test_seed.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

using Grid = std::tuple<sim::EncoderVariant, StallPattern, StallPattern>;

class EncoderStall : public testing::TestWithParam<Grid> {
 public:
  static std::string name(const testing::TestParamInfo<Grid>& info) {
    return short_name(std::get<0>(info.param)) + "_" + sim::stall_name(std::get<1>(info.param)) +
           "_" + sim::stall_name(std::get<2>(info.param));
  }

 protected:
  void expect_golden(const std::function<void(Scenario&, Rng&)>& build) {
    const auto& [variant, source, sink] = GetParam();
    const auto play = [&, variant = variant, source = source,
                       sink = sink](const RunContext& context) {
      Rng rng(context.seed);
      Scenario scenario(variant.config);
      build(scenario, rng);
      return scenario.play(variant, bench_options(context, source, sink));
    };
    expect_passes(play, seeds_of(variant.config, rounds(2, 4)));
  }
};

// Any dtype, coded and raw, in one chunk and many, with sizes around a step and a few thousand
// values, in random order and back to back; books change between messages.
TEST_P(EncoderStall, MixedMessagesAreGolden) {
  expect_golden([](Scenario& scenario, Rng& rng) {
    const std::uint64_t lanes = scenario.config().lanes;
    for (const huff::Dtype dtype : some_dtypes(scenario.config(), rng)) {
      const huff::Book& book = scenario.book(random_book(dtype, scenario.config(), rng));
      for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, lanes - 1, lanes,
                                        lanes + 1, std::uint64_t{0}, 1 + rng.below(100 * lanes)}) {
        const auto chunk_log2 = static_cast<std::uint32_t>(rng.chance(1, 3) ? 4 + rng.below(3) : 0);
        scenario.send(&book, dtype, fitting_values(book, count, rng), chunk_log2);
        if (rng.chance(1, 3)) {
          scenario.send(nullptr, dtype, random_values(dtype, count, rng), chunk_log2);
        }
        if (rng.chance(1, 3)) scenario.message(dtype, random_values(dtype, count, rng));
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, EncoderStall,
                         testing::Combine(testing::ValuesIn(all_encoders()),
                                          testing::ValuesIn(kStallPatterns),
                                          testing::ValuesIn(kStallPatterns)),
                         EncoderStall::name);

}  // namespace
}  // namespace tern::tb
