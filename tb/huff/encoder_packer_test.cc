// SPDX-License-Identifier: Apache-2.0
//
// encoder_packer_test: words fill exactly, whatever the phase, the token and what is left at the
// end.
//
//   Spec  docs/huffman_format.md#5-tokens
//   RTL   rtl/huff/huff_enc_s4_pack.sv
//   Test  tb/huff/encoder_packer_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "tb/huff/lane_patterns.h"
#include "tb/huff/variants.h"

namespace tern::tb {
namespace {

class EncoderPacker : public EveryEncoder {
 protected:
  /// A dtype and book whose tokens have every length from `low` to `high`.
  void SetUp() override {
    for (const huff::Dtype dtype : kinds_of(config())) {
      if (shortest_code(dtype, config()) < 8) dtypes_.push_back(dtype);
    }
    ASSERT_FALSE(dtypes_.empty());
  }

  static std::uint32_t symbol_of_length(const huff::Book& book, std::uint32_t token) {
    const std::uint32_t length = token - huff::extra_bits(book.dtype);
    std::uint32_t symbol = 0;
    while (book.lengths[symbol] != length) ++symbol;
    return symbol;
  }

  std::vector<huff::Dtype> dtypes_;
};

// One lane ends with each number of bits in its last word, all others with other numbers.
TEST_P(EncoderPacker, EveryResidueOfTheLastWordGivesTheExactLength) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    const std::uint32_t word = config().word_bits;
    for (const huff::Dtype dtype : dtypes_) {
      const huff::Book& book = scenario.book(extreme_book(dtype, config()));
      const std::uint32_t low = huff::extra_bits(dtype) + huff::min_length(book);
      const std::uint32_t high = huff::extra_bits(dtype) + config().max_code_len;
      // So many tokens can fill `whole` words, and up to one more.
      std::uint32_t tokens = 0;
      std::uint32_t whole = 0;
      do {
        ++tokens;
        whole = (tokens * low + word - 1) / word;
      } while (whole < 2 || whole * word + word - 1 > tokens * high);
      for (std::uint32_t residue = 0; residue < word; ++residue) {
        // Lane l gets `bits` in `tokens` tokens that differ by one bit at most.
        Bytes values;
        std::uint64_t words = huff::header_words(config().geometry()) + 1;
        for (std::uint32_t step = 0; step < tokens; ++step) {
          for (std::uint32_t lane = 0; lane < config().lanes; ++lane) {
            const std::uint32_t bits = whole * word + (residue + lane) % word;
            const std::uint32_t token = bits / tokens + (step < bits % tokens ? 1 : 0);
            append_value(values, dtype, symbol_of_length(book, token),
                         static_cast<std::uint32_t>(rng.bits(huff::extra_bits(dtype))));
            if (step == 0) words += whole + ((residue + lane) % word == 0 ? 0 : 1);
          }
        }
        scenario.message(dtype, values);
        EXPECT_EQ(scenario.expected_size(scenario.messages() - 1), words * word / 8);
      }
    }
    return scenario.play(variant(), bench_options(context));
  });
}

// A long message meets every token length at every number of bits already in the accumulator.
TEST_P(EncoderPacker, EveryTokenLengthAtEveryPhase) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    Scenario scenario(config());
    const std::uint32_t word = config().word_bits;
    for (const huff::Dtype dtype : dtypes_) {
      const huff::Book& book = scenario.book(extreme_book(dtype, config()));
      std::vector<std::uint32_t> lengths;
      for (std::uint32_t symbol = 0; symbol < huff::kNumSymbols; ++symbol) {
        const std::uint32_t length = book.lengths[symbol];
        const std::uint32_t previous = symbol == 0 ? 0 : book.lengths[symbol - 1];
        if (length != previous && length != 0) lengths.push_back(length);
      }
      std::set<std::pair<std::uint32_t, std::uint32_t>> met;
      std::vector<std::uint32_t> phase(config().lanes, 0);
      Bytes values;
      const std::uint64_t wanted = std::uint64_t{word} * lengths.size();
      for (std::uint64_t i = 0; i < 400000 && (met.size() < wanted || i % 64 != 0); ++i) {
        const auto lane = static_cast<std::size_t>(i % config().lanes);
        const std::uint32_t length = lengths[static_cast<std::size_t>(rng.below(lengths.size()))];
        const std::uint32_t token = huff::extra_bits(dtype) + length;
        append_value(values, dtype, symbol_of_length(book, token),
                     static_cast<std::uint32_t>(rng.bits(huff::extra_bits(dtype))));
        met.emplace(phase[lane], length);
        phase[lane] = (phase[lane] + token) % word;
      }
      EXPECT_EQ(met.size(), wanted) << "the data do not reach every phase";
      scenario.message(dtype, values);
    }
    return scenario.play(variant(), bench_options(context));
  });
}

// Where codewords have at least 8 bits there is only one length; books of few symbols, or of four
// lengths, have gaps between theirs.
INSTANTIATE_TEST_SUITE_P(All, EncoderPacker,
                         testing::ValuesIn(encoders_where([](const sim::EncoderConfig& config) {
                           const bool dense =
                               config.book_kind == sim::kKindFull ||
                               (config.book_kind == sim::kKindTop && config.top_symbols >= 15);
                           return dense && shortest_code(dtypes_of(config).front(), config) < 8;
                         })),
                         EncoderPacker::name);

}  // namespace
}  // namespace tern::tb
