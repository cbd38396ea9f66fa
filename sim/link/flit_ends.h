// SPDX-License-Identifier: Apache-2.0
//
// flit_ends: what is at the ends of a link that goes flit by flit.
//
// Knows neither SystemC nor Verilated circuits: their headers do not go together in one file.
//
//   Spec  docs/link.md#rtl-in-the-loop
//   Test  tb/link/rtl_link_test.cc
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/link/flit.h"
#include "sim/link/value_path.h"

namespace tern::link {

/// A flit that is to be sent.
struct OutgoingFlit {
  FlitPlan plan;  ///< of a link with circuits at its ends only `ready`
  FlitKind kind = FlitKind::kData;
  std::vector<std::uint8_t> bytes;
};

/// Both ends of a link, with a clock.
class FlitEnds {
 public:
  virtual ~FlitEnds() = default;

  /// A rising edge. False: it was the last one.
  virtual bool step(Picoseconds now) = 0;
  /// The oldest flit that is complete, if there is one; `on_flit` is called when there is.
  virtual std::optional<OutgoingFlit> next_flit() = 0;
  /// A flit has arrived, in order.
  virtual void deliver(const FlitHeader& header, const std::vector<std::uint8_t>& flit) = 0;

  std::function<void()> on_flit;
};

}  // namespace tern::link
