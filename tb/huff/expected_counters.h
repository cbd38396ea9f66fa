// SPDX-License-Identifier: Apache-2.0
//
// expected_counters: what the counters of an encoder must say, from the messages that were sent.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  tb/huff/encoder_counters_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/counter_reader.h"

namespace tern::tb {

/// The messages that count in symbols, chunks and escapes.
struct CounterFilter {
  huff::Dtype dtype = huff::Dtype::kBf16;
  std::uint32_t book = 0;
};

/// Counts messages in the order in which they are sent.
class ExpectedCounters {
 public:
  /// Without a filter all messages count.
  explicit ExpectedCounters(const sim::EncoderConfig& config,
                            std::optional<CounterFilter> filter = std::nullopt)
      : config_(config), filter_(filter) {}

  /// The slot of a book that messages name.
  void slot(const huff::Book& book, std::uint32_t slot) { slots_.emplace_back(&book, slot); }

  /// Precondition: the message has its expected bytes.
  void message(const sim::EncoderMessage& message);

  [[nodiscard]] const huff::Counters& counters() const { return counters_; }

 private:
  void count_step(const sim::EncoderMessage& message, std::uint64_t step);
  [[nodiscard]] std::uint32_t slot_of(const huff::Book* book) const;

  sim::EncoderConfig config_;
  std::optional<CounterFilter> filter_;
  std::vector<std::pair<const huff::Book*, std::uint32_t>> slots_;
  std::uint32_t random_ = 1;  ///< draws the lanes
  huff::Counters counters_;
};

/// What differs first, if anything does.
[[nodiscard]] std::optional<sim::Fault> difference(const huff::Counters& got,
                                                   const huff::Counters& want);

/// Symbols and chunks counted.
[[nodiscard]] std::uint64_t events(const huff::Counters& counters);

}  // namespace tern::tb
