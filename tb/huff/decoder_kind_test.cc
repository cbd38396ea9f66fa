// SPDX-License-Identifier: Apache-2.0
//
// decoder_kind_test: a decoder decodes with every book of its kind up to the border.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_dec_s4_desymbolize.sv
//   Test  tb/huff/decoder_kind_test.cc
#include <gtest/gtest.h>

#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {
namespace {

using sim::DecoderBench;
using sim::StallPattern;

class DecoderKind : public EveryDecoder {};

// They take turns in the slots: what a larger book has left there must not show in a smaller one.
TEST_P(DecoderKind, BooksAtTheBorderGiveBackEverySymbol) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kRandom}) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      DecoderBench bench(variant(), decoder_options(context, stall, stall));
      std::uint32_t slot = 0;
      for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
        std::vector<huff::Book> books = border_books(dtype, data_limits(config()), rng);
        books.push_back(books.front());
        for (const huff::Book& book : books) {
          EXPECT_TRUE(config().kind().holds(book));
          const DecoderProgram program(config(), {book});
          program.load(bench, slot++ % config().books);
          Bytes values = fitting_values(book, 20 * config().lanes, rng);
          const Bytes coded = coded_values(book, 20 * config().lanes, rng);
          values.insert(values.end(), coded.begin(), coded.end());
          for (std::uint32_t symbol = 0; symbol < huff::kNumSymbols; ++symbol) {
            append_value(values, dtype, symbol,
                         static_cast<std::uint32_t>(rng.bits(huff::extra_bits(dtype))));
          }
          program.send(bench, program.encode(values));
          if (!bench.run()) return bench.fault();
          if (bench.pins().err_load.get()) return sim::Fault{bench.harness().cycle(), "refused"};
        }
      }
      return finish(bench);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, DecoderKind, testing::ValuesIn(all_decoders()), DecoderKind::name);

}  // namespace
}  // namespace tern::tb
