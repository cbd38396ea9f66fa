// SPDX-License-Identifier: Apache-2.0
//
// levels: the levels that the encoder sends, and what the decoder makes of them.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/stream_test.cc
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/tdr/classes.h"
#include "model/tdr/matrix.h"
#include "model/tdr/stream.h"
#include "model/tdr/viterbi.h"

namespace tern::tdr {

/// Finds the levels of a line.
using LineSearch =
    std::function<void(const std::vector<LinePoint>& line, std::vector<std::int32_t>& levels)>;

/// By Header::index(). `matrix`: the coefficients, whose place the levels take.
[[nodiscard]] std::vector<std::int32_t> search_levels(const Header& header, const Classes& classes,
                                                      Matrix matrix, const LineSearch& search);

/// The coefficients that these levels stand for, found without their bits, in the place of the
/// levels. Counts what training wants to know into `statistics` unless it is nullptr; only then
/// `matrix`, the coefficients before, is looked at.
[[nodiscard]] std::vector<std::int32_t> coefficients_of(const Header& header,
                                                        const Classes& classes, const Books& books,
                                                        std::vector<std::int32_t> levels,
                                                        const Matrix& matrix,
                                                        Statistics* statistics);

}  // namespace tern::tdr
