// SPDX-License-Identifier: Apache-2.0
//
// crc16: the check of flits, with the generator (x + 1)(x^15 + x + 1).
//
//   Spec  docs/link.md#flits
//   Test  tb/link/crc16_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

namespace tern::link {

/// Product of two polynomials over GF(2).
[[nodiscard]] constexpr std::uint32_t polynomial_product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t product = 0;
  for (unsigned bit = 0; bit < 16; ++bit) product ^= (b >> bit & 1U) != 0 ? a << bit : 0;
  return product;
}

/// The generator; its coefficient of x^16 is left out.
inline constexpr std::uint16_t kCrc16Generator =
    static_cast<std::uint16_t>(polynomial_product(0x8003, 0x3));

/// Remainder of the bytes, most significant bit first, times x^16. It starts from 0, so that zero
/// bytes in front change nothing: a short block is a full one.
[[nodiscard]] std::uint16_t crc16(const std::uint8_t* data, std::size_t size);

}  // namespace tern::link
