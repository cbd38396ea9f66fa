// SPDX-License-Identifier: Apache-2.0
//
// decoder_chunk_test: chunks with a choice of book each, and choices that are bad.
//
//   Spec  docs/huffman_format.md#6-chunks
//   RTL   rtl/huff/huff_dec_choice.sv
//   Test  tb/huff/decoder_chunk_test.cc
#include <gtest/gtest.h>

#include <set>

#include "model/huff/chunk.h"
#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {
namespace {

using huff::StreamError;
using sim::DecoderBench;
using sim::StallPattern;

class DecoderChunk : public EveryDecoder {};

// Every count within a step around the first three borders.
TEST_P(DecoderChunk, EveryCountAroundABorder) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    const DecoderProgram program(config(), rng);
    program.load(bench);
    const std::uint64_t lanes = config().lanes;
    for (std::uint64_t border = 1; border <= 3; ++border) {
      for (std::uint64_t i = 0; i <= 2 * lanes; ++i) {
        const std::uint64_t count = border * (lanes << huff::kMinChunkLog2) - lanes + i;
        const huff::Plan plan = program.any_plan(count, huff::kMinChunkLog2, rng);
        program.send(bench, program.encode(program.any_values(count, rng), plan));
      }
    }
    return finish(bench);
  });
}

TEST_P(DecoderChunk, EverySizeOfChunk) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kAdversarial}) {
    expect_passes(
        [&](const RunContext& context) {
          Rng rng(context.seed);
          DecoderBench bench(variant(), decoder_options(context, stall, stall));
          const DecoderProgram program(config(), rng);
          program.load(bench);
          for (std::uint32_t log2 = huff::kMinChunkLog2; log2 <= 15; ++log2) {
            // Beyond so many steps the border is not reached, which is a case as well.
            const std::uint64_t most = config().lanes < kManyLanes ? 5000 : rounds(1500, 5000);
            const std::uint64_t steps = std::min<std::uint64_t>((2U << log2) + rng.below(40), most);
            const std::uint64_t count = steps * config().lanes - rng.below(config().lanes);
            const huff::Plan plan = program.any_plan(count, log2, rng);
            program.send(bench, program.encode(program.any_values(count, rng), plan));
          }
          return finish(bench);
        },
        1);
  }
}

/// A message whose chunks use the books in turns, and where the bits of a choice are.
struct Chosen {
  Bytes message;
  std::vector<std::size_t> places;  ///< bit of the message, for each bit of the choice of chunk 1
};

Chosen two_chunks(const sim::DecoderConfig& config, const DecoderProgram& program,
                  const huff::Plan& plan, std::uint64_t count, Rng& rng) {
  const huff::Geometry geometry = config.geometry();
  const huff::Chunks chunks(config.lanes, plan.chunk_log2, count);
  const Bytes values = program.any_values(count, rng);
  Chosen chosen{program.encode(values, plan),
                std::vector<std::size_t>(huff::kChoiceBits, std::size_t{0})};
  huff::Plan unmoved = plan;
  unmoved.offset = 0;
  const auto words =
      huff::ordered_words(program.dtype(), values.data(), values.size(), unmoved, geometry);
  std::vector<std::uint64_t> bits(config.lanes, 0);
  const std::size_t bytes = huff::value_bytes(program.dtype());
  for (std::uint64_t i = 0; i < count && chunks.of_value(i) == 0; ++i) {
    const auto lane = static_cast<std::uint32_t>(i % config.lanes);
    const std::uint32_t bit = chunks.choice_bit(i);
    if (bit != huff::Chunks::kNoBit) {
      for (std::size_t k = 0; k < words.size(); ++k) {
        if (words[k].lane == lane && words[k].index == bits[lane] / geometry.word_bits) {
          chosen.places[bit] = (huff::header_words(geometry) + k) * geometry.word_bits +
                               bits[lane] % geometry.word_bits;
        }
      }
      ++bits[lane];
    }
    const std::uint8_t* const at = values.data() + static_cast<std::size_t>(i) * bytes;
    const std::uint32_t symbol = bytes == 1 ? at[0] : ((at[0] | at[1] << 8U) >> 7U) & 0xFFU;
    const huff::Book* const book = plan.choices[0];
    std::uint32_t length = huff::kSymbolBits;
    if (book != nullptr) {
      length = book->lengths[symbol] != 0 ? book->lengths[symbol]
                                          : book->lengths[huff::kEscapeIndex] + huff::kSymbolBits;
    }
    bits[lane] += huff::extra_bits(program.dtype()) + length;
  }
  return chosen;
}

// Bits of a choice that are wrong name another book, none, an epoch that is not there, or nothing
// that may be said.
TEST_P(DecoderChunk, EveryBitOfAChoice) {
  std::set<StreamError> seen;
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    const DecoderProgram program(config(), rng);
    program.load(bench);
    const std::uint64_t count = 20 * config().lanes;
    for (const huff::Book* second : {static_cast<const huff::Book*>(nullptr), &program.book()}) {
      huff::Plan plan = program.any_plan(count, huff::kMinChunkLog2, rng);
      plan.choices[1] = second;
      plan.min_len = 0;
      const Chosen chosen = two_chunks(config(), program, plan, count, rng);
      program.send(bench, chosen.message);
      for (const std::size_t place : chosen.places) {
        Bytes message = chosen.message;
        message[place / 8] = static_cast<std::uint8_t>(message[place / 8] ^ (1U << (place % 8)));
        repair_check(message, config().geometry());
        seen.insert(program.expected(message).error);
        program.send(bench, std::move(message));
      }
    }
    return finish(bench);
  });
  EXPECT_EQ(seen.count(StreamError::kReserved), 1U);
  EXPECT_EQ(seen.count(StreamError::kUnknownBook), 1U);
  EXPECT_EQ(seen.count(StreamError::kEpoch), 1U);
}

// The header promises longer codewords than the book of the second chunk has.
TEST_P(DecoderChunk, ABookThatIsTooShortForTheHeader) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    const huff::Dtype dtype = decoder_dtypes(config()).front();
    const DecoderProgram program(config(),
                                 staircase_book(dtype, 3, config().max_code_len, config().kind()));
    program.load(bench);
    const std::uint64_t count = 60 * config().lanes;
    std::size_t refused = 0;
    for (std::uint64_t min_len = 0; min_len < 8; ++min_len) {
      for (const bool first : {true, false}) {
        huff::Plan plan{huff::kMinChunkLog2, 0, {4, nullptr}};
        plan.choices[first ? 0 : 1] = &program.book();
        Bytes message = program.encode(random_values(dtype, count, rng), plan);
        set_field(message, huff::kHeaderMinLenLsb, huff::kHeaderMinLenWidth, min_len);
        repair_check(message, config().geometry());
        if (program.expected(message).error == StreamError::kMinLen) ++refused;
        program.send(bench, std::move(message));
      }
    }
    EXPECT_EQ(refused, 10U) << "5 of 8 values are too large for codewords of 3 bits";
    return finish(bench);
  });
}

// Books that are not resident, in the first chunk or in a later one, between good messages.
TEST_P(DecoderChunk, ChoicesOfBooksThatAreNotResident) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kRandom}) {
    expect_passes([&](const RunContext& context) {
      Rng rng(context.seed);
      DecoderBench bench(variant(), decoder_options(context, stall, stall));
      const DecoderProgram program(config(), rng);
      program.load(bench);
      std::vector<huff::Book> books = program.books();
      books.push_back(books.front());
      books.back().epoch = static_cast<std::uint8_t>(books.back().epoch ^ (1 + rng.below(255)));
      const DecoderProgram sender(config(), {books.back()});
      for (int i = 0; i < 30; ++i) {
        const std::uint64_t count = sender.any_count(rng);
        program.send(bench,
                     sender.encode(sender.any_values(count, rng), sender.any_plan(count, rng)));
        program.send(bench, program.random_message(program.any_count(rng), rng));
      }
      return finish(bench);
    });
  }
}

// Whether the choice is refused, or the message ends first, depends on a single word.
TEST_P(DecoderChunk, EveryCutOfAMessageWithABadChoice) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    const huff::Dtype dtype = decoder_dtypes(config()).front();
    huff::Book absent = any_book(config(), dtype, rng);
    const DecoderProgram resident(config(), uniform_book(dtype, config().kind()));
    absent.id = static_cast<std::uint8_t>(resident.book().id ^ 1U);
    const DecoderProgram sender(config(), {resident.book(), absent});
    resident.load(bench);
    // Far from the end of the message, where the first step of a chunk asks for words at once.
    const std::uint64_t count = 44 * config().lanes;
    huff::Plan plan{huff::kMinChunkLog2, 0, {}};
    plan.choices = {&sender.books()[0], &sender.books()[1], &sender.books()[0]};
    const Bytes whole = sender.encode(sender.any_values(count, rng), plan);
    const std::size_t word = config().word_bits / 8;
    for (std::size_t words = whole.size() / word; words > huff::header_words(config().geometry());
         --words) {
      Bytes message(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(words * word));
      repair_check(message, config().geometry());
      resident.send(bench, std::move(message));
    }
    return finish(bench);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderChunk, testing::ValuesIn(all_decoders()), DecoderChunk::name);

}  // namespace
}  // namespace tern::tb
