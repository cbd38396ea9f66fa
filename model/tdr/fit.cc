// SPDX-License-Identifier: Apache-2.0
//
// fit.cc: scale classes by cost.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/classes_test.cc
#include "model/tdr/fit.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "model/tdr/scales.h"

namespace tern::tdr {
namespace {

constexpr std::int32_t kDead = kDeadScale;
constexpr std::int32_t kReach = 2;  // classes tried on either side

constexpr std::int32_t kMinSum = -12;
constexpr std::int32_t kMaxSum = 28;

// Magnitudes are looked up in eighths of the grid, coarser from 64 grids on: 64 to an octave.
constexpr unsigned kFinestBits = 3;
constexpr unsigned kLinearBits = 9;
constexpr unsigned kOctaveBits = 6;
constexpr std::uint32_t kLinear = 1U << kLinearBits;
constexpr std::uint32_t kOctave = 1U << kOctaveBits;
constexpr std::uint32_t kBuckets = kLinear + 24 * kOctave;

std::uint16_t bucket_of(std::int32_t value, std::int64_t step) {
  const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -std::int64_t{value} : value);
  const auto divisor = static_cast<std::uint64_t>(step);
  const std::uint64_t eighths = ((magnitude << (kFinestBits + kStepBits)) + divisor / 2) / divisor;
  if (eighths < kLinear) return static_cast<std::uint16_t>(eighths);
  const std::uint32_t octave = log2_256(eighths) / 256;
  const std::uint64_t inside = eighths >> (octave - kOctaveBits) & (kOctave - 1);
  return static_cast<std::uint16_t>(
      std::min<std::uint64_t>(kLinear + (octave - kLinearBits) * kOctave + inside, kBuckets - 1));
}

std::int32_t value_of(std::uint32_t bucket, std::int64_t step) {
  std::int64_t eighths = bucket;
  if (bucket >= kLinear) {
    const std::uint32_t beyond = bucket - kLinear;
    eighths = std::int64_t{kOctave + beyond % kOctave}
              << (beyond / kOctave + kLinearBits - kOctaveBits);
  }
  // Beyond the largest coefficient a bucket is never looked up.
  if (eighths > (std::int64_t{kMaxCoefficient} << (kFinestBits + kStepBits)) / step) {
    return kMaxCoefficient;
  }
  return clip(round_shift(eighths * step, kStepBits + kFinestBits), kMaxCoefficient);
}

// What a value of each bucket costs. Only the buckets that a tensor has are looked up, and filled.
class Table {
 public:
  Table(const Search& search, const std::vector<std::uint16_t>& buckets)
      : cost_((kMaxSum - kMinSum + 1) * kBuckets), shift_(shift_of(search.grid_square())) {
    std::vector<bool> seen(kBuckets);
    for (const std::uint16_t bucket : buckets) seen[bucket] = true;
    for (std::uint32_t bucket = 0; bucket < kBuckets; ++bucket) {
      if (!seen[bucket]) continue;
      const std::int32_t value = value_of(bucket, search.step());
      for (std::int32_t sum = kMinSum; sum <= kMaxSum; ++sum) {
        const Search::Candidates found = search.candidates(value, bin_of(sum));
        std::int64_t both = 0;
        for (const auto& of_quantizer : found) {
          both += scaled(std::min(of_quantizer[0].cost, of_quantizer[1].cost));
        }
        cost_[static_cast<std::uint32_t>(sum - kMinSum) * kBuckets + bucket] = both >> 1;
      }
    }
    dead_.resize(kBuckets);
    for (std::uint32_t bucket = 0; bucket < kBuckets; ++bucket) {
      const std::int64_t error = std::int64_t{value_of(bucket, search.step())} << 4;
      dead_[bucket] = scaled(error * error);
    }
  }

  // Cost in a unit in which the squared grid is 2^12 to 2^13. Very large ones are all the same.
  [[nodiscard]] std::int64_t scaled(std::int64_t cost) const {
    constexpr std::int64_t kMost = std::int64_t{1} << 38;
    if (shift_ >= 0) return std::min(cost >> shift_, kMost);
    return std::min(cost, kMost >> -shift_) << -shift_;
  }
  // The same for a sum, in units of 2^-12 of the squared grid.
  [[nodiscard]] std::int64_t in_grids(std::int64_t sum, std::int64_t grid_square) const {
    const std::int64_t unit = scaled(grid_square);
    return sum / unit * 4096 + sum % unit * 4096 / unit;
  }

  [[nodiscard]] const std::int64_t* row(std::int32_t sum) const {
    const std::int32_t inside = std::clamp(sum, kMinSum, kMaxSum);
    return &cost_[static_cast<std::uint32_t>(inside - kMinSum) * kBuckets];
  }
  [[nodiscard]] const std::int64_t* dead() const { return dead_.data(); }

 private:
  [[nodiscard]] static int shift_of(std::int64_t grid_square) {
    return static_cast<int>(log2_256(static_cast<std::uint64_t>(grid_square)) / 256) - 12;
  }

  std::vector<std::int64_t> cost_;
  std::vector<std::int64_t> dead_;
  int shift_;
};

// The class of each line of `axis` that costs least, `other` being given.
std::int64_t improve(const std::vector<std::uint16_t>& buckets, const Axis& axis,
                     const Table& table, const Search& search, std::int32_t bias,
                     const Scales& other, Scales& scales) {
  std::array<std::uint64_t, 256> counts{};
  const auto slot = [](std::int32_t scale) { return static_cast<std::size_t>(scale + 100) & 255; };
  for (const std::int32_t scale : scales) ++counts[slot(scale == kDead ? 155 : scale)];
  const auto side = [&](std::int32_t scale) {
    const std::uint64_t n = counts[slot(scale == kDead ? 155 : scale)];
    const auto bits = static_cast<std::int64_t>(log2_256(4 * scales.size() + 4)) -
                      static_cast<std::int64_t>(log2_256(4 * n + 1));
    return table.scaled(search.rate_cost(bits));
  };
  std::int64_t total = 0;
  for (std::size_t line = 0; line < axis.lines; ++line) {
    const std::uint16_t* const first = &buckets[line * axis.line_stride];
    std::int64_t best = side(kDead);
    for (std::size_t at = 0; at < axis.length; ++at) best += table.dead()[first[at * axis.stride]];
    std::int32_t chosen = kDead;
    const std::int32_t centre = scales[line];
    for (std::int32_t scale = centre - kReach; centre != kDead && scale <= centre + kReach;
         ++scale) {
      std::int64_t cost = side(scale);
      for (std::size_t at = 0; at < axis.length && cost < best; ++at) {
        const std::uint16_t bucket = first[at * axis.stride];
        cost +=
            other[at] == kDead ? table.dead()[bucket] : table.row(scale + other[at] + bias)[bucket];
      }
      if (cost < best) {
        best = cost;
        chosen = scale;
      }
    }
    scales[line] = chosen;
    total += best;
  }
  return total;
}

// The one class of all lines that costs least.
std::int64_t flatten(const std::vector<std::uint16_t>& buckets, const Table& table,
                     std::int32_t bias, Scales& rows, Scales& cols) {
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (std::int32_t sum = kMinSum; sum <= kMaxSum; ++sum) {
    std::int64_t cost = 0;
    for (const std::uint16_t bucket : buckets) cost += table.row(sum)[bucket];
    if (cost >= best) continue;
    best = cost;
    std::fill(rows.begin(), rows.end(), sum - bias);
  }
  std::fill(cols.begin(), cols.end(), 0);
  return best;
}

}  // namespace

Fit fit_classes(const Matrix& matrix, const Search& search, std::uint32_t rounds, bool flat) {
  if (matrix.values.empty()) {
    Fit fit;
    fit.classes.rows.assign(matrix.rows, std::uint8_t{kDeadClass});
    fit.classes.cols.assign(matrix.cols, std::uint8_t{kDeadClass});
    return fit;
  }
  const Axis by_row = rows_of(matrix);
  const Axis by_col = cols_of(matrix);
  Scales rows(matrix.rows, 0);
  Scales cols(matrix.cols, 0);
  for (int turn = 0; turn < 3; ++turn) {
    rows = rounded_scales(measure_lines(matrix, by_row, cols));
    cols = rounded_scales(measure_lines(matrix, by_col, rows));
  }
  const std::int32_t bias = scale_bias(search.step());
  std::vector<std::uint16_t> buckets;
  buckets.reserve(matrix.values.size());
  for (const std::int32_t value : matrix.values) {
    buckets.push_back(bucket_of(value, search.step()));
  }
  const Table table(search, buckets);
  Fit fit;
  if (flat) {
    fit.cost = flatten(buckets, table, bias, rows, cols);
    rounds = 0;
  }
  for (std::uint32_t round = 0; round < rounds; ++round) {
    fit.cost = improve(buckets, by_row, table, search, bias, cols, rows);
    fit.cost = improve(buckets, by_col, table, search, bias, rows, cols);
  }
  fit.cost = table.in_grids(fit.cost, search.grid_square());
  const std::int32_t base = to_classes(rows, fit.classes.rows) + to_classes(cols, fit.classes.cols);
  fit.bias = static_cast<std::int8_t>(std::clamp(base + bias, -128, 127));
  return fit;
}

}  // namespace tern::tdr
