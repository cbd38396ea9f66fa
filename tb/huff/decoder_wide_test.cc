// SPDX-License-Identifier: Apache-2.0
//
// decoder_wide_test: decoders for 32-bit values, where bytes and 16-bit values do not show it.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   RTL   rtl/huff/huff_dec_lane.sv
//   Test  tb/huff/decoder_wide_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"
#include "tb/huff/wide_values.h"

namespace tern::tb {
namespace {

constexpr huff::Dtype kFp32 = huff::Dtype::kFp32;

std::vector<sim::DecoderVariant> decoders_of(bool wide) {
  std::vector<sim::DecoderVariant> chosen;
  for (const sim::DecoderVariant& variant : all_decoders()) {
    const bool takes = variant.config.value_bits == 32;
    if (takes == wide && variant.config.word_bits == 64) chosen.push_back(variant);
  }
  return chosen;
}

class DecoderWide : public EveryDecoder {};
class DecoderNarrow : public EveryDecoder {};

// Zeros, subnormals, infinities and NaNs of both signs, and every single bit.
TEST_P(DecoderWide, SpecialValuesKeepEveryBit) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    sim::DecoderBench bench(variant(), decoder_options(context));
    const DecoderProgram program(config(),
                                 staircase_book(kFp32, 1, config().max_code_len, config().kind()));
    program.load(bench);
    program.send(bench, program.encode(special_values()));
    const std::uint64_t count = special_values().size() / 4;
    program.send(bench, program.encode(special_values(), program.any_plan(count, 4, rng)));
    return finish(bench);
  });
}

// The longest tokens there are, with a choice bit in front of some: 48 bits.
TEST_P(DecoderWide, LongestTokensAreDecodedInEveryPhase) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    sim::DecoderBench bench(variant(), decoder_options(context));
    const DecoderProgram program(config(),
                                 staircase_book(kFp32, 1, config().max_code_len, config().kind()));
    program.load(bench);
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t count = 1 + rng.below(100 * config().lanes);
      Bytes values;
      for (std::uint64_t k = 0; k < count; ++k) {
        const bool is_long = rng.chance(2, 3);
        append_value(values, kFp32, is_long ? 255 : static_cast<std::uint32_t>(rng.below(12)),
                     static_cast<std::uint32_t>(rng.bits(24)));
      }
      program.send(bench, program.encode(values, program.any_plan(count, 4, rng)));
    }
    return finish(bench);
  });
}

// Its dtype is known, and fits the words; but not the values.
TEST_P(DecoderNarrow, MessageOfWiderValuesIsOfAnotherGeometry) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    sim::DecoderBench bench(variant(), decoder_options(context));
    const Bytes values = special_values();
    const Bytes message =
        huff::encode(kFp32, values.data(), values.size(), nullptr, config().geometry());
    huff::Decoded refused = huff::decode(message.data(), message.size(), {}, config().geometry());
    EXPECT_EQ(refused.error, huff::StreamError::kNone);
    refused.error = huff::StreamError::kGeometry;
    bench.send(message, refused);
    return finish(bench);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderWide, testing::ValuesIn(decoders_of(true)),
                         EveryDecoder::name);
INSTANTIATE_TEST_SUITE_P(All, DecoderNarrow, testing::ValuesIn(decoders_of(false)),
                         EveryDecoder::name);

}  // namespace
}  // namespace tern::tb
