// SPDX-License-Identifier: Apache-2.0
//
// quick_fit.cc: mean magnitudes of rows, of columns behind them, and a table.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   Test  model/tdr/quick_fit_test.cc
#include "model/tdr/quick_fit.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "model/tdr/books.h"
#include "model/tdr/quantize.h"
#include "model/tdr/scales.h"

namespace tern::tdr {
namespace {

// By half class from 0 on, in 1/128 of a class. Where the books leave gaps in their scales the sum
// jumps; from the last entry on it follows the scale.
constexpr std::array<std::int32_t, 23> kBestSum = {64,   115,  154,  218,  294,  474,  614,  666,
                                                   730,  806,  858,  900,  943,  998,  1050, 1107,
                                                   1148, 1190, 1248, 1318, 1376, 1434, 1491};
constexpr std::int32_t kHalfClass = kFineScale / 2;
constexpr auto kLastPlace = static_cast<std::int32_t>(kBestSum.size() - 1) * kHalfClass;

// A line is dead if its loudest values are expected below kQuiet and none is above two steps of a
// quantiser.
constexpr std::int32_t kQuiet = 0;
constexpr std::int64_t kPeakGrids = 4;

std::int64_t peak_of(const Matrix& matrix, const Axis& axis, std::size_t line) {
  std::int64_t peak = 0;
  for (std::size_t at = 0; at < axis.length; ++at) {
    const std::int64_t value = matrix.values[line * axis.line_stride + at * axis.stride];
    peak = std::max(peak, value < 0 ? -value : value);
  }
  return peak;
}

/// The lines of one axis.
struct Side {
  Axis axis;
  std::vector<std::int32_t> fine;  // relative to the other side for columns
  Scales scales;                   // the same, rounded
};

Side measure(const Matrix& matrix, const Axis& axis, const Scales& other) {
  Side side{axis, measure_lines(matrix, axis, other), {}};
  side.scales = rounded_scales(side.fine);
  return side;
}

void bury(const Matrix& matrix, std::int64_t step, std::int32_t unit, const Scales& other,
          Side& side) {
  const std::int32_t loudest =
      other.empty() ? kDeadScale : *std::max_element(other.begin(), other.end());
  for (std::size_t line = 0; line < side.fine.size(); ++line) {
    const bool quiet = side.fine[line] + kFineScale * loudest - unit < kQuiet;
    if (quiet && peak_of(matrix, side.axis, line) < (kPeakGrids * step) >> kStepBits) {
      side.scales[line] = kDeadScale;
    }
  }
}

// The mean of best_sum() over the other side.
std::int32_t mean_sum(std::int32_t fine, std::int32_t unit, const Scales& other) {
  std::int64_t sum = 0;
  std::int64_t live = 0;
  for (const std::int32_t scale : other) {
    if (scale == kDeadScale) continue;
    sum += best_sum(fine + kFineScale * scale - unit);
    ++live;
  }
  return live == 0 ? 0 : static_cast<std::int32_t>(sum / live);
}

// `less`: what the other side has already.
Scales sums_of(const Side& side, std::int32_t unit, const Scales& other, std::int32_t less) {
  Scales sums;
  for (std::size_t line = 0; line < side.fine.size(); ++line) {
    sums.push_back(side.scales[line] == kDeadScale
                       ? kDeadScale
                       : nearest_class(mean_sum(side.fine[line], unit, other) - less));
  }
  return sums;
}

std::int32_t mean_of(const Scales& sums) {
  std::int64_t sum = 0;
  std::int64_t live = 0;
  for (const std::int32_t one : sums) {
    if (one == kDeadScale) continue;
    sum += one;
    ++live;
  }
  return live == 0 ? 0 : static_cast<std::int32_t>(kFineScale * sum / live);
}

}  // namespace

std::int32_t best_sum(std::int32_t fine) {
  const std::int32_t place = std::max(fine, 0);
  if (place >= kLastPlace) return place - kLastPlace + kBestSum.back();
  const auto index = static_cast<std::size_t>(place / kHalfClass);
  const std::int32_t rise = kBestSum[index + 1] - kBestSum[index];
  return kBestSum[index] + rise * (place % kHalfClass) / kHalfClass;
}

Fit quick_fit(const Matrix& matrix, std::int64_t step) {
  Side rows = measure(matrix, rows_of(matrix), Scales(matrix.cols, 0));
  Side cols = measure(matrix, cols_of(matrix), rows.scales);
  // Four classes below the step of one quantiser.
  const std::int32_t unit = static_cast<std::int32_t>(log2_256(static_cast<std::uint64_t>(step))) -
                            static_cast<std::int32_t>(kStepBits - 1) * 256 - 4 * kFineScale;
  bury(matrix, step, unit, cols.scales, rows);
  bury(matrix, step, unit, rows.scales, cols);
  const Scales row_sums = sums_of(rows, unit, cols.scales, 0);
  const Scales col_sums = sums_of(cols, unit, rows.scales, mean_of(row_sums));
  Fit fit;
  const std::int32_t base =
      to_classes(row_sums, fit.classes.rows) + to_classes(col_sums, fit.classes.cols);
  fit.bias = static_cast<std::int8_t>(std::clamp(base, -128, 127));
  return fit;
}

}  // namespace tern::tdr
