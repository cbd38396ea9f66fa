// SPDX-License-Identifier: Apache-2.0
//
// scenario: a program of books and messages for one encoder, with what must come of it.
//
// It owns its data, and the golden model says what each message has to look like.
//
//   Spec  docs/huffman_format.md
//   Test  tb/huff/encoder_bench_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/huff/book.h"
#include "sim/encoder_bench.h"
#include "tb/huff/test_data.h"
#include "tb/support/run_check.h"

namespace tern::tb {

/// Builds a program.
class Scenario {
 public:
  explicit Scenario(const sim::EncoderConfig& config)
      : config_(config), slots_(config.books, nullptr) {}

  /// Loads a book into the next slot in turn, or into one; it codes the messages that follow. The
  /// load begins as soon as no message before needs what it replaces. The reference stays valid.
  const huff::Book& book(const huff::Book& book);
  const huff::Book& book(const huff::Book& book, std::uint32_t slot);
  /// The same with any writes on the book port, which must load `book` into `slot`.
  const huff::Book& load(sim::BookLoad writes, const huff::Book& book, std::uint32_t slot);

  /// Sends values with the book loaded last, or raw. Without a book loaded: raw.
  sim::EncoderMessage& message(huff::Dtype dtype, Bytes values, bool raw = false) {
    return send(raw || books_.empty() ? nullptr : &books_.back(), dtype, std::move(values));
  }
  /// Sends values in chunks with a book that is loaded and current; nullptr: raw. Every message
  /// has an offset, which is added to the values: the symbols stay as they are.
  sim::EncoderMessage& send(const huff::Book* book, huff::Dtype dtype, Bytes values,
                            std::uint32_t chunk_log2 = 0);

  /// Sends values of which each chunk must get the best of the books that are loaded and current.
  /// No book may be loaded behind it. Precondition: the circuit can do it for chunks of this size.
  sim::EncoderMessage& send_best(huff::Dtype dtype, Bytes values, std::uint32_t chunk_log2);

  /// Queues everything into a bench, which must not outlive the scenario.
  void fill(sim::EncoderBench& bench) const;

  /// Plays the program on a new instance, to the end.
  [[nodiscard]] std::optional<sim::Fault> play(const sim::EncoderVariant& variant,
                                               const sim::BenchOptions& options) const;

  [[nodiscard]] const sim::EncoderConfig& config() const { return config_; }
  [[nodiscard]] std::size_t messages() const { return messages_.size(); }
  /// Beats of the packet of message `index`.
  [[nodiscard]] std::uint64_t beats(std::size_t index) const {
    return messages_[index].packet.beats();
  }
  /// Bytes that message `index` must have.
  [[nodiscard]] std::size_t expected_size(std::size_t index) const {
    return messages_[index].expected->size();
  }
  /// The books so far, for a decoder.
  [[nodiscard]] const std::deque<huff::Book>& books() const { return books_; }

 private:
  struct Step {
    bool is_book = false;
    std::size_t index = 0;
  };
  struct Load {
    sim::BookLoad writes;
    std::size_t messages_before = 0;  ///< of this scenario, to be taken before
  };

  sim::EncoderConfig config_;
  std::vector<Step> steps_;
  std::deque<huff::Book> books_;
  std::vector<Load> loads_;
  std::vector<const huff::Book*> slots_;
  std::deque<Bytes> values_;
  std::deque<sim::EncoderMessage> messages_;
  std::vector<const huff::Book*> books_used_;  ///< by each message
};

/// A message that the golden model makes of the values. Both must outlive it; nullptr: raw.
[[nodiscard]] sim::EncoderMessage make_message(huff::Dtype dtype, const Bytes& values,
                                               const huff::Book* book, std::uint32_t chunk_log2,
                                               const sim::EncoderConfig& config,
                                               std::uint8_t offset = 0);

/// Options of one seed.
[[nodiscard]] sim::BenchOptions bench_options(const RunContext& context,
                                              sim::StallPattern source = sim::StallPattern::kNone,
                                              sim::StallPattern sink = sim::StallPattern::kNone);

/// After a run without fault: a fault if a sticky error is set that should not be.
[[nodiscard]] std::optional<sim::Fault> unexpected_error(sim::EncoderBench& bench);

/// Name of a variant for test names.
[[nodiscard]] std::string short_name(const sim::EncoderVariant& variant);

}  // namespace tern::tb
