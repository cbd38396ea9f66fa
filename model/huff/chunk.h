// SPDX-License-Identifier: Apache-2.0
//
// chunk.h: which values form a chunk, and which of their tokens carry the next choice.
//
// Both sides must agree on it to the bit, so it is written down once.
//
//   Spec  docs/huffman_format.md#6-chunks
//   Test  model/huff/chunk_test.cc
#pragma once

#include <cassert>
#include <cstdint>

#include "model/huff/params.h"

namespace tern::huff {

/// The chunks of one message.
class Chunks {
 public:
  /// Preconditions: `lanes` is legal; `chunk_log2` is 0 (one chunk) or kMinChunkLog2 to 15.
  Chunks(std::uint32_t lanes, std::uint32_t chunk_log2, std::uint64_t count)
      : chunk_log2_(chunk_log2), choice_steps_((kChoiceBits + lanes - 1) / lanes) {
    assert(is_legal(chunk_log2));
    while ((1U << lanes_log2_) < lanes) ++lanes_log2_;
    assert(1U << lanes_log2_ == lanes);
    const std::uint64_t steps = (count + lanes - 1) >> lanes_log2_;
    if (chunk_log2 != 0 && steps > 0) number_ = ((steps - 1) >> chunk_log2) + 1;
    if (chunk_log2 != 0) choice_step_ = (1U << chunk_log2) - kChoiceLead - choice_steps_;
  }

  /// True if the format has chunks of that size.
  [[nodiscard]] static bool is_legal(std::uint32_t chunk_log2) {
    return chunk_log2 == 0 || (chunk_log2 >= kMinChunkLog2 && chunk_log2 <= 15);
  }

  /// Number of chunks; 1 for a message without values, whose header has a choice all the same.
  [[nodiscard]] std::uint64_t number() const { return number_; }

  /// The chunk of a step.
  [[nodiscard]] std::uint64_t of_step(std::uint64_t step) const {
    return chunk_log2_ == 0 ? 0 : step >> chunk_log2_;
  }

  /// The chunk of a value.
  [[nodiscard]] std::uint64_t of_value(std::uint64_t index) const {
    return of_step(index >> lanes_log2_);
  }

  /// True for the first step of a chunk behind the first.
  [[nodiscard]] bool begins(std::uint64_t step) const {
    return chunk_log2_ != 0 && step != 0 && (step & ((1U << chunk_log2_) - 1)) == 0;
  }

  static constexpr std::uint32_t kNoBit = kChoiceBits;

  /// Which bit of the choice of the next chunk the token of a value carries; kNoBit: none.
  [[nodiscard]] std::uint32_t choice_bit(std::uint64_t index) const {
    const std::uint64_t step = index >> lanes_log2_;
    if (of_step(step) + 1 >= number_) return kNoBit;
    const std::uint64_t own_step = step & ((1U << chunk_log2_) - 1);
    if (own_step < choice_step_ || own_step >= choice_step_ + choice_steps_) return kNoBit;
    const std::uint64_t lane = index & ((1U << lanes_log2_) - 1);
    const std::uint64_t bit = ((own_step - choice_step_) << lanes_log2_) + lane;
    return bit < kChoiceBits ? static_cast<std::uint32_t>(bit) : kNoBit;
  }

 private:
  std::uint32_t lanes_log2_ = 0;
  std::uint32_t chunk_log2_;
  std::uint32_t choice_steps_;     // S of section 6
  std::uint32_t choice_step_ = 0;  // the first of them, in the chunk
  std::uint64_t number_ = 1;
};

}  // namespace tern::huff
