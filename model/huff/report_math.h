// SPDX-License-Identifier: Apache-2.0
//
// report_math.h: figures for reports.
//
// The only place of the model with floating point: nothing that is coded depends on it.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/huff/histogram_test.cc
#pragma once

#include <cstdint>

#include "model/huff/histogram.h"
#include "model/huff/params.h"

namespace tern::huff {

/// Shannon's bound for all values of `histogram` together: the order-0 entropy of the symbols plus
/// the extra bits. 0 for an empty histogram.
[[nodiscard]] double shannon_bits(const Histogram& histogram, Dtype dtype);

/// The same for one value.
[[nodiscard]] double shannon_bits_per_value(const Histogram& histogram, Dtype dtype);

}  // namespace tern::huff
