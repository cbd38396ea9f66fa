// SPDX-License-Identifier: Apache-2.0
//
// training: the shipped books, from their definition.
//
// They are trained on made-up tensors alone: mixtures of scales and shapes between Gaussian and
// Laplacian, drawn with integers. So anybody can make them again, bit by bit, and no measured
// tensor has a part in them.
//
//   Spec  docs/transform.md#12-training-books
//   Test  model/tdr/training_test.cc
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/tdr/books.h"

namespace tern::tdr {

/// A tensor that books are trained on.
struct Sample {
  std::vector<std::uint8_t> bytes;  ///< fp32, whole numbers
  std::uint64_t deviation = 0;      ///< of the values, in aligned units
};

[[nodiscard]] std::vector<Sample> made_up_samples();

/// The books that a decoder ships with.
[[nodiscard]] Books train_shipped_books();

/// model/tdr/books_data.h for these books.
[[nodiscard]] std::string format_books_data(const Books& books);

}  // namespace tern::tdr
