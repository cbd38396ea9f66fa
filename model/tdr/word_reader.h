// SPDX-License-Identifier: Apache-2.0
//
// word_reader: a sequence of bits of unknown length in front of other words.
//
//   Spec  docs/transform.md#8-side-information
//   Test  model/tdr/classes_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/common/bits.h"
#include "model/tdr/format.h"

namespace tern::tdr {

/// Asks for words as it needs them.
class WordReader {
 public:
  WordReader(const std::uint8_t* words, std::size_t count)
      : words_(words), count_(count), reader_(kWordBits) {}

  /// The next 64 bits, zeros behind the last word.
  [[nodiscard]] std::uint64_t window() {
    while (reader_.available() < 64 && used_ < count_) {
      reader_.append(load_word(words_ + used_ * (kWordBits / 8), kWordBits));
      ++used_;
    }
    return reader_.peek(64).value;
  }
  /// False if they are not there.
  [[nodiscard]] bool skip(unsigned bits) {
    taken_ += bits;
    return reader_.take(bits).complete;
  }
  /// Words that hold the bits taken.
  [[nodiscard]] std::size_t words() const {
    return static_cast<std::size_t>((taken_ + kWordBits - 1) / kWordBits);
  }

 private:
  const std::uint8_t* words_;
  std::size_t count_;
  std::size_t used_ = 0;
  std::uint64_t taken_ = 0;
  BitReader reader_;
};

}  // namespace tern::tdr
