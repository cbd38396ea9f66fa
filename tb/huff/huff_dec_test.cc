// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_test: every decoder delivers the values that were encoded, beat by beat, under every
// pair of stalls.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/huff_dec_test.cc
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

using Grid = std::tuple<sim::DecoderVariant, StallPattern, StallPattern>;

class DecoderStall : public testing::TestWithParam<Grid> {
 public:
  static std::string name(const testing::TestParamInfo<Grid>& info) {
    return short_name(std::get<0>(info.param)) + "_" + sim::stall_name(std::get<1>(info.param)) +
           "_" + sim::stall_name(std::get<2>(info.param));
  }
};

// Books and raw, one chunk and many, with sizes around a step and a chunk, back to back.
TEST_P(DecoderStall, MixedMessagesComeBackAsTheyWere) {
  const auto& [variant, source, sink] = GetParam();
  const sim::DecoderConfig& config = variant.config;
  const auto play = [&, variant = variant, source = source,
                     sink = sink](const RunContext& context) {
    Rng rng(context.seed);
    const std::uint64_t lanes = config.lanes;
    sim::DecoderBench bench(variant, decoder_options(context, source, sink));
    for (const huff::Dtype dtype : some_decoder_dtypes(config, rng)) {
      const DecoderProgram program(config, any_books(config, dtype, rng));
      program.load(bench);
      for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, lanes - 1, lanes,
                                        lanes + 1, std::uint64_t{0}, 1 + rng.below(100 * lanes)}) {
        program.send(bench, program.random_message(count, rng));
        program.send(bench, program.random_message(program.any_count(rng), rng));
      }
    }
    return finish(bench);
  };
  expect_passes(play, seeds_of(config, 2));
}

INSTANTIATE_TEST_SUITE_P(All, DecoderStall,
                         testing::Combine(testing::ValuesIn(all_decoders()),
                                          testing::ValuesIn(kDecoderStalls),
                                          testing::ValuesIn(kDecoderStalls)),
                         DecoderStall::name);

class DecoderSize : public EveryDecoder {};

TEST_P(DecoderSize, EveryDtype) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    sim::DecoderBench bench(variant(), decoder_options(context));
    for (const huff::Dtype dtype : decoder_dtypes(config())) {
      const DecoderProgram program(config(), any_book(config(), dtype, rng));
      program.load(bench);
      program.send(bench, program.random_message(50 * config().lanes + rng.below(20), rng));
      program.send(bench, program.raw_message(3 * config().lanes, rng));
    }
    return finish(bench);
  });
}

TEST_P(DecoderSize, EveryCountUpToFiveStepsBackToBack) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kAdversarial}) {
    expect_passes([&](const RunContext& context) {
      Rng rng(context.seed);
      sim::DecoderBench bench(variant(), decoder_options(context, stall, stall));
      for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
        const DecoderProgram program(config(), any_book(config(), dtype, rng));
        program.load(bench);
        for (std::uint64_t count = 0; count <= 5 * config().lanes + 3; ++count) {
          program.send(bench, program.random_message(count, rng));
        }
      }
      return finish(bench);
    });
  }
}

// Lmin of one bit: rule 1 holds on longest, and rule 2 decides over the most steps.
TEST_P(DecoderSize, TailsOfTheShortestTokensAreExact) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    sim::DecoderBench bench(variant(), decoder_options(context));
    for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
      const DecoderProgram program(
          config(), staircase_book(dtype, 1, config().max_code_len, config().kind()));
      program.load(bench);
      for (int i = 0; i < 40; ++i) {
        program.send(bench, program.random_message(rng.below(150 * config().lanes), rng));
      }
    }
    return finish(bench);
  });
}

// The message is larger than raw values would be.
TEST_P(DecoderSize, EscapesInEveryLane) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    sim::DecoderBench bench(variant(), decoder_options(context));
    for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
      const DecoderProgram program(
          config(), staircase_book(dtype, 1, config().max_code_len, config().kind()));
      program.load(bench);
      Bytes values;
      for (std::uint32_t i = 0; i < 60 * config().lanes + 1; ++i) {
        append_value(values, dtype, 255 - i % 8, static_cast<std::uint32_t>(rng.bits(8)));
      }
      program.send(bench, program.encode(values));
    }
    return finish(bench);
  });
}

TEST_P(DecoderSize, MessageLongerThanEveryBuffer) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    sim::DecoderBench bench(variant(), decoder_options(context));
    const DecoderProgram program(config(), rng);
    program.load(bench);
    program.send(bench, program.random_message(4000 * config().lanes + rng.below(64), rng));
    program.send(bench, program.random_message(3, rng));
    return finish(bench);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderSize, testing::ValuesIn(all_decoders()), DecoderSize::name);

}  // namespace
}  // namespace tern::tb
