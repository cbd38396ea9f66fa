// SPDX-License-Identifier: Apache-2.0
//
// tdr_reconstruct: residuals and means to aligned integers.
//
//   Latency     1 cycle
//   Throughput  1 beat per cycle
//   Storage     1 beat
//   Model       model/tdr/predict.h
//   Test        tb/tdr/tdr_inverse_test.cc
//   Doc         docs/tdr_architecture.md#reconstruct

`default_nettype none

module tdr_reconstruct #(
  parameter int unsigned Lanes = 16,
  // Of the magnitude of an aligned value; fewer than those of the format where values are small.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned Width = ValueBits + 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                   advance_i,

  input  logic                   in_valid_i,
  input  logic                   in_means_i,
  input  logic [Lanes*Width-1:0] in_data_i,
  // What the means stand for, within MaxValue; read if `in_means_i` is high.
  input  logic [Lanes*Width-1:0] in_mean_i,

  output logic                   out_valid_o,
  output logic [Lanes*Width-1:0] out_data_o
);

  if (Lanes == 0) begin : gen_bad_lanes
    $fatal(1, "tdr_reconstruct: Lanes must be at least 1");
  end

  if (ValueBits < 8 || ValueBits > tdr_pkg::ValueBits) begin : gen_bad_width
    $fatal(1, "tdr_reconstruct: ValueBits must be 8 to 22");
  end

  logic [Lanes*(Width+1)-1:0] whole;
  logic [Lanes*Width-1:0]     sum, out_d, out_q;
  logic                       unused_delayed;

  tdr_delay #(.Stages(1), .Width(1)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i), .data_i(1'b0),
    .valid_o(out_valid_o), .data_o(unused_delayed)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    assign whole[i*(Width+1) +: Width+1] =
        (Width+1)'($signed(in_data_i[i*Width +: Width]))
        + (Width+1)'($signed(in_mean_i[i*Width +: Width] & {Width{in_means_i}}));
  end

  tdr_clip #(.Values(Lanes), .InWidth(Width + 1), .OutWidth(Width)) u_clip (
    .in_data_i(whole), .out_data_o(sum)
  );

  assign out_d = advance_i ? sum : out_q;

  always_ff @(posedge clk_i) begin
    out_q <= out_d;
  end

  assign out_data_o = out_q;

endmodule

`default_nettype wire
