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
#include <vector>

#include "model/huff/book.h"
#include "sim/encoder_bench.h"
#include "tb/huff/test_data.h"
#include "tb/support/run_check.h"

namespace tern::tb {

/// Builds a program.
class Scenario {
 public:
  explicit Scenario(const sim::EncoderConfig& config) : config_(config) {}

  /// Loads a book; it codes the messages that follow. The reference stays valid.
  const huff::Book& book(const huff::Book& book) { return load(sim::make_book_load(book), book); }
  /// The same with any writes on the book port, after which `book` must be the active one.
  const huff::Book& load(sim::BookLoad writes, const huff::Book& book);

  /// Sends values with the loaded book, or raw. Without a fitting book loaded: raw.
  sim::EncoderMessage& message(huff::Dtype dtype, Bytes values, bool raw = false);

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

  sim::EncoderConfig config_;
  std::vector<Step> steps_;
  std::deque<huff::Book> books_;
  std::deque<sim::BookLoad> loads_;
  std::deque<Bytes> values_;
  std::deque<sim::EncoderMessage> messages_;
};

/// Options of one seed.
[[nodiscard]] sim::BenchOptions bench_options(const RunContext& context,
                                              sim::StallPattern source = sim::StallPattern::kNone,
                                              sim::StallPattern sink = sim::StallPattern::kNone);

/// After a run without fault: a fault if a sticky error is set that should not be.
[[nodiscard]] std::optional<sim::Fault> unexpected_error(sim::EncoderBench& bench);

/// Name of a variant for test names.
[[nodiscard]] std::string short_name(const sim::EncoderVariant& variant);

}  // namespace tern::tb
