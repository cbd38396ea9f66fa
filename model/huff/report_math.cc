// SPDX-License-Identifier: Apache-2.0
//
// report_math.cc: Shannon's bound.
//
// Reports show how far a book is from the best possible one.
//
//   Spec  docs/huffman_format.md#10-training-books
//   Test  model/huff/histogram_test.cc
#include "model/huff/report_math.h"

#include <cmath>

#include "model/huff/book.h"

namespace tern::huff {

double shannon_bits_per_value(const Histogram& histogram, Dtype dtype) {
  double total = 0;
  for (const std::uint64_t count : histogram) total += static_cast<double>(count);
  if (total <= 0) return 0;
  double bits = extra_bits(dtype);
  for (const std::uint64_t count : histogram) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / total;
    bits -= share * std::log2(share);
  }
  return bits;
}

double shannon_bits(const Histogram& histogram, Dtype dtype) {
  double total = 0;
  for (const std::uint64_t count : histogram) total += static_cast<double>(count);
  return total * shannon_bits_per_value(histogram, dtype);
}

}  // namespace tern::huff
