// SPDX-License-Identifier: Apache-2.0
//
// viterbi: the encoder's choice of levels, the path through the trellis of least cost.
//
// Cost is squared error plus lambda times bits. Not normative: any levels decode.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/viterbi_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/tdr/books.h"
#include "model/tdr/quantize.h"

namespace tern::tdr {

/// One value of a line.
struct LinePoint {
  std::int32_t value = 0;
  Bin bin;
};

/// Everything that the search needs besides the values.
class Search {
 public:
  /// `lambda`: in 1/1024 of the squared grid distance, for each bit.
  Search(const Books& books, std::uint32_t qp, std::uint32_t states_log2, std::uint32_t lambda);

  /// A candidate for one value.
  struct Candidate {
    std::int64_t cost = 0;
    std::int32_t level = 0;
    std::int32_t recon = 0;
  };
  /// By quantiser and parity.
  using Candidates = std::array<std::array<Candidate, 2>, kQuantizers>;
  /// Those of the first `quantizers` quantisers; the others cost more than anything.
  [[nodiscard]] Candidates candidates(std::int32_t value, const Bin& bin,
                                      std::uint32_t quantizers = kQuantizers) const;

  /// Levels of one line, which starts in state 0. `delta`: values are predicted by the one before.
  void run(const std::vector<LinePoint>& line, bool delta, std::vector<std::int32_t>& levels);

  /// Cost of `bits256` / 256 bits, in the unit of Candidate::cost.
  [[nodiscard]] std::int64_t rate_cost(std::int64_t bits256) const;

  [[nodiscard]] std::int64_t step() const { return step_; }
  /// The squared distance of two points of the grid, in the unit of Candidate::cost; at least 1.
  [[nodiscard]] std::int64_t grid_square() const { return grid_square_; }

 private:
  void consider(Candidate& best, std::int64_t value, const Bin& bin, std::uint32_t quantizer,
                std::uint32_t magnitude) const;

  struct Link {
    std::uint8_t from = 0;
    std::int32_t level = 0;
  };

  // Writes what all paths have in common, and drops its links.
  void settle(std::vector<std::int32_t>& levels);
  // Writes the path that is in `state` behind the last link.
  void trace(std::size_t links, std::size_t state, std::vector<std::int32_t>& levels) const;

  const Books& books_;
  PerBook<CostTable> costs_;
  std::int64_t step_;
  std::int64_t grid_square_;
  std::int64_t lambda_;  // times the squared grid distance, in 2^-18 of the unit of cost
  Trellis trellis_;
  std::vector<Link> links_;  // by value and state, of values from first_ on
  std::size_t first_ = 0;
};

}  // namespace tern::tdr
