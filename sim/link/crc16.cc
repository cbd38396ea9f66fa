// SPDX-License-Identifier: Apache-2.0
//
// crc16: a byte at a time.
//
//   Spec  docs/link.md#flits
//   Test  tb/link/crc16_test.cc
#include "sim/link/crc16.h"

#include <array>

namespace tern::link {
namespace {

constexpr std::array<std::uint16_t, 256> make_table() {
  std::array<std::uint16_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte << 8;
    for (int bit = 0; bit < 8; ++bit) {
      rest = (rest << 1) ^ ((rest & 0x8000U) != 0 ? kCrc16Generator : 0U);
    }
    table[byte] = static_cast<std::uint16_t>(rest);
  }
  return table;
}

constexpr std::array<std::uint16_t, 256> kTable = make_table();

}  // namespace

std::uint16_t crc16(const std::uint8_t* data, std::size_t size) {
  std::uint32_t rest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    rest = (rest << 8 & 0xFF00U) ^ kTable[(rest >> 8 ^ data[i]) & 0xFFU];
  }
  return static_cast<std::uint16_t>(rest);
}

}  // namespace tern::link
