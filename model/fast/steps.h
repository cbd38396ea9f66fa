// SPDX-License-Identifier: Apache-2.0
//
// steps.h: which steps of a message are alike.
//
//   Spec  docs/huffman_format.md#6-chunks
//   Test  model/fast/fast_test.cc
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/huff/chunk.h"

namespace tern::fast {

/// Cuts a message into runs of steps of one chunk whose tokens have no choice bits.
class Steps {
 public:
  Steps(std::uint32_t lanes, std::uint32_t chunk_log2, std::uint64_t count)
      : chunks_(lanes, chunk_log2, count),
        chunk_log2_(chunk_log2),
        choice_steps_((huff::kChoiceBits + lanes - 1) / lanes),
        number_((count + lanes - 1) / lanes) {}

  [[nodiscard]] const huff::Chunks& chunks() const { return chunks_; }

  /// All steps of the message.
  [[nodiscard]] std::uint64_t number() const { return number_; }

  /// Behind the last step of the run that `step` is in; `step` itself if it carries choice bits.
  [[nodiscard]] std::uint64_t run_end(std::uint64_t step) const {
    if (chunks_.of_step(step) + 1 >= chunks_.number()) return number_;
    const std::uint64_t chunk_end = ((step >> chunk_log2_) + 1) << chunk_log2_;
    const std::uint64_t first = chunk_end - huff::kChoiceLead - choice_steps_;
    if (step < first) return first;
    return step < first + choice_steps_ ? step : chunk_end;
  }

 private:
  huff::Chunks chunks_;
  std::uint32_t chunk_log2_;
  std::uint32_t choice_steps_;
  std::uint64_t number_;
};

}  // namespace tern::fast
