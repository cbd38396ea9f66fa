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

#include "Vdec_alone.h"
#include "tb/tdr/dec_case.h"

namespace tern::tb {

struct Stalls {
  sim::StallPattern source = sim::StallPattern::kNone;
  sim::StallPattern sink = sim::StallPattern::kNone;
};

inline StageResult run(const DecCase& one, const Stalls& stalls, const RunContext& context) {
  sim::VerilatedCircuit<Vdec_alone> circuit(context.seed);
  Vdec_alone& top = circuit.top();
  const auto bind = [](auto& valid, auto& ready, auto& data, unsigned width) {
    sim::StreamPins stream;
    stream.valid = sim::Pin(valid);
    stream.ready = sim::Pin(ready);
    stream.data = sim::Port(data, width);
    return stream;
  };
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = bind(top.in_valid_i, top.in_ready_o, top.in_data_i, 16 * 33 + 1);
  pins.out = bind(top.out_valid_o, top.out_ready_i, top.out_data_o, 16 * 33 + 2);
  const std::vector<SideStream> sides = {
      {bind(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, tdr::shared::kQpBits + 28),
       &one.commands, stalls.source},
      {bind(top.position_valid_i, top.position_ready_o, top.position_data_i, 5), &one.positions,
       stalls.source},
      {bind(top.line_valid_i, top.line_ready_o, top.line_data_i, 81), &one.lines, stalls.source},
      {bind(top.mean_valid_i, top.mean_ready_o, top.mean_data_i,
            16 * (tdr::shared::kValueBits + 1)),
       &one.means, stalls.source}};
  return run_stage(circuit, pins, one.in, one.out, stalls.source, stalls.sink, context, sides);
}

inline void expect_equal(const DecCase& one, const Stalls& stalls = {}) {
  expect_passes([&](const RunContext& context) { return run(one, stalls, context).fault; }, 1);
}

inline std::vector<std::uint32_t> words_of(const SymbolBlock& block) {
  std::vector<std::vector<Token>> tokens;
  for (std::uint32_t lane = 0; lane < 16; ++lane) tokens.push_back(tokens_of(block, lane));
  return words_of(tokens);
}

}  // namespace tern::tb
