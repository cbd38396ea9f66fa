// SPDX-License-Identifier: Apache-2.0
//
// order: in which order the words of the lanes follow each other.
//
// One loop, run by both sides: words come in the order in which the decoder asks for them. The rule
// is that of the Huffman stream, with what is certain about joint symbols.
//
//   Spec  docs/transform.md#9-order-of-the-words
//   Test  model/tdr/stream_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/tdr/books.h"
#include "model/tdr/format.h"

namespace tern::tdr {

/// `side` offers, for the value number `index` of `lane`:
///
///   bits(lane, index)     its bits, or anything above the bits that the lane has
///   take(lane)            hands the lane its next word; false if there is none
///   consume(lane, index)  codes or decodes it, returns the digits that its symbol brought, or 0
///
/// `counts`: the values of each lane. In a `bounded` part take() gives zeros behind the last word
/// that a lane's values need. Returns false as soon as take() does.
template <typename Side>
[[nodiscard]] bool run_order(const std::vector<std::uint64_t>& counts, Side& side,
                             bool bounded = false) {
  struct Lane {
    std::uint64_t ready = 0;  // bits taken and not yet decoded
    std::uint64_t held = 0;   // digits of symbols that no value has drawn
  };
  std::vector<Lane> lanes(counts.size());
  const std::uint64_t steps = *std::max_element(counts.begin(), counts.end());
  for (std::uint64_t step = 0; step < steps; ++step) {
    bool taken = true;
    while (taken) {
      taken = false;
      for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
        if (step >= counts[lane]) continue;
        Lane& state = lanes[lane];
        const std::uint64_t left = counts[lane] - step;
        const std::uint64_t certain =
            (left - std::min(left, state.held) + kMaxDigits - 1) / kMaxDigits;
        const bool needed = state.ready < (bounded ? left : certain);
        const bool early = state.ready <= (kPrefetchWords - 1) * kWordBits && needed;
        // No value has more bits than two words.
        const bool enough = state.ready >= 2 * kWordBits || side.bits(lane, step) <= state.ready;
        if (!early && enough) continue;
        if (!side.take(lane)) return false;
        state.ready += kWordBits;
        taken = true;
      }
    }
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
      if (step >= counts[lane]) continue;
      Lane& state = lanes[lane];
      state.ready -= side.bits(lane, step);
      state.held += side.consume(lane, step);
      --state.held;
    }
  }
  return true;
}

}  // namespace tern::tdr
