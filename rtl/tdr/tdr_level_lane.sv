// SPDX-License-Identifier: Apache-2.0
//
// tdr_level_lane: a point of the grid and what the search chose there, to a level.
//
// What else belongs to the value goes beside it.
//
//   Latency     1 cycle
//   Throughput  1 value per cycle
//   Storage     1 value
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#way-back

`default_nettype none

module tdr_level_lane #(
  localparam int unsigned PointWidth = tdr_pkg::LevelBits + 10,
  localparam int unsigned LevelWidth = tdr_pkg::LevelBits
) (
  input  logic                  clk_i,

  input  logic                  advance_i,
  // As tdr_back_lane and tdr_search have them.
  input  logic [2:0]            step_i,
  input  logic [PointWidth-1:0] point_i,

  output logic [LevelWidth-1:0] magnitude_o,
  output logic                  negative_o,
  output logic                  quantizer_o,
  output logic [2:0]            bin_o,
  output logic [3:0]            low_o,
  output logic                  live_o
);

  logic [LevelWidth-1:0] half, magnitude_d, magnitude_q;
  logic [8:0]            rest_d, rest_q;
  logic                  negative_d, negative_q, up, other, none;

  assign half  = point_i[LevelWidth:1];
  // The level below of Q1 is one more if the point is odd; the one above has the other parity.
  assign up    = step_i[0] && point_i[0];
  assign other = (half[0] ^ up) != step_i[1];
  assign none  = step_i[2] || !point_i[PointWidth-1];

  always_comb begin
    magnitude_d = magnitude_q;
    negative_d  = negative_q;
    rest_d      = rest_q;
    if (advance_i) begin
      magnitude_d = none ? '0 : half + LevelWidth'({up && other, up ^ other});
      negative_d  = point_i[LevelWidth+1] && magnitude_d != '0;
      rest_d      = {point_i[PointWidth-1:LevelWidth+2], step_i[0] && point_i[PointWidth-1]};
    end
  end

  always_ff @(posedge clk_i) begin
    magnitude_q <= magnitude_d;
    negative_q  <= negative_d;
    rest_q      <= rest_d;
  end

  assign magnitude_o = magnitude_q;
  assign negative_o  = negative_q;
  assign {live_o, low_o, bin_o, quantizer_o} = rest_q;

endmodule

`default_nettype wire
