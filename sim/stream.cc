// SPDX-License-Identifier: Apache-2.0
//
// stream: the source of a ready/valid stream.
//
//   Spec  docs/streams.md
//   Test  tb/common/stream_test.cc
#include "sim/stream.h"

#include <algorithm>
#include <cstring>

namespace tern::sim {

Source::Source(const StreamPins& pins, StallPattern pattern, std::uint64_t seed)
    : pins_(pins), stall_(pattern, seed), noise_(~seed), bytes_(pins.data.size() + 8) {
  if (pins_.keep.bound()) keep_.resize(pins_.keep.size());
  retract();
}

void Source::clear() {
  packets_.clear();
  beat_ = 0;
  retract();
}

void Source::advance(bool fired, bool allowed) {
  if (fired) {
    if (++beat_ == packets_.front().beats()) {
      packets_.pop_front();
      beat_ = 0;
      ++packets_sent_;
    }
  }
  if (fired || !offering_) {
    const bool can = allowed && !packets_.empty();
    const bool edge = can && (beat_ == 0 || beat_ + 1 == packets_.front().beats());
    if (!stall_.next(edge) && can) {
      offer();
    } else if (offering_) {
      retract();
    }
  }
  if (hashing_) note();
}

void Source::offer() {
  const Packet& packet = packets_.front();
  const bool last = beat_ + 1 == packet.beats();
  const std::size_t start = static_cast<std::size_t>(beat_) * packet.beat_bytes;
  const std::size_t used = std::min(packet.beat_bytes, packet.size - std::min(packet.size, start));
  if (used == pins_.data.size()) {
    pins_.data.load(packet.data + start);
  } else {
    fill_noise(used);
    if (used > 0) std::memcpy(bytes_.data(), packet.data + start, used);
    pins_.data.load(bytes_.data());
  }
  if (pins_.keep.bound()) {
    const std::vector<std::uint8_t>* keep = &keep_;
    if (packet.keep_fault && packet.keep_fault->beat == beat_) {
      keep = &packet.keep_fault->keep;
    } else {
      for (std::size_t i = 0; i < keep_.size(); ++i) {
        const std::size_t ones = std::min<std::size_t>(8, used - std::min(used, 8 * i));
        keep_[i] = static_cast<std::uint8_t>((1U << ones) - 1);
      }
    }
    pins_.keep.load(keep->data());
  }
  pins_.last.set(last);
  pins_.valid.set(true);
  offering_ = true;
}

void Source::retract() {
  pins_.valid.set(false);
  offering_ = false;
  fill_noise(0);
  pins_.data.load(bytes_.data());
  if (pins_.keep.bound()) pins_.keep.set(noise_.next());
  pins_.last.set(noise_.bits(1) != 0);
}

void Source::fill_noise(std::size_t used) {
  // One noise word for the whole beat: different in every beat, and cheap.
  const std::uint64_t noise = noise_.next();
  for (std::size_t i = used / 8 * 8; i < pins_.data.size(); i += 8) {
    std::memcpy(bytes_.data() + i, &noise, 8);
  }
}

void Source::note() {
  const auto mix = [this](std::uint8_t byte) { hash_ = (hash_ ^ byte) * 0x100000001B3U; };
  mix(offering_ ? 1 : 0);
  pins_.data.store(bytes_.data());
  for (std::size_t i = 0; i < pins_.data.size(); ++i) mix(bytes_[i]);
  mix(pins_.last.get() ? 1 : 0);
}

}  // namespace tern::sim
