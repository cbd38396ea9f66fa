// SPDX-License-Identifier: Apache-2.0
//
// tern_clock_or: a clock that stays high while it is held.
//
// A module of its own so that synthesis makes one cell of it, and no logic around it moves in:
// `hold_i` may change while the clock is high only. scripts/synth.sh takes the smallest OR2.
//
//   Latency     0 cycles
//   Throughput  none
//   Storage     none
//   Model       none
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/architecture.md#latches

`default_nettype none

module tern_clock_or (
  input  logic clk_i,
  input  logic hold_i,
  output logic clk_o
);

  assign clk_o = clk_i | hold_i;

endmodule

`default_nettype wire
