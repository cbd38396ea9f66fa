// SPDX-License-Identifier: Apache-2.0
//
// tools.cc: decisions by predicted cost.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/rate_test.cc
#include "model/tdr/tools.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/tdr/align.h"
#include "model/tdr/fit.h"
#include "model/tdr/predict.h"
#include "model/tdr/quantize.h"
#include "model/tdr/tail.h"
#include "model/tdr/transform.h"
#include "model/tdr/viterbi.h"

namespace tern::tdr {
namespace {

// A pass of eight points leaves coefficients larger by the root of two.
constexpr std::uint32_t kDct8Qp = 3U << kQpFractionBits;
constexpr std::uint32_t kFewestLines = 16;
// Rounds of a fit from which tools are judged, and the part of the cost that a transform must save:
// the prediction of cost is no better.
constexpr std::uint32_t kRounds = 2;
constexpr unsigned kMarginBits = 7;
// Places below the grid that count as bits where no book is asked.
constexpr unsigned kQuickBits = 2;

// Bits, in 1/256, that numbers of this size take without books or classes.
std::int64_t quick_cost(const Matrix& matrix, std::int64_t step,
                        const std::vector<std::int32_t>& means) {
  std::int64_t bits = 0;
  for (const std::int32_t value : matrix.values) {
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? -std::int64_t{value} : value);
    bits +=
        log2_256((magnitude << (kStepBits + kQuickBits)) / static_cast<std::uint64_t>(step) + 1);
  }
  for (const std::int32_t mean : means) bits += log2_256(fold_sign(mean) + 1) + 256;
  return bits;
}

std::int64_t cost_of(const Source& source, std::int16_t unit, const EncodeOptions& options,
                     const Tools& tools) {
  Header header;
  header.rows = source.rows;
  header.cols = source.cols;
  header.predict = tools.predict;
  header.lines_are_rows = tools.lines_are_rows;
  header.qp = static_cast<std::uint16_t>(std::min(options.qp + scale_qp(tools.transform), kMaxQp));
  // Aligned anew for each: a copy that is kept would be as large as the matrix.
  Matrix matrix{source.rows, source.cols, align_to(source.dtype, source.data, source.size, unit)};
  const std::vector<std::int32_t> means = find_means(header, matrix);
  add_means(header, means, -1, matrix);
  forward_transform(tools.transform, tools.along_rows, matrix);
  if (options.effort == Effort::kStream) return quick_cost(matrix, step_of(header.qp), means);
  if (tools.predict == Predict::kDelta) {
    matrix = line_differences(header, std::move(matrix));
  }
  const Search search(shipped_books(), header.qp, options.states_log2, options.lambda);
  std::int64_t mean_bits = 0;
  for (const std::int32_t mean : means) mean_bits += log2_256(fold_sign(mean) + 1) + 256;
  // lambda / 1024 of the squared grid for 256 of these.
  return fit_classes(matrix, search, kRounds, options.without.classes).cost +
         mean_bits * options.lambda / 64;
}

}  // namespace

std::uint32_t scale_qp(Transform transform) {
  switch (transform) {
    case Transform::kDct8:
      return kDct8Qp;
    case Transform::kDct8x8:
      return 2 * kDct8Qp;
    case Transform::kBypass:
    case Transform::kDct16:
      break;
  }
  return 0;
}

EncodeOptions with_tools(EncodeOptions options, const Tools& tools) {
  options.tools = tools;
  if (tools.transform == Transform::kDct8x8) {
    options.qp = std::min(options.qp + scale_qp(tools.transform), kMaxQp);
  }
  return options;
}

Tools plain_tools(const Source& source) {
  Tools tools;
  // Long lines leave the trellis alone for long, but lanes want lines to share.
  tools.lines_are_rows =
      source.rows == 1 || (source.cols > source.rows && source.rows >= kFewestLines);
  return tools;
}

Tools choose_tools(const Source& source, const EncodeOptions& options) {
  Tools best = plain_tools(source);
  const Without& without = options.without;
  const std::optional<std::int16_t> unit = align_exponent(source.dtype, source.data, source.size);
  if (!unit || source.size == 0) return best;

  std::int64_t least = cost_of(source, *unit, options, best);
  const auto compete = [&](Tools tools) {
    const std::int64_t cost = cost_of(source, *unit, options, tools);
    if (cost >= least - (least >> kMarginBits)) return;
    least = cost;
    best = tools;
  };
  const Tools plain = best;
  for (const Predict predict : {Predict::kRowMean, Predict::kColumnMean, Predict::kDelta}) {
    const bool is_delta = predict == Predict::kDelta;
    // A running sum of reconstructions is a loop that a circuit does not close.
    if (is_delta && options.effort == Effort::kStream) continue;
    if (is_delta ? without.delta : without.means) continue;
    Tools tools = plain;
    tools.predict = predict;
    compete(tools);
  }
  const Predict predict = best.predict == Predict::kDelta ? Predict::kNone : best.predict;
  for (const Transform transform : {Transform::kDct16, Transform::kDct8, Transform::kDct8x8}) {
    const bool is_square = transform == Transform::kDct8x8;
    if (without.transform || (is_square && without.dct8x8)) continue;
    // A circuit would need a memory in which to turn blocks over.
    if (is_square && options.effort == Effort::kStream) continue;
    for (const bool along_rows : {false, true}) {
      if (along_rows && (is_square || without.axis)) continue;
      Tools tools = plain;
      tools.predict = predict;
      tools.transform = transform;
      tools.along_rows = along_rows;
      compete(tools);
    }
  }
  return best;
}

}  // namespace tern::tdr
