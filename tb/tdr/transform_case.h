// SPDX-License-Identifier: Apache-2.0
//
// transform_case: beats of a transform, what the model makes of them, and the circuits that differ.
//
//   Spec  docs/transform.md#5-transform
//   RTL   tb/tdr/transform_alone.sv
//   Test  tb/tdr/tdr_transform_test.cc
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/tdr/transform.h"
#include "tb/tdr/stage_bench.h"

namespace tern::tb {

using TransformValues = std::array<std::int32_t, 16>;

/// A beat.
struct TransformCase {
  tdr::Transform transform;
  TransformValues values;
};

/// How a circuit is built.
enum class TransformBuild { kWhole, kNarrow, kLeast };

/// One direction of a circuit.
struct TransformDirection {
  const char* name;
  TransformBuild build;
  unsigned value_bits;
  bool inverse;

  [[nodiscard]] unsigned in_width() const { return value_bits + (inverse ? 3 : 1); }
  [[nodiscard]] unsigned out_width() const { return value_bits + (inverse ? 1 : 3); }
  /// Of the inputs.
  [[nodiscard]] std::int32_t limit() const { return (1 << (in_width() - 1)) - 1; }
};

[[nodiscard]] std::vector<StageBeat> transform_beats(const TransformDirection& direction,
                                                     const std::vector<TransformCase>& cases);

/// Sends beats through the circuit of a direction.
[[nodiscard]] StageResult run_transform(const TransformDirection& direction,
                                        const std::vector<StageBeat>& beats,
                                        sim::StallPattern source, sim::StallPattern sink,
                                        const RunContext& context);

}  // namespace tern::tb
