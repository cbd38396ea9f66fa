// SPDX-License-Identifier: Apache-2.0
//
// link_run: simulates the points of a link file.
//
//   Spec  docs/cli.md#tern-link
//   Test  tb/apps/link_test.py
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/result.h"
#include "sim/apps/link_spec.h"
#include "sim/link/system/system.h"

namespace tern::apps {

/// What became of one point.
struct LinkOutcome {
  link::SystemResult plain;                 ///< without a codec
  std::optional<link::SystemResult> coded;  ///< unless the point has none
  link::CodecTiming timing;
  LinkEnergy energy;  ///< with what the file of the point says
};

struct LinkRun {
  std::vector<LinkOutcome> outcomes;  ///< in the order of the points
  double seconds = 0;                 ///< of wall time, of the simulation alone
};

/// Everything is read and refused before the simulation starts. Once in a process.
[[nodiscard]] Result<LinkRun> run_link(const LinkSpec& spec);

}  // namespace tern::apps
