// SPDX-License-Identifier: Apache-2.0
//
// bound: the coarsest stream in which no value is off by more than a bound.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/bound_test.cc
#pragma once

#include <optional>

#include "model/tdr/difference.h"
#include "model/tdr/stream.h"

namespace tern::tdr {

/// The shortest stream found whose certificate has largest <= bound. Each of a few encoders
/// (options as they are; levels nearest to the values; the scalar quantiser with such levels) takes
/// the coarsest step that a bisection and some probes find; the last two also try without tools.
/// Raw if no step is good enough, or if that is shorter. Tools are chosen if `choose`. Sets
/// options.qp.
[[nodiscard]] Encoded encode_within(const Source& source, const Magnitude& bound, bool choose,
                                    EncodeOptions options);

/// What a circuit does: the scalar quantiser with a step of twice the bound, no tools, the nearest
/// levels; a little finer if the certificate says so, a few times. Nothing if that is not enough.
[[nodiscard]] std::optional<Encoded> encode_within_quickly(const Source& source,
                                                           const Magnitude& bound,
                                                           EncodeOptions options);

}  // namespace tern::tdr
