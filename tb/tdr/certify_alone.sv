// SPDX-License-Identifier: Apache-2.0
//
// certify_alone: aligned integers of 16 lanes, before and after, to certificates, as a stream.
//
// A beat is, from bit 0 on, the numbers before, those after, which lanes count, and whether it ends
// a block.
//
//   Latency     that of tdr_certify
//   Test        tb/tdr/tdr_certify_test.cc

`default_nettype none

module certify_alone #(
  localparam int unsigned Lanes    = 16,
  localparam int unsigned Width    = tdr_pkg::ValueBits + 1,
  localparam int unsigned InWidth  = Lanes * (2 * Width + 1) + 1,
  localparam int unsigned OutWidth = 64 + Width
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                in_valid_i,
  output logic                in_ready_o,
  input  logic [InWidth-1:0]  in_data_i,
  output logic                out_valid_o,
  input  logic                out_ready_i,
  output logic [OutWidth-1:0] out_data_o
);

  tdr_certify #(.Lanes(Lanes)) u_certify (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o,
    .in_before_i(in_data_i[0 +: Lanes*Width]), .in_after_i(in_data_i[Lanes*Width +: Lanes*Width]),
    .in_keep_i(in_data_i[2*Lanes*Width +: Lanes]), .in_last_i(in_data_i[InWidth-1]),
    .out_valid_o, .out_ready_i, .out_squared_o(out_data_o[0 +: 64]),
    .out_largest_o(out_data_o[64 +: Width])
  );

endmodule

`default_nettype wire
