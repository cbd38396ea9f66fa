// SPDX-License-Identifier: Apache-2.0
//
// symbolize.h: first stage of the encoder, from a value to (symbol, extra bits).
//
// Only the part of a value whose distribution is skewed is worth coding; the rest passes as it is.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   Test  model/huff/symbolize_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/huff/book.h"
#include "model/huff/params.h"

namespace tern::huff {

/// A value as the coder sees it.
struct Symbolized {
  std::uint8_t symbol = 0;
  std::uint8_t extra = 0;  ///< mantissa in bits 6..0, sign in bit 7; 0 if the dtype has none
};

/// Value `index` of a tensor in memory. Precondition: it exists.
[[nodiscard]] inline std::uint16_t load_value(Dtype dtype, const std::uint8_t* data,
                                              std::size_t index) {
  if (value_bytes(dtype) == 1) return data[index];
  return static_cast<std::uint16_t>(data[2 * index] | (data[2 * index + 1] << 8));
}

/// Splits one value.
[[nodiscard]] inline Symbolized symbolize(Dtype dtype, std::uint16_t value) {
  if (extra_bits(dtype) == 0) return {static_cast<std::uint8_t>(value), 0};
  return {static_cast<std::uint8_t>(value >> 7),
          static_cast<std::uint8_t>((value & 0x7F) | ((value >> 15) << 7))};
}

}  // namespace tern::huff
