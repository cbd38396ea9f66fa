// SPDX-License-Identifier: Apache-2.0
//
// message_cost: cycles that an encoder may take for a message among others.
//
//   Spec  docs/architecture.md#the-unit
//   Test  tb/huff/encoder_rate_test.cc
#include "tb/huff/message_cost.h"

#include <algorithm>

#include "sim/word_order.h"

namespace tern::tb {

namespace {

/// Steps without demand that the order counts before it takes a pass for them.
constexpr std::uint64_t kGap = 15;
/// Messages between their first step and their last word: one is open, eight headers wait.
constexpr std::uint64_t kMessages = 9;
/// Cycles between these two if nothing lags.
constexpr std::uint64_t kLatency = 9;

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

std::uint64_t full_lags(const std::vector<MessageCost>& costs, std::uint64_t lag) {
  std::uint64_t sum = 0;
  for (const MessageCost& cost : costs) sum += 2 * cost.steps >= lag ? 1 : 0;
  return sum;
}

}  // namespace tern::tb
