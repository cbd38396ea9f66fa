// SPDX-License-Identifier: Apache-2.0
//
// window.cc: add, compare, select; and a decision every so many values.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   Test  model/tdr/window_test.cc
#include "model/tdr/window.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "model/tdr/symbolize.h"

namespace tern::tdr {
namespace {

constexpr unsigned kInverseBits = 28;
constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max() / 2;
constexpr std::uint32_t kMaxStates = 1U << kMaxStatesLog2;

}  // namespace

std::int64_t place_of(std::uint32_t magnitude, std::uint32_t qp) {
  // The step is a number of 12 bits, shifted by the octave.
  const std::uint32_t octave = (qp >> kQpFractionBits) / 6;
  const std::int64_t inverse = (std::int64_t{1} << kInverseBits) / (step_of(qp) >> octave);
  return magnitude * inverse >> (kInverseBits - kStepBits - kPlaceBits + octave);
}

WindowSearch::WindowSearch(const Books& books, std::uint32_t qp, std::uint32_t states_log2,
                           std::uint32_t lambda, std::uint32_t window)
    : books_(books),
      costs_(digit_costs(books)),
      qp_(qp),
      lambda_(lambda),
      window_(window),
      trellis_(states_log2) {
  assert(window > 0);
}

std::uint32_t WindowSearch::cost_of(std::int64_t place, const Bin& bin, std::uint32_t quantizer,
                                    std::int64_t magnitude) const {
  const auto high = static_cast<std::uint32_t>(magnitude >> bin.low_bits);
  const std::uint32_t base = kGroupings[bin.bin].base;
  std::uint32_t bits = costs_[bin.bin][quantizer].digit[std::min(high, base - 1)];
  bits += 256 * bin.low_bits;
  if (high >= base - 1) bits += 256 * tail_bits(high - (base - 1));
  std::int64_t point = 0;
  if (magnitude != 0) {
    bits += 256;  // the sign
    const auto kind = static_cast<std::size_t>(std::min<std::int64_t>(magnitude, kCentroids - 1));
    // Sixteenths of the grid.
    point = 16 * (2 * magnitude - quantizer) + books_.centroids[bin.bin][quantizer][kind];
  }
  const std::int64_t off = place - (point << (kPlaceBits - 4));
  const auto error =
      static_cast<std::uint32_t>(std::min<std::int64_t>(off < 0 ? -off : off, kMaxPlaceError));
  // lambda is 1/1024 and a cost 1/4096 of the squared grid; 256 bits of the table are one.
  return error * error + (lambda_ * bits >> (8 + 10 - 2 * kPlaceBits));
}

WindowSearch::Candidates WindowSearch::candidates(std::uint32_t magnitude, const Bin& bin) const {
  // Beyond the last point but two, the place counts as just in front of the last but one.
  const std::int64_t top = std::min<std::int64_t>(
      kMaxLevel, std::int64_t{max_high(kGroupings[bin.bin].base)} << bin.low_bits);
  const std::int64_t place = std::min(place_of(magnitude, qp_), ((2 * top - 1) << kPlaceBits) - 1);
  Candidates best;
  for (std::uint32_t quantizer = 0; quantizer < kQuantizers; ++quantizer) {
    const std::int64_t below = ((place >> kPlaceBits) + quantizer) / 2;
    for (std::int64_t level = below; level <= below + 1; ++level) {
      best[quantizer][static_cast<std::size_t>(level & 1)] = {cost_of(place, bin, quantizer, level),
                                                              static_cast<std::int32_t>(level)};
    }
    const std::uint32_t zero = cost_of(place, bin, quantizer, 0);
    if (zero < best[quantizer][0].cost) best[quantizer][0] = {zero, 0};
  }
  return best;
}

// Values first to end - 1; the path is in `state` behind them.
void WindowSearch::emit(std::size_t first, std::size_t end, std::size_t state,
                        const std::vector<LinePoint>& line,
                        std::vector<std::int32_t>& levels) const {
  for (std::size_t at = end; at-- > first;) {
    const Link& link = links_[at * trellis_.states() + state];
    levels[at] = line[at].value < 0 ? -link.magnitude : link.magnitude;
    state = link.from;
  }
}

void WindowSearch::run(const std::vector<LinePoint>& line, std::vector<std::int32_t>& levels) {
  const std::uint32_t states = trellis_.states();
  std::array<std::uint32_t, kMaxStates> cost{};
  std::fill(cost.begin() + 1, cost.end(), kNever);
  // The state that each path was in when the window before began.
  std::array<std::uint8_t, kMaxStates> root{};
  links_.resize(line.size() * states);
  levels.resize(line.size());
  std::size_t decided = 0;
  const auto best_of = [&] {
    return static_cast<std::size_t>(std::min_element(cost.begin(), cost.begin() + states) -
                                    cost.begin());
  };
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::int32_t value = line[at].value;
    const Candidates found =
        candidates(static_cast<std::uint32_t>(value < 0 ? -value : value), line[at].bin);
    std::array<std::uint32_t, kMaxStates> next_cost{};
    std::array<std::uint8_t, kMaxStates> next_root{};
    next_cost.fill(kNever);
    for (std::uint32_t state = 0; state < states; ++state) {
      if (cost[state] >= kNever) continue;
      for (std::uint32_t parity = 0; parity < 2; ++parity) {
        const Candidate& candidate = found[trellis_.quantizer(state)][parity];
        const std::uint32_t next = trellis_.next(state, parity);
        const std::uint32_t sum = cost[state] + candidate.cost;
        if (sum >= next_cost[next]) continue;
        next_cost[next] = sum;
        next_root[next] = root[state];
        links_[at * states + next] = {static_cast<std::uint8_t>(state), candidate.magnitude};
      }
    }
    const std::uint32_t least = *std::min_element(next_cost.begin(), next_cost.begin() + states);
    for (std::uint32_t state = 0; state < states; ++state) {
      cost[state] = next_cost[state] < kNever ? next_cost[state] - least : kNever;
    }
    root = next_root;
    if ((at + 1) % window_ != 0) continue;
    if (at + 1 > window_) {
      // The best path decides the window before this one; others must have come the same way.
      const std::uint8_t through = root[best_of()];
      emit(decided, at + 1 - window_, through, line, levels);
      decided = at + 1 - window_;
      for (std::uint32_t state = 0; state < states; ++state) {
        if (root[state] != through) cost[state] = kNever;
      }
    }
    for (std::uint32_t state = 0; state < states; ++state) {
      root[state] = static_cast<std::uint8_t>(state);
    }
  }
  emit(decided, line.size(), best_of(), line, levels);
}

}  // namespace tern::tdr
