// SPDX-License-Identifier: Apache-2.0
//
// word_order: which bits of which lane each word of a message holds.
//
// The bench needs it step by step while beats come: for the latency of a step, and to say what a
// wrong word should have held. Only the lengths of the tokens matter.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  tb/huff/word_order_test.cc
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/huff/book.h"
#include "model/huff/chunk.h"
#include "model/huff/stream.h"

namespace tern::sim {

/// The values of one message. The pointers must stay valid.
struct MessageValues {
  huff::Dtype dtype = huff::Dtype::kBf16;
  const std::uint8_t* data = nullptr;
  std::uint64_t count = 0;
  huff::Plan plan;  ///< how they are coded
};

/// Bits of the tokens of a message (section 5), without making them.
class TokenBits {
 public:
  TokenBits(const MessageValues& values, const huff::Geometry& geometry);

  /// Of value `index`, with its choice bit.
  [[nodiscard]] std::uint32_t operator()(std::uint64_t index) const {
    const std::uint32_t bits = tables_[of_chunk_[chunks_.of_value(index)]][symbol(index)];
    return bits + (chunks_.choice_bit(index) != huff::Chunks::kNoBit ? 1U : 0U);
  }

 private:
  [[nodiscard]] std::uint32_t symbol(std::uint64_t index) const;

  const std::uint8_t* data_;
  huff::Dtype dtype_;
  std::uint8_t offset_;
  bool bytes_;  ///< a value is its field
  huff::Chunks chunks_;
  std::vector<std::array<std::uint8_t, huff::kNumSymbols>> tables_;  ///< one for each choice made
  std::vector<std::size_t> of_chunk_;
};

/// Bytes of the whole message.
[[nodiscard]] std::uint64_t message_bytes(const MessageValues& values,
                                          const huff::Geometry& geometry);

/// One line on word `index` of a message: its lane, its place in the lane, the values in it.
[[nodiscard]] std::string describe_word(const MessageValues& values, const huff::Geometry& geometry,
                                        std::uint64_t index);

/// Follows section 7 one step at a time.
class WordOrder {
 public:
  WordOrder(const MessageValues& values, const huff::Geometry& geometry);

  /// True when all steps are done.
  [[nodiscard]] bool done() const { return first_ >= count_; }

  /// Goes one step on. Returns the index in the message of the last word that holds any bit of the
  /// step. It never falls from step to step.
  std::uint64_t next_step();

  /// A word taken in the step that was done last.
  struct Taken {
    std::uint32_t lane = 0;
    std::uint64_t word = 0;  ///< of the lane
  };
  /// Those words, in order; they follow those of earlier steps.
  [[nodiscard]] const std::vector<Taken>& taken() const { return taken_; }

 private:
  struct Lane {
    std::uint64_t ready = 0;               ///< `b` of section 7
    std::uint64_t certain = 0;             ///< rem * Lmin
    std::uint64_t words = 0;               ///< taken so far
    std::uint64_t used = 0;                ///< bits decoded so far
    std::array<std::uint64_t, 4> place{};  ///< index in the message of the last words taken
  };

  std::uint64_t count_;
  huff::Geometry geometry_;
  TokenBits bits_;
  std::uint32_t min_bits_;
  std::uint64_t first_ = 0;  ///< first value of the next step
  std::uint64_t words_ = 0;  ///< of the message, so far
  std::vector<Lane> lanes_;
  std::vector<Taken> taken_;
};

}  // namespace tern::sim
