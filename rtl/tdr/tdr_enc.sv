// SPDX-License-Identifier: Apache-2.0
//
// tdr_enc: values of a dtype to the words of a block, 16 per cycle.
//
// Instances only: the forward pipeline, the coder behind it, and what the commands say to the coder
// while their blocks are under way.
//
//   Latency     sum of the parts
//   Throughput  1 beat per cycle, as tdr_search_turns lets them in
//   Storage     sum of the parts
//   Model       model/tdr/part_encode.cc
//   Test        tb/tdr/tdr_enc_test.cc
//   Doc         docs/tdr_architecture.md#encoder

`default_nettype none

module tdr_enc #(
  // More than the values of a lane in a block: a power of two.
  parameter int unsigned Depth = 4096,
  // 1: transforms may run along the lines.
  parameter int unsigned Turn  = 0,
  // Values of a lane that wait for their symbols and for other lanes, as tdr_symbolize has it.
  parameter int unsigned Hold  = 2048,
  // As tdr_forward has it.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned CountBits  = $clog2(Depth),
  localparam int unsigned ValueWidth = ValueBits + 1
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  // As tdr_forward has it, and the values that each lane has in the block.
  input  logic                           cmd_tvalid_i,
  output logic                           cmd_tready_o,
  input  logic [3:0]                     cmd_dtype_i,
  input  logic [8:0]                     cmd_exponent_i,
  input  logic [tdr_pkg::QpBits-1:0]     cmd_qp_i,
  input  logic [1:0]                     cmd_predict_i,
  input  logic [1:0]                     cmd_transform_i,
  input  logic                           cmd_along_i,
  input  logic [tdr_pkg::LambdaBits-1:0] cmd_lambda_i,
  input  logic                           cmd_scalar_i,
  input  logic [7:0]                     cmd_bias_i,
  input  logic [16*CountBits-1:0]        cmd_counts_i,

  // As tdr_forward has them.
  input  logic                           in_tvalid_i,
  output logic                           in_tready_o,
  input  logic [16*32-1:0]               in_tdata_i,
  input  logic [15:0]                    in_tkeep_i,
  input  logic [16*4-1:0]                in_class_i,
  input  logic [3:0]                     in_position_class_i,
  input  logic                           in_whole_i,
  input  logic                           in_turn_last_i,
  input  logic                           in_line_last_i,
  input  logic                           in_live_last_i,
  input  logic                           in_tlast_i,
  input  logic                           mean_tvalid_i,
  output logic                           mean_tready_o,
  input  logic [16*ValueWidth-1:0]       mean_tdata_i,

  // As tdr_code has them.
  output logic                           out_tvalid_o,
  input  logic                           out_tready_i,
  output logic [16*32-1:0]               out_tdata_o,
  output logic [16*4-1:0]                out_tkeep_o,
  output logic                           out_tlast_o,
  input  logic                           book_tvalid_i,
  output logic                           book_tready_o,
  input  logic [8:0]                     book_index_i,
  input  logic [19:0]                    book_data_i,

  output logic                           special_o,
  output logic                           err_count_o,
  output logic                           err_load_o,
  input  logic                           err_clear_i
);

  // Blocks between their command and their first step.
  localparam int unsigned Waiting = 4;

  logic                              forward_ready, room, unused_room, cmd_fire;
  logic                              counts_valid, counts_ready;
  logic [16*CountBits-1:0]           counts;
  logic                              step_valid, step_ready, step_last;
  logic [15:0]                       keep, fresh;
  logic [16*4-1:0]                   book;
  logic [16*8-1:0]                   symbol;
  logic [16*tdr_pkg::ExtraBits-1:0]  extra;
  logic [16*6-1:0]                   count;

  assign cmd_tready_o = forward_ready && room;
  assign cmd_fire     = cmd_tvalid_i && cmd_tready_o;

  tern_fifo #(.Width(16 * CountBits), .Depth(Waiting)) u_counts (
    .clk_i, .rst_ni, .in_valid_i(cmd_fire), .in_ready_o(room), .in_data_i(cmd_counts_i),
    .in_room_o(unused_room), .out_valid_o(counts_valid), .out_ready_i(counts_ready),
    .out_data_o(counts)
  );

  tdr_forward #(.Depth(Hold), .Turn(Turn), .ValueBits(ValueBits)) u_forward (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_fire), .cmd_tready_o(forward_ready), .cmd_dtype_i,
    .cmd_exponent_i, .cmd_qp_i, .cmd_predict_i, .cmd_transform_i, .cmd_along_i, .cmd_lambda_i,
    .cmd_scalar_i, .cmd_bias_i, .in_tvalid_i, .in_tready_o, .in_tdata_i, .in_tkeep_i, .in_class_i,
    .in_position_class_i, .in_whole_i, .in_turn_last_i, .in_line_last_i, .in_live_last_i,
    .in_tlast_i, .mean_tvalid_i, .mean_tready_o, .mean_tdata_i, .out_tvalid_o(step_valid),
    .out_tready_i(step_ready),
    .out_tkeep_o(keep), .out_fresh_o(fresh), .out_book_o(book), .out_symbol_o(symbol),
    .out_extra_o(extra), .out_count_o(count), .out_tlast_o(step_last), .special_o
  );

  tdr_code #(.Lanes(16), .Depth(Depth)) u_code (
    .clk_i, .rst_ni, .cmd_tvalid_i(counts_valid), .cmd_tready_o(counts_ready),
    .cmd_counts_i(counts), .in_tvalid_i(step_valid), .in_tready_o(step_ready),
    .in_tkeep_i(keep), .in_fresh_i(fresh), .in_book_i(book), .in_symbol_i(symbol),
    .in_extra_i(extra), .in_count_i(count), .in_tlast_i(step_last), .out_tvalid_o, .out_tready_i,
    .out_tdata_o, .out_tkeep_o, .out_tlast_o, .book_tvalid_i, .book_tready_o, .book_index_i,
    .book_data_i, .err_count_o, .err_load_o, .err_clear_i
  );

  tdr_params #(.ValueBits(ValueBits)) u_params ();

endmodule

`default_nettype wire
