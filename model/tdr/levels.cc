// SPDX-License-Identifier: Apache-2.0
//
// levels.cc: the trellis run over all lines, and the reconstruction beside it.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/stream_test.cc
#include "model/tdr/levels.h"

#include <algorithm>
#include <utility>

#include "model/tdr/quantize.h"

namespace tern::tdr {

std::vector<std::int32_t> search_levels(const Header& header, const Classes& classes, Matrix matrix,
                                        const LineSearch& search) {
  std::vector<LinePoint> line;
  std::vector<std::int32_t> found;
  const std::vector<std::uint8_t>& positions = classes.positions(header);
  for (std::uint32_t i = 0; i < header.lines(); ++i) {
    const std::uint8_t line_class = classes.lines(header)[i];
    line.clear();
    for (std::uint32_t at = 0; at < header.line_length(); ++at) {
      if (line_class == kDeadClass || positions[at] == kDeadClass) continue;
      line.push_back(
          {matrix.values[header.index(i, at)], bin_of(line_class, positions[at], header.bias)});
    }
    if (!line.empty()) search(line, found);
    auto next = found.begin();
    for (std::uint32_t at = 0; at < header.line_length(); ++at) {
      const bool dead = line_class == kDeadClass || positions[at] == kDeadClass;
      matrix.values[header.index(i, at)] = dead ? 0 : *next++;
    }
  }
  return std::move(matrix.values);
}

std::vector<std::int32_t> coefficients_of(const Header& header, const Classes& classes,
                                          const Books& books, std::vector<std::int32_t> levels,
                                          const Matrix& matrix, Statistics* statistics) {
  const Trellis trellis(header.states_log2);
  const std::int64_t step = step_of(header.qp);
  const std::vector<std::uint8_t>& positions = classes.positions(header);
  for (std::uint32_t line = 0; line < header.lines(); ++line) {
    const std::uint8_t line_class = classes.lines(header)[line];
    std::uint32_t state = 0;
    for (std::uint32_t at = 0; at < header.line_length(); ++at) {
      if (line_class == kDeadClass || positions[at] == kDeadClass) continue;
      const std::size_t index = header.index(line, at);
      const std::int32_t level = levels[index];
      const auto magnitude = static_cast<std::uint32_t>(level < 0 ? -level : level);
      const std::uint32_t quantizer = trellis.quantizer(state);
      if (magnitude != 0) {
        const Bin bin = bin_of(line_class, positions[at], header.bias);
        const std::uint32_t kind = std::min(magnitude, kCentroids - 1);
        const std::int32_t recon =
            reconstruct(magnitude, quantizer, books.centroids[bin.bin][quantizer][kind], step);
        if (statistics != nullptr && bin.low_bits == 0) {
          const std::int64_t off = std::int64_t{matrix.values[index]} * (level < 0 ? -1 : 1) -
                                   reconstruct(magnitude, quantizer, 0, step);
          ++statistics->counts[bin.bin][quantizer][kind];
          statistics->shifts[bin.bin][quantizer][kind] += off * (1 << (kStepBits + 8)) / step;
        }
        levels[index] = level < 0 ? -recon : recon;
      }
      state = trellis.next(state, magnitude & 1);
    }
  }
  return levels;
}

}  // namespace tern::tdr
