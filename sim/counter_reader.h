// SPDX-License-Identifier: Apache-2.0
//
// counter_reader: asks an encoder for its counters, while traffic goes on or after it.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  tb/huff/encoder_counters_test.cc
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/huff/params.h"
#include "sim/encoder_bench.h"
#include "sim/stall.h"

namespace tern::sim {

/// What an encoder has counted.
struct Counters {
  std::array<std::uint32_t, huff::kNumSymbols> samples{};  ///< symbols, one of each step
  std::array<std::uint32_t, huff::kNumBooks> chunks{};     ///< by slot
  std::uint32_t raw_chunks = 0;
  std::uint64_t raw_bytes = 0;  ///< of values, uncompressed
  std::uint64_t words = 0;      ///< of whole messages
  std::uint64_t escapes = 0;
};

/// Reads all counters in the order of their index, one after the other.
class CounterReader {
 public:
  /// The bench must outlive it, and have a circuit with counters.
  CounterReader(EncoderBench& bench, StallPattern pattern, std::uint64_t seed);

  /// One cycle of the bench. False: its fault().
  bool step();
  /// Runs until all counters have come. False: the bench's fault().
  bool run();
  [[nodiscard]] bool done() const { return counts_.size() == kCounters; }
  /// Precondition: done().
  [[nodiscard]] Counters counters() const;
  /// Asks for all of them again.
  void restart();

 private:
  static constexpr std::size_t kCounters = huff::kCountEscapes + 2;

  EncoderBench& bench_;
  Stall ask_stall_;
  Stall take_stall_;
  std::size_t asked_ = 0;
  bool offered_ = false;
  std::vector<std::uint32_t> counts_;
};

}  // namespace tern::sim
