// SPDX-License-Identifier: Apache-2.0
//
// level_oracle: the levels of one lane, found as the format says it, with queues and divisions.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  tb/tdr/tdr_desymbolize_test.cc
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/tdr/tail.h"
#include "tb/tdr/symbol_case.h"

namespace tern::tb {

class LevelOracle {
 public:
  explicit LevelOracle(bool bounded = false) : bounded_(bounded) {}

  /// What a value is, but for its symbol and what follows: its quantiser, and whether it brings
  /// one.
  void look(Token& token, std::uint32_t states_log2) {
    const std::uint32_t state = token.starts_line ? 0 : states_[token.slot];
    token.quantizer = tdr::Trellis(states_log2).quantizer(state);
    token.book = 2 * token.bin.bin + token.quantizer;
    const Queue& queue = queues_[token.bin.bin][token.quantizer];
    constexpr std::size_t kRun = tdr::shared::kDigitValues;
    const bool late = bounded_ && index_ / kRun > queue.index / kRun + 1;
    token.fresh = queue.digits.empty() || late;
  }

  /// Completes `token`, whose symbol, if it brings one, and the bits that follow are known.
  void run(Token& token, std::uint32_t states_log2) {
    const tdr::Trellis trellis(states_log2);
    look(token, states_log2);
    std::uint32_t& state = states_[token.slot];
    if (token.starts_line) state = 0;
    const tdr::Grouping grouping = tdr::kGroupings[token.bin.bin];
    Queue& held = queues_[token.bin.bin][token.quantizer];
    std::vector<std::uint32_t>& queue = held.digits;
    if (token.fresh) {
      queue.clear();
      held.index = index_;
      std::uint32_t rest = token.symbol;
      std::uint32_t weight = tdr::symbols_of(grouping);
      for (std::uint32_t i = 0; i < grouping.digits; ++i) {
        weight /= grouping.base;
        queue.push_back(std::min(rest / weight, grouping.base - 1));
        rest %= weight;
      }
    }
    std::uint64_t high = queue.front();
    queue.erase(queue.begin());
    token.count = 0;
    if (high == grouping.base - 1) {
      const tdr::Tail tail = tdr::parse_tail(token.extra);
      high += tail.value;
      token.count = tail.bits;
    }
    const std::uint64_t low = token.extra >> token.count & ((1U << token.bin.low_bits) - 1);
    token.count += token.bin.low_bits;
    const std::uint64_t whole = high << token.bin.low_bits | low;
    const auto magnitude =
        static_cast<std::int32_t>(std::min<std::uint64_t>(whole, tdr::kMaxLevel));
    token.level = magnitude;
    if (magnitude != 0 && (token.extra >> token.count++ & 1) != 0) token.level = -magnitude;
    state = trellis.next(state, static_cast<std::uint32_t>(magnitude) & 1);
    ++index_;
  }

 private:
  struct Queue {
    std::vector<std::uint32_t> digits;
    std::size_t index = 0;  // of the value that brought them
  };

  std::array<std::uint32_t, tdr::kInterleave> states_{};
  tdr::PerBook<Queue> queues_;
  bool bounded_;
  std::size_t index_ = 0;
};

}  // namespace tern::tb
