// SPDX-License-Identifier: Apache-2.0
//
// tdr_enc_streams: tdr_enc, each of its streams with one vector of data.
//
// Commands, values, means and books are as sim/tdr_beats.cc puts them together. Words come with
// keep bits, whether the beat is the last one, and then whether counts or a book were wrong.
//
//   Latency     that of tdr_enc
//   Test        tb/tdr/tdr_enc_test.cc

`default_nettype none

module tdr_enc_streams #(
  parameter int unsigned  Depth   = 4096,
  parameter int unsigned  Turn    = 0,
  parameter int unsigned  Hold    = 2048,
  localparam int unsigned Qp      = tdr_pkg::QpBits,
  localparam int unsigned Lambda  = tdr_pkg::LambdaBits,
  localparam int unsigned Fields  = Qp + Lambda + 27,
  localparam int unsigned Counts  = 16 * $clog2(Depth)
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  input  logic                                 cmd_valid_i,
  output logic                                 cmd_ready_o,
  input  logic [Fields+Counts-1:0]             cmd_data_i,

  input  logic                                 in_valid_i,
  output logic                                 in_ready_o,
  input  logic [16*36+24:0]                    in_data_i,

  input  logic                                 mean_valid_i,
  output logic                                 mean_ready_o,
  input  logic [16*(tdr_pkg::ValueBits+1)-1:0] mean_data_i,

  input  logic                                 book_valid_i,
  output logic                                 book_ready_o,
  input  logic [28:0]                          book_data_i,

  output logic                                 out_valid_o,
  input  logic                                 out_ready_i,
  output logic [16*36+2:0]                     out_data_o,

  output logic                                 special_o
);

  logic [16*32-1:0] word;
  logic [16*4-1:0]  keep;
  logic             last, wrong, refused;

  for (genvar i = 0; i < 16; i++) begin : gen_lane
    assign out_data_o[32*i +: 32] = word[32*i +: 32] & {32{keep[4*i]}};
  end
  assign out_data_o[16*32 +: 16*4+3] = {refused && last, wrong && last, last, keep};

  tdr_enc #(.Depth(Depth), .Hold(Hold), .Turn(Turn)) u_enc (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_valid_i), .cmd_tready_o(cmd_ready_o),
    .cmd_qp_i(cmd_data_i[0 +: Qp]), .cmd_lambda_i(cmd_data_i[Qp +: Lambda]),
    .cmd_scalar_i(cmd_data_i[Fields-27]), .cmd_bias_i(cmd_data_i[Fields-26 +: 8]),
    .cmd_transform_i(cmd_data_i[Fields-18 +: 2]), .cmd_predict_i(cmd_data_i[Fields-16 +: 2]),
    .cmd_exponent_i(cmd_data_i[Fields-14 +: 9]), .cmd_dtype_i(cmd_data_i[Fields-5 +: 4]),
    .cmd_along_i(cmd_data_i[Fields-1]),
    .cmd_counts_i(cmd_data_i[Fields +: Counts]),
    .in_tvalid_i(in_valid_i), .in_tready_o(in_ready_o), .in_tdata_i(in_data_i[0 +: 512]),
    .in_tkeep_i(in_data_i[512 +: 16]), .in_class_i(in_data_i[528 +: 64]),
    .in_position_class_i(in_data_i[592 +: 4]), .in_turn_last_i(in_data_i[596]),
    .in_line_last_i(in_data_i[597]), .in_tlast_i(in_data_i[598]),
    .in_live_last_i(in_data_i[599]), .in_whole_i(in_data_i[600]), .mean_tvalid_i(mean_valid_i),
    .mean_tready_o(mean_ready_o), .mean_tdata_i(mean_data_i), .out_tvalid_o(out_valid_o),
    .out_tready_i(out_ready_i), .out_tdata_o(word), .out_tkeep_o(keep), .out_tlast_o(last),
    .book_tvalid_i(book_valid_i), .book_tready_o(book_ready_o), .book_index_i(book_data_i[8:0]),
    .book_data_i(book_data_i[28:9]), .special_o, .err_count_o(wrong), .err_load_o(refused),
    .err_clear_i(1'b0)
  );

endmodule

`default_nettype wire
