// SPDX-License-Identifier: Apache-2.0
//
// sink: takes the beats of a stream, and watches that the stream keeps its contract.
//
//   Spec  docs/streams.md
//   Test  tb/common/stream_test.cc
#include "sim/sink.h"

namespace tern::sim {

Sink::Sink(const StreamPins& pins, StallPattern pattern, std::uint64_t seed)
    : pins_(pins),
      stall_(pattern, seed),
      held_data_(pins.data.size()),
      held_keep_(pins.keep.bound() ? pins.keep.size() : 0) {
  pins_.ready.set(false);
}

const char* Sink::check() {
  const bool valid = pins_.valid.get();
  if (held_) {
    if (!valid) return "valid was withdrawn while stalled";
    if (!pins_.data.equals(held_data_.data())) return "data changed while stalled";
    if (pins_.keep.bound() && !pins_.keep.equals(held_keep_.data())) {
      return "keep changed while stalled";
    }
    if (pins_.last.get() != held_last_) return "last changed while stalled";
  }
  if (!valid || ready_) {
    held_ = false;
  } else if (!held_) {
    held_ = true;
    pins_.data.store(held_data_.data());
    if (pins_.keep.bound()) pins_.keep.store(held_keep_.data());
    held_last_ = pins_.last.get();
  }
  return nullptr;
}

void Sink::advance(bool edge_beat) {
  if (blocked_ > 0) {
    --blocked_;
    ready_ = false;
  } else {
    ready_ = !stall_.next(edge_beat);
  }
  pins_.ready.set(ready_);
}

}  // namespace tern::sim
