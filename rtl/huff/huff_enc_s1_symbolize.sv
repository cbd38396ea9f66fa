// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s1_symbolize: commands and packets become steps of symbols.
//
// Instances only. Symbols leave in the cycle in which their values come in.
//
//   Latency     0 cycles; a command is loaded 1 cycle after it was taken
//   Throughput  1 step per cycle
//   Storage     sum of the parts
//   Model       model/huff/symbolize.h
//   Test        tb/huff/huff_enc_s1_symbolize_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

module huff_enc_s1_symbolize #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter logic        WordCode = huff_pkg::WordCodeWord32
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         cmd_tvalid_i,
  output logic                         cmd_tready_o,
  input  logic [3:0]                   cmd_dtype_i,
  input  logic                         cmd_raw_i,
  input  logic [3:0]                   cmd_book_i,
  input  logic [3:0]                   cmd_chunk_log2_i,
  input  logic [31:0]                  cmd_count_i,

  input  logic                         in_tvalid_i,
  output logic                         in_tready_o,
  input  logic [Lanes*ValueBits-1:0]   in_tdata_i,
  input  logic [Lanes*ValueBits/8-1:0] in_tkeep_i,
  input  logic                         in_tlast_i,

  // The stages behind take a valid step whenever `advance_i` is high.
  input  logic                         advance_i,
  output logic                         step_valid_o,
  output huff_enc_pkg::step_t          step_o,
  output logic [Lanes*8-1:0]           symbol_o,
  output logic [Lanes*8-1:0]           extra_o,

  output logic                         header_valid_o,
  input  logic                         header_ready_i,
  output huff_pkg::header_t            header_o,

  // Slots: what they hold, and which ones the message under way has chosen.
  input  logic [Books-1:0]             book_current_i,
  input  logic [4*Books-1:0]           book_dtype_i,
  input  logic [4*Books-1:0]           book_id_i,
  input  logic [8*Books-1:0]           book_epoch_i,
  input  logic [4*Books-1:0]           book_min_len_i,
  output logic [Books-1:0]             book_uses_o,

  output logic                         idle_o,
  output logic                         err_book_o,
  output logic                         err_count_o,
  output logic                         err_cmd_o,
  input  logic                         err_clear_i
);

  logic                   message_valid, message_ready, waiting, packet_idle;
  huff_enc_pkg::message_t message;
  huff_enc_pkg::choice_t  pick;
  huff_enc_pkg::want_t    want;
  logic                   pick_missed, missed;
  logic [3:0]             unused_min_len;

  huff_enc_command #(
    .Lanes       (Lanes),
    .ValueBits   (ValueBits),
    .MinTokenBits(MinTokenBits),
    .Books       (Books),
    .WordCode    (WordCode)
  ) u_command (
    .clk_i,
    .rst_ni,
    .cmd_tvalid_i,
    .cmd_tready_o,
    .cmd_dtype_i,
    .cmd_raw_i,
    .cmd_book_i,
    .cmd_chunk_log2_i,
    .cmd_count_i,
    .message_valid_o(message_valid),
    .message_ready_i(message_ready),
    .message_o      (message),
    .header_valid_o,
    .header_ready_i,
    .header_o,
    .book_current_i,
    .book_dtype_i,
    .book_id_i,
    .book_epoch_i,
    .book_min_len_i,
    .missed_i       (missed),
    .waiting_o      (waiting),
    .err_book_o,
    .err_cmd_o,
    .err_clear_i
  );

  huff_enc_pick #(
    .Books       (Books),
    .MinTokenBits(MinTokenBits)
  ) u_pick (
    .current_i   (book_current_i),
    .dtype_i     (book_dtype_i),
    .id_i        (book_id_i),
    .epoch_i     (book_epoch_i),
    .min_len_i   (book_min_len_i),
    .want_i      (want),
    .choice_o    (pick),
    .min_len_o   (unused_min_len),
    .missed_o    (pick_missed)
  );

  huff_enc_packet #(
    .Lanes    (Lanes),
    .ValueBits(ValueBits),
    .Books    (Books)
  ) u_packet (
    .clk_i,
    .rst_ni,
    .message_valid_i(message_valid),
    .message_ready_o(message_ready),
    .message_i      (message),
    .in_tvalid_i,
    .in_tready_o,
    .in_tdata_i,
    .in_tkeep_i,
    .in_tlast_i,
    .advance_i,
    .step_valid_o,
    .step_o,
    .symbol_o,
    .extra_o,
    .want_o         (want),
    .pick_i         (pick),
    .missed_i       (pick_missed),
    .missed_o       (missed),
    .uses_o         (book_uses_o),
    .idle_o         (packet_idle),
    .err_count_o,
    .err_clear_i
  );

  assign idle_o = packet_idle && !waiting;

endmodule

`default_nettype wire
