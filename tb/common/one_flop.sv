// SPDX-License-Identifier: Apache-2.0
//
// one_flop: one register, to show that the clock driver never races with its inputs.
//
//   Latency     1 cycle
//   Test        tb/common/harness_test.cc

`default_nettype none

module one_flop (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic [15:0] d_i,
  output logic [15:0] q_o
);

  logic [15:0] q_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      q_q <= '0;
    end else begin
      q_q <= d_i;
    end
  end

  assign q_o = q_q;

endmodule

`default_nettype wire
