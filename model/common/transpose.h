// SPDX-License-Identifier: Apache-2.0
//
// transpose: Fortran order to C order, for any number of dimensions.
//
//   Spec  docs/cli.md#tensor-files
//   Test  model/common/transpose_test.cc
#pragma once

#include <cstdint>
#include <vector>

namespace tern {

/// Copies a tensor whose first index runs fastest into one whose last index runs fastest.
///
/// `from` and `to` have product(shape) elements of `width` bytes each and do not overlap.
/// Precondition: width is 1, 2 or 4.
void fortran_to_c(const std::uint8_t* from, std::uint8_t* to,
                  const std::vector<std::uint64_t>& shape, std::uint32_t width);

}  // namespace tern
