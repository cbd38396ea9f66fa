// SPDX-License-Identifier: Apache-2.0
//
// classes: scale classes of rows and columns, and how they are sent.
//
// Row class + column class + bias chooses the books of a value. A class is half an octave.
//
//   Spec  docs/transform.md#8-side-information
//   Test  model/tdr/classes_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/bits.h"
#include "model/tdr/books.h"
#include "model/tdr/format.h"
#include "model/tdr/quantize.h"

namespace tern::tdr {

struct Classes {
  std::vector<std::uint8_t> rows;
  std::vector<std::uint8_t> cols;

  /// Classes of the lines, and of the positions in a line.
  [[nodiscard]] const std::vector<std::uint8_t>& lines(const Header& header) const {
    return header.lines_are_rows ? rows : cols;
  }
  [[nodiscard]] const std::vector<std::uint8_t>& positions(const Header& header) const {
    return header.lines_are_rows ? cols : rows;
  }
};

/// The bin of a value whose row and column are not dead.
[[nodiscard]] constexpr Bin bin_of(std::uint8_t line_class, std::uint8_t position_class,
                                   std::int8_t bias) {
  return bin_of(std::int32_t{line_class} + position_class + bias);
}

/// Everything in front of the lanes.
struct SideInfo {
  std::vector<std::int32_t> means;  ///< of each row or column, or empty
  Classes classes;
};

/// Number of means that a stream with this header has.
[[nodiscard]] std::uint32_t mean_count(const Header& header);

void write_side(const Header& header, const SideInfo& side, BitWriter& writer);

/// Takes words from `words` up to `count`, and sets `used`. Memory grows only with the words.
[[nodiscard]] TdrError read_side(const Header& header, const std::uint8_t* words, std::size_t count,
                                 SideInfo& side, std::size_t& used);

}  // namespace tern::tdr
