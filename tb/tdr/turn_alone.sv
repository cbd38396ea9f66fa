// SPDX-License-Identifier: Apache-2.0
//
// turn_alone: tdr_turn, each of its streams with one vector of data.
//
// A beat is 16 values, what goes beside them, the tile, and whether the group is the last in turn;
// one that leaves has values and what goes beside them.
//
//   Latency     that of tdr_turn
//   Test        tb/tdr/tdr_turn_test.cc

`default_nettype none

module turn_alone #(
  parameter int unsigned  Groups = 4,
  localparam int unsigned Width  = 16,
  localparam int unsigned Side   = 12
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      in_valid_i,
  output logic                      in_ready_o,
  input  logic [16*Width+Side+2:0]  in_data_i,

  output logic                      out_valid_o,
  input  logic                      out_ready_i,
  output logic [16*Width+Side-1:0]  out_data_o
);

  tdr_turn #(.Width(Width), .Side(Side), .Groups(Groups)) u_turn (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_tile_i(in_data_i[16*Width+Side +: 2]),
    .in_turn_last_i(in_data_i[16*Width+Side+2]), .in_data_i(in_data_i[16*Width-1:0]),
    .in_side_i(in_data_i[16*Width +: Side]), .out_valid_o, .out_ready_i,
    .out_data_o(out_data_o[16*Width-1:0]), .out_side_o(out_data_o[16*Width +: Side])
  );

endmodule

`default_nettype wire
