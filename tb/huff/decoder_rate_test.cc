// SPDX-License-Identifier: Apache-2.0
//
// decoder_rate_test: Lanes values per cycle, and the first of them after a fixed time.
//
//   Spec  docs/architecture.md
//   RTL   rtl/huff/huff_dec.sv
//   Test  tb/huff/decoder_rate_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "model/huff/code.h"
#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"
#include "tb/huff/lost_cycles.h"

namespace tern::tb {
namespace {

constexpr std::uint64_t kSteps = 1500;

/// Last steps of a message in which a lane may look: those in which 32 bits or less can be all that
/// it will need (of 32-bit values 48).
std::uint64_t steps_that_look(const huff::Book& book) {
  const std::uint32_t most = huff::value_bytes(book.dtype) == 4 ? 48 : 32;
  const std::uint32_t least = huff::min_token_bits(book.dtype, huff::min_len_of(&book));
  return (most + least - 1) / least;
}

class DecoderRate : public EveryDecoder {
 protected:
  /// Cycles beyond one per step, from the first values on offer to the last ones taken.
  std::uint64_t bubbles(const DecoderProgram& program, const Bytes& message, std::uint64_t count) {
    std::uint64_t found = 0;
    expect_passes(
        [&](const RunContext& context) -> std::optional<sim::Fault> {
          sim::DecoderBench bench(variant(), decoder_options(context));
          program.load(bench);
          program.send(bench, message);
          if (!bench.run()) return bench.fault();
          const sim::DecoderOutcome& outcome = bench.outcomes()[0];
          const std::uint64_t steps = (count + config().lanes - 1) / config().lanes;
          found = outcome.last_out - outcome.first_out + 1 - steps;
          return std::nullopt;
        },
        rounds(1, 2));
    return found;
  }
};

TEST_P(DecoderRate, RawValuesComeWithoutABubble) {
  Rng rng(1);
  for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
    const DecoderProgram program(config(), uniform_book(dtype, config().kind()));
    const std::uint64_t count = kSteps * config().lanes + 1;
    EXPECT_EQ(bubbles(program, program.raw_message(count, rng), count), 0U);
  }
}

// Codewords of 8 bits from one book or another, or raw: whatever a chunk chooses, its tokens are as
// long, so that every bubble comes from the border of a chunk. Where a book holds no codewords of 8
// bits for all symbols, no chunk is raw.
TEST_P(DecoderRate, ChunksFollowWithoutABubble) {
  Rng rng(1);
  for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
    std::vector<huff::Book> books(config().books, uniform_book(dtype, config().kind()));
    for (std::size_t i = 0; i < books.size(); ++i) books[i].epoch = static_cast<std::uint8_t>(i);
    const DecoderProgram program(config(), books);
    const std::uint64_t count = kSteps * config().lanes + 1;
    for (const std::uint32_t chunk_log2 : {4U, 5U, 8U}) {
      huff::Plan plan = program.any_plan(count, chunk_log2, rng);
      even_out(plan, program.book());
      const Bytes values = coded_values(program.book(), count, rng);
      EXPECT_EQ(bubbles(program, program.encode(values, plan), count), 0U)
          << "chunks of 2^" << chunk_log2;
    }
  }
}

// Equal tokens of every length that leaves the message smaller than raw values. They are as short
// as the header promises, so that each word is certain to be needed.
TEST_P(DecoderRate, EqualTokensComeWithoutABubble) {
  Rng rng(1);
  for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
    for (std::uint32_t bits = 1; bits < huff::kSymbolBits; ++bits) {
      if (!holds_flat(config().kind(), bits)) break;
      const DecoderProgram program(
          config(), staircase_book(dtype, bits, config().max_code_len, config().kind()));
      const std::uint64_t count = kSteps * config().lanes;
      Bytes values;
      for (std::uint64_t i = 0; i < count; ++i) append_value(values, dtype, 0, 0);
      EXPECT_EQ(bubbles(program, program.encode(values), count), 0U) << "codewords of " << bits;
    }
  }
}

// Only the last steps, in which lanes look before they ask, may take longer, at most four cycles
// each: there are no more of them than tokens in a half word.
TEST_P(DecoderRate, FittingDataLosesCyclesOnlyAtItsEnd) {
  Rng rng(1);
  for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
    // As steep as the exponents of trained weights.
    const DecoderProgram program(config(), staircase_book(dtype, 2, 8, config().kind()));
    const std::uint64_t count = 10 * kSteps * config().lanes;
    const Bytes values = fitting_values(program.book(), count, rng);
    const LostCycles lost = lost_cycles(values, program.book(), config());
    EXPECT_EQ(lost.inside, 0U);
    EXPECT_LE(lost.at_end, 3 * steps_that_look(program.book()));
    EXPECT_EQ(bubbles(program, program.encode(values), count), lost.at_end);
  }
}

// Now and then four successive values of a lane are random, and most of them escapes of up to 24
// bits (of 32-bit values 40).
TEST_P(DecoderRate, RunsOfEscapesLoseCyclesOnlyAtTheEnd) {
  Rng rng(1);
  for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
    const DecoderProgram program(config(), staircase_book(dtype, 2, 8, config().kind()));
    const std::uint64_t count = kSteps * config().lanes;
    Bytes values = fitting_values(program.book(), count, rng);
    const std::size_t size = huff::value_bytes(dtype);
    for (std::uint64_t i = 0; i + 3 * config().lanes < count; ++i) {
      if (!rng.chance(1, 64)) continue;
      for (std::uint64_t k = 0; k < 4; ++k) {
        const Bytes noise = random_values(dtype, 1, rng);
        std::copy(noise.begin(), noise.end(),
                  values.begin() + static_cast<std::ptrdiff_t>((i + k * config().lanes) * size));
      }
    }
    const LostCycles lost = lost_cycles(values, program.book(), config());
    EXPECT_EQ(lost.inside, 0U);
    EXPECT_EQ(bubbles(program, program.encode(values), count), lost.at_end);
  }
}

TEST_P(DecoderRate, MessagesFollowAfterAFixedNumberOfCycles) {
  constexpr std::uint64_t kMessages = 50;
  constexpr std::uint64_t kGap = 6;
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const DecoderProgram program(config(),
                                 uniform_book(decoder_dtypes(config()).front(), config().kind()));
    sim::DecoderBench bench(variant(), decoder_options(context));
    program.load(bench);
    for (std::uint64_t i = 0; i < kMessages; ++i) {
      program.send(bench, program.encode(random_values(program.dtype(), 10 * config().lanes, rng)));
    }
    if (!bench.run()) return bench.fault();
    for (std::size_t i = 1; i < kMessages; ++i) {
      const std::uint64_t gap = bench.outcomes()[i].first_out - bench.outcomes()[i - 1].last_out;
      if (gap > kGap + 1) {
        return sim::Fault{bench.outcomes()[i].first_out, fmt::format("{} cycles between", gap - 1)};
      }
    }
    return std::nullopt;
  });
}

// At 4 lanes and more, and 2 lanes of 64-bit words, that is the first beat.
TEST_P(DecoderRate, FirstValuesComeSixCyclesAfterTheBeatWithTheEndOfTheHeader) {
  Rng rng(1);
  const huff::Dtype dtype = decoder_dtypes(config()).front();
  const DecoderProgram program(config(), staircase_book(dtype, 2, 8, config().kind()));
  sim::DecoderBench bench(variant(), {});
  program.load(bench);
  program.send(bench, program.encode(fitting_values(program.book(), 100 * config().lanes, rng)));
  ASSERT_TRUE(bench.run()) << bench.fault()->text;
  const sim::DecoderOutcome& outcome = bench.outcomes()[0];
  const std::uint32_t words = huff::header_words(config().geometry());
  const std::uint64_t beats_before = (words - 1) / config().lanes;
  EXPECT_EQ(outcome.first_out - outcome.first_in, 6 + beats_before);
}

INSTANTIATE_TEST_SUITE_P(All, DecoderRate, testing::ValuesIn(all_decoders()), DecoderRate::name);

}  // namespace
}  // namespace tern::tb
