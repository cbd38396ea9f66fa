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
  std::uint32_t extra = 0;  ///< mantissa, above it the sign; 0 if the dtype has none
};

/// Value `index` of a tensor in memory. Precondition: it exists.
[[nodiscard]] inline std::uint32_t load_value(Dtype dtype, const std::uint8_t* data,
                                              std::size_t index) {
  const std::uint32_t bytes = value_bytes(dtype);
  const std::uint8_t* const at = data + bytes * index;
  std::uint32_t value = at[0];
  for (std::uint32_t i = 1; i < bytes; ++i) value |= std::uint32_t{at[i]} << (8 * i);
  return value;
}

/// Splits one value: sign, field and mantissa, from the top; the symbol is the field less the
/// message's offset.
[[nodiscard]] inline Symbolized symbolize(Dtype dtype, std::uint32_t value,
                                          std::uint8_t offset = 0) {
  const std::uint32_t extra = extra_bits(dtype);
  if (extra == 0) return {static_cast<std::uint8_t>(value - offset), 0};
  const std::uint32_t mantissa = extra - 1;
  const std::uint32_t sign = value >> (mantissa + kSymbolBits);
  return {static_cast<std::uint8_t>((value >> mantissa) - offset),
          (value & ((1U << mantissa) - 1)) | sign << mantissa};
}

}  // namespace tern::huff
