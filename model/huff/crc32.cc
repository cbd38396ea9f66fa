// SPDX-License-Identifier: Apache-2.0
//
// crc32.cc: CRC-32, eight bytes at a time.
//
// Eight tables, computed from the polynomial, keep the check far from being the slowest stage.
//
//   Spec  docs/huffman_format.md#8-check
//   Test  model/huff/crc32_test.cc
#include "model/huff/crc32.h"

#include <array>

#include "model/common/bits.h"
#include "model/huff/params.h"

namespace tern::huff {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

// tables[k][x]: what byte x does to the register when k more bytes follow it.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t x = 0; x < 256; ++x) {
    std::uint32_t value = x;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? kCrcPoly : 0);
    tables[0][x] = value;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::uint32_t x = 0; x < 256; ++x) {
      const std::uint32_t before = tables[k - 1][x];
      tables[k][x] = (before >> 8) ^ tables[0][before & 255];
    }
  }
  return tables;
}

constexpr Tables kTables = make_tables();

}  // namespace

std::uint32_t crc32(std::uint32_t before, const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t state = before ^ kCrcInit;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    const std::uint64_t mixed = load_word(bytes + i, 64) ^ state;
    state = 0;
    for (std::size_t k = 0; k < 8; ++k) state ^= kTables[7 - k][(mixed >> (8 * k)) & 255];
  }
  for (; i < size; ++i) state = (state >> 8) ^ kTables[0][(state ^ bytes[i]) & 255];
  return state ^ kCrcInit;
}

}  // namespace tern::huff
