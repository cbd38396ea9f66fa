// SPDX-License-Identifier: Apache-2.0
//
// counter_reader: asks an encoder for its counters, while traffic goes on or after it.
//
//   Spec  docs/streams.md#counters
//   RTL   rtl/huff/huff_enc_counters.sv
//   Test  tb/huff/encoder_counters_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/huff/counters.h"
#include "sim/encoder_bench.h"
#include "sim/stall.h"

namespace tern::sim {

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
  [[nodiscard]] huff::Counters counters() const;
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
