// SPDX-License-Identifier: Apache-2.0
//
// tdr_search: all lanes of the search, and the order in which lines take turns.
//
// Nothing in here waits: a beat is taken only in the cycle of its turn and if there is room for its
// window, and then moves by a stage in each cycle. What it leaves behind goes to memories of
// tdr_path, at an address that goes with it.
//
//   Latency     5 cycles to the points, 12 to the decisions, 15 to the best paths
//   Throughput  1 beat per cycle, as tdr_search_turns lets them in
//   Storage     15 beats and the costs of 4 groups of lines
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#search

`default_nettype none

module tdr_search #(
  parameter int unsigned Lanes = 16,
  // Windows in flight, and their beats.
  parameter int unsigned Windows = 8,
  parameter int unsigned Places  = 512,
  // Of the magnitude of a coefficient.
  parameter int unsigned CoefficientBits = tdr_pkg::CoefficientBits,
  localparam int unsigned Width       = CoefficientBits + 1,
  localparam int unsigned PointWidth  = tdr_pkg::LevelBits + 10,
  localparam int unsigned WindowWidth = $clog2(Windows),
  localparam int unsigned Address     = $clog2(Places)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // A command is there for the beat.
  input  logic                           cmd_valid_i,
  input  logic [17:0]                    cmd_reciprocal_i,
  input  logic [4:0]                     cmd_octave_i,
  input  logic [tdr_pkg::LambdaBits-1:0] cmd_lambda_i,
  input  logic                           cmd_scalar_i,
  input  logic [7:0]                     cmd_bias_i,

  input  logic                           in_valid_i,
  output logic                           in_ready_o,
  input  logic [Lanes*Width-1:0]         in_data_i,
  input  logic [Lanes*4-1:0]             in_class_i,
  input  logic [3:0]                     in_position_class_i,
  input  logic                           in_turn_last_i,
  input  logic                           in_line_last_i,
  input  logic                           in_block_last_i,

  // A beat has left its place; it was the last one of its window.
  input  logic                           leave_i,
  input  logic                           free_i,

  // Of a lane, from bit 0 on: point, sign, bin, raw bits, whether the line is live.
  output logic                           point_valid_o,
  output logic [Address-1:0]             point_address_o,
  output logic [Lanes*PointWidth-1:0]    point_data_o,
  output logic                           point_turn_last_o,
  output logic                           point_line_last_o,
  output logic                           point_block_last_o,

  // Of a lane: a bit for each state, and which even levels are zero.
  output logic                           choice_valid_o,
  output logic [Address-1:0]             choice_address_o,
  output logic [Lanes*6-1:0]             choice_data_o,
  output logic [1:0]                     choice_turn_o,
  output logic                           choice_scalar_o,

  // Behind the last position of a window in its line.
  output logic                           close_valid_o,
  output logic [WindowWidth-1:0]         close_window_o,
  output logic [Address-1:0]             close_address_o,
  output logic [1:0]                     close_turn_o,
  output logic                           close_turn_last_o,
  // The window before is decided; this one is as well.
  output logic                           close_before_o,
  output logic                           close_last_o,
  output logic [Lanes*2-1:0]             close_through_o,
  output logic [Lanes*2-1:0]             close_best_o
);

  if (Lanes == 0) begin : gen_bad_size
    $fatal(1, "tdr_search: Lanes must be at least 1");
  end

  logic [1:0]             turn, pace;
  logic [WindowWidth-1:0] window;
  logic [Address-1:0]     address;
  logic                   fire, start, first, close;

  tdr_search_turns #(.Windows(Windows), .Places(Places)) u_turns (
    .clk_i, .rst_ni, .cmd_valid_i, .cmd_scalar_i, .in_valid_i, .in_ready_o, .in_turn_last_i,
    .in_line_last_i, .leave_i, .free_i, .fire_o(fire), .turn_o(turn), .window_o(window),
    .address_o(address), .start_o(start), .first_o(first), .close_o(close), .loop_o(pace)
  );

  /////////////////////
  // Beside the data //
  /////////////////////

  localparam int unsigned Stages = 15;
  // Stages in front of the ring.
  localparam int unsigned Compare = 11;
  localparam int unsigned TagWidth = Address + WindowWidth + 2 + 6;
  localparam int unsigned NearWidth = 18 + 5 + 9;

  logic [Stages-1:0]          valid;
  logic [Stages*TagWidth-1:0] tags;
  logic [Compare-1:0]         unused_pace;
  logic [3*Compare-1:0]       paces;
  logic [2:0]                 unused_near;
  logic [3*NearWidth-1:0]     near;
  logic [7:0]                 unused_lambda;
  logic [8*tdr_pkg::LambdaBits-1:0] lambdas;
  logic [tdr_pkg::LambdaBits-1:0] lambda_d, lambda_q;
  logic [tdr_pkg::LambdaBits+1:0] triple_d, triple_q;

  tdr_delay #(.Stages(Stages), .Width(TagWidth)) u_tags (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(fire),
    .data_i({window, in_block_last_i, close, in_line_last_i, first, in_turn_last_i, cmd_scalar_i,
             turn, address}),
    .valid_o(valid), .data_o(tags)
  );
  // Of every cycle, not of beats only.
  tdr_delay #(.Stages(Compare), .Width(3)) u_paces (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(1'b0), .data_i({fire && start, pace}),
    .valid_o(unused_pace), .data_o(paces)
  );
  tdr_delay #(.Stages(3), .Width(NearWidth)) u_near (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(1'b0),
    .data_i({9'($signed(cmd_bias_i)) + 9'(in_position_class_i), cmd_octave_i, cmd_reciprocal_i}),
    .valid_o(unused_near), .data_o(near)
  );
  tdr_delay #(.Stages(8), .Width(tdr_pkg::LambdaBits)) u_lambda (
    .clk_i, .rst_ni, .advance_i(1'b1), .valid_i(1'b0), .data_i(cmd_lambda_i),
    .valid_o(unused_lambda), .data_o(lambdas)
  );

  assign lambda_d = lambdas[7*tdr_pkg::LambdaBits +: tdr_pkg::LambdaBits];
  assign triple_d = {1'b0, lambda_d, 1'b0} + {2'd0, lambda_d};

  always_ff @(posedge clk_i) begin
    lambda_q <= lambda_d;
    triple_q <= triple_d;
  end

  logic                close3, last3, first3, late_scalar, start10;
  logic [1:0]          pace10, pace11;
  logic [TagWidth-1:0] tag5, tag11, tag12, tag14, tag15;

  assign tag5  = tags[4*TagWidth +: TagWidth];
  assign tag11 = tags[10*TagWidth +: TagWidth];
  assign tag12 = tags[11*TagWidth +: TagWidth];
  assign tag14 = tags[13*TagWidth +: TagWidth];
  assign tag15 = tags[14*TagWidth +: TagWidth];
  assign late_scalar = tag14[Address+2];
  assign {close3, last3, first3} = tag14[Address+6 -: 3] & {3{valid[13]}};
  assign {start10, pace10} = paces[3*(Compare-2) +: 3];
  assign pace11 = paces[3*(Compare-1) +: 2];

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_search_lane #(.CoefficientBits(CoefficientBits)) u_lane (
      .clk_i, .rst_ni,
      .data_i       (in_data_i[i*Width +: Width]),
      .class_i      (in_class_i[i*4 +: 4]),
      .reciprocal_i (near[0 +: 18]),
      .octave_i     (near[2*NearWidth + 18 +: 5]),
      .sum_i        (near[2*NearWidth + 23 +: 9]),
      .lambda_i     (lambda_q),
      .triple_i     (triple_q),
      .valid_i      (valid[10]),
      .scalar_i     (tag11[Address+2]),
      .start_i      (start10),
      .next_loop_i  (pace10),
      .loop_i       (pace11),
      .close_i      (close3 && !last3),
      .decide_i     (close3 && !last3 && !first3),
      .late_scalar_i(late_scalar),
      .point_o      (point_data_o[i*PointWidth +: 23]),
      .negative_o   (point_data_o[i*PointWidth + 23]),
      .bin_o        (point_data_o[i*PointWidth + 24 +: 3]),
      .low_o        (point_data_o[i*PointWidth + 27 +: 4]),
      .live_o       (point_data_o[i*PointWidth + 31]),
      .higher_o     (choice_data_o[i*6 +: 4]),
      .zero_o       (choice_data_o[i*6 + 4 +: 2]),
      .best_o       (close_best_o[i*2 +: 2]),
      .through_o    (close_through_o[i*2 +: 2])
    );
  end

  assign point_valid_o     = valid[4];
  assign point_address_o   = tag5[Address-1:0];
  assign point_turn_last_o = tag5[Address+3];
  assign point_line_last_o = tag5[Address+5];
  assign point_block_last_o = tag5[Address+7];
  assign choice_valid_o    = valid[11];
  assign choice_address_o  = tag12[Address-1:0];
  assign choice_turn_o     = tag12[Address +: 2];
  assign choice_scalar_o   = tag12[Address+2];
  assign close_valid_o     = valid[14] && tag15[Address+6];
  assign close_window_o    = tag15[TagWidth-1 -: WindowWidth];
  assign close_address_o   = tag15[Address-1:0];
  assign close_turn_o      = tag15[Address +: 2];
  assign close_turn_last_o = tag15[Address+3];
  assign close_before_o    = !tag15[Address+4];
  assign close_last_o      = tag15[Address+5];

  logic unused_stages;
  assign unused_stages = ^{valid, tags, paces, near, lambdas};

endmodule

`default_nettype wire
