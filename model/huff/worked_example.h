// SPDX-License-Identifier: Apache-2.0
//
// worked_example.h: the worked example, read from the document itself.
//
// Document and code are compared with each other, so neither can drift away alone.
//
//   Spec  docs/huffman_format.md#11-worked-example
//   Test  model/huff/worked_example_test.cc
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/huff/stream.h"

namespace tern::huff {

struct WorkedExample {
  /// One row of the table of values.
  struct Row {
    std::uint32_t value = 0;
    std::uint32_t lane = 0;
    std::uint32_t symbol = 0;
    std::uint32_t extra = 0;
    std::string token;  ///< "0" and "1", first bit on the left
  };
  /// One word taken, from the table of passes.
  struct Take {
    std::uint64_t step = 0;
    std::uint32_t pass = 0;  ///< from 0
    std::uint32_t lane = 0;
    std::uint64_t word = 0;
  };

  Geometry geometry{2, 32};
  Book book;                ///< from the text of the section
  PackedHeader header{};    ///< from the text of the section
  std::uint8_t offset = 0;  ///< from the text of the section
  std::vector<Row> rows;
  std::vector<Take> takes;
  std::vector<std::uint8_t> values;   ///< those of the rows, as a bf16 tensor
  std::vector<std::uint8_t> message;  ///< the hexadecimal block at the end of the section

  [[nodiscard]] Plan plan() const { return {0, 0, {&book}, offset}; }
};

/// Reads it from docs/huffman_format.md, relative to the working directory. Whatever cannot be
/// found stays empty, and fails the tests.
[[nodiscard]] WorkedExample read_worked_example();

}  // namespace tern::huff
