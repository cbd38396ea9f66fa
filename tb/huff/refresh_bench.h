// SPDX-License-Identifier: Apache-2.0
//
// refresh_bench: messages and loads of books whose timing is free, and what came of them.
//
// When a load ends is up to the circuit, so the golden decoder says which books it chose, and the
// golden encoder must make the same bytes of these choices.
//
//   Spec  docs/streams.md#book-load-port
//   RTL   rtl/huff/huff_enc_books.sv
//   Test  tb/huff/encoder_refresh_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tb/huff/scenario.h"

namespace tern::tb {

/// Drives one encoder.
class RefreshBench {
 public:
  RefreshBench(const sim::EncoderVariant& variant, const sim::BenchOptions& options)
      : config_(variant.config), bench_(variant, options) {}

  /// Loads a book when the packets of so many messages have been taken. No two books may have the
  /// same dtype, id and epoch. `idle` writes without a meaning make the load take longer.
  const huff::Book* load(const huff::Book& book, std::uint32_t slot, std::size_t packets_before,
                         std::size_t idle = 0);

  /// Sends values that ask for the id of a book.
  void send(const huff::Book& book, Bytes values, std::uint32_t chunk_log2);

  [[nodiscard]] sim::EncoderBench& bench() { return bench_; }

  /// The books of the chunks of message `index`, nullptr for raw ones. A fault if it is not what
  /// the golden model makes of them, or has a book that it did not ask for.
  [[nodiscard]] std::optional<sim::Fault> choices(std::size_t index,
                                                  std::vector<const huff::Book*>& found);

 private:
  [[nodiscard]] const huff::Book* own(const huff::Book& book) const;

  sim::EncoderConfig config_;
  sim::EncoderBench bench_;
  std::deque<huff::Book> books_;
  std::deque<Bytes> values_;
  std::deque<sim::EncoderMessage> messages_;
};

}  // namespace tern::tb
