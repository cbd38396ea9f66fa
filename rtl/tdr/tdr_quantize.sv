// SPDX-License-Identifier: Apache-2.0
//
// tdr_quantize: coefficients to levels as the stream effort takes them, 16 per cycle.
//
// The levels of a line are the best path through the trellis of four states, or the nearest ones of
// the scalar quantiser, decided with a look-ahead of 32 values. The 16 values of a beat are of 16
// lines at one position. Up to four groups of 16 lines take turns, position by position; levels
// come in the same order.
//
//   Latency     up to 64 positions of each group for the look-ahead and the way back, and 28 cycles
//   Throughput  1 beat per cycle, as tdr_search_turns lets them in
//   Storage     Places beats
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#quantise

`default_nettype none

module tdr_quantize #(
  parameter int unsigned Lanes = 16,
  // Windows in flight, and their beats.
  parameter int unsigned Windows = 8,
  parameter int unsigned Places  = 512,
  // Of the magnitude of a coefficient; fewer than those of the format where coefficients are small.
  parameter int unsigned CoefficientBits = tdr_pkg::CoefficientBits,
  localparam int unsigned Width      = CoefficientBits + 1,
  localparam int unsigned LevelWidth = tdr_pkg::LevelBits
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // One for each block, ahead of its first beat, or that beat waits.
  input  logic                           cmd_valid_i,
  output logic                           cmd_ready_o,
  input  logic [tdr_pkg::QpBits-1:0]     cmd_qp_i,
  // The price of a bit, in 1/1024 of the squared grid.
  input  logic [tdr_pkg::LambdaBits-1:0] cmd_lambda_i,
  // One state instead of four.
  input  logic                           cmd_scalar_i,
  input  logic [7:0]                     cmd_bias_i,

  // Coefficients, symmetric, and classes of the lines, 15 for what is dead
  // or not there. Positions that are dead have no beat.
  input  logic                           in_valid_i,
  output logic                           in_ready_o,
  input  logic [Lanes*Width-1:0]         in_data_i,
  input  logic [Lanes*4-1:0]             in_class_i,
  input  logic [3:0]                     in_position_class_i,
  // The last group of a position; the last position of the lines; the last beat of a block.
  input  logic                           in_turn_last_i,
  input  logic                           in_line_last_i,
  input  logic                           in_block_last_i,

  // Of each value: magnitude, sign, quantiser, bin, raw bits of the magnitude, whether it is sent.
  output logic                           out_valid_o,
  input  logic                           out_ready_i,
  output logic [Lanes*LevelWidth-1:0]    out_magnitude_o,
  output logic [Lanes-1:0]               out_negative_o,
  output logic [Lanes-1:0]               out_quantizer_o,
  output logic [Lanes*3-1:0]             out_bin_o,
  output logic [Lanes*4-1:0]             out_low_o,
  output logic [Lanes-1:0]               out_live_o,
  output logic                           out_turn_last_o,
  output logic                           out_line_last_o,
  output logic                           out_block_last_o
);

  if (CoefficientBits < 10 || CoefficientBits > tdr_pkg::CoefficientBits) begin : gen_bad_width
    $fatal(1, "tdr_quantize: CoefficientBits must be 10 to 24");
  end

  localparam int unsigned PointWidth = LevelWidth + 10;
  localparam int unsigned Address    = $clog2(Places);

  logic                           valid, scalar;
  logic [17:0]                    reciprocal;
  logic [4:0]                     octave;
  logic [tdr_pkg::LambdaBits-1:0] lambda;
  logic [7:0]                     bias;

  tdr_search_command u_command (
    .clk_i, .rst_ni, .in_valid_i(cmd_valid_i), .in_ready_o(cmd_ready_o), .in_qp_i(cmd_qp_i),
    .in_lambda_i(cmd_lambda_i), .in_scalar_i(cmd_scalar_i), .in_bias_i(cmd_bias_i),
    .out_valid_o(valid), .out_ready_i(in_valid_i && in_ready_o && in_block_last_i),
    .out_reciprocal_o(reciprocal), .out_octave_o(octave), .out_lambda_o(lambda),
    .out_scalar_o(scalar), .out_bias_o(bias)
  );

  logic                        free, leave;
  logic                        point_valid, point_turn_last, point_line_last, block_last;
  logic                        choice_valid, choice_scalar;
  logic                        close_valid, close_turn_last, close_before, close_last;
  logic [$clog2(Windows)-1:0]  close_window;
  logic [Address-1:0]          point_address, choice_address, close_address;
  logic [Lanes*PointWidth-1:0] point;
  logic [Lanes*6-1:0]          choice;
  logic [1:0]                  choice_turn, close_turn;
  logic [Lanes*2-1:0]          through, best;

  tdr_search #(
    .Lanes(Lanes), .Windows(Windows), .Places(Places), .CoefficientBits(CoefficientBits)
  ) u_search (
    .clk_i, .rst_ni, .cmd_valid_i(valid), .cmd_reciprocal_i(reciprocal), .cmd_octave_i(octave),
    .cmd_lambda_i(lambda), .cmd_scalar_i(scalar), .cmd_bias_i(bias), .in_valid_i, .in_ready_o,
    .in_data_i, .in_class_i, .in_position_class_i, .in_turn_last_i, .in_line_last_i,
    .in_block_last_i, .leave_i(leave), .free_i(free), .point_valid_o(point_valid),
    .point_address_o(point_address), .point_data_o(point), .point_turn_last_o(point_turn_last),
    .point_line_last_o(point_line_last), .point_block_last_o(block_last),
    .choice_valid_o(choice_valid),
    .choice_address_o(choice_address), .choice_data_o(choice), .choice_turn_o(choice_turn),
    .choice_scalar_o(choice_scalar), .close_valid_o(close_valid),
    .close_window_o(close_window), .close_address_o(close_address), .close_turn_o(close_turn),
    .close_turn_last_o(close_turn_last), .close_before_o(close_before),
    .close_last_o(close_last), .close_through_o(through), .close_best_o(best)
  );

  tdr_path #(.Lanes(Lanes), .Windows(Windows), .Places(Places)) u_path (
    .clk_i, .rst_ni, .point_valid_i(point_valid), .point_address_i(point_address),
    .point_data_i(point), .point_turn_last_i(point_turn_last),
    .point_line_last_i(point_line_last), .point_block_last_i(block_last),
    .choice_valid_i(choice_valid),
    .choice_address_i(choice_address), .choice_data_i(choice), .choice_turn_i(choice_turn),
    .choice_scalar_i(choice_scalar), .close_valid_i(close_valid),
    .close_window_i(close_window), .close_address_i(close_address), .close_turn_i(close_turn),
    .close_turn_last_i(close_turn_last), .close_before_i(close_before),
    .close_last_i(close_last), .close_through_i(through), .close_best_i(best), .leave_o(leave),
    .free_o(free), .out_valid_o, .out_ready_i, .out_magnitude_o, .out_negative_o,
    .out_quantizer_o, .out_bin_o,
    .out_low_o, .out_live_o, .out_turn_last_o, .out_line_last_o,
    .out_block_last_o
  );

  tdr_params u_params ();

endmodule

`default_nettype wire
