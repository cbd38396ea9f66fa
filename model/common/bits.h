// SPDX-License-Identifier: Apache-2.0
//
// bits: the bit order; the only place that knows which bit of which byte comes first.
//
// Bit k of a stream is bit `k mod W` of word `k div W`; a word is stored least significant byte
// first. So bit k is also bit `k mod 8` of byte `k div 8`, whatever W is.
//
//   Spec  docs/huffman_format.md#1-bit-order
//   Test  model/common/bits_test.cc
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tern {

/// The lowest `count` bits set. Precondition: count <= 64.
[[nodiscard]] inline std::uint64_t low_bits(unsigned count) {
  assert(count <= 64);
  return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

/// The lowest `count` bits of `value` in reverse order, right-aligned. A canonical codeword, which
/// is sent root first, is written as reverse_bits(codeword, length).
[[nodiscard]] inline std::uint64_t reverse_bits(std::uint64_t value, unsigned count) {
  assert(count <= 64);
  std::uint64_t result = 0;
  for (unsigned i = 0; i < count; ++i) result |= ((value >> i) & 1) << (count - 1 - i);
  return result;
}

/// Appends one word as word_bits / 8 bytes. Precondition: word_bits is 32 or 64.
inline void append_word(std::vector<std::uint8_t>& bytes, std::uint64_t word, unsigned word_bits) {
  assert(word_bits == 32 || word_bits == 64);
  assert((word & ~low_bits(word_bits)) == 0);
  for (unsigned i = 0; i < word_bits; i += 8) bytes.push_back(static_cast<std::uint8_t>(word >> i));
}

/// Reads one word from word_bits / 8 bytes. Precondition: they exist; word_bits is 32 or 64.
[[nodiscard]] inline std::uint64_t load_word(const std::uint8_t* bytes, unsigned word_bits) {
  assert(word_bits == 32 || word_bits == 64);
  std::uint64_t word = 0;
  for (unsigned i = 0; i < word_bits; i += 8) word |= std::uint64_t{bytes[i / 8]} << i;
  return word;
}

/// Packs bit fields into words.
class BitWriter {
 public:
  /// Precondition: word_bits is 32 or 64.
  explicit BitWriter(unsigned word_bits) : word_bits_(word_bits) {
    assert(word_bits == 32 || word_bits == 64);
  }

  /// Appends the lowest `count` bits of `value`, lowest first.
  /// Precondition: count <= 64, and `value` has no bits above them.
  void put(std::uint64_t value, unsigned count) {
    assert((value & ~low_bits(count)) == 0);
    bit_count_ += count;
    while (count > 0) {
      const unsigned part = std::min(count, word_bits_ - fill_);
      partial_ |= (value & low_bits(part)) << fill_;
      value = part == 64 ? 0 : value >> part;
      count -= part;
      fill_ += part;
      if (fill_ == word_bits_) flush();
    }
  }

  /// Bits written so far.
  [[nodiscard]] std::uint64_t bit_count() const { return bit_count_; }

  /// The words that are complete.
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

  /// Fills the last word with zero bits and hands over all ceil(bit_count / word_bits) words. The
  /// writer is empty afterwards.
  [[nodiscard]] std::vector<std::uint64_t> finish() {
    if (fill_ > 0) flush();
    bit_count_ = 0;
    return std::exchange(words_, {});
  }

 private:
  void flush() {
    words_.push_back(partial_);
    partial_ = 0;
    fill_ = 0;
  }

  unsigned word_bits_;
  unsigned fill_ = 0;  // always below word_bits_ between calls
  std::uint64_t partial_ = 0;
  std::uint64_t bit_count_ = 0;
  std::vector<std::uint64_t> words_;
};

/// What a reader found: `value` holds the bits that were there, zeros above them.
struct BitRead {
  std::uint64_t value = 0;
  bool complete = false;  ///< every bit that was asked for was there
};

/// Takes bit fields out of words that arrive one after the other. Never looks behind the last one.
class BitReader {
 public:
  /// Precondition: word_bits is 32 or 64.
  explicit BitReader(unsigned word_bits) : word_bits_(word_bits) {
    assert(word_bits == 32 || word_bits == 64);
  }

  /// Adds the next word behind those that are there.
  void append(std::uint64_t word) {
    assert((word & ~low_bits(word_bits_)) == 0);
    const unsigned phase = static_cast<unsigned>(end_ % 64);
    if (phase == 0) {
      drop_read_units();
      units_.push_back(word);
    } else {
      units_.back() |= word << phase;
    }
    end_ += word_bits_;
  }

  /// Bits that can still be taken.
  [[nodiscard]] std::uint64_t available() const { return end_ - position_; }

  /// The next `count` bits, without taking them. Precondition: count <= 64.
  [[nodiscard]] BitRead peek(unsigned count) const {
    assert(count <= 64);
    const bool complete = count <= available();
    const unsigned found = complete ? count : static_cast<unsigned>(available());
    if (found == 0) return {0, complete};
    const auto unit = static_cast<std::size_t>(position_ / 64);
    const unsigned phase = static_cast<unsigned>(position_ % 64);
    std::uint64_t value = units_[unit] >> phase;
    if (phase + found > 64) value |= units_[unit + 1] << (64 - phase);
    return {value & low_bits(found), complete};
  }

  /// The next `count` bits. Takes them, or all that are left if they are fewer.
  BitRead take(unsigned count) {
    const BitRead result = peek(count);
    position_ += std::min<std::uint64_t>(count, available());
    return result;
  }

 private:
  // Keeps the memory of a long stream at what has not been read yet.
  void drop_read_units() {
    const auto read = static_cast<std::size_t>(position_ / 64);
    if (read < 64 || read < units_.size() / 2) return;
    units_.erase(units_.begin(), units_.begin() + static_cast<std::ptrdiff_t>(read));
    position_ -= read * std::uint64_t{64};
    end_ -= read * std::uint64_t{64};
  }

  unsigned word_bits_;
  std::vector<std::uint64_t> units_;  // 64 bits each, whatever a word is
  std::uint64_t position_ = 0;        // of the next bit, in units_
  std::uint64_t end_ = 0;             // behind the last bit, in units_
};

}  // namespace tern
