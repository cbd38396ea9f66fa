// SPDX-License-Identifier: Apache-2.0
//
// decoder_swap_test: books change while traffic runs: without a pause, and never inside a chunk.
//
//   Spec  docs/huffman_format.md#4-books
//   RTL   rtl/huff/huff_dec_books.sv
//   Test  tb/huff/decoder_swap_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {
namespace {

using sim::DecoderBench;
using sim::StallPattern;

class DecoderSwap : public EveryDecoder {
 protected:
  /// Two epochs of one book.
  [[nodiscard]] std::vector<huff::Book> two_epochs(Rng& rng) const {
    const huff::Dtype dtype = decoder_dtypes(config()).front();
    std::vector<huff::Book> books = {any_book(config(), dtype, rng),
                                     any_book(config(), dtype, rng)};
    for (huff::Book& book : books) book.id = 3;
    books[1].epoch = static_cast<std::uint8_t>(books[0].epoch + 1);
    return books;
  }
};

// Three messages are always under way while the second book is loaded. `check` is told when.
template <typename Make>
std::optional<sim::Fault> run_traffic(DecoderBench& bench, std::size_t loads,
                                      std::vector<Bytes>& messages, Make&& make) {
  while (bench.books_settled() < loads || bench.outcomes().size() + 3 > messages.size()) {
    if (bench.books_settled() == loads) break;
    if (messages.size() < bench.outcomes().size() + 3) {
      messages.push_back(make());
      bench.send_unchecked(messages.back());
    }
    if (!bench.step()) return bench.fault();
  }
  return std::nullopt;
}

// A new epoch goes to a spare slot. Messages with the old one decode all the time.
TEST_P(DecoderSwap, ANewEpochInASpareSlotDisturbsNoMessage) {
  // Needs a second slot beside the one in use; circuits with one are built for the other tests.
  if (config().books < 2) GTEST_SKIP() << "the circuit has one slot, and this is about two";
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kRandom}) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      const std::vector<huff::Book> books = two_epochs(rng);
      const DecoderProgram before(config(), books[0]);
      const DecoderProgram both(config(), books);
      sim::DecoderBenchOptions options = decoder_options(context, stall, stall);
      options.books_wait = false;
      DecoderBench bench(variant(), options);
      bench.load_book(books[0], 0);
      if (!bench.run()) return bench.fault();
      bench.load_book(books[1], 1);
      while (bench.books_settled() < 2) {
        if (bench.done() || !bench.harness().fault()) {
          before.send(bench, before.random_message(before.any_count(rng), rng));
        }
        for (int i = 0; i < 20 && bench.books_settled() < 2; ++i) {
          if (!bench.step()) return bench.fault();
        }
      }
      for (int i = 0; i < 10; ++i) both.send(bench, both.random_message(both.any_count(rng), rng));
      return finish(bench);
    });
  }
}

// A chunk with the old book in its slot goes on to its end; the message behind it finds the new
// one.
TEST_P(DecoderSwap, ASlotIsRewrittenOnlyWhenNoChunkUsesIt) {
  for (const StallPattern stall : {StallPattern::kNone, StallPattern::kRandom}) {
    expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
      Rng rng(context.seed);
      const std::vector<huff::Book> books = two_epochs(rng);
      const DecoderProgram programs[] = {DecoderProgram(config(), books[0]),
                                         DecoderProgram(config(), books[1])};
      sim::DecoderBenchOptions options = decoder_options(context, stall, stall);
      options.books_wait = false;
      DecoderBench bench(variant(), options);
      bench.load_book(books[0], 0);
      if (!bench.run()) return bench.fault();
      bench.load_book(books[1], 0);
      std::vector<Bytes> messages;
      const auto fault = run_traffic(bench, 2, messages, [&] {
        const DecoderProgram& program = programs[rng.bits(1)];
        return program.random_message(program.any_count(rng), rng);
      });
      if (fault) return fault;
      // With the new book, not raw by chance.
      for (int i = 0; i < 3; ++i) {
        messages.push_back(programs[1].encode(programs[1].any_values(20, rng)));
        bench.send_unchecked(messages.back());
      }
      if (const auto late = finish(bench)) return late;
      // Old book, none while the slot is being filled, new book: never back. A message that is
      // under way when the slot is freed may have had the old one for its first chunks only.
      const huff::BookSet none;
      std::size_t stage = 0;
      for (std::size_t i = 0; i < messages.size(); ++i) {
        const auto is_of = [&](std::size_t which) {
          const huff::Decoded want =
              which == 1
                  ? huff::decode(messages[i].data(), messages[i].size(), none, config().geometry())
                  : programs[which / 2].expected(messages[i]);
          if (bench.outcomes()[i].error != want.error) return false;
          return want.error != huff::StreamError::kNone || bench.values(i) == want.values;
        };
        while (stage < 2 && !is_of(stage)) ++stage;
        if (!is_of(stage)) {
          return sim::Fault{bench.outcomes()[i].done, fmt::format("message {} of no book", i)};
        }
      }
      EXPECT_EQ(stage, 2U) << "the new book never became resident";
      return std::nullopt;
    });
  }
}

// Codewords of one length in every book: a pause could only come from the load.
TEST_P(DecoderSwap, ALoadCostsNoCycleOfTheTraffic) {
  // Needs a second slot beside the one in use; circuits with one are built for the other tests.
  if (config().books < 2) GTEST_SKIP() << "the circuit has one slot, and this is about two";
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    const DecoderProgram program(config(),
                                 uniform_book(decoder_dtypes(config()).front(), config().kind()));
    sim::DecoderBenchOptions options = decoder_options(context);
    options.books_wait = false;
    DecoderBench bench(variant(), options);
    program.load(bench);
    if (!bench.run()) return bench.fault();
    constexpr std::uint64_t kSteps = 6000;  // longer than a load
    const std::uint64_t count = kSteps * config().lanes;
    huff::Plan plan = program.any_plan(count, huff::kMinChunkLog2, rng);
    even_out(plan, program.book());
    program.send(bench, program.encode(coded_values(program.book(), count, rng), plan));
    huff::Book next = program.book();
    next.epoch = static_cast<std::uint8_t>(next.epoch + 1);
    bench.load_book(next, 1);
    if (const auto fault = finish(bench)) return fault;
    const sim::DecoderOutcome& outcome = bench.outcomes()[0];
    EXPECT_EQ(outcome.last_out - outcome.first_out + 1, kSteps);
    return std::nullopt;
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderSwap, testing::ValuesIn(all_decoders()), DecoderSwap::name);

}  // namespace
}  // namespace tern::tb
