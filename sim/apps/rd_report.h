// SPDX-License-Identifier: Apache-2.0
//
// rd_report: curves of rate and distortion as text and as JSON.
//
//   Spec  docs/cli.md#tern-rd
//   Test  tb/apps/rd_test.py
#pragma once

#include <string>
#include <vector>

#include "sim/apps/json_text.h"
#include "sim/apps/rd_peer.h"
#include "sim/apps/rd_run.h"

namespace tern::apps {

struct RdCurve {
  Input input;
  RdAim aim = RdAim::kRate;
  std::vector<RdPoint> points;
};

/// A row for each point, and the gain over the peer. Precondition: there is a curve.
[[nodiscard]] std::string rd_text(const std::vector<RdCurve>& curves, const Peer& peer);

[[nodiscard]] OrderedJson rd_json(const RdCurve& curve, const Peer& peer);

}  // namespace tern::apps
