// SPDX-License-Identifier: Apache-2.0
//
// pack.h: fourth stage of the encoder, from the tokens of a lane to its words.
//
// A lane is packed only as far as its next word, so a long tensor needs no second copy in memory.
//
//   Spec  docs/huffman_format.md#5-tokens
//   Test  model/huff/pack_test.cc
#pragma once

#include <cassert>
#include <cstdint>

#include "model/common/bits.h"
#include "model/huff/code.h"

namespace tern::huff {

/// Joins tokens to words, without gaps.
class Packer {
 public:
  /// Precondition: word_bits is 32 or 64.
  explicit Packer(std::uint32_t word_bits = 32) : word_bits_(word_bits) {
    assert(word_bits == 32 || word_bits == 64);
  }

  /// Appends a token. Preconditions: no word is waiting; the token has at most kMaxTokenBits bits
  /// and none set above its length.
  void put(Token token) {
    assert(!has_word() && token.len <= kMaxTokenBits);
    low_ |= token.bits << fill_;
    // The shift is legal: no token has 64 bits, so `fill_` is not 0 here.
    if (fill_ + token.len > 64) high_ = token.bits >> (64 - fill_);
    fill_ += token.len;
  }

  /// True if a whole word waits to be taken.
  [[nodiscard]] bool has_word() const { return fill_ >= word_bits_; }

  /// Bits that wait.
  [[nodiscard]] std::uint32_t fill() const { return fill_; }

  /// Takes the next word. A last, partial one is filled up with zero bits.
  /// Precondition: fill() > 0.
  [[nodiscard]] std::uint64_t take() {
    assert(fill_ > 0);
    const std::uint64_t word = low_ & low_bits(word_bits_);
    low_ = word_bits_ == 64 ? high_ : low_ >> 32 | high_ << 32;
    high_ = word_bits_ == 64 ? 0 : high_ >> 32;
    fill_ = has_word() ? fill_ - word_bits_ : 0;
    return word;
  }

 private:
  std::uint32_t word_bits_;
  std::uint32_t fill_ = 0;
  std::uint64_t low_ = 0;   // the first 64 bits that wait
  std::uint64_t high_ = 0;  // what does not fit into them
};

}  // namespace tern::huff
