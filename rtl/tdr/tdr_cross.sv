// SPDX-License-Identifier: Apache-2.0
//
// tdr_cross: the other pass of a DCT-8x8, across the lines of a beat.
//
// Each half of the lanes is a block of 8, or stays as it is: a beat may have 9 to 15 lines. What
// stays is clipped as what is transformed.
//
//   Latency     3 cycles
//   Throughput  1 beat per cycle
//   Storage     3 beats, and 3 of 8 values
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_inverse_both_test.cc
//   Doc         docs/tdr_architecture.md#both-ways

`default_nettype none

module tdr_cross #(
  // Bits of what goes beside a beat.
  parameter int unsigned Side = 1,
  // Of the magnitude of a residual; a coefficient has two more.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned InWidth  = ValueBits + 3,
  localparam int unsigned OutWidth = ValueBits + 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                   advance_i,

  // Whether lanes 0 to 7 are a block, and lanes 8 to 15; the second only with the first.
  input  logic                   in_valid_i,
  input  logic [1:0]             in_whole_i,
  input  logic [16*InWidth-1:0]  in_data_i,
  input  logic [Side-1:0]        in_side_i,

  output logic                   out_valid_o,
  output logic [16*OutWidth-1:0] out_data_o,
  output logic [Side-1:0]        out_side_o
);

  localparam int unsigned Stages = tdr_pkg::InverseLatency;
  localparam int unsigned Beside = 8*OutWidth + 1 + Side;

  logic [Stages-1:0]        unused_valid;
  logic [Stages*Beside-1:0] beside;
  logic [8*OutWidth-1:0]    clipped, upper;
  logic [16*OutWidth-1:0]   data;
  logic                     alone, unused_beside;

  tdr_inverse_transform #(.ValueBits(ValueBits)) u_transform (
    .clk_i, .rst_ni, .advance_i, .in_valid_i,
    .in_transform_i(in_whole_i[0] ? tdr_pkg::TransformDct8 : tdr_pkg::TransformBypass),
    .in_data_i, .out_valid_o, .out_data_o(data)
  );

  tdr_clip #(.Values(8), .InWidth(InWidth), .OutWidth(OutWidth)) u_clip (
    .in_data_i(in_data_i[8*InWidth +: 8*InWidth]), .out_data_o(clipped)
  );

  tdr_delay #(.Stages(Stages), .Width(Beside)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i),
    .data_i({clipped, in_whole_i[0] && !in_whole_i[1], in_side_i}), .valid_o(unused_valid),
    .data_o(beside)
  );

  assign {upper, alone, out_side_o} = beside[(Stages-1)*Beside +: Beside];
  assign out_data_o    = {alone ? upper : data[8*OutWidth +: 8*OutWidth], data[8*OutWidth-1:0]};
  assign unused_beside = ^beside;

endmodule

`default_nettype wire
