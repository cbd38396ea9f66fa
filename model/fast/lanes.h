// SPDX-License-Identifier: Apache-2.0
//
// lanes.h: what encoder and decoder keep of each lane, and what a run of steps needs.
//
// Far from the end of a message the order of the words is simple: in each step a lane takes a word
// if and only if it holds at most two. The paths differ only in how they do such steps; all others
// are done step by step, as section 7 says.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/fast/fast_test.cc
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model/fast/tables.h"
#include "model/huff/params.h"
#include "model/huff/stream.h"

namespace tern::fast {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are copied as they are");

template <typename T>
[[nodiscard]] T load(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <typename T>
void store(std::uint8_t* bytes, T value) {
  std::memcpy(bytes, &value, sizeof value);
}

/// Asks for memory that is written, or read, a little later. It need not exist.
inline constexpr std::size_t kAheadBytes = 1024;
inline void expect_write(const std::uint8_t* bytes) { __builtin_prefetch(bytes + kAheadBytes, 1); }
inline void expect_read(const std::uint8_t* bytes) { __builtin_prefetch(bytes + kAheadBytes, 0); }

/// What both sides know before the payload.
struct Shape {
  Shape(std::uint64_t values, const huff::Geometry& geometry, std::uint32_t least_bits)
      : count(values), lanes(geometry.lanes), word_bits(geometry.word_bits), min_token(least_bits) {
    while (1U << lanes_log2 < lanes) ++lanes_log2;
  }

  std::uint64_t count;
  std::uint32_t lanes;
  std::uint32_t lanes_log2 = 0;
  std::uint32_t word_bits;
  std::uint32_t min_token;  ///< Lmin of section 5

  /// Values of a lane that are left in front of a step.
  [[nodiscard]] std::uint64_t left(std::uint32_t lane, std::uint64_t step) const {
    return ((count - lane + lanes - 1) >> lanes_log2) - step;
  }

  /// Whole steps, from the first one on, in which rule 1 is not held back by `rem * Lmin`, and rule
  /// 2 does not act: a lane has more than two words' bits behind a pass, and no token is longer
  /// than one word.
  [[nodiscard]] std::uint64_t steady_steps() const {
    const std::uint64_t whole = count >> lanes_log2;
    const std::uint64_t ahead = (huff::kPrefetchWords - 1) * word_bits / min_token;
    return whole > ahead ? whole - ahead : 0;
  }
};

template <typename T>
using PerLane = std::array<T, huff::kMaxLanes>;

/// Lanes of a decoder: `have` words, of which `used` bits of the first are decoded. Words that are
/// not there are 0. Between steps `used` is below the bits of a word.
template <typename Word>
struct DecodeLanes {
  std::array<PerLane<Word>, huff::kPrefetchWords> words{};
  PerLane<std::uint32_t> used{};
  PerLane<std::uint32_t> have{};
};

/// A run of steps that all use one book, and carry no choice bits.
struct DecodeRun {
  const Tables* tables = nullptr;
  std::uint32_t lanes = 1;
  std::uint32_t extra = 0;
  std::uint8_t offset = 0;
  const std::uint8_t* next = nullptr;  ///< next word of the payload
  std::uint64_t left = 0;              ///< words in front of the trailer
  std::uint8_t* out = nullptr;         ///< where the values of the next step go
};

/// Lanes of an encoder: bits that do not fill a word yet, and the places in the payload of the
/// `waiting` words that the decoder has taken and that are not complete. So the decoder holds
/// `waiting` words of bits less `fill`.
template <typename Word>
struct EncodeLanes {
  PerLane<Word> partial{};
  PerLane<std::uint32_t> fill{};
  std::array<PerLane<std::uint32_t>, huff::kPrefetchWords> places{};
  PerLane<std::uint32_t> waiting{};
};

struct EncodeRun {
  const Tables* tables = nullptr;
  std::uint32_t lanes = 1;
  std::uint32_t extra = 0;
  std::uint8_t offset = 0;
  const std::uint8_t* data = nullptr;  ///< values of the next step
  std::uint8_t* payload = nullptr;
  std::uint64_t next = 0;  ///< place of the next word in the payload
  std::uint64_t room = 0;  ///< words that the payload has room for
};

/// Up to `steps` steady steps; returns how many were done. It stops early where a step could run
/// out of words or of room, which whoever calls has to find out exactly.
using DecodeSteps = std::uint64_t (*)(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run,
                                      std::uint64_t steps);
using EncodeSteps = std::uint64_t (*)(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run,
                                      std::uint64_t steps);

/// For words of 32 bits, a multiple of 16 or of 8 lanes, and dtypes of up to 16 bits.
#ifdef TERN_FAST_X86
std::uint64_t decode_avx2(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run, std::uint64_t steps);
std::uint64_t encode_avx2(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run, std::uint64_t steps);
std::uint64_t decode_avx512(DecodeLanes<std::uint32_t>& lanes, DecodeRun& run, std::uint64_t steps);
/// Two messages at a time: 16 lanes each, bytes, and one set of tables and one offset, by rank.
std::uint64_t decode_two_avx512(DecodeLanes<std::uint32_t>& lanes_a, DecodeRun& a,
                                DecodeLanes<std::uint32_t>& lanes_b, DecodeRun& b,
                                std::uint64_t steps);
std::uint64_t encode_avx512(EncodeLanes<std::uint32_t>& lanes, EncodeRun& run, std::uint64_t steps);
#endif

}  // namespace tern::fast
