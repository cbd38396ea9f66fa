// SPDX-License-Identifier: Apache-2.0
//
// wires: faults, drawn by their distances.
//
//   Spec  docs/link.md#faults
//   Test  tb/link/wires_test.cc
#include "sim/link/wires.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tern::link {

RareEvent::RareEvent(double rate, std::uint64_t seed) : rate_(rate), rng_(seed) { draw(); }

bool RareEvent::next() {
  if (left_ > 0) {
    --left_;
    return false;
  }
  draw();
  return true;
}

void RareEvent::draw() {
  left_ = std::numeric_limits<std::uint64_t>::max();
  if (rate_ <= 0) return;
  // In (0, 1]: a logarithm of 0 would be no distance.
  const double uniform = static_cast<double>((rng_.next() >> 11) + 1) * 0x1p-53;
  const double distance = std::floor(std::log(uniform) / std::log1p(-rate_));
  if (distance < 0x1p63) left_ = static_cast<std::uint64_t>(distance);
}

namespace {

std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t stream) {
  return SplitMix64(seed * 4 + stream).next();
}

}  // namespace

Wires::Wires(const LinkConfig& config)
    : flit_bits_(config.flit_bytes * 8),
      burst_bits_(config.burst_bits),
      errors_(config.bit_error_rate, stream_seed(config.seed, 0)),
      lost_flits_(config.lost_flit_rate, stream_seed(config.seed, 1)),
      lost_acks_(config.lost_ack_rate, stream_seed(config.seed, 2)),
      bursts_(stream_seed(config.seed, 3)) {}

Damage Wires::transmit() {
  Damage damage;
  damage.lost = lost_flits_.next();
  std::uint32_t bit = 0;
  while (errors_.left() < flit_bits_ - bit) {
    bit += static_cast<std::uint32_t>(errors_.left());
    errors_.pass(errors_.left());
    (void)errors_.next();
    // The bits of a burst have no errors of their own.
    const std::uint32_t end = std::min(bit + burst_bits_, flit_bits_);
    damage.bits.push_back(bit++);
    for (; bit < end; ++bit) {
      if (bursts_.bits(1) != 0) damage.bits.push_back(bit);
    }
  }
  errors_.pass(flit_bits_ - bit);
  return damage;
}

}  // namespace tern::link
