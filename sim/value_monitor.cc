// SPDX-License-Identifier: Apache-2.0
//
// value_monitor: collects the values that a decoder delivers, and compares each beat.
//
//   Spec  docs/streams.md
//   RTL   rtl/huff/huff_dec_s4_desymbolize.sv
//   Test  tb/huff/decoder_bench_test.cc
#include "sim/value_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tern::sim {

ValueMonitor::ValueMonitor(const StreamPins& pins, std::uint32_t lanes)
    : pins_(pins), lanes_(lanes), beat_bytes_(pins.data.size()), keep_(pins.keep.size()) {}

void ValueMonitor::expect(std::vector<std::uint8_t> values, std::uint32_t value_bytes) {
  Expected next;
  next.values = std::move(values);
  next.step_bytes = std::size_t{lanes_} * value_bytes;
  expected_.push_back(std::move(next));
}

void ValueMonitor::clear() {
  expected_.clear();
  packets_.clear();
  current_.clear();
  step_bytes_ = 0;
  beat_ = 0;
}

std::optional<std::size_t> ValueMonitor::kept_bytes() {
  pins_.keep.store(keep_.data());
  const auto kept = [this](std::size_t byte) { return ((keep_[byte / 8] >> (byte % 8)) & 1) != 0; };
  std::size_t count = 0;
  while (count < beat_bytes_.size() && kept(count)) ++count;
  for (std::size_t i = count; i < beat_bytes_.size(); ++i) {
    if (kept(i)) return std::nullopt;
  }
  return count;
}

std::optional<std::string> ValueMonitor::take() {
  if (expected_.empty()) return "a beat of values came and no packet is expected";
  const std::optional<std::size_t> kept = kept_bytes();
  if (!kept) return "the keep bits are not the low ones";
  const bool last = pins_.last.get();
  const Expected& want = expected_.front();
  if (want.values) step_bytes_ = want.step_bytes;
  if (!last) {
    // A beat that is not the last is a whole step of one, two or four bytes a value.
    for (std::size_t bytes = 1; bytes <= 4 && step_bytes_ == 0; bytes *= 2) {
      if (*kept == bytes * lanes_) step_bytes_ = *kept;
    }
    if (*kept != step_bytes_) {
      return fmt::format("beat {} keeps {} bytes and is not the last", beat_, *kept);
    }
  }

  pins_.data.store(beat_bytes_.data());
  const std::size_t start = current_.size();
  current_.insert(current_.end(), beat_bytes_.begin(),
                  beat_bytes_.begin() + static_cast<std::ptrdiff_t>(*kept));
  if (want.values) {
    const std::vector<std::uint8_t>& values = *want.values;
    if (current_.size() > values.size() || (last && current_.size() < values.size())) {
      return fmt::format("beat {}: the packet has {} bytes, not {}", beat_, current_.size(),
                         values.size());
    }
    for (std::size_t i = start; i < current_.size(); ++i) {
      if (current_[i] != values[i]) {
        return fmt::format("beat {}: byte {} of the values is {:02x}, not {:02x}", beat_, i,
                           current_[i], values[i]);
      }
    }
  }
  ++beat_;
  if (last) {
    packets_.push_back(std::exchange(current_, {}));
    expected_.pop_front();
    step_bytes_ = 0;
    beat_ = 0;
  }
  return std::nullopt;
}

}  // namespace tern::sim
