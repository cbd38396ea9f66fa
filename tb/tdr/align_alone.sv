// SPDX-License-Identifier: Apache-2.0
//
// align_alone: tdr_align and tdr_unalign, each as a stream of its own.
//
// A beat is dtype and exponent in the highest bits and 16 values below them; one that leaves
// tdr_align has the flags of special values above its integers.
//
//   Latency     that of the stage and a skid
//   Test        tb/tdr/tdr_align_test.cc

`default_nettype none

`include "tern_assert.svh"

module align_alone #(
  localparam int unsigned Width = tdr_pkg::ValueBits + 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 align_in_valid_i,
  output logic                 align_in_ready_o,
  input  logic [16*32+12:0]    align_in_data_i,
  output logic                 align_out_valid_o,
  input  logic                 align_out_ready_i,
  output logic [16*Width+15:0] align_out_data_o,

  input  logic                 unalign_in_valid_i,
  output logic                 unalign_in_ready_o,
  input  logic [16*Width+12:0] unalign_in_data_i,
  output logic                 unalign_out_valid_o,
  input  logic                 unalign_out_ready_i,
  output logic [16*32-1:0]     unalign_out_data_o
);

  logic                 align_valid, unalign_valid;
  logic [16*Width+15:0] align_data;
  logic [16*32-1:0]     unalign_data;

  tdr_align u_align (
    .clk_i, .rst_ni, .advance_i(align_in_ready_o), .in_valid_i(align_in_valid_i),
    .in_dtype_i(align_in_data_i[16*32+9 +: 4]), .in_exponent_i(align_in_data_i[16*32 +: 9]),
    .in_data_i(align_in_data_i[16*32-1:0]), .out_valid_o(align_valid),
    .out_special_o(align_data[16*Width +: 16]), .out_data_o(align_data[16*Width-1:0])
  );

  tern_skid #(.Width(16*Width + 16)) u_align_skid (
    .clk_i, .rst_ni, .in_valid_i(align_valid), .in_ready_o(align_in_ready_o),
    .in_data_i(align_data), .out_valid_o(align_out_valid_o), .out_ready_i(align_out_ready_i),
    .out_data_o(align_out_data_o)
  );

  // With values of fewer bits the same, limited.
  localparam int unsigned Narrow = 13;

  logic [16*Narrow+15:0] narrow, limited;
  logic                  unused_narrow_valid;
  logic [15:0]           unused_narrow_special;

  tdr_align #(.ValueBits(Narrow)) u_narrow (
    .clk_i, .rst_ni, .advance_i(align_in_ready_o), .in_valid_i(align_in_valid_i),
    .in_dtype_i(align_in_data_i[16*32+9 +: 4]), .in_exponent_i(align_in_data_i[16*32 +: 9]),
    .in_data_i(align_in_data_i[16*32-1:0]), .out_valid_o(unused_narrow_valid),
    .out_special_o(unused_narrow_special), .out_data_o(narrow)
  );

  tdr_clip #(.Values(16), .InWidth(Width), .OutWidth(Narrow + 1)) u_limited (
    .in_data_i(align_data[16*Width-1:0]), .out_data_o(limited)
  );

  `TERN_ASSERT(NarrowAlign, !align_valid || narrow == limited)

  tdr_unalign u_unalign (
    .clk_i, .rst_ni, .advance_i(unalign_in_ready_o), .in_valid_i(unalign_in_valid_i),
    .in_dtype_i(unalign_in_data_i[16*Width+9 +: 4]),
    .in_exponent_i(unalign_in_data_i[16*Width +: 9]),
    .in_data_i(unalign_in_data_i[16*Width-1:0]), .out_valid_o(unalign_valid),
    .out_data_o(unalign_data)
  );

  tern_skid #(.Width(16*32)) u_unalign_skid (
    .clk_i, .rst_ni, .in_valid_i(unalign_valid), .in_ready_o(unalign_in_ready_o),
    .in_data_i(unalign_data), .out_valid_o(unalign_out_valid_o),
    .out_ready_i(unalign_out_ready_i), .out_data_o(unalign_out_data_o)
  );

endmodule

`default_nettype wire
