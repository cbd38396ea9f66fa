// SPDX-License-Identifier: Apache-2.0
//
// wide_values: 32-bit floats that a mistake in a bit would show in.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   Test  tb/huff/encoder_wide_test.cc
#pragma once

#include <cstdint>

#include "tb/huff/test_data.h"

namespace tern::tb {

/// Zeros, smallest and largest subnormals, normals, infinities, quiet and signalling NaNs, of both
/// signs; and each bit alone, set and clear.
[[nodiscard]] inline Bytes special_values() {
  std::vector<std::uint32_t> values = {0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x3F800000,
                                       0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000, 0x7FFFFFFF};
  for (std::uint32_t bit = 0; bit < 32; ++bit) values.push_back(std::uint32_t{1} << bit);
  for (std::size_t i = 0, plain = values.size(); i < plain; ++i) {
    values.push_back(values[i] ^ 0x80000000U);
    values.push_back(~values[i]);
  }
  Bytes bytes;
  for (const std::uint32_t value : values) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      bytes.push_back(static_cast<std::uint8_t>(value >> (8U * k)));
    }
  }
  return bytes;
}

}  // namespace tern::tb
