// SPDX-License-Identifier: Apache-2.0
//
// desymbolize.h: last stage of the decoder, from (symbol, extra bits) to the value.
//
// The inverse of symbolize, bit for bit: NaN payloads and signed zeros survive.
//
//   Spec  docs/huffman_format.md#3-values-symbols-and-extra-bits
//   Test  model/huff/symbolize_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/huff/book.h"
#include "model/huff/params.h"
#include "model/huff/symbolize.h"

namespace tern::huff {

/// Joins the parts of one value.
[[nodiscard]] inline std::uint16_t desymbolize(Dtype dtype, Symbolized parts) {
  if (extra_bits(dtype) == 0) return parts.symbol;
  return static_cast<std::uint16_t>(((parts.extra >> 7) << 15) | (parts.symbol << 7) |
                                    (parts.extra & 0x7F));
}

/// Stores value `index` of a tensor. Precondition: there is room for it.
inline void store_value(Dtype dtype, std::uint8_t* data, std::size_t index, std::uint16_t value) {
  if (value_bytes(dtype) == 1) {
    data[index] = static_cast<std::uint8_t>(value);
    return;
  }
  data[2 * index] = static_cast<std::uint8_t>(value);
  data[2 * index + 1] = static_cast<std::uint8_t>(value >> 8);
}

}  // namespace tern::huff
