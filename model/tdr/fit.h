// SPDX-License-Identifier: Apache-2.0
//
// fit: the encoder's choice of scale classes.
//
// Classes start from mean magnitudes, then each line takes the class with which its values cost
// least, by the books' own lengths, until nothing changes much. Not normative.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/classes_test.cc
#pragma once

#include <cstdint>

#include "model/tdr/classes.h"
#include "model/tdr/matrix.h"
#include "model/tdr/viterbi.h"

namespace tern::tdr {

struct Fit {
  Classes classes;
  std::int8_t bias = 0;
  std::int64_t cost = 0;  ///< squared error and rate, in 1/4096 of the squared grid
};

/// `matrix`: coefficients. `rounds`: how often rows and columns take turns. `flat`: one class for
/// all rows and one for all columns.
[[nodiscard]] Fit fit_classes(const Matrix& matrix, const Search& search, std::uint32_t rounds,
                              bool flat = false);

}  // namespace tern::tdr
