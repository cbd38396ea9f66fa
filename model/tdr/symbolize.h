// SPDX-License-Identifier: Apache-2.0
//
// symbolize: levels to bits of lanes, and the order in which lanes visit the values.
//
//   Spec  docs/transform.md#7-symbolise
//   Test  model/tdr/symbolize_test.cc
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/common/bits.h"
#include "model/huff/histogram.h"
#include "model/tdr/books.h"
#include "model/tdr/classes.h"
#include "model/tdr/quantize.h"
#include "model/tdr/tail.h"

namespace tern::tdr {

/// The largest upper part of a magnitude that a tail can carry.
[[nodiscard]] constexpr std::uint32_t max_high(std::uint32_t base) { return base - 1 + kMaxTail; }

/// Of a bounded part: the value of the lane before which all digits of a symbol must be drawn that
/// comes with value number `index`.
[[nodiscard]] constexpr std::uint64_t digits_end(std::uint64_t index) {
  return (index / kDigitValues + 2) * kDigitValues;
}

/// Visits the coded values of one lane, in the order of the stream.
class LaneWalk {
 public:
  struct Place {
    std::uint32_t line = 0;
    std::uint32_t at = 0;    ///< in the line
    std::uint32_t slot = 0;  ///< which of the lines that the lane has in hand
    bool starts_line = false;
    bool valid = false;
  };

  LaneWalk(const Header& header, const Classes& classes, std::uint32_t lane);

  /// The next place; not valid behind the last one.
  [[nodiscard]] Place next();

  /// Coded values of the lane.
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  void enter_group();

  std::uint32_t lanes_;
  std::uint32_t lane_;
  std::uint32_t lines_;
  const std::vector<std::uint8_t>& line_classes_;
  std::vector<std::uint32_t> live_;  // positions of a line that are not dead
  std::vector<Place> group_;         // live lines of the group under way
  std::uint64_t first_ = 0;          // line of slot 0
  std::size_t at_ = 0;               // in live_
  std::size_t in_group_ = 0;
  std::uint64_t count_ = 0;
};

/// What one lane sends: its bits, and for every value how many there are and how many digits its
/// symbol brought (0 if it has none).
struct LaneBits {
  struct Piece {
    std::uint8_t bits = 0;
    std::uint8_t digits = 0;
  };
  std::vector<Piece> pieces;
  std::vector<std::uint64_t> words;
};

/// What the last symbol of each book has behind the lane's values.
enum class FreeDigits : std::uint8_t {
  kCheapestSymbol,  ///< whatever makes the symbol shortest
  kCheapestDigit,   ///< the digit that digit_costs() has least for, again and again
};

/// `levels`: by Header::index(). Counts symbols into `counts` and the digits of values into
/// `digits` unless these are nullptr.
[[nodiscard]] LaneBits symbolize(const Header& header, const Classes& classes, const Books& books,
                                 const std::vector<std::int32_t>& levels, std::uint32_t lane,
                                 PerBook<huff::Histogram>* counts,
                                 FreeDigits free = FreeDigits::kCheapestSymbol,
                                 PerBook<huff::Histogram>* digits = nullptr);

}  // namespace tern::tdr
