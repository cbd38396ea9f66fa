// SPDX-License-Identifier: Apache-2.0
//
// tools: which tools a tensor wants.
//
//   Spec  docs/transform.md#10-the-encoder
//   Test  model/tdr/rate_test.cc
#pragma once

#include <cstdint>

#include "model/tdr/stream.h"

namespace tern::tdr {

/// Coefficients of some transforms are larger than their values: what makes up for it, in steps of
/// qp.
[[nodiscard]] std::uint32_t scale_qp(Transform transform);

/// The options with these tools. kDct8x8 gets a step that leaves errors as they are without it.
[[nodiscard]] EncodeOptions with_tools(EncodeOptions options, const Tools& tools);

/// Neither prediction nor transform.
[[nodiscard]] Tools plain_tools(const Source& source);

/// The tools with the least cost at options.qp: squared error plus lambda times the bits that the
/// books' lengths predict, before any trellis. Bypass and no prediction always compete, and win
/// ties. The tensor must be finite.
[[nodiscard]] Tools choose_tools(const Source& source, const EncodeOptions& options);

}  // namespace tern::tdr
