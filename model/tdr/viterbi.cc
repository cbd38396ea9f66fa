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
// Values behind which paths are searched for what they have in common, to bound memory.
constexpr std::size_t kSettle = 4096;

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
  links_.clear();
  first_ = 0;
  levels.resize(line.size());
  std::size_t settle_at = kSettle;
  for (std::size_t at = 0; at < line.size(); ++at) {
    std::array<std::int64_t, kMaxStates> next_cost{};
    std::array<std::int32_t, kMaxStates> next_last{};
    next_cost.fill(kNever);
    if (at - first_ == settle_at) {
      settle(levels);
      // Paths that have nothing in common for long are not looked at again and again.
      settle_at = 2 * (at - first_) + kSettle;
    }
    links_.resize(links_.size() + states);
    Link* const links = &links_[links_.size() - states];
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
  const auto state = static_cast<std::size_t>(
      std::min_element(cost.begin(), cost.begin() + states) - cost.begin());
  trace(line.size() - first_, state, levels);
}

void Search::trace(std::size_t links, std::size_t state, std::vector<std::int32_t>& levels) const {
  for (std::size_t at = links; at-- > 0;) {
    const Link& link = links_[at * trellis_.states() + state];
    levels[first_ + at] = link.level;
    state = link.from;
  }
}

void Search::settle(std::vector<std::int32_t>& levels) {
  const std::uint32_t states = trellis_.states();
  // The states that a path leads through, from every state at the end; what no path leads to is
  // among them and delays the meeting, no more.
  std::uint32_t through = states == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << states) - 1;
  std::size_t at = links_.size() / states;
  while (at > 0 && (through & (through - 1)) != 0) {
    --at;
    std::uint32_t before = 0;
    for (std::uint32_t state = 0; state < states; ++state) {
      if ((through >> state & 1) != 0)
        before |= std::uint32_t{1} << links_[at * states + state].from;
    }
    through = before;
  }
  if (at == 0) return;
  std::size_t state = 0;
  while ((through >> state & 1) == 0) ++state;
  trace(at, state, levels);
  first_ += at;
  links_.erase(links_.begin(), links_.begin() + static_cast<std::ptrdiff_t>(at * states));
}

}  // namespace tern::tdr
