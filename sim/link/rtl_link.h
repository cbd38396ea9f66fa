// SPDX-License-Identifier: Apache-2.0
//
// rtl_link: runs ends that have a clock against each other, cycle by cycle and flit by flit.
//
//   Spec  docs/link.md#rtl-in-the-loop
//   RTL   rtl/link/tern_link_tx.sv, rtl/link/tern_link_rx.sv
//   Test  tb/link/rtl_link_test.cc
#pragma once

#include <vector>

#include "sim/link/flit_ends.h"

namespace tern::link {

/// One direction of a link.
struct RtlRun {
  LinkConfig config;
  Picoseconds period = 1000;  ///< of the clock of both ends
  FlitEnds* ends = nullptr;
  LinkStatistics statistics;  ///< of flits and faults, filled in
};

/// Runs all of them in one SystemC simulation, until none has anything to do. Once in a process.
void run_rtl_links(std::vector<RtlRun>& runs);

}  // namespace tern::link
