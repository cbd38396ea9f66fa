// SPDX-License-Identifier: Apache-2.0
//
// transform: integer DCT of 8 or 16 points along either axis, or of 8 along both, and its inverse.
//
// Matrices are those of the HEVC core transform. Both directions are normative.
//
//   Spec  docs/transform.md#5-transform
//   Test  model/tdr/transform_test.cc
#pragma once

#include <cstdint>

#include "model/tdr/format.h"
#include "model/tdr/matrix.h"

namespace tern::tdr {

/// Entry (row, column) of the matrix with 2^points_log2 points, 3 or 4.
[[nodiscard]] std::int32_t dct_entry(std::uint32_t points_log2, std::uint32_t row,
                                     std::uint32_t column);

/// Whole blocks are transformed; what is left at the end of a line stays as it is. kDct8x8 takes
/// columns first and has no axis: `along_rows` is false.
void forward_transform(Transform kind, bool along_rows, Matrix& matrix);

/// Precondition: no value above kMaxCoefficient in magnitude. Results are clipped to kMaxValue.
void inverse_transform(Transform kind, bool along_rows, Matrix& matrix);

}  // namespace tern::tdr
