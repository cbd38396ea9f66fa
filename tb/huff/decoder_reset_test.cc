// SPDX-License-Identifier: Apache-2.0
//
// decoder_reset_test: a reset at any moment leaves nothing behind, and the first cycle after it
// counts.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_reset_test.cc
#include <gtest/gtest.h>

#include "tb/huff/decoder_variants.h"

namespace tern::tb {
namespace {

using sim::StallPattern;

class DecoderReset : public EveryDecoder {};

// The bench offers the message in the very first cycle (see DecoderBench::step).
TEST_P(DecoderReset, OfferInTheFirstCycleIsNotLost) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    const DecoderProgram program(config(), rng);
    sim::DecoderBench bench(variant(), decoder_options(context));
    program.send(bench, program.raw_message(3 * config().lanes, rng));
    program.send(bench, program.raw_message(1, rng));
    return finish(bench);
  });
}

TEST_P(DecoderReset, ResetAtAnyMomentUnderStallLeavesNothing) {
  for (const StallPattern sink : {StallPattern::kNone, StallPattern::kAdversarial}) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      sim::DecoderBench bench(variant(), decoder_options(context, StallPattern::kRandom, sink));
      const DecoderProgram program(config(), rng);
      const DecoderProgram empty(config(), std::vector<huff::Book>{});
      for (int round = 0; round < 12; ++round) {
        const bool books = round % 3 == 0;
        if (books) program.load(bench);
        for (int i = 0; i < 6; ++i) {
          const Bytes message = program.raw_message(40 * config().lanes, rng);
          (books ? program : empty).send(bench, damaged(message, config(), rng));
        }
        for (std::uint64_t i = rng.below(books ? 5000 : 300); i > 0; --i) {
          if (!bench.step()) return bench.fault();
        }
        bench.reset();
        program.send(bench, program.raw_message(10 * config().lanes, rng));
        if (!bench.run()) return bench.fault();
      }
      return finish(bench);
    });
  }
}

TEST_P(DecoderReset, ResetForgetsTheBooks) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const DecoderProgram program(config(), rng);
    sim::DecoderBench bench(variant(), decoder_options(context));
    program.load(bench);
    program.send(bench, program.random_message(40, rng));
    if (!bench.run()) return bench.fault();
    bench.reset();
    huff::Decoded refused;
    refused.error = huff::StreamError::kUnknownBook;
    bench.send(program.encode(random_values(program.dtype(), 40, rng)), refused);
    // What was loaded before the reset is no part of the next book either.
    const DecoderProgram other(config(), rng);
    other.load(bench);
    other.send(bench, other.random_message(40, rng));
    return finish(bench);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderReset, testing::ValuesIn(all_decoders()), DecoderReset::name);

}  // namespace
}  // namespace tern::tb
