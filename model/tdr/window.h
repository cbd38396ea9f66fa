// SPDX-License-Identifier: Apache-2.0
//
// window: the levels that an encoder in hardware finds, with a bounded look-ahead.
//
// The search of viterbi.h sees a whole line and counts in 64 bits. This one decides a value when it
// has seen a window of values behind it, counts in parts of the grid, and tries two levels and zero
// for each quantiser. A circuit configured alike gives the same levels, bit by bit.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   Test  model/tdr/window_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/tdr/books.h"
#include "model/tdr/quantize.h"
#include "model/tdr/viterbi.h"

namespace tern::tdr {

/// Places on the grid have this many bits below the point.
inline constexpr unsigned kPlaceBits = 6;
/// Errors saturate here, in the unit of places.
inline constexpr std::int32_t kMaxPlaceError = 1023;

/// Where a magnitude stands on the grid of step_of(qp), rounded down: one multiplication.
[[nodiscard]] std::int64_t place_of(std::uint32_t magnitude, std::uint32_t qp);

class WindowSearch {
 public:
  /// `lambda`: at most 1023. `window`: values seen behind the last one decided; at least 1.
  WindowSearch(const Books& books, std::uint32_t qp, std::uint32_t states_log2,
               std::uint32_t lambda, std::uint32_t window);

  /// What one level costs.
  struct Candidate {
    std::uint32_t cost = 0;
    std::int32_t magnitude = 0;
  };
  /// By quantiser and parity.
  using Candidates = std::array<std::array<Candidate, 2>, kQuantizers>;
  [[nodiscard]] Candidates candidates(std::uint32_t magnitude, const Bin& bin) const;

  /// Levels of one line, which starts in state 0.
  void run(const std::vector<LinePoint>& line, std::vector<std::int32_t>& levels);

 private:
  [[nodiscard]] std::uint32_t cost_of(std::int64_t place, const Bin& bin, std::uint32_t quantizer,
                                      std::int64_t magnitude) const;
  void emit(std::size_t first, std::size_t end, std::size_t state,
            const std::vector<LinePoint>& line, std::vector<std::int32_t>& levels) const;

  struct Link {
    std::uint8_t from = 0;
    std::int32_t magnitude = 0;
  };

  const Books& books_;
  PerBook<CostTable> costs_;
  std::uint32_t qp_;
  std::uint32_t lambda_;
  std::uint32_t window_;
  Trellis trellis_;
  std::vector<Link> links_;  // by value and state
};

}  // namespace tern::tdr
