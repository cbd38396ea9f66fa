// SPDX-License-Identifier: Apache-2.0
//
// quick_fit: scale classes from sums and largest magnitudes alone, as a circuit finds them.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   Test  model/tdr/quick_fit_test.cc
#pragma once

#include <cstdint>

#include "model/tdr/fit.h"

namespace tern::tdr {

/// The sum of row class, column class and bias with which values of one deviation cost least, in
/// 1/kFineScale. `fine`: half octaves of the deviation above a quarter of a quantiser's step, in
/// the same unit.
[[nodiscard]] std::int32_t best_sum(std::int32_t fine);

/// Two passes over the matrix: one for rows, one for columns. The cost is not found.
[[nodiscard]] Fit quick_fit(const Matrix& matrix, std::int64_t step);

}  // namespace tern::tdr
