// SPDX-License-Identifier: Apache-2.0
//
// beat: the bits of one beat of a stream.
//
//   Spec  docs/streams.md
//   Test  tb/tdr/tdr_transform_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tern::sim {

/// A beat that is put together field by field.
class Beat {
 public:
  explicit Beat(std::size_t bits) : bytes_((bits + 7) / 8) {}

  /// Sets `width` bits from bit `lsb` on, which are 0 so far. Precondition: width <= 32.
  void put(std::size_t lsb, unsigned width, std::int64_t value) {
    for (unsigned i = 0; i < width; ++i) {
      const std::size_t at = lsb + i;
      const auto bit = static_cast<unsigned>(value >> i & 1);
      bytes_[at / 8] = static_cast<std::uint8_t>(bytes_[at / 8] | bit << at % 8);
    }
  }

  [[nodiscard]] bool bit(std::size_t at) const { return (bytes_[at / 8] >> at % 8 & 1) != 0; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace tern::sim
