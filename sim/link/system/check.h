// SPDX-License-Identifier: Apache-2.0
//
// check: what every die must hold in the end, from what the collective is for.
//
// Knows nothing of plans, hops and links; sums are made apart, in the order of the parts.
//
//   Spec  docs/link.md#what-every-run-checks
//   Test  tb/link/system/system_test.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/link/system/payload.h"
#include "sim/link/system/plan.h"

namespace tern::link {

/// Values that a die has in the end.
struct Delivery {
  std::uint32_t die = 0;
  std::uint32_t part = 0;
  Payload values;
};

/// How far lossy coding moved the values.
struct Distortion {
  double signal = 0;  ///< sum of squares of what lossless coding delivers
  double noise = 0;   ///< and of the difference
};

/// What was run.
struct Claim {
  const Topology& topology;
  const Job& job;
  const std::vector<Part>& parts;
  const Source& source;
  Dtype dtype = Dtype::kBf16;
  const Coder* coder = nullptr;  ///< nullptr: values went as they are
};

/// What went wrong: something is missing, there twice, or not as it must be; or nothing. With a
/// lossy coder, values must be those that coding each message once on its way gives, and
/// `distortion` grows by what that did.
[[nodiscard]] std::optional<std::string> check_deliveries(const Claim& claim,
                                                          const std::vector<Delivery>& deliveries,
                                                          Distortion& distortion);

}  // namespace tern::link
