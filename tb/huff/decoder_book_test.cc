// SPDX-License-Identifier: Apache-2.0
//
// decoder_book_test: the decoder makes its tables from lengths, and refuses what is no book.
//
//   Spec  docs/huffman_format.md#4-books
//   RTL   rtl/huff/huff_book_load.sv
//   Test  tb/huff/decoder_book_test.cc
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/huff/decoder_variants.h"
#include "tb/huff/kind_books.h"

namespace tern::tb {
namespace {

using sim::DecoderBench;

class DecoderBook : public EveryDecoder {
 protected:
  [[nodiscard]] huff::Dtype first_dtype() const { return decoder_dtypes(config()).front(); }
  [[nodiscard]] std::uint32_t any_slot(Rng& rng) const {
    return static_cast<std::uint32_t>(rng.below(config().books));
  }
  /// Clears the sticky error of the last load.
  static bool clear_error(DecoderBench& bench) {
    bench.pins().err_clear.set(true);
    if (!bench.step()) return false;
    bench.pins().err_clear.set(false);
    return true;
  }
};

Bytes every_symbol(huff::Dtype dtype) {
  Bytes values;
  for (std::uint32_t symbol = 0; symbol < huff::kNumSymbols; ++symbol) {
    append_value(values, dtype, symbol, symbol);
  }
  return values;
}

// All slots are filled over and over; each of them must hold its own symbols.
TEST_P(DecoderBook, EverySymbolOfEverySlot) {
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    for (const huff::Dtype dtype : some_decoder_dtypes(config(), rng)) {
      const DecoderProgram program(config(), any_books(config(), dtype, rng));
      program.load(bench);
      const Bytes values = every_symbol(dtype);
      for (const huff::Book& book : program.books()) {
        program.send(bench,
                     huff::encode(dtype, values.data(), values.size(), &book, config().geometry()));
      }
    }
    return finish(bench);
  });
}

/// Spoils the lengths of a book in one of many ways; some of them leave a book.
huff::Lengths changed_lengths(huff::Lengths lengths, Rng& rng) {
  const auto any = [&rng] { return static_cast<std::size_t>(rng.below(huff::kNumEntries)); };
  switch (rng.below(6)) {
    case 0:
      lengths[any()] = static_cast<std::uint8_t>(rng.bits(4));
      break;
    case 1:
      std::swap(lengths[any()], lengths[any()]);
      break;
    case 2:
      for (std::uint8_t& length : lengths) length = static_cast<std::uint8_t>(rng.bits(4));
      break;
    case 3:  // 257 codewords of 8 bits: one too many
      lengths.fill(8);
      break;
    case 4:  // nothing at all, or one codeword: no code is complete
      lengths.fill(0);
      lengths[any()] = static_cast<std::uint8_t>(rng.below(2));
      break;
    default:  // two codewords that leave symbols without one, unless one is the escape
      lengths.fill(0);
      lengths[any()] = 1;
      lengths[rng.chance(1, 2) ? huff::kEscapeIndex : any()] = 1;
  }
  return lengths;
}

// What check() of the golden model says, within the longest codeword and the kind of the circuit.
TEST_P(DecoderBook, RefusesExactlyWhatIsNoBookAndKeepsTheOldOne) {
  constexpr int kLoads = 30;
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    const DecoderProgram resident(config(), rng);
    resident.load(bench);
    std::vector<huff::Book> books = resident.books();
    for (int i = 0; i < kLoads; ++i) {
      if (!bench.run() || !clear_error(bench)) return bench.fault();
      huff::Book book = any_book(config(), resident.dtype(), rng);
      const std::vector<huff::Book> unfit =
          unfit_books(resident.dtype(), data_limits(config()), rng);
      if (i % 4 == 1 && !unfit.empty()) {
        book.lengths = unfit[static_cast<std::size_t>(rng.below(unfit.size()))].lengths;
      } else if (i % 3 != 0) {
        book.lengths = changed_lengths(book.lengths, rng);
      }
      const std::uint32_t slot = any_slot(rng);
      // Only its lengths are new, so that a slot that is rewritten when it must not be shows.
      book.id = books[slot].id;
      book.epoch = books[slot].epoch;
      const bool good = huff::check(book) == huff::BookError::kNone && config().kind().holds(book);
      bench.load_book(book, slot);
      if (!bench.run()) return bench.fault();
      if (bench.pins().err_load.get() == good) {
        return sim::Fault{bench.harness().cycle(),
                          fmt::format("load {}: {}", i, good ? "refused" : "accepted")};
      }
      if (good) books[slot] = book;
      const DecoderProgram now(config(), books);
      now.send(bench, now.random_message(20 * config().lanes, rng));
    }
    return finish(bench);
  });
}

TEST_P(DecoderBook, RefusesSlotsThatItDoesNotHave) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    DecoderBench bench(variant(), decoder_options(context));
    for (std::uint32_t slot = 0; slot < huff::kNumBooks; ++slot) {
      if (!clear_error(bench)) return bench.fault();
      bench.load_book(uniform_book(first_dtype(), config().kind()), slot);
      if (!bench.run()) return bench.fault();
      if (bench.pins().err_load.get() == (slot < config().books)) {
        return sim::Fault{bench.harness().cycle(), fmt::format("slot {}", slot)};
      }
    }
    return finish(bench);
  });
}

TEST_P(DecoderBook, RefusesDtypesThatItCannotDeliver) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    for (std::uint32_t code = 0; code < 16; ++code) {
      huff::Book book = uniform_book(first_dtype(), config().kind());
      book.dtype = static_cast<huff::Dtype>(code);
      const bool known = code < huff::kDtypeNames.size() &&
                         huff::value_bytes(book.dtype) * 8 <= config().value_bits;
      if (!clear_error(bench)) return bench.fault();
      bench.load_book(book, any_slot(rng));
      if (!bench.run()) return bench.fault();
      if (bench.pins().err_load.get() == known) {
        return sim::Fault{bench.harness().cycle(), fmt::format("dtype {}", code)};
      }
    }
    return finish(bench);
  });
}

// What a load without the right order, or without all entries, would mean is not guessed.
TEST_P(DecoderBook, RefusesEntriesThatAreNotAllOfThemInOrder) {
  expect_passes([&](const RunContext& context) -> std::optional<sim::Fault> {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    for (int kind = 0; kind < 6; ++kind) {
      const DecoderProgram program(config(), any_book(config(), first_dtype(), rng));
      std::vector<sim::DecoderBookWrite> writes = sim::lengths_load(program.book(), 0, rng);
      const auto at = static_cast<std::ptrdiff_t>(1 + rng.below(huff::kNumEntries - 1));
      bool good = false;
      switch (kind) {
        case 0:
          writes.erase(writes.begin() + at);
          break;
        case 1:
          writes.insert(writes.begin() + at, writes[static_cast<std::size_t>(at)]);
          break;
        case 2:
          std::swap(writes[0], writes[static_cast<std::size_t>(at)]);
          break;
        case 3:  // a load that is given up, then a whole one
          writes.insert(writes.begin(), writes.begin(), writes.begin() + at);
          good = true;
          break;
        case 4:  // indices that mean nothing
          writes.insert(writes.begin() + at,
                        {huff::kNumEntries + 1 + static_cast<std::uint32_t>(rng.below(254)), 5});
          good = true;
          break;
        default:  // a commit alone
          writes.erase(writes.begin(), writes.end() - 1);
      }
      if (!clear_error(bench)) return bench.fault();
      bench.load_entries(writes);
      if (!bench.run()) return bench.fault();
      if (bench.pins().err_load.get() == good) {
        return sim::Fault{bench.harness().cycle(), fmt::format("kind {} of load", kind)};
      }
      if (good) program.send(bench, program.random_message(5 * config().lanes, rng));
    }
    return finish(bench);
  });
}

// The same name in another slot: what came last counts, and the old slot is no book any more.
TEST_P(DecoderBook, TheLastOfTwoBooksWithOneNameCounts) {
  // Needs a second slot beside the one in use; circuits with one are built for the other tests.
  if (config().books < 2) GTEST_SKIP() << "the circuit has one slot, and this is about two";
  expect_passes([&](const RunContext& context) {
    Rng rng(context.seed);
    DecoderBench bench(variant(), decoder_options(context));
    for (int i = 0; i < 4; ++i) {
      const DecoderProgram program(config(), any_book(config(), first_dtype(), rng));
      huff::Book other = any_book(config(), first_dtype(), rng);
      other.id = program.book().id;
      other.epoch = program.book().epoch;
      const std::uint32_t slot = any_slot(rng);
      bench.load_book(other, slot);
      bench.load_book(program.book(), (slot + 1) % config().books);
      program.send(bench, program.random_message(20 * config().lanes, rng));
    }
    return finish(bench);
  });
}

INSTANTIATE_TEST_SUITE_P(All, DecoderBook, testing::ValuesIn(all_decoders()), DecoderBook::name);

}  // namespace
}  // namespace tern::tb
