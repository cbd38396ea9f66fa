// SPDX-License-Identifier: Apache-2.0
//
// run_options: how a run of a Verilated circuit goes.
//
//   Spec  docs/verification.md
//   Test  tb/huff/encoder_engine_test.cc
#pragma once

#include <cstdint>
#include <string>

#include "sim/stall.h"

namespace tern::sim {

/// How the bench treats the circuit.
struct RunOptions {
  std::uint64_t seed = 1;
  StallPattern source_stall = StallPattern::kNone;
  StallPattern sink_stall = StallPattern::kNone;
  bool counters = false;          ///< read the counters afterwards, if the circuit has some
  std::string wave_path;          ///< FST file; empty: none
  std::uint64_t wave_from = 0;    ///< first cycle recorded
  std::uint64_t wave_to = ~0ULL;  ///< last cycle recorded
};

}  // namespace tern::sim
