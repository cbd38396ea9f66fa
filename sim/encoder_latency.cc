// SPDX-License-Identifier: Apache-2.0
//
// encoder_latency: from the acceptance of a step to the beat that completes it.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/encoder_engine_test.cc
#include "sim/encoder_latency.h"

namespace tern::sim {

void StepLatency::start(const MessageValues& values, const huff::Geometry& geometry) {
  order_ = std::make_unique<WordOrder>(values, geometry);
  lanes_ = geometry.lanes;
  pending_ = false;
}

void StepLatency::moved(std::uint64_t beat, std::uint64_t cycle, MessageTiming& timing) {
  const std::uint64_t words = (beat + 1) * lanes_;
  while (true) {
    if (!pending_) {
      if (order_->done()) return;
      last_word_ = order_->next_step();
      pending_ = true;
    }
    // A step whose words are all there but whose values are not cannot be: the scoreboard, or the
    // comparison that follows, will say so.
    if (last_word_ >= words || in_cycles_.empty()) return;
    const std::uint64_t latency = cycle - in_cycles_.front();
    in_cycles_.pop_front();
    pending_ = false;
    if (timing.step_latency.size() <= latency) {
      timing.step_latency.resize(static_cast<std::size_t>(latency) + 1, 0);
    }
    ++timing.step_latency[static_cast<std::size_t>(latency)];
  }
}

void StepLatency::finish() { order_.reset(); }

void StepLatency::clear() {
  in_cycles_.clear();
  order_.reset();
  pending_ = false;
}

}  // namespace tern::sim
