// SPDX-License-Identifier: Apache-2.0
//
// distortion: how far a reconstruction is from the tensor.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py, tb/apps/tdr_test.py
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/dtype.h"
#include "model/tdr/difference.h"

namespace tern::apps {

struct Distortion {
  double nmse_db = 0;  ///< squared error over that of the tensor's mean
  double max_abs_error = 0;
};

/// Values that are no finite numbers count if they are not the same, and then are infinitely far.
/// Precondition: both have the same size, which is not 0.
[[nodiscard]] Distortion distortion_of(Dtype dtype, const std::vector<std::uint8_t>& before,
                                       const std::vector<std::uint8_t>& after);

/// The number exactly. Precondition: it is finite and not negative.
[[nodiscard]] tdr::Magnitude magnitude_of(double value);

}  // namespace tern::apps
