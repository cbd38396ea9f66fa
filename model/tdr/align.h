// SPDX-License-Identifier: Apache-2.0
//
// align: values of a dtype to integers of one common unit, and back.
//
// The unit is a power of two that the header names, so the way back is exact up to the one rounding
// into the dtype.
//
//   Spec  docs/transform.md#3-align
//   Test  model/tdr/align_test.cc
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/dtype.h"
#include "model/tdr/matrix.h"

namespace tern::tdr {

struct Aligned {
  std::int16_t exponent = 0;
  std::vector<std::int32_t> values;  ///< each at most 2^kAlignBits in magnitude
};

/// Nothing if a value is infinite or not a number. Precondition: is_supported(dtype), and `size`
/// is a whole number of values.
[[nodiscard]] std::optional<Aligned> align(Dtype dtype, const std::uint8_t* data, std::size_t size);

/// The unit alone. Nothing where align() gives nothing.
[[nodiscard]] std::optional<std::int16_t> align_exponent(Dtype dtype, const std::uint8_t* data,
                                                         std::size_t size);

/// One value in a unit that is given; preconditions as below.
[[nodiscard]] std::int32_t aligned_value(Dtype dtype, const std::uint8_t* data,
                                         std::int32_t exponent);

/// The same for a unit that is given. Precondition: no value is infinite, or so large that it
/// exceeds 31 bits in this unit.
[[nodiscard]] std::vector<std::int32_t> align_to(Dtype dtype, const std::uint8_t* data,
                                                 std::size_t size, std::int32_t exponent);

/// The value nearest to value * 2^exponent, ties to even, at most the largest finite one, stored
/// least significant byte first. Precondition: |value| <= kMaxValue; exponent is 0 for int8.
void unalign(Dtype dtype, std::int32_t value, std::int32_t exponent, std::uint8_t* out);

}  // namespace tern::tdr
