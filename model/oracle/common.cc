// SPDX-License-Identifier: Apache-2.0
//
// common.cc: what the oracle's encoder and decoder both need.
//
//   Spec  docs/huffman_format.md#1-bit-order
//   Test  model/oracle/oracle_test.cc
#include "model/oracle/oracle.h"

namespace tern::oracle {

std::uint64_t field(const Bits& bits, std::size_t at, int count) {
  std::uint64_t number = 0;
  for (int i = count - 1; i >= 0; --i) {
    number = number * 2 + (bits.at(at + static_cast<std::size_t>(i)) ? 1 : 0);
  }
  return number;
}

Bits bits_of(const Bytes& bytes) {
  Bits bits;
  for (const std::uint8_t byte : bytes) {
    for (int i = 0; i < 8; ++i) bits.push_back((byte >> i) % 2 == 1);
  }
  return bits;
}

int extra_of(huff::Dtype dtype) {
  switch (static_cast<int>(dtype)) {
    case 0:
    case 2:
      return 8;
    case 12:
      return 24;
    default:
      return 0;
  }
}

int shortest_of(const huff::Book* book) {
  if (book == nullptr) return 8;
  int shortest = 15;
  for (const int length : book->lengths) {
    if (length > 0 && length < shortest) shortest = length;
  }
  return shortest;
}

std::uint32_t crc(const Bytes& bytes, const Shape& shape) {
  Bytes padded = bytes;
  const auto beat = static_cast<std::size_t>(shape.lanes * shape.word_bits / 8);
  while (padded.size() % beat != 0) padded.push_back(0);
  std::uint32_t state = 0xFFFFFFFF;
  for (const bool bit : bits_of(padded)) {
    const bool out = (state % 2 == 1) != bit;
    state = state / 2;
    if (out) state ^= 0xEDB88320;
  }
  return state ^ 0xFFFFFFFF;
}

}  // namespace tern::oracle
