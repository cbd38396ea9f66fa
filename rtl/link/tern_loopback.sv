// SPDX-License-Identifier: Apache-2.0
//
// tern_loopback: both ends of a link, back to back, with one book port for both.
//
// What an architect measures first: values in, the same values out, and how many beats crossed.
// Both ends load the same book; a load is taken when both take it.
//
//   Latency     that of tern_link_tx and tern_link_rx
//   Throughput  Lanes values per cycle
//   Storage     both ends
//   Model       model/huff/stream.h
//   Test        tb/link/loopback_test.cc
//   Doc         docs/architecture.md#the-link

`default_nettype none

module tern_loopback #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter int unsigned BestSteps = 0,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15,
  parameter int unsigned Reserve = 0,
  parameter int unsigned Window = 128
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         cmd_tvalid_i,
  output logic                         cmd_tready_o,
  input  logic [3:0]                   cmd_dtype_i,
  input  logic                         cmd_raw_i,
  input  logic                         cmd_best_i,
  input  logic [3:0]                   cmd_book_i,
  input  logic [3:0]                   cmd_chunk_log2_i,
  input  logic [7:0]                   cmd_offset_i,
  input  logic [31:0]                  cmd_count_i,

  input  logic                         in_tvalid_i,
  output logic                         in_tready_o,
  input  logic [Lanes*ValueBits-1:0]   in_tdata_i,
  input  logic [Lanes*ValueBits/8-1:0] in_tkeep_i,
  input  logic                         in_tlast_i,

  output logic                         out_tvalid_o,
  input  logic                         out_tready_i,
  output logic [Lanes*ValueBits-1:0]   out_tdata_o,
  output logic [Lanes*ValueBits/8-1:0] out_tkeep_o,
  output logic                         out_tlast_o,

  output logic                         done_tvalid_o,
  input  logic                         done_tready_i,
  output logic [3:0]                   done_error_o,
  output logic [3:0]                   done_dtype_o,
  output logic [31:0]                  done_count_o,

  // The link, to look at.
  output logic                         link_beat_o,
  output logic [Lanes*WordBits/8-1:0]  link_keep_o,

  input  logic                         book_tvalid_i,
  output logic                         book_tready_o,
  input  logic [8:0]                   book_index_i,
  input  logic [19:0]                  book_data_i,

  output logic                         err_book_o,
  output logic                         err_count_o,
  output logic                         err_cmd_o,
  output logic                         err_load_o,
  input  logic                         err_clear_i,
  output logic                         busy_o
);

  logic                        link_valid, link_ready, link_last, credit;
  logic [Lanes*WordBits-1:0]   link_data;
  logic [Lanes*WordBits/8-1:0] link_keep;
  logic                        tx_book_ready, rx_book_ready, tx_load, rx_load, tx_busy, rx_busy;

  // Nobody reads its counters.
  logic        unused_read_ready, unused_count_valid;
  logic [31:0] unused_count_data;

  tern_link_tx #(
    .Lanes       (Lanes),
    .WordBits    (WordBits),
    .ValueBits   (ValueBits),
    .MaxCodeLen  (MaxCodeLen),
    .MinTokenBits(MinTokenBits),
    .Books       (Books),
    .BestSteps   (BestSteps),
    .BookKind    (BookKind),
    .TopSymbols  (TopSymbols),
    .Reserve     (Reserve),
    .Window      (Window)
  ) u_tx (
    .clk_i,
    .rst_ni,
    .cmd_tvalid_i,
    .cmd_tready_o,
    .cmd_dtype_i,
    .cmd_raw_i,
    .cmd_best_i,
    .cmd_book_i,
    .cmd_chunk_log2_i,
    .cmd_offset_i,
    .cmd_count_i,
    .in_tvalid_i,
    .in_tready_o,
    .in_tdata_i,
    .in_tkeep_i,
    .in_tlast_i,
    .link_tvalid_o(link_valid),
    .link_tready_i(link_ready),
    .link_tdata_o (link_data),
    .link_tkeep_o (link_keep),
    .link_tlast_o (link_last),
    .credit_i     (credit),
    .book_tvalid_i(book_tvalid_i && rx_book_ready),
    .book_tready_o(tx_book_ready),
    .book_index_i,
    .book_data_i,
    .err_book_o,
    .err_count_o,
    .err_cmd_o,
    .err_load_o   (tx_load),
    .err_clear_i,
    .busy_o       (tx_busy),
    .count_run_i   (1'b0),
    .count_clear_i (1'b0),
    .count_any_i   (1'b0),
    .count_dtype_i (4'd0),
    .count_book_i  (4'd0),
    .read_tvalid_i (1'b0),
    .read_tready_o (unused_read_ready),
    .read_index_i  (9'd0),
    .count_tvalid_o(unused_count_valid),
    .count_tready_i(1'b0),
    .count_tdata_o (unused_count_data)
  );

  tern_link_rx #(
    .Lanes     (Lanes),
    .WordBits  (WordBits),
    .ValueBits (ValueBits),
    .MaxCodeLen(MaxCodeLen),
    .Books     (Books),
    .BookKind  (BookKind),
    .TopSymbols(TopSymbols),
    .Window    (Window)
  ) u_rx (
    .clk_i,
    .rst_ni,
    .link_tvalid_i(link_valid),
    .link_tready_o(link_ready),
    .link_tdata_i (link_data),
    .link_tkeep_i (link_keep),
    .link_tlast_i (link_last),
    .credit_o     (credit),
    .out_tvalid_o,
    .out_tready_i,
    .out_tdata_o,
    .out_tkeep_o,
    .out_tlast_o,
    .done_tvalid_o,
    .done_tready_i,
    .done_error_o,
    .done_dtype_o,
    .done_count_o,
    .book_tvalid_i(book_tvalid_i && tx_book_ready),
    .book_tready_o(rx_book_ready),
    .book_index_i,
    .book_data_i,
    .err_load_o   (rx_load),
    .err_clear_i,
    .busy_o       (rx_busy)
  );

  assign book_tready_o = tx_book_ready && rx_book_ready;
  assign err_load_o    = tx_load || rx_load;
  assign busy_o        = tx_busy || rx_busy;
  assign link_beat_o   = link_valid && link_ready;
  assign link_keep_o   = link_keep;

endmodule

`default_nettype wire
