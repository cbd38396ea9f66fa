// SPDX-License-Identifier: Apache-2.0
//
// distribute.h: second stage of the decoder, from the payload to the lanes.
//
// Words are only handed out on demand, so a lane can never run ahead of what the format allows.
//
//   Spec  docs/huffman_format.md#7-order-of-the-words
//   Test  model/huff/distribute_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/bits.h"
#include "model/huff/stream.h"

namespace tern::huff {

/// Hands out payload words to lanes, first come first served.
class Distributor {
 public:
  /// `payload` must hold `words` words and outlive the distributor.
  Distributor(const std::uint8_t* payload, std::uint64_t words, const Geometry& geometry)
      : next_(payload),
        left_(words),
        word_bits_(geometry.word_bits),
        lanes_(geometry.lanes, BitReader(geometry.word_bits)) {}

  /// Gives the next word to `lane`. False, and nothing happens, if no word is left.
  [[nodiscard]] bool take(std::uint32_t lane) {
    if (left_ == 0) return false;
    lanes_[lane].append(load_word(next_, word_bits_));
    next_ += word_bits_ / 8;
    --left_;
    return true;
  }

  /// Bits that `lane` has and nobody has decoded.
  [[nodiscard]] BitReader& lane(std::uint32_t lane) { return lanes_[lane]; }

  /// Words that no lane has asked for.
  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  const std::uint8_t* next_;
  std::uint64_t left_;
  std::uint32_t word_bits_;
  std::vector<BitReader> lanes_;
};

}  // namespace tern::huff
