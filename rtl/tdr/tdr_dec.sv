// SPDX-License-Identifier: Apache-2.0
//
// tdr_dec: the words of blocks to values of a dtype, 16 per cycle.
//
// Words are decoded by 16 lanes, each in its own order; levels are brought into beats of 16 lines
// at one position, and go through the inverse pipeline. Side information comes decoded: classes,
// and what means stand for.
//
//   Latency     26 cycles from the last class to the first values, 32 with Turn
//   Throughput  16 values per cycle
//   Storage     the levels of a block, the classes of two
//   Model       model/tdr/block_decode.cc
//   Test        tb/tdr/tdr_dec_test.cc
//   Doc         docs/tdr_architecture.md#inverse-unit

`default_nettype none

`include "tern_assert.svh"

module tdr_dec #(
  // Values of a lane of a block, and 8; positions; rows of 16 lines: powers of two.
  parameter int unsigned Depth     = 4096,
  parameter int unsigned Positions = 4096,
  parameter int unsigned Rows      = 256,
  // 1: transforms may run along the lines; 1: DCT-8x8 may run both ways.
  parameter int unsigned Turn      = 0,
  parameter int unsigned Both      = 0,
  // As tdr_inverse has it.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned Word       = tdr_pkg::WordBits,
  localparam int unsigned ValueWidth = ValueBits + 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // One for each block.
  input  logic                       cmd_tvalid_i,
  output logic                       cmd_tready_o,
  input  logic [3:0]                 cmd_dtype_i,
  input  logic [8:0]                 cmd_exponent_i,
  input  logic [tdr_pkg::QpBits-1:0] cmd_qp_i,
  input  logic [1:0]                 cmd_predict_i,
  input  logic [1:0]                 cmd_transform_i,
  input  logic                       cmd_along_i,
  input  logic [2:0]                 cmd_states_log2_i,
  // As in versions 5 and 6.
  input  logic                       cmd_bounded_i,
  input  logic [7:0]                 cmd_bias_i,

  // Classes of all positions of the block, then of all lines, 16 in a beat; 15 is dead.
  input  logic                       position_tvalid_i,
  output logic                       position_tready_o,
  input  logic [3:0]                 position_class_i,
  input  logic                       position_tlast_i,
  input  logic                       line_tvalid_i,
  output logic                       line_tready_o,
  input  logic [16*4-1:0]            line_class_i,
  input  logic [15:0]                line_tkeep_i,
  input  logic                       line_tlast_i,

  // Words of the block's 16 lanes.
  input  logic                       in_tvalid_i,
  output logic                       in_tready_o,
  input  logic [16*Word-1:0]         in_tdata_i,
  input  logic [15:0]                in_tkeep_i,
  input  logic                       in_tlast_i,

  // What the means of the values stand for: one beat for each beat of a block with means.
  input  logic                       mean_tvalid_i,
  output logic                       mean_tready_o,
  input  logic [16*ValueWidth-1:0]   mean_tdata_i,

  // Values of 16 lines at one position in the lowest bits of 32 each.
  output logic                       out_tvalid_o,
  input  logic                       out_tready_i,
  output logic [16*32-1:0]           out_tdata_o,
  output logic [15:0]                out_tkeep_o,
  output logic                       out_tlast_o,

  // One for each block: 0, 1 if a word is missing, 2 if words are left; and how many were taken.
  output logic                       done_tvalid_o,
  input  logic                       done_tready_i,
  output logic [1:0]                 done_error_o,
  output logic [31:0]                done_words_o
);

  localparam int unsigned Level     = tdr_pkg::LevelBits;
  localparam int unsigned Shift     = tdr_pkg::CentroidBits + 1;
  localparam int unsigned CountBits = $clog2(Depth) + 1;

  if (Depth < 512 || Depth != 1 << $clog2(Depth)) begin : gen_bad_depth
    $fatal(1, "tdr_dec: Depth must be a power of two, at least 512");
  end

  logic                    inverse_ready, places_ready;
  logic                    block_valid, block_ready, place_valid, place_ready;
  logic [2:0]              block_states;
  logic                    block_bounded;
  logic [16*CountBits-1:0] block_count;
  logic [16*3-1:0]         place_bin;
  logic [16*4-1:0]         place_low;
  logic [16*2-1:0]         place_turn;
  logic [15:0]             place_first;
  logic                    beat_valid, beat_ready, beat_first, beat_last, beat_halves;
  logic                    beat_turn_last, beat_whole;
  logic [15:0]             beat_live, beat_keep;
  logic [1:0]              beat_turn;

  // Both take it, or none.
  assign cmd_tready_o = inverse_ready && places_ready;

  tdr_places #(.Positions(Positions), .Rows(Rows), .CountBits(CountBits)) u_places (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_tvalid_i && inverse_ready), .cmd_tready_o(places_ready),
    .cmd_states_log2_i, .cmd_bounded_i, .cmd_bias_i,
    .cmd_halves_i(cmd_transform_i == tdr_pkg::TransformDct8 && !cmd_along_i),
    .cmd_along_i((cmd_transform_i == tdr_pkg::TransformDct8x8) ? tdr_pkg::TransformDct8
                 : cmd_along_i ? cmd_transform_i : tdr_pkg::TransformBypass),
    .position_tvalid_i, .position_tready_o, .position_class_i, .position_tlast_i, .line_tvalid_i,
    .line_tready_o, .line_class_i, .line_tkeep_i, .line_tlast_i, .block_valid_o(block_valid),
    .block_ready_i(block_ready), .block_states_log2_o(block_states),
    .block_bounded_o(block_bounded), .block_count_o(block_count),
    .place_valid_o(place_valid), .place_ready_i(place_ready), .place_bin_o(place_bin),
    .place_low_o(place_low), .place_turn_o(place_turn), .place_first_o(place_first),
    .beat_valid_o(beat_valid), .beat_ready_i(beat_ready), .beat_live_o(beat_live),
    .beat_keep_o(beat_keep), .beat_turn_o(beat_turn), .beat_turn_last_o(beat_turn_last),
    .beat_first_o(beat_first), .beat_whole_o(beat_whole), .beat_last_o(beat_last),
    .beat_halves_o(beat_halves)
  );

  logic                step_valid, step_ready, step_end, regroup_ready, done_ready;
  logic [1:0]          step_error;
  logic [31:0]         step_words;
  logic [15:0]         step_keep, step_negative, step_quantizer;
  logic [16*Level-1:0] step_magnitude;
  logic [16*Shift-1:0] step_shift;

  tdr_decode #(.Lanes(16), .CountBits(CountBits)) u_decode (
    .clk_i, .rst_ni, .cmd_tvalid_i(block_valid), .cmd_tready_o(block_ready),
    .cmd_states_log2_i(block_states), .cmd_bounded_i(block_bounded), .cmd_count_i(block_count),
    .place_tvalid_i(place_valid),
    .place_tready_o(place_ready), .place_bin_i(place_bin), .place_low_i(place_low),
    .place_turn_i(place_turn), .place_first_i(place_first), .in_tvalid_i, .in_tready_o,
    .in_tdata_i, .in_tkeep_i, .in_tlast_i, .out_tvalid_o(step_valid), .out_tready_i(step_ready),
    .out_end_o(step_end), .out_error_o(step_error), .out_words_o(step_words),
    .out_keep_o(step_keep), .out_magnitude_o(step_magnitude), .out_negative_o(step_negative),
    .out_quantizer_o(step_quantizer), .out_shift_o(step_shift)
  );

  assign step_ready = step_end ? done_ready : regroup_ready;

  tern_skid #(.Width(34)) u_done (
    .clk_i, .rst_ni, .in_valid_i(step_valid && step_end), .in_ready_o(done_ready),
    .in_data_i({step_error, step_words}), .out_valid_o(done_tvalid_o),
    .out_ready_i(done_tready_i), .out_data_o({done_error_o, done_words_o})
  );

  logic                value_valid, value_ready, value_first, value_last, value_turn_last;
  logic                value_whole;
  logic [15:0]         value_negative, value_quantizer, value_keep;
  logic [16*Level-1:0] value_magnitude;
  logic [16*Shift-1:0] value_shift;
  logic [1:0]          value_turn;

  tdr_regroup #(.Depth(Depth)) u_regroup (
    .clk_i, .rst_ni, .step_valid_i(step_valid && !step_end), .step_ready_o(regroup_ready),
    .step_keep_i(step_keep), .step_magnitude_i(step_magnitude), .step_negative_i(step_negative),
    .step_quantizer_i(step_quantizer), .step_shift_i(step_shift), .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready), .beat_live_i(beat_live), .beat_keep_i(beat_keep),
    .beat_turn_i(beat_turn), .beat_turn_last_i(beat_turn_last), .beat_first_i(beat_first),
    .beat_whole_i(beat_whole), .beat_last_i(beat_last), .beat_halves_i(beat_halves),
    .out_valid_o(value_valid), .out_ready_i(value_ready),
    .out_magnitude_o(value_magnitude), .out_negative_o(value_negative),
    .out_quantizer_o(value_quantizer), .out_shift_o(value_shift), .out_keep_o(value_keep),
    .out_first_o(value_first), .out_turn_o(value_turn), .out_turn_last_o(value_turn_last),
    .out_whole_o(value_whole), .out_last_o(value_last)
  );

  tdr_inverse #(.Turn(Turn), .Both(Both), .ValueBits(ValueBits)) u_inverse (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_tvalid_i && places_ready), .cmd_tready_o(inverse_ready),
    .cmd_dtype_i, .cmd_exponent_i, .cmd_qp_i, .cmd_predict_i, .cmd_transform_i, .cmd_along_i,
    .in_tvalid_i(value_valid), .in_tready_o(value_ready), .in_magnitude_i(value_magnitude),
    .in_negative_i(value_negative), .in_quantizer_i(value_quantizer), .in_shift_i(value_shift),
    .in_tkeep_i(value_keep), .in_first_i(value_first), .in_slot_i(value_turn),
    .in_whole_i(value_whole), .in_turn_last_i(value_turn_last), .in_tlast_i(value_last),
    .mean_tvalid_i, .mean_tready_o, .mean_tdata_i, .out_tvalid_o, .out_tready_i, .out_tdata_o,
    .out_tkeep_o, .out_tlast_o
  );

  for (genvar i = 0; i < 16; i++) begin : gen_fits
    `TERN_ASSERT(FitsLane, !block_valid
                 || 32'(block_count[i*CountBits +: CountBits]) + 8 <= Depth)
  end

  tdr_params #(.ValueBits(ValueBits)) u_params ();

endmodule

`default_nettype wire
