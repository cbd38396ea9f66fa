// SPDX-License-Identifier: Apache-2.0
//
// message_cost: cycles that an encoder may take for a message among others.
//
//   Spec  docs/architecture.md#the-unit
//   Test  tb/huff/encoder_rate_test.cc
#include "tb/huff/message_cost.h"

#include <algorithm>
#include <array>

#include "sim/word_order.h"

namespace tern::tb {

namespace {

/// Steps without demand that the order counts before it takes a pass for them.
constexpr std::uint64_t kGap = 15;
/// Messages of which the headers wait for the first word.
constexpr std::uint64_t kMessages = 9;
/// Cycles from the last step of a message to the first word of the next if nothing lags.
constexpr std::uint64_t kLatency = 7;
/// Steps that full rate needs beyond the lag: two for the passes of a first step, one on its way.
constexpr std::uint64_t kBeyond = 3;

/// Kinds of values: their bytes, extra bits, and the units of lag of a step.
struct Kind {
  std::uint64_t bytes;
  std::uint32_t extra;
  std::uint64_t units;
};
constexpr std::array<Kind, 3> kKinds = {
    {{1, 0, 3}, {2, huff::kSplitExtraBits, 4}, {4, huff::kWideExtraBits, 6}}};

std::uint64_t units_of(std::uint32_t extra) {
  for (const Kind& kind : kKinds) {
    if (kind.extra == extra) return kind.units;
  }
  return 0;
}

/// Passes in which the words of a message's first step are taken: one a lane in each.
std::uint64_t first_passes(const std::vector<sim::WordOrder::Taken>& taken) {
  std::uint64_t passes = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (i == 0 || taken[i].lane <= taken[i - 1].lane) ++passes;
  }
  return passes;
}

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

std::uint64_t shortest_token(const sim::EncoderConfig& config, std::uint32_t extra) {
  return std::clamp(config.min_token_bits, extra + 1, extra + huff::kSymbolBits);
}

/// Of a coded value.
std::uint64_t longest_token(const sim::EncoderConfig& config, std::uint32_t extra) {
  return extra + huff::kSymbolBits + config.max_code_len;
}

/// Steps of such values whose words have a place in every lane.
std::uint64_t held_steps(const sim::EncoderConfig& config, std::uint32_t extra) {
  std::uint64_t limit = 0;
  for (const Kind& kind : kKinds) {
    if (8 * kind.bytes > config.value_bits) continue;
    limit = std::max(limit, kind.units * most_lag(config, kind.extra) + 1);
  }
  return std::max(most_lag(config, extra) + kBeyond, ceil_div(limit, units_of(extra)));
}

/// Places of a lane.
std::uint64_t lane_words(const sim::EncoderConfig& config) {
  std::uint64_t bits = 0;
  for (const Kind& kind : kKinds) {
    if (8 * kind.bytes > config.value_bits) continue;
    const std::uint64_t steps = held_steps(config, kind.extra);
    const std::uint64_t choices = (steps >> huff::kMinChunkLog2) + 1;
    bits = std::max(bits, steps * longest_token(config, kind.extra) +
                              choices * ceil_div(huff::kChoiceBits, config.lanes));
  }
  return ceil_div(bits - 2 * config.word_bits - 1, config.word_bits) + 1;
}

/// Words that wait in a lane of longest tokens when `lag` steps are not ordered, the last of which
/// is step `packed` of message i, counted from 1.
std::uint64_t waiting_words(const std::vector<MessageCost>& costs, std::size_t i,
                            std::uint64_t packed, std::uint64_t lag,
                            const sim::EncoderConfig& config) {
  const std::uint64_t word = config.word_bits;
  std::uint64_t words = 0;
  for (bool ended = false;; ended = true) {
    const std::uint64_t token = longest_token(config, costs[i].extra);
    const std::uint64_t steps = std::min(lag, packed);
    std::uint64_t bits = steps * token;
    if (lag < packed) {
      // Its decoder has what was certain before it took the token of the last step ordered.
      const std::uint64_t left = lag + 1 + costs[i].steps - packed;
      const std::uint64_t certain =
          std::min(left * shortest_token(config, costs[i].extra), 2 * word + 1);
      bits = std::max(bits + token, certain) - certain;
    }
    words += ended ? ceil_div(bits, word) : bits / word;
    lag -= steps;
    if (lag == 0 || i == 0) return words;
    packed = costs[--i].steps;
  }
}

}  // namespace

std::uint64_t MessageCost::cycles() const {
  return std::max({steps, passes, beats, std::uint64_t{2}});
}

MessageCost message_cost(const sim::EncoderMessage& message, const huff::Geometry& geometry) {
  MessageCost cost;
  cost.extra = huff::extra_bits(message.values.dtype);
  sim::WordOrder order(message.values, geometry);
  std::uint64_t gap = 0;
  while (!order.done()) {
    order.next_step();
    const auto& taken = order.taken();
    const bool queued = cost.steps == 0 || order.done() || !taken.empty() || gap == kGap;
    if (queued) cost.passes += cost.steps == 0 ? first_passes(taken) : 1;
    gap = queued ? 0 : gap + 1;
    ++cost.steps;
  }
  if (cost.steps == 0) cost.steps = cost.passes = 1;
  const std::uint64_t beat_bytes = std::uint64_t{geometry.lanes} * geometry.word_bits / 8;
  cost.beats = (sim::message_bytes(message.values, geometry) + beat_bytes - 1) / beat_bytes;
  return cost;
}

std::uint64_t most_lag(const sim::EncoderConfig& config, std::uint32_t extra) {
  return ceil_div(3 * std::uint64_t{config.word_bits}, shortest_token(config, extra));
}

std::uint64_t crowd_cycles(const std::vector<MessageCost>& costs, std::uint64_t lag) {
  std::uint64_t sum = 0;
  std::uint64_t most = 0;  // of the run under way
  for (std::size_t i = kMessages; i <= costs.size(); ++i) {
    std::uint64_t cycles = 0;
    for (std::size_t k = i - kMessages; k < i; ++k) cycles += costs[k].cycles();
    const std::uint64_t missing = cycles < lag + kLatency ? lag + kLatency - cycles : 0;
    if (missing == 0) {
      sum += most;
      most = 0;
    }
    most = std::max(most, missing);
  }
  return sum + most;
}

std::uint64_t room_cycles(const std::vector<MessageCost>& costs, const sim::EncoderConfig& config) {
  const std::uint64_t words = lane_words(config);
  std::uint64_t lost = 0;
  std::uint64_t lag = 0;
  std::size_t behind = 0;     // message that is being ordered
  std::uint64_t ordered = 0;  // steps of it
  const auto order = [&] {
    if (++ordered == costs[behind].steps) {
      ordered = 0;
      ++behind;
    }
  };
  for (std::size_t i = 0; i < costs.size(); ++i) {
    for (std::uint64_t packed = 0; packed < costs[i].steps; ++packed) {
      // The next step completes a word at most, the last one may leave another.
      const std::uint64_t full = packed + 1 == costs[i].steps ? words - 1 : words;
      for (; lag > 0 && waiting_words(costs, i, packed, lag, config) >= full; --lag) {
        ++lost;
        order();
      }
      // An order waits for words of its own message only.
      if (lag < std::min(most_lag(config, costs[behind].extra), costs[behind].steps - ordered)) {
        ++lag;
      } else {
        order();
      }
    }
  }
  return lost;
}

std::uint64_t change_cycles(const std::vector<MessageCost>& costs,
                            const sim::EncoderConfig& config) {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < costs.size(); ++i) {
    if (costs[i - 1].extra >= costs[i].extra) continue;
    const std::uint64_t behind = most_lag(config, costs[i - 1].extra) + kBeyond;
    const std::uint64_t held = held_steps(config, costs[i].extra);
    if (held < behind) sum += behind - held;
  }
  return sum;
}

}  // namespace tern::tb
