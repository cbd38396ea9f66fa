// SPDX-License-Identifier: Apache-2.0
//
// check_block.h: the kernel that finds the CRC-32 of messages, a block for each.
//
// Thread t takes every 256th word from word t on. What its words add to the check, had only zeros
// stood between and behind them, is summed over the threads, pair by pair.
//
//   Spec  docs/huffman_format.md#8-check
//   Test  model/cuda/parts_test.cc
#pragma once

#include <cstdint>

#include "model/cuda/cuda.h"
#include "model/cuda/image.h"
#include "model/cuda/shape.h"

namespace tern::cuda {

static_assert(kBlockThreads == 1U << (kAdvances - 1));

/// Going on by as many words as there are threads, by halves of a byte, the lower one first: small
/// enough that each thread of a warp has a table in a bank of its own, so that none waits for
/// another.
struct CheckShared {
  std::uint32_t advance[8][16][kWarpThreads];
  std::uint32_t part[kBlockThreads];
};

using Advance = std::uint32_t[4][256];

TERN_DEVICE std::uint32_t advanced(const Advance& by, std::uint32_t check) {
  return by[0][check & 255] ^ by[1][check >> 8 & 255] ^ by[2][check >> 16 & 255] ^
         by[3][check >> 24];
}

/// Words of 32 bits, and how many zeros follow them up to the end of a beat.
struct Checked {
  const std::uint8_t* words;
  std::uint64_t number;
  std::uint32_t zeros;
};

/// `size` bytes of a message with that shape, without its trailer.
TERN_DEVICE Checked checked(const std::uint8_t* message, std::uint64_t size, std::uint32_t lanes,
                            std::uint32_t word_bits) {
  const std::uint32_t beat = lanes * word_bits / 32;
  const std::uint64_t number = size / 4;
  return {message, number, static_cast<std::uint32_t>((beat - number % beat) % beat)};
}

/// The check, in shared.part[0]; all threads of the block call it with the same words.
template <typename Block>
TERN_DEVICE void find_check(Block& block, CheckShared& shared, const ImageHead& head,
                            const Checked& of) {
  block.each([&](std::uint32_t thread) {
    const std::uint32_t bank = thread % kWarpThreads;
    for (std::uint32_t at = thread / kWarpThreads; at < 8 * 16;
         at += kBlockThreads / kWarpThreads) {
      const std::uint32_t half = at / 16;
      shared.advance[half][at % 16][bank] =
          head.advance[kAdvances - 1][half / 2][at % 16 << (4 * (half % 2))];
    }
  });
  // Zeros in front make the number of words a multiple of that of the threads.
  const std::uint32_t front =
      static_cast<std::uint32_t>((kBlockThreads - of.number % kBlockThreads) % kBlockThreads);
  block.each([&](std::uint32_t thread) {
    const std::uint32_t bank = thread % kWarpThreads;
    std::uint32_t part = 0;
    for (std::uint64_t at = thread; at < of.number + front; at += kBlockThreads) {
      std::uint32_t next = 0;
      for (std::uint32_t half = 0; half < 8; ++half) {
        next ^= shared.advance[half][part >> (4 * half) & 15][bank];
      }
      part = next;
      if (at < front) continue;
      const std::uint32_t word = load<std::uint32_t>(of.words + 4 * (at - front));
      part ^= at == front ? word ^ huff::kCrcInit : word;
    }
    shared.part[thread] = part;
  });
  for (std::uint32_t k = 0; k + 1 < kAdvances; ++k) {
    block.each([&](std::uint32_t thread) {
      if (thread % (2U << k) != 0) return;
      shared.part[thread] =
          advanced(head.advance[k], shared.part[thread]) ^ shared.part[thread + (1U << k)];
    });
  }
  block.each([&](std::uint32_t thread) {
    if (thread != 0) return;
    std::uint32_t check = advanced(head.advance[0], shared.part[0]);
    for (std::uint32_t k = 0; k < kAdvances; ++k) {
      if ((of.zeros >> k & 1) != 0) check = advanced(head.advance[k], check);
    }
    shared.part[0] = check ^ huff::kCrcInit;
  });
}

/// In front of the decoder: finds the check of each message that has a shape, whatever else is
/// wrong with it.
template <typename Block>
TERN_DEVICE void check_decode_block(Block& block, CheckShared& shared, const DecodeBatch& batch) {
  const DecodeJob job = batch.jobs_dev[block.index()];
  if (!is_aligned(job.message_dev, 8) || job.size < kHeaderBytes + 4 || job.size % 4 != 0) return;
  const Head head = load_head(job.message_dev);
  const std::uint32_t word_bits = head.word_code != 0 ? 64 : 32;
  const Books books(batch.image_dev);
  find_check(block, shared, books.head(),
             checked(job.message_dev, job.size - word_bits / 8, 1U << head.lanes_log2, word_bits));
  block.each([&](std::uint32_t thread) {
    if (thread != 0) return;
    static_cast<std::uint32_t*>(batch.workspace_dev)[block.index()] = shared.part[0];
  });
}

/// Behind the encoder: ends each message that was made.
template <typename Block>
TERN_DEVICE void check_encode_block(Block& block, CheckShared& shared, const EncodeBatch& batch) {
  const EncodeResult result = batch.results_dev[block.index()];
  if (result.state != JobState::kDone) return;
  std::uint8_t* const message = batch.jobs_dev[block.index()].out_dev;
  const std::uint64_t size = result.size - batch.word_bits / 8;
  const Books books(batch.image_dev);
  find_check(block, shared, books.head(), checked(message, size, batch.lanes, batch.word_bits));
  block.each([&](std::uint32_t thread) {
    if (thread != 0) return;
    store(message + size, shared.part[0]);
    if (batch.word_bits == 64) store(message + size + 4, std::uint32_t{0});
  });
}

}  // namespace tern::cuda
