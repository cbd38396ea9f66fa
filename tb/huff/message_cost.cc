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
  const std::uint64_t token =
      std::clamp(config.min_token_bits, extra + 1, extra + huff::kSymbolBits);
  return (3 * std::uint64_t{config.word_bits} + token - 1) / token;
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

std::uint64_t wide_cycles(const std::vector<MessageCost>& costs, const sim::EncoderConfig& config) {
  if (config.word_bits != 64) return 0;
  std::uint64_t sum = 0;
  for (const MessageCost& cost : costs) {
    if (cost.extra == 0 && 3 * cost.steps >= most_lag(config, 0)) sum += 3;
  }
  return sum;
}

std::uint64_t change_cycles(const std::vector<MessageCost>& costs,
                            const sim::EncoderConfig& config) {
  std::uint64_t limit = 0;
  for (const Kind& kind : kKinds) {
    if (8 * kind.bytes > config.value_bits) continue;
    limit = std::max(limit, kind.units * most_lag(config, kind.extra) + 1);
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < costs.size(); ++i) {
    if (costs[i - 1].extra >= costs[i].extra) continue;
    const std::uint64_t units = units_of(costs[i].extra);
    const std::uint64_t behind = most_lag(config, costs[i - 1].extra) + kBeyond;
    const std::uint64_t held =
        std::max(most_lag(config, costs[i].extra) + kBeyond, (limit + units - 1) / units);
    if (held < behind) sum += behind - held;
  }
  return sum;
}

}  // namespace tern::tb
