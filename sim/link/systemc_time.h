// SPDX-License-Identifier: Apache-2.0
//
// systemc_time: picoseconds as SystemC counts them, and back.
//
//   Spec  docs/link.md#time
//   Test  tb/link/link_test.cc
#pragma once

#include <systemc>

#include "sim/link/link_config.h"

namespace tern::link {

[[nodiscard]] inline sc_core::sc_time to_sc_time(Picoseconds time) {
  return {static_cast<double>(time), sc_core::SC_PS};
}

[[nodiscard]] inline Picoseconds to_picoseconds(const sc_core::sc_time& time) {
  static const sc_core::sc_time kPicosecond(1, sc_core::SC_PS);
  return static_cast<Picoseconds>(time.value() / kPicosecond.value());
}

}  // namespace tern::link
