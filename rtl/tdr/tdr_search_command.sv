// SPDX-License-Identifier: Apache-2.0
//
// tdr_search_command: the numbers that all values of a block share.
//
// While a block is under way the step of the next one is found and divided.
//
//   Latency     24 cycles
//   Throughput  1 block in 23 cycles
//   Storage     2 commands
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#place

`default_nettype none

`include "tern_assert.svh"

module tdr_search_command (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic                           in_valid_i,
  output logic                           in_ready_o,
  input  logic [tdr_pkg::QpBits-1:0]     in_qp_i,
  input  logic [tdr_pkg::LambdaBits-1:0] in_lambda_i,
  input  logic                           in_scalar_i,
  input  logic [7:0]                     in_bias_i,

  // Holds until the block ends.
  output logic                           out_valid_o,
  input  logic                           out_ready_i,
  output logic [17:0]                    out_reciprocal_o,
  output logic [4:0]                     out_octave_o,
  output logic [tdr_pkg::LambdaBits-1:0] out_lambda_o,
  output logic                           out_scalar_o,
  output logic [7:0]                     out_bias_o
);

  localparam int unsigned Qp    = tdr_pkg::QpBits;
  localparam int unsigned Rest  = tdr_pkg::LambdaBits + 1 + 8;
  localparam int unsigned Whole = 18 + 5 + Rest;

  logic [Qp-1:0]    qp_d, qp_q;
  logic [Rest-1:0]  rest_d, rest_q;
  logic [Whole-1:0] out_d, out_q;
  // A command that waits: for its step, for its division, for the block before.
  logic [2:0]       step_d, step_q;
  logic             held_d, held_q, sent_d, sent_q, valid_d, valid_q;
  logic [11:0]      mantissa;
  logic [4:0]       octave;
  logic             divide, divided, take, unused_ready;
  logic [17:0]      reciprocal;

  tdr_step u_step (
    .clk_i, .advance_i(1'b1), .qp_i(qp_q), .mantissa_o(mantissa), .octave_o(octave)
  );

  tdr_reciprocal u_reciprocal (
    .clk_i, .rst_ni, .in_valid_i(divide), .in_ready_o(unused_ready), .in_mantissa_i(mantissa),
    .out_valid_o(divided), .out_ready_i(take), .out_reciprocal_o(reciprocal)
  );

  assign divide = step_q[2] && !sent_q;
  assign take   = divided && (!valid_q || out_ready_i);

  always_comb begin
    qp_d    = qp_q;
    rest_d  = rest_q;
    out_d   = out_q;
    held_d  = held_q && !take;
    step_d  = take ? '0 : {step_q[1:0], held_q};
    sent_d  = !take && (sent_q || divide);
    valid_d = take || (valid_q && !out_ready_i);
    if (take) begin
      out_d = {reciprocal, octave, rest_q};
    end
    if (in_valid_i && !held_q) begin
      held_d = 1'b1;
      qp_d   = in_qp_i;
      rest_d = {in_lambda_i, in_scalar_i, in_bias_i};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= 1'b0;
      step_q  <= '0;
      sent_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      held_q  <= held_d;
      step_q  <= step_d;
      sent_q  <= sent_d;
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    qp_q   <= qp_d;
    rest_q <= rest_d;
    out_q  <= out_d;
  end

  assign in_ready_o  = !held_q;
  assign out_valid_o = valid_q;
  assign {out_reciprocal_o, out_octave_o, out_lambda_o, out_scalar_o, out_bias_o} = out_q;

  `TERN_ASSERT_STREAM(OutHeld, out_valid_o, out_ready_i, out_q)

endmodule

`default_nettype wire
