// SPDX-License-Identifier: Apache-2.0
//
// predict: what is taken off before the transform, and put back behind it.
//
//   Spec  docs/transform.md#4-predict
//   Test  model/tdr/predict_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/tdr/format.h"
#include "model/tdr/matrix.h"

namespace tern::tdr {

/// Means of rows or columns in units of an eighth of the grid, as they are sent. Empty for the
/// other predictions.
[[nodiscard]] std::vector<std::int32_t> find_means(const Header& header, const Matrix& matrix);

/// What a mean stands for.
[[nodiscard]] std::int32_t mean_value(std::int32_t mean, std::int64_t step);

/// Takes off (sign -1) or puts back (sign 1) the means.
void add_means(const Header& header, const std::vector<std::int32_t>& means, std::int32_t sign,
               Matrix& matrix);

/// Each value minus the one before it in its line: what kDelta leaves, roughly.
[[nodiscard]] Matrix line_differences(const Header& header, Matrix matrix);

/// Reconstructs lines of differences (Predict::kDelta): running sums, clipped at every value.
void integrate(const Header& header, Matrix& matrix);

}  // namespace tern::tdr
