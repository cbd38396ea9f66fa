// SPDX-License-Identifier: Apache-2.0
//
// code_alone: tdr_code of a few lanes, each of its streams with one vector of data.
//
// A command is the values of each lane; steps come as symbolize_alone has them; a book's index is
// below its data. A beat of words has, from bit 0 on, the words that are there, tkeep and tlast,
// and with tlast whether a count was wrong.
//
//   Latency     that of tdr_code
//   Test        tb/tdr/tdr_code_test.cc

`default_nettype none

module code_alone #(
  parameter int unsigned  Lanes   = 4,
  localparam int unsigned Depth   = 2048,
  localparam int unsigned Extra   = tdr_pkg::ExtraBits,
  localparam int unsigned InLane  = Extra + 20,
  localparam int unsigned Count   = $clog2(Depth)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   cmd_valid_i,
  output logic                   cmd_ready_o,
  input  logic [Lanes*Count-1:0] cmd_data_i,

  input  logic                   in_valid_i,
  output logic                   in_ready_o,
  input  logic [Lanes*InLane:0]  in_data_i,

  input  logic                   book_valid_i,
  output logic                   book_ready_o,
  input  logic [28:0]            book_data_i,

  output logic                   out_valid_o,
  input  logic                   out_ready_i,
  output logic [Lanes*36+2:0]    out_data_o
);

  logic [Lanes-1:0]       keep, fresh;
  logic [Lanes*4-1:0]     book, out_keep;
  logic [Lanes*8-1:0]     symbol;
  logic [Lanes*Extra-1:0] extra;
  logic [Lanes*6-1:0]     count;
  logic [Lanes*32-1:0]    word;
  logic                   last, wrong, refused;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    assign {keep[i], fresh[i], book[i*4 +: 4], symbol[i*8 +: 8], count[i*6 +: 6],
            extra[i*Extra +: Extra]} = in_data_i[i*InLane +: InLane];
    assign out_data_o[32*i +: 32] = word[32*i +: 32] & {32{out_keep[4*i]}};
  end
  assign out_data_o[Lanes*32 +: Lanes*4+3] = {refused && last, wrong && last, last, out_keep};

  tdr_code #(.Lanes(Lanes), .Depth(Depth)) u_code (
    .clk_i, .rst_ni, .cmd_tvalid_i(cmd_valid_i), .cmd_tready_o(cmd_ready_o),
    .cmd_counts_i(cmd_data_i), .in_tvalid_i(in_valid_i), .in_tready_o(in_ready_o),
    .in_tkeep_i(keep), .in_fresh_i(fresh), .in_book_i(book), .in_symbol_i(symbol),
    .in_extra_i(extra), .in_count_i(count), .in_tlast_i(in_data_i[Lanes*InLane]),
    .out_tvalid_o(out_valid_o), .out_tready_i(out_ready_i), .out_tdata_o(word),
    .out_tkeep_o(out_keep), .out_tlast_o(last), .book_tvalid_i(book_valid_i),
    .book_tready_o(book_ready_o), .book_index_i(book_data_i[8:0]),
    .book_data_i(book_data_i[28:9]), .err_count_o(wrong), .err_load_o(refused), .err_clear_i(1'b0)
  );

endmodule

`default_nettype wire
