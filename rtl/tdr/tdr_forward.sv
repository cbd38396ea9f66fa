// SPDX-License-Identifier: Apache-2.0
//
// tdr_forward: values of a dtype to symbols and extra bits, 16 per cycle.
//
// Align, take means off, transform, quantise and symbolise. Classes come with the values: who sends
// them has looked at the block before. The 16 values of a beat are of 16 lines at one position; the
// transform runs across the lines, or with Turn along them.
//
//   Latency     8 cycles, or 14 with Turn, those of tdr_quantize and tdr_symbolize
//   Throughput  1 beat per cycle, as tdr_search_turns lets them in
//   Storage     11 beats, and what the units hold
//   Model       model/tdr/part_encode.cc
//   Test        tb/tdr/tdr_forward_test.cc
//   Doc         docs/tdr_architecture.md#forward-pipeline

`default_nettype none

module tdr_forward #(
  // Values of a lane in a block, and 8: a power of two.
  parameter int unsigned Depth = 4096,
  // 1: transforms may run along the lines.
  parameter int unsigned Turn  = 0,
  // Of the magnitude of an aligned value; fewer than those of the format where an encoder of its
  // own has an exponent for that. What has more is limited.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned Extra      = tdr_pkg::ExtraBits,
  localparam int unsigned ValueWidth = ValueBits + 1
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // One for each block. Predict is not delta.
  input  logic                           cmd_tvalid_i,
  output logic                           cmd_tready_o,
  input  logic [3:0]                     cmd_dtype_i,
  input  logic [8:0]                     cmd_exponent_i,
  input  logic [tdr_pkg::QpBits-1:0]     cmd_qp_i,
  input  logic [1:0]                     cmd_predict_i,
  input  logic [1:0]                     cmd_transform_i,
  // The transform runs along the lines.
  input  logic                           cmd_along_i,
  input  logic [tdr_pkg::LambdaBits-1:0] cmd_lambda_i,
  input  logic                           cmd_scalar_i,
  input  logic [7:0]                     cmd_bias_i,

  // Values in the lowest bits of 32 each; those that are there come first. With DCT-8 across the
  // lines no beat keeps 9 to 15. Class 15 for a line that is dead or not there. No beat for a
  // position that is dead, but class 15 if it is of a whole block along the lines.
  input  logic                           in_tvalid_i,
  output logic                           in_tready_o,
  input  logic [16*32-1:0]               in_tdata_i,
  input  logic [15:0]                    in_tkeep_i,
  input  logic [16*4-1:0]                in_class_i,
  input  logic [3:0]                     in_position_class_i,
  // The position is of a whole block of 8 or 16 along the lines. The last group of a position; the
  // last live position of the lines; the last live beat of the block; the last beat of the block.
  input  logic                           in_whole_i,
  input  logic                           in_turn_last_i,
  input  logic                           in_line_last_i,
  input  logic                           in_live_last_i,
  input  logic                           in_tlast_i,

  // What the means of the values stand for: one beat for each beat of a block with means.
  input  logic                           mean_tvalid_i,
  output logic                           mean_tready_o,
  input  logic [16*ValueWidth-1:0]       mean_tdata_i,

  // As tdr_symbolize has it.
  output logic                           out_tvalid_o,
  input  logic                           out_tready_i,
  output logic [15:0]                    out_tkeep_o,
  output logic [15:0]                    out_fresh_o,
  output logic [16*4-1:0]                out_book_o,
  output logic [16*8-1:0]                out_symbol_o,
  output logic [16*Extra-1:0]            out_extra_o,
  output logic [16*6-1:0]                out_count_o,
  output logic                           out_tlast_o,

  // A value of the block was infinite or not a number; until the next block's first beat.
  output logic                           special_o
);

  localparam int unsigned CoefficientWidth = ValueBits + 3;
  localparam int unsigned Level  = tdr_pkg::LevelBits;
  // Classes, and where a position, its lines and the block end.
  localparam int unsigned Places = 16*4 + 4 + 3;

  logic                           residual_ready, quantize_ready, cmd_fire;
  logic                           row_valid, row_ready, level_valid, level_ready;
  logic                           dead, last, level_last, turn_last, line_last, unused_last;
  logic [16*CoefficientWidth-1:0] row;
  logic [16*4-1:0]                classes;
  logic [3:0]                     position_class;

  // Both take their part in the same cycle.
  assign cmd_tready_o = residual_ready && quantize_ready;
  assign cmd_fire     = cmd_tvalid_i && cmd_tready_o;

  tdr_residual #(.Places(Places), .Turn(Turn), .ValueBits(ValueBits)) u_residual (
    .clk_i, .rst_ni, .cmd_valid_i(cmd_fire), .cmd_ready_o(residual_ready), .cmd_dtype_i,
    .cmd_exponent_i, .cmd_predict_i, .cmd_transform_i, .cmd_along_i, .in_valid_i(in_tvalid_i),
    .in_ready_o(in_tready_o), .in_data_i(in_tdata_i), .in_keep_i(in_tkeep_i), .in_whole_i,
    .in_turn_last_i,
    .in_places_i({in_live_last_i, in_line_last_i, in_turn_last_i, in_position_class_i,
                  in_class_i}),
    .in_last_i(in_tlast_i), .mean_valid_i(mean_tvalid_i), .mean_ready_o(mean_tready_o),
    .mean_data_i(mean_tdata_i), .out_valid_o(row_valid), .out_ready_i(row_ready || dead),
    .out_data_o(row), .out_places_o({last, line_last, turn_last, position_class, classes}),
    .out_last_o(unused_last), .special_o
  );

  // Only the transform needs a position that is dead.
  assign dead = position_class == 4'(tdr_pkg::DeadClass);

  logic [16*Level-1:0] magnitude;
  logic [15:0]         negative, quantizer, live;
  logic [16*3-1:0]     bin;
  logic [16*4-1:0]     low;
  logic [1:0]          unused_ends;

  tdr_quantize #(.CoefficientBits(ValueBits + 2)) u_quantize (
    .clk_i, .rst_ni, .cmd_valid_i(cmd_fire), .cmd_ready_o(quantize_ready), .cmd_qp_i,
    .cmd_lambda_i, .cmd_scalar_i, .cmd_bias_i, .in_valid_i(row_valid && !dead),
    .in_ready_o(row_ready), .in_data_i(row), .in_class_i(classes),
    .in_position_class_i(position_class), .in_turn_last_i(turn_last), .in_line_last_i(line_last),
    .in_block_last_i(last), .out_valid_o(level_valid), .out_ready_i(level_ready),
    .out_magnitude_o(magnitude),
    .out_negative_o(negative), .out_quantizer_o(quantizer), .out_bin_o(bin), .out_low_o(low),
    .out_live_o(live), .out_turn_last_o(unused_ends[0]), .out_line_last_o(unused_ends[1]),
    .out_block_last_o(level_last)
  );

  tdr_symbolize #(.Depth(Depth)) u_symbolize (
    .clk_i, .rst_ni, .in_valid_i(level_valid), .in_ready_o(level_ready),
    .in_magnitude_i(magnitude), .in_negative_i(negative), .in_quantizer_i(quantizer),
    .in_bin_i(bin), .in_low_i(low), .in_live_i(live), .in_block_last_i(level_last),
    .out_valid_o(out_tvalid_o), .out_ready_i(out_tready_i), .out_keep_o(out_tkeep_o),
    .out_fresh_o, .out_book_o, .out_symbol_o, .out_extra_o, .out_count_o, .out_last_o(out_tlast_o)
  );

endmodule

`default_nettype wire
