// SPDX-License-Identifier: Apache-2.0
//
// tern_link_tx: sending end of a link: the encoder, which spends credits.
//
// A credit is room for one step of values at the receiver, Lanes * ValueBits / 8 bytes
// uncompressed: what a message needs there is known when its values are taken, whatever they will
// compress to.
//
//   Latency     that of huff_enc
//   Throughput  Lanes values per cycle
//   Storage     huff_enc, and a counter
//   Model       model/huff/stream.h
//   Test        tb/link/loopback_test.cc
//   Doc         docs/architecture.md#the-link

`default_nettype none

`include "tern_assert.svh"

module tern_link_tx #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter int unsigned BestSteps = 0,
  parameter int unsigned Counters = 0,
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

  output logic                         link_tvalid_o,
  input  logic                         link_tready_i,
  output logic [Lanes*WordBits-1:0]    link_tdata_o,
  output logic [Lanes*WordBits/8-1:0]  link_tkeep_o,
  output logic                         link_tlast_o,

  // The receiver has given up one step of values.
  input  logic                         credit_i,

  input  logic                         book_tvalid_i,
  output logic                         book_tready_o,
  input  logic [8:0]                   book_index_i,
  input  logic [19:0]                  book_data_i,

  output logic                         err_book_o,
  output logic                         err_count_o,
  output logic                         err_cmd_o,
  output logic                         err_load_o,
  input  logic                         err_clear_i,
  output logic                         busy_o,

  // With Counters.
  input  logic                         count_run_i,
  input  logic                         count_clear_i,
  input  logic                         count_any_i,
  input  logic [3:0]                   count_dtype_i,
  input  logic [3:0]                   count_book_i,
  input  logic                         read_tvalid_i,
  output logic                         read_tready_o,
  input  logic [8:0]                   read_index_i,
  output logic                         count_tvalid_o,
  input  logic                         count_tready_i,
  output logic [31:0]                  count_tdata_o
);

  localparam int unsigned Least =
      tern_link_pkg::min_window(ValueBits, WordBits, MinTokenBits, BestSteps, Lanes);
  localparam int unsigned CreditBits = $clog2(Window + 1);

  if (Window < Least) begin : gen_bad_window
    $fatal(1, "tern_link_tx: Window is too small for what may be inside; see tern_link_pkg");
  end

  logic [CreditBits-1:0] credit_d, credit_q;
  logic                  begun;

  assign credit_d = credit_q - CreditBits'(begun) + CreditBits'(credit_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credit_q <= CreditBits'(Window);
    end else begin
      credit_q <= credit_d;
    end
  end

  huff_enc #(
    .Lanes       (Lanes),
    .WordBits    (WordBits),
    .ValueBits   (ValueBits),
    .MaxCodeLen  (MaxCodeLen),
    .MinTokenBits(MinTokenBits),
    .Books       (Books),
    .BestSteps   (BestSteps),
    .Counters    (Counters),
    .BookKind    (BookKind),
    .TopSymbols  (TopSymbols),
    .Reserve     (Reserve)
  ) u_enc (
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
    .hold_i      (credit_q == '0),
    .begun_o     (begun),
    .out_tvalid_o(link_tvalid_o),
    .out_tready_i(link_tready_i),
    .out_tdata_o (link_tdata_o),
    .out_tkeep_o (link_tkeep_o),
    .out_tlast_o (link_tlast_o),
    .book_tvalid_i,
    .book_tready_o,
    .book_index_i,
    .book_data_i,
    .err_book_o,
    .err_count_o,
    .err_cmd_o,
    .err_load_o,
    .err_clear_i,
    .busy_o,
    .count_run_i,
    .count_clear_i,
    .count_any_i,
    .count_dtype_i,
    .count_book_i,
    .read_tvalid_i,
    .read_tready_o,
    .read_index_i,
    .count_tvalid_o,
    .count_tready_i,
    .count_tdata_o
  );

  `TERN_ASSERT(CreditsAreReal, !credit_i || 32'(credit_q) < Window || begun)

endmodule

`default_nettype wire
