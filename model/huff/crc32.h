// SPDX-License-Identifier: Apache-2.0
//
// crc32.h: CRC-32 of IEEE 802.3, as in zlib.
//
// The model has its own, so that zlib and Boost can check it independently.
//
//   Spec  docs/huffman_format.md#8-check
//   Test  model/huff/crc32_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

namespace tern::huff {

/// CRC-32 of `size` bytes that follow bytes with the CRC `before`; 0 at the start.
[[nodiscard]] std::uint32_t crc32(std::uint32_t before, const std::uint8_t* bytes,
                                  std::size_t size);

}  // namespace tern::huff
