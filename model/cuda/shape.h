// SPDX-License-Identifier: Apache-2.0
//
// shape.h: header, steps and chunks of a message, as kernels need them.
//
// Far from the end of a message a lane takes a word if and only if it holds at most two; such steps
// come in runs, and are what is fast. All others are done as section 7 says.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/kernel.h"
#include "model/huff/params.h"

namespace tern::cuda {

inline constexpr std::uint32_t kDtypes = huff::kDtypeNames.size();
inline constexpr std::uint32_t kHeaderBytes = huff::kHeaderBits / 8;

[[nodiscard]] TERN_DEVICE std::uint32_t extra_of(std::uint32_t dtype) {
  if (dtype == static_cast<std::uint32_t>(huff::Dtype::kFp32)) return huff::kWideExtraBits;
  const bool split = dtype == static_cast<std::uint32_t>(huff::Dtype::kBf16) ||
                     dtype == static_cast<std::uint32_t>(huff::Dtype::kFp16);
  return split ? huff::kSplitExtraBits : 0;
}

/// The fields of a header that are not checked by their place alone.
struct Head {
  std::uint32_t version, dtype, lanes_log2, word_code, raw, min_len, book_id, chunk_log2, epoch;
  std::uint32_t count, offset, reserved;
};

[[nodiscard]] TERN_DEVICE std::uint32_t field(const std::uint32_t (&parts)[3], std::uint32_t lsb,
                                              std::uint32_t width) {
  const std::uint32_t part = parts[lsb / 32] >> lsb % 32;
  return width == 32 ? part : part & ((1U << width) - 1);
}

/// Precondition: the message has 12 bytes.
[[nodiscard]] TERN_DEVICE Head load_head(const std::uint8_t* message) {
  const std::uint32_t parts[3] = {load<std::uint32_t>(message), load<std::uint32_t>(message + 4),
                                  load<std::uint32_t>(message + 8)};
  Head head;
  head.version = field(parts, huff::kHeaderVersionLsb, huff::kHeaderVersionWidth);
  head.dtype = field(parts, huff::kHeaderDtypeLsb, huff::kHeaderDtypeWidth);
  head.lanes_log2 = field(parts, huff::kHeaderLanesLog2Lsb, huff::kHeaderLanesLog2Width);
  head.word_code = field(parts, huff::kHeaderWordCodeLsb, huff::kHeaderWordCodeWidth);
  head.raw = field(parts, huff::kHeaderRawLsb, huff::kHeaderRawWidth);
  head.min_len = field(parts, huff::kHeaderMinLenLsb, huff::kHeaderMinLenWidth);
  head.book_id = field(parts, huff::kHeaderBookIdLsb, huff::kHeaderBookIdWidth);
  head.chunk_log2 = field(parts, huff::kHeaderChunkLog2Lsb, huff::kHeaderChunkLog2Width);
  head.epoch = field(parts, huff::kHeaderEpochLsb, huff::kHeaderEpochWidth);
  head.count = field(parts, huff::kHeaderCountLsb, huff::kHeaderCountWidth);
  head.offset = field(parts, huff::kHeaderOffsetLsb, huff::kHeaderOffsetWidth);
  head.reserved = field(parts, huff::kHeaderReservedLsb, huff::kHeaderReservedWidth);
  return head;
}

TERN_DEVICE void store_head(std::uint8_t* message, const Head& head) {
  const std::uint32_t first =
      head.version << huff::kHeaderVersionLsb | head.dtype << huff::kHeaderDtypeLsb |
      head.lanes_log2 << huff::kHeaderLanesLog2Lsb | head.word_code << huff::kHeaderWordCodeLsb |
      head.raw << huff::kHeaderRawLsb | head.min_len << huff::kHeaderMinLenLsb |
      head.book_id << huff::kHeaderBookIdLsb | head.chunk_log2 << huff::kHeaderChunkLog2Lsb |
      head.epoch << huff::kHeaderEpochLsb;
  static_assert(huff::kHeaderCountLsb == 32 && huff::kHeaderOffsetLsb == 64);
  store(message, first);
  store(message + 4, head.count);
  store(message + 8, head.offset | head.reserved << (huff::kHeaderReservedLsb - 64));
  if (head.word_code != 0) store(message + kHeaderBytes, std::uint32_t{0});
}

[[nodiscard]] TERN_DEVICE bool is_chunk_log2(std::uint32_t chunk_log2) {
  return chunk_log2 == 0 || (chunk_log2 >= huff::kMinChunkLog2 && chunk_log2 <= 15);
}

/// What both sides know before the payload.
struct Shape {
  std::uint64_t count, steps, chunks;
  std::uint32_t lanes, lanes_log2, word_bits, min_token, chunk_log2, choice_steps;

  /// Precondition: the header's lanes, words and chunks are legal.
  TERN_DEVICE explicit Shape(const Head& head)
      : count(head.count),
        lanes(1U << head.lanes_log2),
        lanes_log2(head.lanes_log2),
        word_bits(head.word_code != 0 ? 64 : 32),
        min_token(extra_of(head.dtype) + head.min_len + 1),
        chunk_log2(head.chunk_log2),
        choice_steps((huff::kChoiceBits + lanes - 1) >> lanes_log2) {
    steps = (count + lanes - 1) >> lanes_log2;
    chunks = chunk_log2 != 0 && steps > 0 ? ((steps - 1) >> chunk_log2) + 1 : 1;
  }

  [[nodiscard]] TERN_DEVICE std::uint32_t header_bytes() const {
    return word_bits == 32 ? kHeaderBytes : 16;
  }

  /// Values of a lane that are left in front of a step, of which it has one.
  [[nodiscard]] TERN_DEVICE std::uint64_t left(std::uint32_t lane, std::uint64_t step) const {
    return ((count - lane + lanes - 1) >> lanes_log2) - step;
  }

  /// Lanes that have a value in a step.
  [[nodiscard]] TERN_DEVICE std::uint32_t active(std::uint64_t step) const {
    const std::uint64_t rest = count - (step << lanes_log2);
    return rest < lanes ? static_cast<std::uint32_t>(rest) : lanes;
  }

  /// True for the first step of a chunk.
  [[nodiscard]] TERN_DEVICE bool begins(std::uint64_t step) const {
    return step == 0 || (chunk_log2 != 0 && (step & ((1U << chunk_log2) - 1)) == 0);
  }

  [[nodiscard]] TERN_DEVICE std::uint64_t chunk_of(std::uint64_t step) const {
    return chunk_log2 == 0 ? 0 : step >> chunk_log2;
  }

  /// Which bit of the next choice the token of lane 0 carries; those of the other lanes follow.
  /// kChoiceBits and above: none.
  [[nodiscard]] TERN_DEVICE std::uint32_t choice_bit(std::uint64_t step) const {
    if (chunk_of(step) + 1 >= chunks) return huff::kChoiceBits;
    const std::uint32_t own = static_cast<std::uint32_t>(step) & ((1U << chunk_log2) - 1);
    const std::uint32_t first = (1U << chunk_log2) - huff::kChoiceLead - choice_steps;
    if (own < first || own >= first + choice_steps) return huff::kChoiceBits;
    return (own - first) << lanes_log2;
  }

  /// Whole steps, from the first one on, in which rule 1 is not held back by `rem * Lmin`, and rule
  /// 2 does not act.
  [[nodiscard]] TERN_DEVICE std::uint64_t steady_steps() const {
    const std::uint64_t whole = count >> lanes_log2;
    const std::uint64_t ahead = (huff::kPrefetchWords - 1) * word_bits / min_token;
    return whole > ahead ? whole - ahead : 0;
  }

  /// Behind the last step of the run without choice bits that a step is in; `step` itself if it
  /// carries some.
  [[nodiscard]] TERN_DEVICE std::uint64_t run_end(std::uint64_t step) const {
    if (chunk_of(step) + 1 >= chunks) return steps;
    const std::uint64_t end = (chunk_of(step) + 1) << chunk_log2;
    const std::uint64_t first = end - huff::kChoiceLead - choice_steps;
    if (step < first) return first;
    return step < first + choice_steps ? step : end;
  }
};

}  // namespace tern::cuda
