// SPDX-License-Identifier: Apache-2.0
//
// decoder_claim_test: a book that comes for a slot in use waits, and spoils no value.
//
//   Spec  docs/streams.md#books-of-the-decoder
//   RTL   rtl/huff/huff_dec_books.sv
//   Test  tb/huff/decoder_claim_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {
namespace {

using sim::DecoderBench;
using sim::StallPattern;

class DecoderClaim : public EveryDecoder {};

/// Cycles in which a book comes, and then waits.
constexpr std::uint64_t kBlocked = huff::kNumEntries + 120;

/// Two books whose first symbol in canonical order differs: one cycle of a load spoils the values
/// of a chunk that still uses the slot.
std::vector<huff::Book> unlike_books(huff::Dtype dtype, const sim::DecoderConfig& config) {
  std::vector<huff::Book> books(2, staircase_book(dtype, 1, config.max_code_len, config.kind()));
  std::swap(books[0].lengths[0], books[0].lengths[200]);
  books[1].epoch = static_cast<std::uint8_t>(books[0].epoch + 1);
  return books;
}

// The load claims the slot in each cycle of a message in turn. Whatever chunk is under way, and
// whatever choice is made: the message is right, or refused as a whole.
TEST_P(DecoderClaim, NoCycleOfAMessageLetsALoadSpoilIt) {
  const huff::Dtype dtype = decoder_dtypes(config()).front();
  const std::vector<huff::Book> books = unlike_books(dtype, config());
  const std::uint64_t count = 30 * config().lanes;
  // Each of the books is the old one in turn.
  std::vector<Bytes> values(2);
  std::vector<Bytes> messages;
  for (std::size_t old = 0; old < 2; ++old) {
    for (std::uint64_t i = 0; i < count; ++i) {
      append_value(values[old], dtype, old == 0 ? 200 : 0, 0);
    }
    const DecoderProgram program(config(), books[old]);
    messages.push_back(program.encode(
        values[old], huff::Plan{huff::kMinChunkLog2, 0, {nullptr, &program.book()}}));
  }
  for (const StallPattern sink : {StallPattern::kNone, StallPattern::kRandom}) {
    std::size_t good = 0;
    std::size_t refused = 0;
    expect_passes(
        [&](const RunContext& context) -> std::optional<sim::Fault> {
          sim::DecoderBenchOptions options = decoder_options(context, StallPattern::kNone, sink);
          options.books_wait = false;
          DecoderBench bench(variant(), options);
          bench.load_book(books[0], 0);
          // Books and slots are shared by the lanes; units of many simulate slowly.
          const std::uint64_t stride = config().lanes > 16 ? rounds(7, 3) : 1;
          for (std::uint64_t early = 0; early < 90; early += stride) {
            if (!bench.run()) return bench.fault();
            const std::size_t sent = bench.outcomes().size();
            const std::size_t old = sent % 2;
            bench.load_book(books[1 - old], 0);
            for (std::uint64_t i = 0; i < huff::kNumEntries + 10 - early; ++i) {
              if (!bench.step()) return bench.fault();
            }
            bench.send_unchecked(messages[old]);
            while (bench.outcomes().size() == sent) {
              if (!bench.step()) return bench.fault();
            }
            const huff::StreamError error = bench.outcomes()[sent].error;
            if (error == huff::StreamError::kNone) {
              ++good;
              if (bench.values(sent) != values[old]) {
                return sim::Fault{bench.harness().cycle(), fmt::format("claim {}: spoilt", early)};
              }
            } else if (error == huff::StreamError::kUnknownBook) {
              ++refused;
            } else {
              return sim::Fault{bench.harness().cycle(),
                                fmt::format("claim {}: error {}", early, error_name(error))};
            }
          }
          return std::nullopt;
        },
        1);
    EXPECT_GT(good, 0U);
    EXPECT_GT(refused, 0U);
  }
}

// A choice that is made keeps its slot until its chunk begins, and the chunk until it ends: the
// value port stops in between, and a load comes.
TEST_P(DecoderClaim, AChoiceThatIsMadeKeepsItsSlot) {
  const huff::Dtype dtype = decoder_dtypes(config()).front();
  const std::vector<huff::Book> books = unlike_books(dtype, config());
  const DecoderProgram old(config(), books[0]);
  constexpr std::uint64_t kChunk = std::uint64_t{1} << huff::kMinChunkLog2;
  // Three steps are decoded beyond the last one that was taken; the last bit of the choice is in
  // step 13.
  constexpr std::uint64_t kChosen = kChunk - huff::kChoiceLead - 1 + 1 - 3;
  for (std::uint64_t taken = kChosen - 2; taken < 2 * kChunk - 3; ++taken) {
    expect_passes(
        [&](const RunContext& context) -> std::optional<sim::Fault> {
          Rng rng(context.seed);
          const std::uint64_t count = 2 * kChunk * config().lanes;
          huff::Plan plan{huff::kMinChunkLog2, 0, {nullptr, &old.book()}};
          const Bytes values = random_values(dtype, count, rng);
          sim::DecoderBenchOptions options = decoder_options(context);
          options.books_wait = false;
          DecoderBench bench(variant(), options);
          bench.load_book(books[0], 0);
          if (!bench.run()) return bench.fault();
          bench.send_unchecked(old.encode(values, plan));
          for (std::uint64_t beats = 0; beats < taken;) {
            if (bench.sink().fires() && ++beats == taken) bench.sink().block(kBlocked);
            if (!bench.step()) return bench.fault();
          }
          for (int i = 0; i < 20; ++i) {
            if (!bench.step()) return bench.fault();
          }
          bench.load_book(books[1], 0);
          if (const auto fault = finish(bench)) return fault;
          const huff::StreamError want =
              taken < kChosen ? huff::StreamError::kUnknownBook : huff::StreamError::kNone;
          if (bench.outcomes()[0].error != want ||
              (want == huff::StreamError::kNone && bench.values(0) != values)) {
            return sim::Fault{bench.harness().cycle(),
                              fmt::format("{} beats taken: error {}", taken,
                                          error_name(bench.outcomes()[0].error))};
          }
          return std::nullopt;
        },
        1);
  }
}

// While the last values of a message wait, the next message waits behind the book.
TEST_P(DecoderClaim, AWaitingBookGoesBeforeTheNextMessage) {
  const huff::Dtype dtype = decoder_dtypes(config()).front();
  const std::vector<huff::Book> books = unlike_books(dtype, config());
  const DecoderProgram old(config(), books[0]);
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    sim::DecoderBenchOptions options = decoder_options(context);
    options.books_wait = false;
    DecoderBench bench(variant(), options);
    bench.load_book(books[0], 0);
    if (!bench.run()) return bench.fault();
    // Three steps without a pause: the last one is looking up its symbols when the port stops.
    Bytes values;
    for (std::uint32_t i = 0; i < 3 * config().lanes; ++i) append_value(values, dtype, 200, 0);
    bench.sink().block(kBlocked);
    old.send(bench, old.encode(values));
    bench.load_book(books[1], 0);
    for (std::uint32_t i = 0; i < huff::kNumEntries + 40; ++i) {
      if (!bench.step()) return bench.fault();
    }
    huff::Decoded refused;
    refused.error = huff::StreamError::kUnknownBook;
    bench.send(old.encode(values), refused);
    return finish(bench);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderClaim, testing::ValuesIn(all_decoders()), DecoderClaim::name);

}  // namespace
}  // namespace tern::tb
