// SPDX-License-Identifier: Apache-2.0
//
// message_cost: cycles that an encoder may take for a message among others.
//
// A step of values, a pass of the order and a beat of the link take a cycle each; the message that
// needs most of one of them is bound by it.
//
//   Spec  docs/architecture.md#the-unit
//   Test  tb/huff/encoder_rate_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "sim/encoder_bench.h"

namespace tern::tb {

/// What a message needs of each.
struct MessageCost {
  std::uint64_t steps = 0;   ///< without values: one
  std::uint64_t passes = 0;  ///< with those that only end a message or a long gap
  std::uint64_t beats = 0;   ///< with header and trailer
  std::uint32_t extra = 0;   ///< extra bits of its values

  /// Cycles for it. Two is what any message takes.
  [[nodiscard]] std::uint64_t cycles() const;
};

[[nodiscard]] MessageCost message_cost(const sim::EncoderMessage& message,
                                       const huff::Geometry& geometry);

/// Most steps of the circuit between the demand of a word and its end (D in architecture.md), with
/// values of so many extra bits.
[[nodiscard]] std::uint64_t most_lag(const sim::EncoderConfig& config, std::uint32_t extra);

/// Cycles that messages may take beside their own without Reserve: their headers wait in a queue,
/// and where a run of tiny messages fills it while the order lags, the intake stops until the first
/// of them opens. Zero for 16-bit values in 32-bit words.
[[nodiscard]] std::uint64_t crowd_cycles(const std::vector<MessageCost>& costs, std::uint64_t lag);

/// The same where a lag holds beyond the end of a message: every message that ends in it leaves a
/// word partly filled, and its decoder has taken fewer words ahead. If the words of a lane with the
/// longest tokens then do not fit, the intake waits until some are taken. This replays the worst
/// case: the order waits whenever it may, and the intake takes a step whenever there is room.
[[nodiscard]] std::uint64_t room_cycles(const std::vector<MessageCost>& costs,
                                        const sim::EncoderConfig& config);

/// The same for values behind narrower ones: the order lags by as many steps as those may, of which
/// the lanes hold fewer with the wider values.
[[nodiscard]] std::uint64_t change_cycles(const std::vector<MessageCost>& costs,
                                          const sim::EncoderConfig& config);

}  // namespace tern::tb
