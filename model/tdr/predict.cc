// SPDX-License-Identifier: Apache-2.0
//
// predict.cc: means and running sums.
//
//   Spec  docs/transform.md#4-predict
//   Test  model/tdr/predict_test.cc
#include "model/tdr/predict.h"

#include <algorithm>
#include <cstddef>

#include "model/tdr/quantize.h"

namespace tern::tdr {
namespace {

constexpr unsigned kMeanFraction = 3;  // bits of a mean below the grid

bool by_row(const Header& header) { return header.predict == Predict::kRowMean; }

}  // namespace

std::vector<std::int32_t> find_means(const Header& header, const Matrix& matrix) {
  if (header.predict != Predict::kRowMean && header.predict != Predict::kColumnMean) return {};
  const bool rows = by_row(header);
  std::vector<std::int64_t> sums(rows ? matrix.rows : matrix.cols);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t col = 0; col < matrix.cols; ++col) {
      sums[rows ? row : col] += matrix.at(row, col);
    }
  }
  const std::int64_t count = std::max<std::int64_t>(rows ? matrix.cols : matrix.rows, 1);
  const std::int64_t step = step_of(header.qp);
  std::vector<std::int32_t> means;
  for (const std::int64_t sum : sums) {
    // Rounded to the nearest; not normative, so only the size of the numbers matters.
    const std::int64_t mean = (2 * (sum < 0 ? -sum : sum) + count) / (2 * count);
    const std::int64_t units = ((mean << (kStepBits + kMeanFraction)) + step / 2) / step;
    means.push_back(static_cast<std::int32_t>(sum < 0 ? -units : units));
  }
  return means;
}

std::int32_t mean_value(std::int32_t mean, std::int64_t step) {
  return clip(round_shift(mean * step, kStepBits + kMeanFraction), kMaxValue);
}

void add_means(const Header& header, const std::vector<std::int32_t>& means, std::int32_t sign,
               Matrix& matrix) {
  if (means.empty()) return;
  const bool rows = by_row(header);
  const std::int64_t step = step_of(header.qp);
  std::vector<std::int32_t> values;
  for (const std::int32_t mean : means) values.push_back(sign * mean_value(mean, step));
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::size_t col = 0; col < matrix.cols; ++col) {
      const std::int64_t sum = std::int64_t{matrix.at(row, col)} + values[rows ? row : col];
      // Forward the sum stays below twice the range of aligned integers; the clip is the decoder's.
      matrix.at(row, col) = clip(sum, kMaxValue);
    }
  }
}

Matrix line_differences(const Header& header, Matrix matrix) {
  for (std::uint32_t line = 0; line < header.lines(); ++line) {
    for (std::uint32_t at = header.line_length(); at-- > 1;) {
      matrix.values[header.index(line, at)] -= matrix.values[header.index(line, at - 1)];
    }
  }
  return matrix;
}

void integrate(const Header& header, Matrix& matrix) {
  for (std::uint32_t line = 0; line < header.lines(); ++line) {
    std::int32_t last = 0;
    for (std::uint32_t at = 0; at < header.line_length(); ++at) {
      std::int32_t& value = matrix.values[header.index(line, at)];
      last = clip(std::int64_t{last} + value, kMaxCoefficient);
      value = last;
    }
  }
}

}  // namespace tern::tdr
