// SPDX-License-Identifier: Apache-2.0
//
// search_alone: the quantiser with few lanes, and beside it the costs of one value, as streams.
//
// A beat of the quantiser is, from bit 0 on, coefficients, classes of lines, class of the position,
// and whether it is the last one of a position, of its lines and of a block. A beat of the costs is
// coefficient, sum of classes, octave, reciprocal and lambda.
//
//   Latency     that of tdr_quantize; 12 cycles
//   Test        tb/tdr/tdr_search_test.cc

`default_nettype none

`include "tern_assert.svh"

module search_alone #(
  localparam int unsigned Lanes  = 4,
  localparam int unsigned Width  = tdr_pkg::CoefficientBits + 1,
  localparam int unsigned Level  = tdr_pkg::LevelBits,
  localparam int unsigned Lambda = tdr_pkg::LambdaBits,
  localparam int unsigned InWidth    = Lanes * (Width + 4) + 7,
  localparam int unsigned OutWidth   = Lanes * (Level + 10) + 3,
  localparam int unsigned CmdWidth   = tdr_pkg::QpBits + Lambda + 9,
  localparam int unsigned ValueWidth = Width + 9 + 5 + 18 + Lambda,
  localparam int unsigned CostWidth  = 18,
  localparam int unsigned CostsWidth = 6 * CostWidth + 2 + 2 + Level + 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [CmdWidth-1:0]   cmd_data_i,
  input  logic                  in_valid_i,
  output logic                  in_ready_o,
  input  logic [InWidth-1:0]    in_data_i,
  output logic                  out_valid_o,
  input  logic                  out_ready_i,
  output logic [OutWidth-1:0]   out_data_o,

  input  logic                  value_valid_i,
  output logic                  value_ready_o,
  input  logic [ValueWidth-1:0] value_data_i,
  output logic                  cost_valid_o,
  input  logic                  cost_ready_i,
  output logic [CostsWidth-1:0] cost_data_o
);

  tdr_quantize #(.Lanes(Lanes)) u_quantize (
    .clk_i, .rst_ni, .cmd_valid_i, .cmd_ready_o,
    .cmd_qp_i           (cmd_data_i[0 +: tdr_pkg::QpBits]),
    .cmd_lambda_i       (cmd_data_i[tdr_pkg::QpBits +: Lambda]),
    .cmd_scalar_i       (cmd_data_i[CmdWidth-9]),
    .cmd_bias_i         (cmd_data_i[CmdWidth-8 +: 8]),
    .in_valid_i, .in_ready_o,
    .in_data_i          (in_data_i[0 +: Lanes*Width]),
    .in_class_i         (in_data_i[Lanes*Width +: Lanes*4]),
    .in_position_class_i(in_data_i[InWidth-7 +: 4]),
    .in_turn_last_i     (in_data_i[InWidth-3]),
    .in_line_last_i     (in_data_i[InWidth-2]),
    .in_block_last_i    (in_data_i[InWidth-1]),
    .out_valid_o, .out_ready_i,
    .out_magnitude_o    (out_data_o[0 +: Lanes*Level]),
    .out_negative_o     (out_data_o[Lanes*Level +: Lanes]),
    .out_quantizer_o    (out_data_o[Lanes*(Level+1) +: Lanes]),
    .out_bin_o          (out_data_o[Lanes*(Level+2) +: Lanes*3]),
    .out_low_o          (out_data_o[Lanes*(Level+5) +: Lanes*4]),
    .out_live_o         (out_data_o[Lanes*(Level+9) +: Lanes]),
    .out_turn_last_o    (out_data_o[OutWidth-3]),
    .out_line_last_o    (out_data_o[OutWidth-2]),
    .out_block_last_o   (out_data_o[OutWidth-1])
  );

  ///////////
  // Costs //
  ///////////

  localparam int unsigned Stages = 11;

  logic                        fire, unused_ready;
  logic [Stages-1:0]           valid;
  logic [Stages*ValueWidth-1:0] values;
  logic [31:0]                 place;
  logic                        unused_negative;
  logic [8:0]                  sum;
  logic [2:0]                  bin, grid_bin, tail;
  logic [3:0]                  low, grid_low;
  logic [Level:0]              point;
  logic [6*(Level+1)-1:0]      points;
  logic [5:0]                  unused_points;
  logic [11:0]                 digit, width;
  logic [1:0]                  kind;
  logic                        odd_level, odd_point, far;
  logic [5:0]                  fraction;
  logic [8:0]                  whole;
  logic [Lambda-1:0]           lambda;
  logic [CostsWidth-1:0]       costs;

  // Room for what is on its way.
  assign fire = value_valid_i && value_ready_o;

  tdr_delay #(.Stages(Stages), .Width(ValueWidth)) u_values (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(fire), .data_i(value_data_i), .valid_o(valid),
    .data_o(values)
  );

  tdr_place_lane u_place (
    .clk_i, .data_i(value_data_i[0 +: Width]),
    .reciprocal_i(values[Width + 14 +: 18]),
    .octave_i(values[2*ValueWidth + Width + 9 +: 5]), .place_o(place),
    .negative_o(unused_negative)
  );

  // With coefficients of fewer bits the same, for those that have no more.
  localparam int unsigned Narrow = 15;

  logic [31:0] narrow_place;
  logic        fits, unused_narrow_negative;
  logic [3:0]  narrow_fits, unused_fits;

  assign fits = value_data_i[Width-1:Narrow] == {(Width-Narrow){value_data_i[Width-1]}};

  tdr_place_lane #(.Magnitude(Narrow)) u_narrow (
    .clk_i, .data_i({value_data_i[Width-1], value_data_i[Narrow-1:0]}),
    .reciprocal_i(values[Width + 14 +: 18]),
    .octave_i(values[2*ValueWidth + Width + 9 +: 5]), .place_o(narrow_place),
    .negative_o(unused_narrow_negative)
  );

  tdr_delay #(.Stages(4), .Width(1)) u_fits (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(1'b0), .data_i(fits), .valid_o(unused_fits),
    .data_o(narrow_fits)
  );

  `TERN_ASSERT(NarrowPlace, !(valid[3] && narrow_fits[3]) || narrow_place == place)

  assign lambda = values[8*ValueWidth + Width + 32 +: Lambda];
  assign sum = values[3*ValueWidth + Width +: 9];

  tdr_bin u_bin (.sum_i(sum), .bin_o(bin), .low_o(low));

  tdr_grid_lane u_grid (
    .clk_i, .place_i(place), .bin_i(bin), .low_i(low), .point_o(point), .digit_o(digit),
    .tail_o(tail), .width_o(width), .kind_o(kind), .odd_level_o(odd_level),
    .odd_point_o(odd_point), .fraction_o(fraction), .whole_o(whole), .far_o(far),
    .bin_o(grid_bin), .low_o(grid_low)
  );

  tdr_cost_lane u_cost (
    .clk_i, .digit_i(digit), .tail_i(tail), .width_i(width), .kind_i(kind),
    .odd_level_i(odd_level), .odd_point_i(odd_point), .fraction_i(fraction), .whole_i(whole),
    .far_i(far), .bin_i(grid_bin), .low_i(grid_low),
    .lambda_i(lambda), .triple_i((Lambda+2)'(lambda) + {1'b0, lambda, 1'b0}),
    .even_o(costs[0 +: 2*CostWidth]), .odd_o(costs[2*CostWidth +: 2*CostWidth]),
    .rise_o(costs[4*CostWidth +: 2*CostWidth+2]), .zero_o(costs[6*CostWidth+2 +: 2])
  );

  tdr_delay #(.Stages(6), .Width(Level + 1)) u_points (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(1'b0), .data_i(point), .valid_o(unused_points),
    .data_o(points)
  );

  assign costs[CostsWidth-1 -: Level+1] = points[5*(Level+1) +: Level+1];

  tern_fifo #(.Width(CostsWidth), .Depth(32), .Room(14)) u_fifo (
    .clk_i, .rst_ni, .in_valid_i(valid[Stages-1]), .in_ready_o(unused_ready), .in_data_i(costs),
    .in_room_o(value_ready_o), .out_valid_o(cost_valid_o), .out_ready_i(cost_ready_i),
    .out_data_o(cost_data_o)
  );

  logic unused_values;
  assign unused_values = ^{values, valid, points, narrow_fits[2:0]};

endmodule

`default_nettype wire
