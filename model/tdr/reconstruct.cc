// SPDX-License-Identifier: Apache-2.0
//
// reconstruct.cc: from coefficients back to values.
//
//   Spec  docs/transform.md#3-align
//   Test  model/tdr/reconstruct_test.cc
#include <algorithm>
#include <utility>
#include <vector>

#include "model/tdr/align.h"
#include "model/tdr/part.h"
#include "model/tdr/predict.h"
#include "model/tdr/transform.h"

namespace tern::tdr {
namespace {

// Rows that are reconstructed together: whole blocks of every transform, and more where rows are
// short.
constexpr std::uint64_t kBlockRows = 16;
constexpr std::uint64_t kStripeValues = 65536;

// Delta down columns; `last` is the row before the stripe.
void integrate_columns(std::vector<std::int32_t>& last, Matrix& stripe) {
  for (std::size_t row = 0; row < stripe.rows; ++row) {
    for (std::size_t col = 0; col < stripe.cols; ++col) {
      std::int32_t& value = stripe.at(row, col);
      last[col] = clip(std::int64_t{last[col]} + value, kMaxCoefficient);
      value = last[col];
    }
  }
}

}  // namespace

std::vector<std::int32_t> reconstruct_integers(const Header& header,
                                               const std::vector<std::int32_t>& means,
                                               std::vector<std::int32_t> coefficients) {
  Matrix matrix{header.rows, header.cols, std::move(coefficients)};
  if (header.predict == Predict::kDelta) integrate(header, matrix);
  inverse_transform(header.transform, header.along_rows, matrix);
  add_means(header, means, 1, matrix);
  return std::move(matrix.values);
}

std::vector<std::uint8_t> values_of(const Header& header,
                                    const std::vector<std::int32_t>& integers) {
  const std::uint32_t bytes = element_bytes(header.dtype);
  std::vector<std::uint8_t> values(integers.size() * bytes);
  for (std::size_t i = 0; i < integers.size(); ++i) {
    unalign(header.dtype, integers[i], header.exponent, &values[i * bytes]);
  }
  return values;
}

std::int32_t* make_room(const Header& header, std::vector<std::uint8_t>& room) {
  room.assign(header.values() * sizeof(std::int32_t), 0);
  return reinterpret_cast<std::int32_t*>(room.data());
}

void reconstruct_values(const Header& header, const std::vector<std::int32_t>& means,
                        std::vector<std::uint8_t>& room) {
  const std::uint32_t bytes = element_bytes(header.dtype);
  const std::uint64_t per_block = std::max<std::uint64_t>(kBlockRows * header.cols, 1);
  const std::uint64_t stripe_rows =
      kBlockRows * std::max<std::uint64_t>(kStripeValues / per_block, 1);
  const bool down = header.predict == Predict::kDelta && !header.lines_are_rows;
  std::vector<std::int32_t> last(down ? header.cols : 0);
  const auto* const coefficients = reinterpret_cast<const std::int32_t*>(room.data());
  for (std::uint64_t first = 0; first < header.rows; first += stripe_rows) {
    Header part = header;
    part.rows = static_cast<std::uint32_t>(std::min(stripe_rows, header.rows - first));
    const std::size_t from = first * header.cols;
    Matrix stripe{part.rows, part.cols, {}};
    stripe.values.assign(coefficients + from, coefficients + from + part.values());
    if (down) integrate_columns(last, stripe);
    if (header.predict == Predict::kDelta && !down) integrate(part, stripe);
    inverse_transform(header.transform, header.along_rows, stripe);
    if (header.predict == Predict::kRowMean) {
      const auto begin = means.begin() + static_cast<std::ptrdiff_t>(first);
      add_means(part, {begin, begin + part.rows}, 1, stripe);
    } else {
      add_means(part, means, 1, stripe);
    }
    // A value has no more bytes than its coefficient had, so none is overwritten that is needed.
    for (std::size_t i = 0; i < stripe.values.size(); ++i) {
      unalign(header.dtype, stripe.values[i], header.exponent, &room[(from + i) * bytes]);
    }
  }
  room.resize(header.values() * bytes);
}

}  // namespace tern::tdr
