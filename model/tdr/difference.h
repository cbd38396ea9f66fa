// SPDX-License-Identifier: Apache-2.0
//
// difference: how far two tensors are apart, in their own units and without floating point.
//
// A bound on the error is a promise about numbers, not about aligned integers: what aligning rounds
// off counts, and so does what a dtype of few bits rounds off.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/difference_test.cc
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/tdr/parts.h"

namespace tern::tdr {

/// significand * 2^exponent. The significand is 0 or has its top bit set, so that there is one way
/// to write a number.
struct Magnitude {
  std::uint64_t significand = 0;
  std::int32_t exponent = 0;
};

[[nodiscard]] bool operator<(const Magnitude& a, const Magnitude& b);
[[nodiscard]] bool operator==(const Magnitude& a, const Magnitude& b);

/// significand * 2^exponent for any significand.
[[nodiscard]] Magnitude magnitude_of(std::uint64_t significand, std::int32_t exponent);

/// The least binary32 number that is not below it; infinity if there is no finite one.
[[nodiscard]] std::uint32_t binary32_above(const Magnitude& magnitude);

/// |a - b|: exact if the two exponents differ by at most 38, else rounded up by less than 2^-60 of
/// it.
[[nodiscard]] Magnitude difference(const Parts& a, const Parts& b);

/// The largest difference of two values in the same place. Precondition: all are finite.
[[nodiscard]] Magnitude largest_difference(Dtype dtype, const std::uint8_t* a,
                                           const std::uint8_t* b, std::size_t size);

}  // namespace tern::tdr
