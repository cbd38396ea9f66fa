// SPDX-License-Identifier: Apache-2.0
//
// quantize.cc: the tables of the quantiser.
//
//   Spec  docs/transform.md#6-quantise
//   Test  model/tdr/quantize_test.cc
#include "model/tdr/quantize.h"

#include <array>
#include <cassert>

namespace tern::tdr {

std::int64_t step_of(std::uint32_t qp) {
  assert(qp <= kMaxQp);
  // HEVC's steps of one octave, and the first of the next one.
  constexpr std::array<std::int64_t, 7> kSteps = {40, 45, 51, 57, 64, 72, 80};
  const std::uint32_t whole = qp >> kQpFractionBits;
  const std::int64_t fraction = qp & ((1U << kQpFractionBits) - 1);
  const std::int64_t between =
      kSteps[whole % 6] * (32 - fraction) + kSteps[whole % 6 + 1] * fraction;
  return between << (whole / 6);
}

Trellis::Trellis(std::uint32_t log2) : states_log2(log2) {
  assert(log2 != 1 && log2 <= kMaxStatesLog2);
  // Octal 5/2, 13/4, 23/4, 45/10 in the usual notation.
  constexpr std::array<std::uint32_t, kMaxStatesLog2 + 1> kFeedback = {0, 0, 5, 11, 19, 37};
  constexpr std::array<std::uint32_t, kMaxStatesLog2 + 1> kForward = {0, 0, 2, 4, 4, 8};
  feedback = kFeedback[log2];
  forward = kForward[log2];
}

}  // namespace tern::tdr
