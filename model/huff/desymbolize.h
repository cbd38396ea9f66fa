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

/// Joins the parts of one value of a message with that offset.
[[nodiscard]] inline std::uint32_t desymbolize(Dtype dtype, Symbolized parts,
                                               std::uint8_t offset = 0) {
  const std::uint32_t extra = extra_bits(dtype);
  const std::uint32_t field = static_cast<std::uint8_t>(parts.symbol + offset);
  if (extra == 0) return field;
  const std::uint32_t mantissa = extra - 1;
  const std::uint32_t sign = parts.extra >> mantissa;
  return sign << (mantissa + kSymbolBits) | field << mantissa |
         (parts.extra & ((1U << mantissa) - 1));
}

/// Stores value `index` of a tensor. Precondition: there is room for it.
inline void store_value(Dtype dtype, std::uint8_t* data, std::size_t index, std::uint32_t value) {
  const std::uint32_t bytes = value_bytes(dtype);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    data[bytes * index + i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

}  // namespace tern::huff
