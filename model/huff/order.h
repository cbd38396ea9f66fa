// SPDX-License-Identifier: Apache-2.0
//
// order.h: the order of the words, stage of the encoder and law of the decoder.
//
// Words of the lanes are sent in the order in which a decoder asks for them; both sides run this
// one loop, each with its own knowledge of the tokens.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   RTL   rtl/huff/huff_enc.sv
//   Test  model/huff/order_test.cc
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "model/huff/params.h"

namespace tern::huff {

/// What both sides know before the payload.
struct OrderRule {
  std::uint32_t lanes = 1;
  std::uint32_t word_bits = 32;
  std::uint32_t min_token = 1;  ///< Lmin of section 5
  std::uint64_t count = 0;
};

/// Values of one lane: rem(lane) of section 3.
[[nodiscard]] inline std::uint64_t lane_values(std::uint64_t count, std::uint32_t lane,
                                               std::uint32_t lanes) {
  return lane >= count ? 0 : (count - lane + lanes - 1) / lanes;
}

/// Runs the loop of section 7. `side` offers, for the token of value `index` in `lane`:
///
///   start_step(step)           what is due before the passes of a step; false stops
///   token_length(lane, index)  its length, or anything above the bits that the lane has
///   take(lane, step, pass)     hands the lane its next word; false if there is none
///   consume(lane, index)       codes or decodes the token, returns its length
///
/// Returns false as soon as start_step() or take() does. Ends after `rule.count` tokens at the
/// latest. Precondition: no token is longer than a word.
template <typename Side>
[[nodiscard]] bool run_order(const OrderRule& rule, Side& side) {
  struct Lane {
    std::uint64_t ready = 0;    // `b`: bits taken and not yet decoded
    std::uint64_t certain = 0;  // `rem * Lmin`: bits that the lane will need at least
  };
  assert(rule.lanes >= 1 && rule.lanes <= kMaxLanes && rule.min_token <= rule.word_bits);
  const std::uint64_t keep = std::uint64_t{kPrefetchWords - 1} * rule.word_bits;
  std::array<Lane, kMaxLanes> lanes{};
  for (std::uint32_t lane = 0; lane < rule.lanes; ++lane) {
    lanes[lane].certain = lane_values(rule.count, lane, rule.lanes) * rule.min_token;
  }

  std::uint64_t step = 0;
  for (std::uint64_t first = 0; first < rule.count; first += rule.lanes, ++step) {
    // The lanes with values left are the lowest ones: only the last step can be partial.
    const auto active =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(rule.lanes, rule.count - first));
    if (!side.start_step(step)) return false;
    bool taken = true;
    for (std::uint32_t pass = 0; taken; ++pass) {
      taken = false;
      for (std::uint32_t lane = 0; lane < active; ++lane) {
        Lane& state = lanes[lane];
        const bool certain = state.ready <= keep && state.ready < state.certain;
        // A word of bits holds any token, so only a nearly empty lane has to look.
        const bool needed = !certain && state.ready < rule.word_bits &&
                            side.token_length(lane, first + lane) > state.ready;
        if (!certain && !needed) continue;
        if (!side.take(lane, step, pass)) return false;
        state.ready += rule.word_bits;
        taken = true;
      }
    }
    for (std::uint32_t lane = 0; lane < active; ++lane) {
      lanes[lane].ready -= side.consume(lane, first + lane);
      lanes[lane].certain -= rule.min_token;
    }
  }
  return true;
}

}  // namespace tern::huff
