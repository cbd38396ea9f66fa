// SPDX-License-Identifier: Apache-2.0
//
// stall: when a source withholds a beat and a sink refuses one.
//
//   Spec  docs/streams.md
//   Test  tb/common/stall_test.cc
#include "sim/stall.h"

namespace tern::sim {

Stall::Stall(StallPattern pattern, std::uint64_t seed) : pattern_(pattern), rng_(seed) {}

bool Stall::next(bool edge_beat) {
  switch (pattern_) {
    case StallPattern::kNone:
      return false;
    case StallPattern::kRandom:
      return rng_.bits(1) != 0;
    case StallPattern::kBursty:
      if (left_ == 0) {
        stalled_ = !stalled_;
        left_ = 1 + static_cast<std::uint32_t>(rng_.below(64));
      }
      --left_;
      return stalled_;
    case StallPattern::kAdversarial:
      if (left_ > 0) {
        --left_;
        return stalled_;
      }
      // One beat at a time gets through, or a short run of them; the first and the last beat of a
      // packet are held back more often, and longer than any buffer can hide.
      stalled_ = !stalled_ && rng_.chance(edge_beat ? 3 : 1, 4);
      if (stalled_) left_ = static_cast<std::uint32_t>(rng_.below(rng_.chance(1, 8) ? 200 : 12));
      if (!stalled_ && rng_.chance(1, 4)) left_ = static_cast<std::uint32_t>(rng_.below(8));
      return stalled_;
  }
  return false;
}

const char* stall_name(StallPattern pattern) {
  switch (pattern) {
    case StallPattern::kNone:
      return "none";
    case StallPattern::kRandom:
      return "random";
    case StallPattern::kBursty:
      return "bursty";
    case StallPattern::kAdversarial:
      return "adversarial";
  }
  return "none";
}

}  // namespace tern::sim
