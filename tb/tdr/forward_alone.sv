// SPDX-License-Identifier: Apache-2.0
//
// forward_alone: tdr_forward, each of its streams with one vector of data.
//
// A command is, from bit 0 on, Qp, lambda, scalar, Bias, transform, predict, exponent, dtype and
// along. A beat is 16 values, keep, classes of lines, class of the position, whether it is the last
// one of a position, of its lines and of the block, the last live one, and of a whole block along
// the lines. Steps leave as symbolize_alone has them.
//
//   Latency     that of tdr_forward
//   Test        tb/tdr/tdr_forward_test.cc

`default_nettype none

module forward_alone #(
  // Of the magnitude of a value; means have the width of the format.
  parameter int unsigned ValueBits = tdr_pkg::ValueBits,
  localparam int unsigned Qp      = tdr_pkg::QpBits,
  localparam int unsigned Lambda  = tdr_pkg::LambdaBits,
  localparam int unsigned Extra   = tdr_pkg::ExtraBits,
  localparam int unsigned OutLane = Extra + 20,
  localparam int unsigned Command = Qp + Lambda + 27
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  input  logic                                 cmd_valid_i,
  output logic                                 cmd_ready_o,
  input  logic [Command-1:0]                   cmd_data_i,

  input  logic                                 in_valid_i,
  output logic                                 in_ready_o,
  input  logic [16*36+24:0]                    in_data_i,

  input  logic                                 mean_valid_i,
  output logic                                 mean_ready_o,
  input  logic [16*(tdr_pkg::ValueBits+1)-1:0] mean_data_i,

  output logic                                 out_valid_o,
  input  logic                                 out_ready_i,
  output logic [16*OutLane:0]                  out_data_o,

  output logic                                 special_o
);

  logic [15:0]         keep, fresh;
  logic [16*4-1:0]     book;
  logic [16*8-1:0]     symbol;
  logic [16*Extra-1:0] extra;
  logic [16*6-1:0]     count;

  for (genvar i = 0; i < 16; i++) begin : gen_lane
    assign out_data_o[i*OutLane +: OutLane] =
        {keep[i], fresh[i], book[i*4 +: 4], symbol[i*8 +: 8], count[i*6 +: 6],
         extra[i*Extra +: Extra]};
  end

  localparam int unsigned MeanWidth = tdr_pkg::ValueBits + 1;

  logic [16*(ValueBits+1)-1:0] mean;
  logic                        unused_mean;

  for (genvar i = 0; i < 16; i++) begin : gen_mean
    assign mean[i*(ValueBits+1) +: ValueBits+1] = mean_data_i[i*MeanWidth +: ValueBits+1];
  end

  assign unused_mean = ^mean_data_i;

  tdr_forward #(.Depth(2048), .Turn(1), .ValueBits(ValueBits)) u_forward (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_valid_i), .cmd_tready_o(cmd_ready_o),
    .cmd_qp_i(cmd_data_i[0 +: Qp]), .cmd_lambda_i(cmd_data_i[Qp +: Lambda]),
    .cmd_scalar_i(cmd_data_i[Command-27]), .cmd_bias_i(cmd_data_i[Command-26 +: 8]),
    .cmd_transform_i(cmd_data_i[Command-18 +: 2]), .cmd_predict_i(cmd_data_i[Command-16 +: 2]),
    .cmd_exponent_i(cmd_data_i[Command-14 +: 9]), .cmd_dtype_i(cmd_data_i[Command-5 +: 4]),
    .cmd_along_i(cmd_data_i[Command-1]),
    .in_tvalid_i(in_valid_i), .in_tready_o(in_ready_o), .in_tdata_i(in_data_i[0 +: 512]),
    .in_tkeep_i(in_data_i[512 +: 16]), .in_class_i(in_data_i[528 +: 64]),
    .in_position_class_i(in_data_i[592 +: 4]), .in_turn_last_i(in_data_i[596]),
    .in_line_last_i(in_data_i[597]), .in_tlast_i(in_data_i[598]),
    .in_live_last_i(in_data_i[599]), .in_whole_i(in_data_i[600]), .mean_tvalid_i(mean_valid_i),
    .mean_tready_o(mean_ready_o), .mean_tdata_i(mean), .out_tvalid_o(out_valid_o),
    .out_tready_i(out_ready_i), .out_tkeep_o(keep), .out_fresh_o(fresh), .out_book_o(book),
    .out_symbol_o(symbol), .out_extra_o(extra), .out_count_o(count),
    .out_tlast_o(out_data_o[16*OutLane]), .special_o
  );

endmodule

`default_nettype wire
