// SPDX-License-Identifier: Apache-2.0
//
// encoder_wide_test: encoders for 32-bit values, where bytes and 16-bit values do not show it.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   RTL   rtl/huff/huff_enc_split.sv
//   Test  tb/huff/encoder_wide_test.cc
#include <gtest/gtest.h>

#include "tb/huff/lane_patterns.h"
#include "tb/huff/variants.h"
#include "tb/huff/wide_values.h"

namespace tern::tb {
namespace {

constexpr huff::Dtype kFp32 = huff::Dtype::kFp32;

class EncoderWide : public EveryEncoder {};

// Zeros, subnormals, infinities and NaNs of both signs, and every single bit.
TEST_P(EncoderWide, SpecialValuesKeepEveryBit) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    Scenario scenario(config());
    const huff::Book& book = scenario.book(extreme_book(kFp32, config()));
    scenario.message(kFp32, special_values());
    scenario.message(kFp32, special_values(), true);
    scenario.send(&book, kFp32, special_values(), 4);
    return scenario.play(variant(), bench_options(context));
  });
}

// Raw values and the bits of a choice: no lane needs more than one word beside them.
TEST_P(EncoderWide, RawDataGrowByHeaderTrailerAndRestsOnly) {
  const std::uint64_t lanes = config().lanes;
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    Scenario scenario(config());
    for (const std::uint64_t steps : {1, 2, 16, 33, 500}) {
      for (const std::uint32_t chunk_log2 : {0U, 4U}) {
        const std::uint64_t count = steps * lanes;
        scenario.send(nullptr, kFp32, random_values(kFp32, count, rng), chunk_log2);
        const std::uint64_t bits = 32 * steps + (chunk_log2 == 0 ? 0 : steps);
        const std::uint64_t words = lanes * ((bits + 63) / 64) + 3;
        EXPECT_LE(scenario.expected_size(scenario.messages() - 1), 8 * words);
      }
    }
    return scenario.play(variant(), bench_options(context));
  });
}

// Three tokens fill a word.
TEST_P(EncoderWide, FirstPayloadWordComesAfterSevenCycles) {
  Scenario scenario(config());
  const huff::Book& book = scenario.book(extreme_book(kFp32, config()));
  Rng rng(1);
  scenario.message(kFp32, lane_patterns().front().values(book, config().lanes, 100, rng));
  sim::EncoderBench bench(variant(), {});
  scenario.fill(bench);
  ASSERT_TRUE(bench.run()) << bench.fault()->text;
  EXPECT_EQ(bench.timing()[0].first_payload - bench.timing()[0].first_in, 7U);
}

INSTANTIATE_TEST_SUITE_P(All, EncoderWide,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           return config.value_bits == 32;
                         })),
                         EncoderWide::name);

}  // namespace
}  // namespace tern::tb
