// SPDX-License-Identifier: Apache-2.0
//
// dec_bench: blocks through the unit that makes values of words.
//
//   Spec  docs/streams.md
//   RTL   rtl/tdr/tdr_dec.sv
//   Test  tb/tdr/tdr_dec_test.cc
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "Vtdr_dec_streams.h"
#include "tb/tdr/dec_case.h"

namespace tern::tb {

struct Stalls {
  sim::StallPattern source = sim::StallPattern::kNone;
  sim::StallPattern sink = sim::StallPattern::kNone;
};

inline StageResult run(const DecCase& one, const Stalls& stalls, const RunContext& context) {
  sim::VerilatedCircuit<Vtdr_dec_streams> circuit(context.seed);
  Vtdr_dec_streams& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, sim::kTdrDecIn);
  pins.out = stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, sim::kTdrDecOut);
  const sim::TdrDecBeats& streams = one.streams;
  const std::vector<SideStream> sides = {
      {stream_pins(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, sim::kTdrDecCommand),
       &streams.commands, stalls.source},
      {stream_pins(top.position_valid_i, top.position_ready_o, top.position_data_i,
                   sim::kTdrDecPosition),
       &streams.positions, stalls.source},
      {stream_pins(top.line_valid_i, top.line_ready_o, top.line_data_i, sim::kTdrDecLine),
       &streams.lines, stalls.source},
      {stream_pins(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, sim::kTdrMean),
       &streams.means, stalls.source}};
  return run_stage(circuit, pins, streams.in, one.out, stalls.source, stalls.sink, context, sides);
}

inline void expect_equal(const DecCase& one, const Stalls& stalls = {}) {
  expect_passes([&](const RunContext& context) { return run(one, stalls, context).fault; }, 1);
}

inline std::vector<std::uint32_t> words_of(const SymbolBlock& block) {
  std::vector<std::vector<Token>> tokens;
  for (std::uint32_t lane = 0; lane < 16; ++lane) tokens.push_back(tokens_of(block, lane));
  return words_of(tokens, block.header.bounded);
}

}  // namespace tern::tb
