// SPDX-License-Identifier: Apache-2.0
//
// lossless_training: the shipped books of lossless blocks, from their definition.
//
//   Spec  docs/transform.md#12-training-books
//   Test  model/tdr/lossless_test.cc
#pragma once

#include <string>

namespace tern::tdr {

/// model/tdr/lossless_books_data.h.
[[nodiscard]] std::string format_lossless_books_data();

}  // namespace tern::tdr
