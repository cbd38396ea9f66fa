// SPDX-License-Identifier: Apache-2.0
//
// encoder_latency: from the acceptance of a step to the beat that completes it.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/encoder_engine_test.cc
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/word_order.h"

namespace tern::sim {

/// Cycles of one message. A cycle number is that of the clock edge at which a beat moved.
struct MessageTiming {
  std::uint64_t first_in = 0;       ///< first beat of the packet accepted
  std::uint64_t last_in = 0;        ///< last beat of the packet accepted
  std::uint64_t first_payload = 0;  ///< first beat with a payload word offered; 0: not yet
  std::uint64_t last_out = 0;       ///< last beat of the message moved
  std::uint64_t input_stalls = 0;   ///< cycles in which a beat was offered and not taken
  /// Index: latency in cycles; value: number of steps.
  std::vector<std::uint64_t> step_latency;
};

/// Follows the steps of the messages in flight. Keeps only the steps that are inside the circuit.
class StepLatency {
 public:
  /// A step of message `index` was accepted; messages come in order.
  void accepted(std::uint64_t cycle) { in_cycles_.push_back(cycle); }

  /// Starts with the steps of the next message.
  void start(const MessageValues& values, const huff::Geometry& geometry);

  /// Beat `beat` of the message has moved: notes the steps that it completes.
  void moved(std::uint64_t beat, std::uint64_t cycle, MessageTiming& timing);

  /// Ends the message.
  void finish();

  void clear();

 private:
  std::deque<std::uint64_t> in_cycles_;
  std::unique_ptr<WordOrder> order_;
  std::uint32_t lanes_ = 1;
  std::uint64_t last_word_ = 0;  ///< of the next step
  bool pending_ = false;         ///< last_word_ is known
};

}  // namespace tern::sim
