// SPDX-License-Identifier: Apache-2.0
//
// search_bench: blocks of coefficients through the quantiser alone.
//
//   Spec  docs/transform.md#18-the-stream-effort
//   RTL   rtl/tdr/tdr_quantize.sv
//   Test  tb/tdr/tdr_search_test.cc, tb/tdr/tdr_search_pace_test.cc
#pragma once

#include "Vsearch_alone.h"
#include "tb/tdr/search_case.h"

namespace tern::tb {

inline StageResult run_search(const SearchBeats& beats, sim::StallPattern source,
                              sim::StallPattern sink, const RunContext& context) {
  sim::VerilatedCircuit<Vsearch_alone> circuit(context.seed);
  Vsearch_alone& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in.valid = sim::Pin(top.in_valid_i);
  pins.in.ready = sim::Pin(top.in_ready_o);
  pins.in.data = sim::Port(top.in_data_i, kSearchIn);
  pins.out.valid = sim::Pin(top.out_valid_o);
  pins.out.ready = sim::Pin(top.out_ready_i);
  pins.out.data = sim::Port(top.out_data_o, kSearchOut);
  SideStream commands;
  commands.pins.valid = sim::Pin(top.cmd_valid_i);
  commands.pins.ready = sim::Pin(top.cmd_ready_o);
  commands.pins.data = sim::Port(top.cmd_data_i, kSearchCmd);
  commands.beats = &beats.commands;
  commands.stall = source;
  return run_stage(circuit, pins, beats.beats, source, sink, context, {commands});
}

}  // namespace tern::tb
