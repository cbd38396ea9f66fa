// SPDX-License-Identifier: Apache-2.0
//
// encode_block.h: the kernel that encodes; a team for each message. The check is another kernel's.
//
//   Spec  docs/huffman_format.md#2-a-message
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/cuda.h"
#include "model/cuda/encode_lanes.h"
#include "model/cuda/image.h"
#include "model/cuda/shape.h"

namespace tern::cuda {

/// The tokens of one book, near all threads of a block.
struct EncodeShared {
  std::uint32_t slot;
  std::uint32_t tokens[huff::kNumSymbols];
};

/// The header of a job's message; false: the job breaks a precondition. Choices are looked at when
/// their chunks come.
TERN_DEVICE bool make_head(const EncodeBatch& batch, const EncodeJob& job, Head& head) {
  head = {};
  head.version = huff::kFormatVersion;
  head.dtype = static_cast<std::uint32_t>(job.dtype);
  if (head.dtype >= kDtypes) return false;
  const std::uint32_t extra = extra_of(head.dtype);
  const std::uint32_t value_bytes = (extra + huff::kSymbolBits) / 8;
  const std::uint64_t count = job.size / value_bytes;
  const bool legal =
      is_aligned(job.values_dev, 8) && is_aligned(job.out_dev, 8) && job.size % value_bytes == 0 &&
      count <= 0xFFFFFFFF && is_chunk_log2(job.chunk_log2) && job.min_len < 8 &&
      1 + extra + huff::kMaxCodeLen + huff::kSymbolBits <= batch.word_bits && job.choices > 0;
  if (!legal) return false;
  while (1U << head.lanes_log2 < batch.lanes) ++head.lanes_log2;
  head.word_code = batch.word_bits == 64 ? 1 : 0;
  head.min_len = job.min_len;
  head.chunk_log2 = job.chunk_log2;
  head.count = static_cast<std::uint32_t>(count);
  head.offset = job.offset;
  const std::uint32_t first = job.choices_dev[0];
  const Books books(batch.image_dev);
  if (first > books.raw()) return false;
  const BookEntry& entry = books.entry(first);
  head.raw = first == books.raw() ? 1 : 0;
  head.book_id = head.raw != 0 ? 0 : entry.id;
  head.epoch = head.raw != 0 ? 0 : entry.epoch;
  // Of a message without values too.
  return entry.min_len >= head.min_len && (head.raw != 0 || entry.dtype == head.dtype) &&
         job.choices == Shape(head).chunks;
}

template <typename Word, int kExtra, typename Team>
TERN_DEVICE EncodeResult encode_payload(Team& team, const Books& books, const NearTokens& near,
                                        const Head& head, const EncodeJob& job) {
  constexpr std::uint32_t kWordBytes = sizeof(Word);
  constexpr std::uint32_t kFront = kWordBytes == 4 ? kHeaderBytes : 16;
  if (job.room < kFront + kWordBytes) return {0, JobState::kNoRoom};
  const std::uint64_t room = (job.room - kFront) / kWordBytes - 1;
  PayloadEncoder<Team, Word, kExtra> encoder(team, books, near, head, job, room);
  const JobState state = encoder.encode();
  if (state != JobState::kDone) return {0, state};
  team.once([&] { store_head(job.out_dev, head); });
  return {kFront + (encoder.words() + 1) * kWordBytes, state};
}

template <typename Team>
TERN_DEVICE EncodeResult encode_job(Team& team, const EncodeBatch& batch, const NearTokens& near,
                                    std::uint32_t index) {
  const EncodeJob job = batch.jobs_dev[index];
  const Books books(batch.image_dev);
  Head head;
  if (!make_head(batch, job, head)) return {0, JobState::kIllegal};
  if (head.word_code != 0) {
    return encode_payload<std::uint64_t, -1>(team, books, near, head, job);
  }
  if (extra_of(head.dtype) == 0) {
    return encode_payload<std::uint32_t, 0>(team, books, near, head, job);
  }
  return encode_payload<std::uint32_t, huff::kSplitExtraBits>(team, books, near, head, job);
}

/// Brings the first book of the block's first message near, then encodes a message with each team.
template <typename Block>
TERN_DEVICE void encode_block(Block& block, EncodeShared& shared, const EncodeBatch& batch) {
  const std::uint32_t first = block.index() * block.team_number();
  const Books books(batch.image_dev);
  block.each([&](std::uint32_t thread) {
    const EncodeJob& job = batch.jobs_dev[first];
    const std::uint32_t slot = job.choices > 0 ? job.choices_dev[0] : kNoSlot;
    if (thread == 0) shared.slot = slot;
    if (slot > books.raw()) return;
    const std::uint32_t* const from = books.tokens(books.entry(slot));
    for (std::uint32_t at = thread; at < huff::kNumSymbols; at += block.threads()) {
      shared.tokens[at] = from[at];
    }
  });
  block.teams([&](typename Block::Team& team, std::uint32_t index) {
    if (index >= batch.number - first) return;
    const NearTokens near{shared.slot, shared.tokens};
    const EncodeResult result = encode_job(team, batch, near, first + index);
    team.once([&] { batch.results_dev[first + index] = result; });
  });
}

}  // namespace tern::cuda
