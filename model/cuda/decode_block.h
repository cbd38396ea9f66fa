// SPDX-License-Identifier: Apache-2.0
//
// decode_block.h: the kernel that decodes; a team for each message, all checks in their order.
//
//   Spec  docs/huffman_format.md#9-decoding-errors
//   Test  model/cuda/cuda_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/cuda.h"
#include "model/cuda/decode_lanes.h"
#include "model/cuda/image.h"
#include "model/cuda/shape.h"

namespace tern::cuda {

/// The table of one book, near all threads of a block: codewords of up to 12 bits.
inline constexpr std::uint32_t kNearWords = 1U << 11;
struct DecodeShared {
  std::uint32_t slot;
  std::uint32_t entries[kNearWords];
};

/// A message up to its payload: checks 1 to 9.
struct Opened {
  Head head;
  std::uint32_t slot;
  huff::StreamError error;
  bool has_dtype;
};

TERN_DEVICE Opened open(const DecodeBatch& batch, const Books& books, const DecodeJob& job) {
  using huff::StreamError;
  Opened result{{}, 0, StreamError::kSize, false};
  if (job.size < kHeaderBytes) return result;
  result.head = load_head(job.message_dev);
  const Head& head = result.head;
  const std::uint32_t choice = pack_choice(head.raw, head.book_id, head.epoch);
  result.error = StreamError::kVersion;
  if (head.version != huff::kFormatVersion) return result;
  result.error = StreamError::kReserved;
  if (!is_chunk_log2(head.chunk_log2) || is_reserved(choice) || head.reserved != 0) return result;
  result.error = StreamError::kDtype;
  if (head.dtype >= kDtypes) return result;
  result.has_dtype = true;
  result.error = StreamError::kGeometry;
  const std::uint32_t word_bits = head.word_code != 0 ? 64 : 32;
  const std::uint32_t most_bits = 1 + extra_of(head.dtype) + huff::kMaxCodeLen + huff::kSymbolBits;
  if (1U << head.lanes_log2 > huff::kMaxLanes || most_bits > word_bits) return result;
  if (batch.lanes != 0 && (batch.lanes != 1U << head.lanes_log2 || batch.word_bits != word_bits)) {
    return result;
  }
  const Chosen first = resolve(books, choice, head.dtype, head.min_len);
  result.error = first.error;
  result.slot = first.slot;
  if (first.error != StreamError::kNone) return result;
  const std::uint32_t header_bytes = word_bits == 32 ? kHeaderBytes : 16;
  if (job.size % (word_bits / 8) != 0 || job.size < header_bytes + word_bits / 8) {
    result.error = StreamError::kSize;
  }
  return result;
}

/// Checks 10 to 12. `check`: of the message, as the kernel in front has found it.
template <typename Word, int kExtra, typename Team>
TERN_DEVICE huff::StreamError decode_payload(Team& team, const Books& books, const NearTable& near,
                                             const DecodeJob& job, const Opened& opened,
                                             std::uint32_t check, std::uint32_t& choice) {
  constexpr std::uint32_t kWordBytes = sizeof(Word);
  const std::uint32_t header_bytes = kWordBytes == 4 ? kHeaderBytes : 16;
  const std::uint64_t words = (job.size - header_bytes) / kWordBytes - 1;
  PayloadDecoder<Team, Word, kExtra> decoder(team, books, near, opened.head,
                                             {job.message_dev + header_bytes, words, job.out_dev});
  const huff::StreamError error = decoder.decode(opened.slot);
  choice = decoder.choice();
  if (error != huff::StreamError::kNone) return error;
  if (decoder.left() > 0) return huff::StreamError::kExcess;
  const Word trailer = load<Word>(job.message_dev + job.size - kWordBytes);
  return trailer == check ? huff::StreamError::kNone : huff::StreamError::kCrc;
}

template <typename Team>
TERN_DEVICE DecodeResult decode_job(Team& team, const DecodeBatch& batch, const NearTable& near,
                                    std::uint32_t index) {
  const DecodeJob job = batch.jobs_dev[index];
  const Books books(batch.image_dev);
  DecodeResult result{0, 0, JobState::kIllegal, huff::StreamError::kNone, huff::Dtype::kBf16, 0};
  if (!is_aligned(job.message_dev, 8) || !is_aligned(job.out_dev, 8)) return result;
  result.state = JobState::kDone;
  const Opened opened = open(batch, books, job);
  const Head& head = opened.head;
  result.error = opened.error;
  result.choice = pack_choice(head.raw, head.book_id, head.epoch);
  result.offset = static_cast<std::uint8_t>(head.offset);
  if (opened.has_dtype) result.dtype = static_cast<huff::Dtype>(head.dtype);
  if (opened.error != huff::StreamError::kNone) return result;

  // No more values than this come out before the words run out, whatever the header claims.
  const std::uint32_t extra = extra_of(head.dtype);
  const std::uint32_t value_bytes = (extra + huff::kSymbolBits) / 8;
  const bool wide = head.word_code != 0;
  const std::uint64_t payload_bytes = job.size - (wide ? 16 + 8 : kHeaderBytes + 4);
  std::uint64_t possible = payload_bytes * 8 / (extra + head.min_len + 1);
  if (possible > head.count) possible = head.count;
  if (possible > job.room / value_bytes) {
    result.state = JobState::kNoRoom;
    return result;
  }

  const std::uint32_t check = static_cast<const std::uint32_t*>(batch.workspace_dev)[index];
  if (wide) {
    result.error =
        decode_payload<std::uint64_t, -1>(team, books, near, job, opened, check, result.choice);
  } else if (extra == 0) {
    result.error =
        decode_payload<std::uint32_t, 0>(team, books, near, job, opened, check, result.choice);
  } else {
    result.error = decode_payload<std::uint32_t, huff::kSplitExtraBits>(
        team, books, near, job, opened, check, result.choice);
  }
  if (result.error == huff::StreamError::kNone) {
    result.size = std::uint64_t{head.count} * value_bytes;
  }
  return result;
}

/// Brings the book of the block's first message near, then decodes a message with each team.
template <typename Block>
TERN_DEVICE void decode_block(Block& block, DecodeShared& shared, const DecodeBatch& batch) {
  const std::uint32_t first = block.index() * block.team_number();
  const Books books(batch.image_dev);
  block.each([&](std::uint32_t thread) {
    if (thread != 0) return;
    const DecodeJob job = batch.jobs_dev[first];
    shared.slot = kNoSlot;
    if (!is_aligned(job.message_dev, 8)) return;
    const Opened opened = open(batch, books, job);
    if (opened.error != huff::StreamError::kNone) return;
    if (books.entry(opened.slot).decode_mask / 2 < kNearWords) {
      shared.slot = opened.slot;
    }
  });
  block.each([&](std::uint32_t thread) {
    if (shared.slot == kNoSlot) return;
    const BookEntry& entry = books.entry(shared.slot);
    const std::uint32_t* const from = batch.image_dev + entry.decode_at;
    for (std::uint32_t at = thread; at <= entry.decode_mask / 2; at += block.threads()) {
      shared.entries[at] = from[at];
    }
  });
  block.teams([&](typename Block::Team& team, std::uint32_t index) {
    if (index >= batch.number - first) return;
    const NearTable near{shared.slot, reinterpret_cast<const std::uint8_t*>(shared.entries)};
    const DecodeResult result = decode_job(team, batch, near, first + index);
    team.once([&] { batch.results_dev[first + index] = result; });
  });
}

}  // namespace tern::cuda
