// SPDX-License-Identifier: Apache-2.0
//
// check.cc: the check of a message, by libdeflate.
//
// It multiplies without carries where the processor can, which takes no share of the time that
// would show.
//
//   Spec  docs/huffman_format.md#8-check
//   Test  model/fast/fast_test.cc
#include "model/fast/check.h"

#include <libdeflate.h>

#include <array>

namespace tern::fast {

std::uint32_t message_check(const std::uint8_t* bytes, std::size_t size,
                            const huff::Geometry& geometry) {
  static constexpr std::array<std::uint8_t, huff::kMaxLanes * 8> kZeros{};
  const std::size_t beat = std::size_t{geometry.lanes} * geometry.word_bits / 8;
  const std::size_t missing = (beat - size % beat) % beat;
  return libdeflate_crc32(libdeflate_crc32(0, bytes, size), kZeros.data(), missing);
}

}  // namespace tern::fast
