// SPDX-License-Identifier: Apache-2.0
//
// tdr_search_lane: one lane of the search, from a coefficient to the best paths behind it.
//
//   Latency     5 cycles to the point, 12 to the decisions, 15 to the best path
//   Throughput  1 coefficient per cycle
//   Storage     15 coefficients and the costs of 4 lines
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#search

`default_nettype none

module tdr_search_lane #(
  parameter int unsigned CoefficientBits = tdr_pkg::CoefficientBits,
  localparam int unsigned Width      = CoefficientBits + 1,
  localparam int unsigned PointWidth = tdr_pkg::LevelBits + 1
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic [Width-1:0]               data_i,
  input  logic [3:0]                     class_i,

  // Of the value 1, 3, 3, 9, 9, 11, 11, 10, 10, 11, 14, 14 and 14 cycles before.
  input  logic [17:0]                    reciprocal_i,
  input  logic [4:0]                     octave_i,
  input  logic [8:0]                     sum_i,
  input  logic [tdr_pkg::LambdaBits-1:0] lambda_i,
  input  logic [tdr_pkg::LambdaBits+1:0] triple_i,
  input  logic                           valid_i,
  input  logic                           scalar_i,
  input  logic                           start_i,
  input  logic [1:0]                     next_loop_i,
  input  logic [1:0]                     loop_i,
  input  logic                           close_i,
  input  logic                           decide_i,
  input  logic                           late_scalar_i,

  // Behind 5 stages.
  output logic [PointWidth-1:0]          point_o,
  output logic                           negative_o,
  output logic [2:0]                     bin_o,
  output logic [3:0]                     low_o,
  output logic                           live_o,
  // Behind 12 stages.
  output logic [3:0]                     higher_o,
  output logic [1:0]                     zero_o,
  // Behind 15 stages.
  output logic [1:0]                     best_o,
  output logic [1:0]                     through_o
);

  localparam int unsigned PlaceWidth = 26 + tdr_pkg::PlaceBits;
  localparam int unsigned CostWidth  = 18;

  ///////////
  // Place //
  ///////////

  logic [PlaceWidth-1:0] place;
  logic                  negative, negative_d, negative_q;
  logic [3:0]            class_d [3], class_q [3];
  logic [1:0]            live_d, live_q;
  logic [2:0]            bin, bin_d [2], bin_q [2];
  logic [3:0]            low, low_d [2], low_q [2];
  logic [8:0]            class_sum;

  tdr_place_lane #(.Magnitude(CoefficientBits)) u_place (
    .clk_i, .data_i, .reciprocal_i, .octave_i, .place_o(place), .negative_o(negative)
  );

  assign class_sum = sum_i + 9'(class_q[2]);

  tdr_bin u_bin (.sum_i(class_sum), .bin_o(bin), .low_o(low));

  always_comb begin
    class_d[0] = class_i;
    class_d[1] = class_q[0];
    class_d[2] = class_q[1];
    live_d     = {live_q[0], class_q[2] != 4'(tdr_pkg::DeadClass)};
    bin_d[0]   = bin;
    bin_d[1]   = bin_q[0];
    low_d[0]   = low;
    low_d[1]   = low_q[0];
    negative_d = negative;
  end

  ///////////
  // Costs //
  ///////////

  logic [11:0] digit, width;
  logic [2:0]  tail, grid_bin;
  logic [3:0]  grid_low;
  logic [1:0]  kind, zero, zero_d, zero_q;
  logic        odd_level, odd_point, far;
  logic [5:0]  fraction;
  logic [8:0]  whole;
  logic [2*CostWidth-1:0] even, odd;
  logic [2*CostWidth+1:0] rise;

  tdr_grid_lane u_grid (
    .clk_i, .place_i(place), .bin_i(bin_q[0]), .low_i(low_q[0]), .point_o, .digit_o(digit),
    .tail_o(tail), .width_o(width), .kind_o(kind), .odd_level_o(odd_level),
    .odd_point_o(odd_point), .fraction_o(fraction), .whole_o(whole), .far_o(far),
    .bin_o(grid_bin), .low_o(grid_low)
  );

  tdr_cost_lane u_cost (
    .clk_i, .digit_i(digit), .tail_i(tail), .width_i(width), .kind_i(kind),
    .odd_level_i(odd_level), .odd_point_i(odd_point), .fraction_i(fraction), .whole_i(whole),
    .far_i(far), .bin_i(grid_bin), .low_i(grid_low), .lambda_i, .triple_i, .even_o(even),
    .odd_o(odd), .rise_o(rise), .zero_o(zero)
  );

  tdr_trellis_lane u_trellis (
    .clk_i, .rst_ni, .valid_i, .scalar_i, .even_i(even), .odd_i(odd), .rise_i(rise), .higher_o,
    .start_i, .next_loop_i, .loop_i, .close_i, .decide_i, .late_scalar_i, .best_o, .through_o
  );

  assign zero_d = zero;

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 3; i++) begin
      class_q[i] <= class_d[i];
    end
    for (int i = 0; i < 2; i++) begin
      bin_q[i] <= bin_d[i];
      low_q[i] <= low_d[i];
    end
    live_q     <= live_d;
    negative_q <= negative_d;
    zero_q     <= zero_d;
  end

  assign negative_o = negative_q;
  assign bin_o      = bin_q[1];
  assign low_o      = low_q[1];
  assign live_o     = live_q[1];
  assign zero_o     = zero_q;

endmodule

`default_nettype wire
