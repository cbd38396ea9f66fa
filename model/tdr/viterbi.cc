// SPDX-License-Identifier: Apache-2.0
//
// viterbi.cc: candidates for each value, and the path through them.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/viterbi_test.cc
#include "model/tdr/viterbi.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "model/tdr/symbolize.h"

namespace tern::tdr {
namespace {

// Errors are squared in 1/16 of an aligned unit, so that small steps have a rate at all.
constexpr std::int64_t kFine = 16;
constexpr std::int64_t kNever = std::int64_t{1} << 61;
constexpr std::uint32_t kMaxStates = 1U << kMaxStatesLog2;

}  // namespace

Search::Search(const Books& books, std::uint32_t qp, std::uint32_t states_log2,
               std::uint32_t lambda)
    : books_(books), costs_(digit_costs(books)), step_(step_of(qp)), trellis_(states_log2) {
  const std::int64_t grid =
      std::clamp<std::int64_t>(step_ * kFine >> kStepBits, 1, std::int64_t{1} << 25);
  grid_square_ = grid * grid;
  lambda_ = grid_square_ * lambda;
}

std::int64_t Search::rate_cost(std::int64_t bits256) const {
  return lambda_ >> 44 != 0 ? (lambda_ >> 18) * bits256 : lambda_ * bits256 >> 18;
}

void Search::consider(Candidate& best, std::int64_t value, const Bin& bin, std::uint32_t quantizer,
                      std::uint32_t magnitude) const {
  const std::uint32_t high = magnitude >> bin.low_bits;
  const std::uint32_t base = kGroupings[bin.bin].base;
  if (high > max_high(base)) return;
  std::int64_t bits = 0;
  std::int64_t recon = 0;
  if (magnitude != 0) {
    recon = reconstruct(magnitude, quantizer,
                        books_.centroids[bin.bin][quantizer][std::min(magnitude, kCentroids - 1)],
                        step_);
    bits = 256;
  }
  bits += costs_[bin.bin][quantizer].digit[std::min(high, base - 1)] + 256 * bin.low_bits;
  if (high >= base - 1) bits += 256 * tail_bits(high - (base - 1));
  const std::int64_t error = ((value < 0 ? -value : value) - recon) * kFine;
  const std::int64_t cost = error * error + rate_cost(bits);
  if (cost >= best.cost) return;
  const bool negative = value < 0;
  best.cost = cost;
  best.level = static_cast<std::int32_t>(magnitude) * (negative ? -1 : 1);
  best.recon = static_cast<std::int32_t>(negative ? -recon : recon);
}

Search::Candidates Search::candidates(std::int32_t value, const Bin& bin,
                                      std::uint32_t quantizers) const {
  Candidates best;
  for (auto& of_quantizer : best) {
    for (Candidate& one : of_quantizer) one.cost = kNever;
  }
  const std::int64_t magnitude = value < 0 ? -std::int64_t{value} : value;
  // How often the grid fits, rounded down.
  const std::int64_t grids = (magnitude << kStepBits) / step_;
  const std::int64_t top = std::min<std::int64_t>(
      kMaxLevel, std::int64_t{max_high(kGroupings[bin.bin].base)} << bin.low_bits);
  for (std::uint32_t quantizer = 0; quantizer < quantizers; ++quantizer) {
    const std::int64_t below = std::min((grids + quantizer) / 2, top);
    consider(best[quantizer][0], value, bin, quantizer, 0);
    for (std::int64_t level = below - 1; level <= std::min(below + 1, top); ++level) {
      if (level <= 0) continue;
      const auto candidate = static_cast<std::uint32_t>(level);
      consider(best[quantizer][candidate & 1], value, bin, quantizer, candidate);
    }
  }
  return best;
}

void Search::run(const std::vector<LinePoint>& line, bool delta,
                 std::vector<std::int32_t>& levels) {
  const std::uint32_t states = trellis_.states();
  const std::uint32_t quantizers = states == 1 ? 1 : kQuantizers;
  std::array<std::int64_t, kMaxStates> cost{};
  std::array<std::int32_t, kMaxStates> last{};  // reconstructed value before, of each path
  std::fill(cost.begin() + 1, cost.end(), kNever);
  links_.resize(line.size() * states);
  for (std::size_t at = 0; at < line.size(); ++at) {
    std::array<std::int64_t, kMaxStates> next_cost{};
    std::array<std::int32_t, kMaxStates> next_last{};
    next_cost.fill(kNever);
    Link* const links = &links_[at * states];
    Candidates found;
    if (!delta) found = candidates(line[at].value, line[at].bin, quantizers);
    for (std::uint32_t state = 0; state < states; ++state) {
      if (cost[state] >= kNever) continue;
      if (delta) {
        found = candidates(line[at].value - last[state], line[at].bin, quantizers);
      }
      const std::uint32_t quantizer = trellis_.quantizer(state);
      for (std::uint32_t parity = 0; parity < 2; ++parity) {
        const Candidate& candidate = found[quantizer][parity];
        if (candidate.cost >= kNever) continue;
        const std::uint32_t next = trellis_.next(state, parity);
        const std::int64_t sum = cost[state] + candidate.cost;
        if (sum >= next_cost[next]) continue;
        next_cost[next] = sum;
        next_last[next] =
            delta ? clip(std::int64_t{last[state]} + candidate.recon, kMaxCoefficient) : 0;
        links[next] = {static_cast<std::uint8_t>(state), candidate.level};
      }
    }
    // Only differences matter; kept small they never overflow.
    const std::int64_t least = *std::min_element(next_cost.begin(), next_cost.begin() + states);
    assert(least < kNever);
    for (std::uint32_t state = 0; state < states; ++state) {
      if (next_cost[state] < kNever) next_cost[state] -= least;
    }
    cost = next_cost;
    last = next_last;
  }
  levels.resize(line.size());
  auto state = static_cast<std::size_t>(std::min_element(cost.begin(), cost.begin() + states) -
                                        cost.begin());
  for (std::size_t at = line.size(); at-- > 0;) {
    const Link& link = links_[at * states + state];
    levels[at] = link.level;
    state = link.from;
  }
}

}  // namespace tern::tdr
