// SPDX-License-Identifier: Apache-2.0
//
// tdr_dec_streams: words of blocks to values, with each stream as one vector.
//
// From bit 0 on: a command has Bias, states, whether digits are bounded, transform, prediction, Qp,
// exponent, dtype and along; a beat of lines classes, keep bits, and whether it is the last one; of
// words likewise. At the output are values, keep bits, whether the beat is the last one, and
// whether it is a verdict instead, which follows each block: words, then the error.
//
//   Latency     that of tdr_dec
//   Test        tb/tdr/tdr_dec_test.cc

`default_nettype none

module tdr_dec_streams #(
  parameter int unsigned  Depth     = 4096,
  parameter int unsigned  Positions = 4096,
  parameter int unsigned  Rows      = 256,
  parameter int unsigned  Turn      = 0,
  parameter int unsigned  Both      = 0,
  localparam int unsigned Word      = tdr_pkg::WordBits,
  localparam int unsigned CmdWidth  = tdr_pkg::QpBits + 30,
  localparam int unsigned LineWidth = 16 * 5 + 1,
  localparam int unsigned InWidth   = 16 * (Word + 1) + 1,
  localparam int unsigned MeanWidth = 16 * (tdr_pkg::ValueBits + 1),
  localparam int unsigned OutWidth  = 16 * 33 + 2
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 cmd_valid_i,
  output logic                 cmd_ready_o,
  input  logic [CmdWidth-1:0]  cmd_data_i,
  input  logic                 position_valid_i,
  output logic                 position_ready_o,
  input  logic [4:0]           position_data_i,
  input  logic                 line_valid_i,
  output logic                 line_ready_o,
  input  logic [LineWidth-1:0] line_data_i,
  input  logic                 in_valid_i,
  output logic                 in_ready_o,
  input  logic [InWidth-1:0]   in_data_i,
  input  logic                 mean_valid_i,
  output logic                 mean_ready_o,
  input  logic [MeanWidth-1:0] mean_data_i,
  output logic                 out_valid_o,
  input  logic                 out_ready_i,
  output logic [OutWidth-1:0]  out_data_o
);

  logic                value_valid, last, done_valid, owed_d, owed_q;
  logic [16*32-1:0]    value;
  logic [15:0]         keep;
  logic [1:0]          error;
  logic [31:0]         words;

  tdr_dec #(
    .Depth(Depth), .Positions(Positions), .Rows(Rows), .Turn(Turn), .Both(Both)
  ) u_dec (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_valid_i), .cmd_tready_o(cmd_ready_o),
    .cmd_bias_i(cmd_data_i[7:0]), .cmd_states_log2_i(cmd_data_i[10:8]),
    .cmd_bounded_i(cmd_data_i[11]), .cmd_transform_i(cmd_data_i[13:12]),
    .cmd_predict_i(cmd_data_i[15:14]), .cmd_qp_i(cmd_data_i[16 +: tdr_pkg::QpBits]),
    .cmd_exponent_i(cmd_data_i[CmdWidth-6 -: 9]), .cmd_dtype_i(cmd_data_i[CmdWidth-2 -: 4]),
    .cmd_along_i(cmd_data_i[CmdWidth-1]), .position_tvalid_i(position_valid_i),
    .position_tready_o(position_ready_o), .position_class_i(position_data_i[3:0]),
    .position_tlast_i(position_data_i[4]), .line_tvalid_i(line_valid_i),
    .line_tready_o(line_ready_o), .line_class_i(line_data_i[63:0]),
    .line_tkeep_i(line_data_i[79:64]), .line_tlast_i(line_data_i[80]), .in_tvalid_i(in_valid_i),
    .in_tready_o(in_ready_o), .in_tdata_i(in_data_i[16*Word-1:0]),
    .in_tkeep_i(in_data_i[16*Word +: 16]), .in_tlast_i(in_data_i[InWidth-1]),
    .mean_tvalid_i(mean_valid_i), .mean_tready_o(mean_ready_o), .mean_tdata_i(mean_data_i),
    .out_tvalid_o(value_valid), .out_tready_i(out_ready_i && !owed_q), .out_tdata_o(value),
    .out_tkeep_o(keep), .out_tlast_o(last), .done_tvalid_o(done_valid),
    .done_tready_i(out_ready_i && owed_q), .done_error_o(error), .done_words_o(words)
  );

  assign out_valid_o = owed_q ? done_valid : value_valid;
  assign out_data_o  = owed_q ? OutWidth'({error, words}) | {1'b1, {(OutWidth-1){1'b0}}}
                              : {1'b0, last, keep, value};
  assign owed_d      = (out_valid_o && out_ready_i) ? !owed_q && last : owed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q <= 1'b0;
    end else begin
      owed_q <= owed_d;
    end
  end

endmodule

`default_nettype wire
