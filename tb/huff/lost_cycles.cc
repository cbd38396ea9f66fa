// SPDX-License-Identifier: Apache-2.0
//
// lost_cycles: cycles that a decoder loses because a lane waits for a word.
//
//   Spec  docs/architecture.md#from-a-token-to-the-word-that-it-asks-for
//   Test  tb/huff/decoder_rate_test.cc
#include "tb/huff/lost_cycles.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <vector>

#include "model/huff/order.h"
#include "model/huff/tokens.h"

namespace tern::tb {
namespace {

// From the step that makes a lane ask to the first one that can use the word.
constexpr std::uint64_t kWordCycles = 3;

/// Below so many bits a lane looks at its token before it knows whether it asks.
std::uint32_t look_bits(huff::Dtype dtype, const sim::DecoderConfig& config) {
  return config.value_bits == 32 && huff::value_bytes(dtype) == 4 ? 48 : 32;
}

/// Runs the order of the words and keeps time.
class Clock {
 public:
  Clock(const Bytes& values, const huff::Book& book, const sim::DecoderConfig& config)
      : values_(values),
        book_(book),
        plan_{0, huff::min_len_of(&book), {&book}},
        rule_{config.lanes, config.word_bits, huff::min_token_bits(book.dtype, plan_.min_len),
              values.size() / huff::value_bytes(book.dtype)},
        tokens_(book.dtype, values.data(), rule_.count, plan_, config.lanes),
        look_bits_(look_bits(book.dtype, config)) {}

  [[nodiscard]] const huff::OrderRule& rule() const { return rule_; }

  [[nodiscard]] bool start_step(std::uint64_t step) {
    settle(step);
    last_ = next_;
    next_ = last_ + 1;
    looked_ = false;
    asked_ = false;
    const std::uint64_t left = huff::lane_values(rule_.count, 0, rule_.lanes) - step;
    ending_ = left * rule_.min_token <= (huff::kPrefetchWords - 1) * rule_.word_bits;
    return true;
  }

  [[nodiscard]] std::uint64_t token_length(std::uint32_t number, std::uint64_t index) {
    if (lanes_[number].ready < look_bits_ && lanes_[number].asked.empty()) looked_ = true;
    return tokens_.at(index).len;
  }

  [[nodiscard]] bool take(std::uint32_t number, std::uint64_t step, std::uint32_t pass) {
    asked_ = true;
    // The first step starts with all that it may ask for.
    lanes_[number].asked.push_back(step == 0 ? 0 : last_ + kWordCycles + pass);
    lanes_[number].ready += rule_.word_bits;
    return true;
  }

  std::uint64_t consume(std::uint32_t number, std::uint64_t index) {
    Lane& lane = lanes_[number];
    // While a lane looks, the words that others ask for wait.
    const std::uint64_t late = looked_ && asked_ ? 1 : 0;
    next_ = std::max(next_, last_ + 1 + late);
    for (const std::uint64_t due : lane.asked) lane.due.push_back(due + late);
    lane.asked.clear();

    const std::uint64_t length = tokens_.at(index).len;
    // The symbol of an escape may still be behind the window.
    const std::uint64_t behind = escaped(index) ? huff::kSymbolBits : 0;
    next_ = std::max(next_, comes(lane, length - behind));
    next_ = std::max(next_, comes(lane, length) - (behind != 0 ? 1 : 0));
    lane.ready -= length;
    while (lane.due.size() * rule_.word_bits >= lane.ready + rule_.word_bits) lane.due.pop_front();
    return length;
  }

  [[nodiscard]] LostCycles lost() {
    settle(0);
    return lost_;
  }

 private:
  struct Lane {
    std::uint64_t ready = 0;
    std::deque<std::uint64_t> due;     // cycles in which the words that it has can be decoded
    std::vector<std::uint64_t> asked;  // the same of this step
  };

  [[nodiscard]] bool escaped(std::uint64_t index) const {
    const std::uint32_t value = huff::load_value(book_.dtype, values_.data(), index);
    return book_.lengths[huff::symbolize(book_.dtype, value, plan_.offset).symbol] == 0;
  }

  /// When the lane has `bits`, from the next one on; at least 1.
  [[nodiscard]] std::uint64_t comes(const Lane& lane, std::uint64_t bits) const {
    std::size_t words = lane.due.size();
    std::uint64_t ready = lane.ready;
    for (; words > 0 && ready >= rule_.word_bits + bits; --words) ready -= rule_.word_bits;
    return words == 0 ? 1 : std::max<std::uint64_t>(1, lane.due[words - 1]);
  }

  /// Counts what the step before `step` took.
  void settle(std::uint64_t step) {
    if (step == 1 || next_ <= last_ + 1) return;
    (ending_ ? lost_.at_end : lost_.inside) += next_ - last_ - 1;
  }

  const Bytes& values_;
  const huff::Book& book_;
  huff::Plan plan_;
  huff::OrderRule rule_;
  huff::Tokens tokens_;
  std::uint32_t look_bits_;
  std::array<Lane, huff::kMaxLanes> lanes_;
  std::uint64_t last_ = 0;  // cycle of the step before
  std::uint64_t next_ = 0;  // earliest cycle of this one
  bool looked_ = false;
  bool asked_ = false;
  bool ending_ = false;  // no lane is sure to need two words more
  LostCycles lost_;
};

}  // namespace

LostCycles lost_cycles(const Bytes& values, const huff::Book& book,
                       const sim::DecoderConfig& config) {
  Clock clock(values, book, config);
  const bool all = huff::run_order(clock.rule(), clock);
  assert(all);
  static_cast<void>(all);
  return clock.lost();
}

}  // namespace tern::tb
