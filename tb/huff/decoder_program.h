// SPDX-License-Identifier: Apache-2.0
//
// decoder_program: books and messages for one decoder, with what the golden decoder makes of them.
//
// Good messages come from the golden encoder; what is done to the bad ones is a list of its own.
//
//   Spec  docs/huffman_format.md
//   Test  tb/huff/decoder_bench_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/huff/book.h"
#include "model/huff/stream.h"
#include "sim/decoder_bench.h"
#include "tb/huff/test_data.h"
#include "tb/support/run_check.h"

namespace tern::tb {

/// What the test data must fit to: the circuit's limits on values and codewords, any token length.
[[nodiscard]] sim::EncoderConfig data_limits(const sim::DecoderConfig& config);

/// All dtypes that a circuit delivers; a few of them, with extra bits and without.
[[nodiscard]] std::vector<huff::Dtype> decoder_dtypes(const sim::DecoderConfig& config);
[[nodiscard]] std::vector<huff::Dtype> some_decoder_dtypes(const sim::DecoderConfig& config,
                                                           Rng& rng);

/// A random book for this dtype.
[[nodiscard]] huff::Book any_book(const sim::DecoderConfig& config, huff::Dtype dtype, Rng& rng);

/// Books for all slots of a decoder, some of them with the same id.
[[nodiscard]] std::vector<huff::Book> any_books(const sim::DecoderConfig& config, huff::Dtype dtype,
                                                Rng& rng);

/// Resident books of one dtype, and messages for them.
class DecoderProgram {
 public:
  /// Precondition: valid books, all different in id or epoch.
  DecoderProgram(const sim::DecoderConfig& config, std::vector<huff::Book> books);
  DecoderProgram(const sim::DecoderConfig& config, const huff::Book& book)
      : DecoderProgram(config, std::vector<huff::Book>{book}) {}
  /// A random dtype, and books for all slots.
  DecoderProgram(const sim::DecoderConfig& config, Rng& rng);

  [[nodiscard]] const std::vector<huff::Book>& books() const { return books_; }
  [[nodiscard]] const huff::Book& book() const { return books_.front(); }
  [[nodiscard]] huff::Dtype dtype() const { return books_.front().dtype; }

  /// Queues all books, for slots from `first` on.
  void load(sim::DecoderBench& bench, std::uint32_t first = 0) const;

  /// A plan for `count` values: any chunks, any books, any MinLen that they allow, any offset.
  [[nodiscard]] huff::Plan any_plan(std::uint64_t count, Rng& rng) const;
  [[nodiscard]] huff::Plan any_plan(std::uint64_t count, std::uint32_t chunk_log2, Rng& rng) const;

  /// Of values with the symbols that `values` have with offset 0.
  [[nodiscard]] Bytes encode(const Bytes& values, const huff::Plan& plan) const;
  /// One chunk with the first book, or raw.
  [[nodiscard]] Bytes encode(const Bytes& values, bool raw = false) const;

  /// Values that fit a book, are its extremes, or are noise.
  [[nodiscard]] Bytes any_values(std::uint64_t count, Rng& rng) const;
  /// The message of such values by any plan.
  [[nodiscard]] Bytes random_message(std::uint64_t count, Rng& rng) const;
  /// The message of random values, raw.
  [[nodiscard]] Bytes raw_message(std::uint64_t count, Rng& rng) const;
  /// A number of values: few steps, some chunks, or around the border of a chunk.
  [[nodiscard]] std::uint64_t any_count(Rng& rng) const;

  /// What the circuit must make of it: what the golden decoder does, but values that the circuit
  /// has no port for do not fit.
  [[nodiscard]] huff::Decoded expected(const Bytes& message) const;

  /// Queues a message with what must become of it.
  void send(sim::DecoderBench& bench, Bytes message) const;

 private:
  sim::DecoderConfig config_;
  std::vector<huff::Book> books_;
  huff::BookSet set_;
};

/// Most cycles from the first beat of a message, or from the verdict on the one before, to its
/// verdict, if nothing outside stalls (docs/architecture.md).
[[nodiscard]] std::uint64_t cycle_bound(const sim::DecoderConfig& config, const Bytes& message);

/// Damages a message in one of many ways, and in most cases makes its check fit again.
[[nodiscard]] Bytes damaged(Bytes message, const sim::DecoderConfig& config, Rng& rng);

/// Puts the right check behind a message that is a whole number of words.
void repair_check(Bytes& message, const huff::Geometry& geometry);

/// Overwrites bits `lsb` and up, `width` of them, of the header, if there is one.
void set_field(Bytes& message, unsigned lsb, unsigned width, std::uint64_t value);

/// Options of one seed.
[[nodiscard]] sim::DecoderBenchOptions decoder_options(
    const RunContext& context, sim::StallPattern source = sim::StallPattern::kNone,
    sim::StallPattern sink = sim::StallPattern::kNone);

/// Runs to the end and on for a while: a fault if anything else comes, or busy does not fall.
[[nodiscard]] std::optional<sim::Fault> finish(sim::DecoderBench& bench);

/// Name of a variant for test names.
[[nodiscard]] std::string short_name(const sim::DecoderVariant& variant);

}  // namespace tern::tb
