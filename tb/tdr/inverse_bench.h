// SPDX-License-Identifier: Apache-2.0
//
// inverse_bench: whole tensors through the inverse pipeline.
//
//   Spec  docs/tdr_architecture.md#inverse-pipeline
//   RTL   rtl/tdr/tdr_inverse.sv
//   Test  tb/tdr/tdr_inverse_test.cc, tb/tdr/tdr_inverse_turn_test.cc
#pragma once

#include <cstdint>
#include <vector>

#include "model/common/rng.h"
#include "model/tdr/params.h"
#include "tb/tdr/inverse_case.h"

namespace tern::tb {

/// Without memories.
inline constexpr std::uint64_t kInverseLatency =
    tdr::shared::kDequantizeLatency + tdr::shared::kIntegrateLatency +
    tdr::shared::kInverseLatency + tdr::shared::kReconstructLatency + tdr::shared::kUnalignLatency +
    1;  // and a skid

struct InverseStalls {
  sim::StallPattern commands = sim::StallPattern::kNone;
  sim::StallPattern source = sim::StallPattern::kNone;
  sim::StallPattern means = sim::StallPattern::kNone;
  sim::StallPattern sink = sim::StallPattern::kNone;
};

template <typename Top>
StageResult run_inverse(const InverseCase& one, const InverseStalls& stalls,
                        const RunContext& context) {
  sim::VerilatedCircuit<Top> circuit(context.seed);
  Top& top = circuit.top();
  StagePins pins;
  pins.clk = sim::Pin(top.clk_i);
  pins.rst_n = sim::Pin(top.rst_ni);
  pins.in = stream_pins(top.in_valid_i, top.in_ready_o, top.in_data_i, kLevelsWidth);
  pins.out = stream_pins(top.out_valid_o, top.out_ready_i, top.out_data_o, kValuesWidth);
  const std::vector<SideStream> sides = {
      {stream_pins(top.cmd_valid_i, top.cmd_ready_o, top.cmd_data_i, kCommandWidth), &one.commands,
       stalls.commands},
      {stream_pins(top.mean_valid_i, top.mean_ready_o, top.mean_data_i, kMeansWidth), &one.means,
       stalls.means}};
  return run_stage(circuit, pins, one.beats, stalls.source, stalls.sink, context, sides);
}

/// Runs a case that is made of the seed and of `salt`.
template <typename Top, typename Make>
void expect_inverse(const InverseStalls& stalls, Make make, std::uint64_t salt = 0) {
  expect_passes(
      [&](const RunContext& context) {
        Rng rng(context.seed + (salt << 32));
        InverseCase one;
        make(one, rng);
        return run_inverse<Top>(one, stalls, context).fault;
      },
      1);
}

}  // namespace tern::tb
