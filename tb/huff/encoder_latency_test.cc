// SPDX-License-Identifier: Apache-2.0
//
// encoder_latency_test: the number of cycles from the first value to the first payload word.
//
//   Spec  docs/architecture.md
//   RTL   rtl/huff/huff_enc.sv
//   Test  tb/huff/encoder_latency_test.cc
#include <gtest/gtest.h>

#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

/// Cycles from the first value to the first payload word, bf16, all tokens of `bits` bits.
std::uint64_t first_word_latency(std::uint32_t lanes, std::uint32_t bits) {
  const sim::EncoderVariant variant = product_encoder(lanes);
  Scenario scenario(variant.config);
  Rng rng(1);
  const huff::Book& book = scenario.book(staircase_book(huff::Dtype::kBf16, 1, 12));
  Bytes values;
  std::uint32_t symbol = 0;
  while (8U + book.lengths[symbol] != bits) ++symbol;
  for (std::uint32_t i = 0; i < 100 * lanes; ++i) {
    append_value(values, huff::Dtype::kBf16, symbol, static_cast<std::uint32_t>(rng.bits(8)));
  }
  scenario.message(huff::Dtype::kBf16, values);
  sim::EncoderBench bench(variant, {});
  scenario.fill(bench);
  EXPECT_TRUE(bench.run()) << bench.fault()->text;
  return bench.timing()[0].first_payload - bench.timing()[0].first_in;
}

// From the shortest token, of which four fill a word, to one of which two do.
TEST(EncoderLatency, FirstPayloadWordComesAfterSevenCycles) {
  for (std::uint32_t lanes = 1; lanes <= 64; lanes *= 2) {
    for (const std::uint32_t bits : {9U, 11U, 16U, 20U}) {
      EXPECT_EQ(first_word_latency(lanes, bits), 7U) << lanes << " lanes, tokens of " << bits;
    }
  }
}

TEST(EncoderLatency, OneValueIsAWholeMessageAfterNineCycles) {
  for (std::uint32_t lanes = 1; lanes <= 64; lanes *= 2) {
    const sim::EncoderVariant variant = product_encoder(lanes);
    Scenario scenario(variant.config);
    scenario.message(huff::Dtype::kBf16, {0x80, 0x3F}, true);
    sim::EncoderBench bench(variant, {});
    scenario.fill(bench);
    ASSERT_TRUE(bench.run()) << bench.fault()->text;
    const sim::MessageTiming& timing = bench.timing()[0];
    // With more than four lanes the beat has room for the trailer too, and waits for the check.
    EXPECT_EQ(timing.first_payload - timing.first_in, lanes <= 4 ? 7U : 8U) << lanes << " lanes";
    EXPECT_LE(timing.last_out - timing.first_in, 9U) << lanes << " lanes";
  }
}

}  // namespace
}  // namespace tern::tb
