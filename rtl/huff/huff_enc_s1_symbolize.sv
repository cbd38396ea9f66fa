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
  parameter int unsigned BestSteps = 0,
  parameter logic        WordCode = huff_pkg::WordCodeWord32,
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_port(ValueBits)
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

  // While high no step begins; a step has begun.
  input  logic                         hold_i,
  output logic                         begun_o,

  // The stages behind take a valid step whenever `advance_i` is high.
  input  logic                         advance_i,
  output logic                         step_valid_o,
  output huff_enc_pkg::step_t          step_o,
  output logic [Lanes*8-1:0]           symbol_o,
  output logic [Lanes*ExtraBits-1:0]   extra_o,

  output logic                         header_valid_o,
  input  logic                         header_ready_i,
  output huff_pkg::header_t            header_o,

  // Slots: what they hold, and which ones are chosen or may still be.
  input  logic [Books-1:0]             book_current_i,
  input  logic [4*Books-1:0]           book_dtype_i,
  input  logic [4*Books-1:0]           book_id_i,
  input  logic [8*Books-1:0]           book_epoch_i,
  input  logic [4*Books-1:0]           book_min_len_i,
  input  logic [4*Books-1:0]           book_escape_len_i,
  output logic [Books-1:0]             book_uses_o,

  // Lengths of a book that is being built.
  input  logic                         write_i,
  input  logic [3:0]                   write_slot_i,
  input  logic [7:0]                   write_symbol_i,
  input  logic [3:0]                   write_len_i,

  output logic                         idle_o,
  output logic                         err_book_o,
  output logic                         err_count_o,
  output logic                         err_cmd_o,
  input  logic                         err_clear_i
);

  logic                   message_valid, message_ready, message_fits, message_room, waiting;
  huff_enc_pkg::message_t message;
  logic                   packet_idle, choose_busy;
  logic                   fit_valid, fit_advance, fit_last, fit_spoilt;
  logic [Lanes-1:0]       fit_present;
  logic [Lanes*8-1:0]     fit_symbol;
  logic [Lanes*ExtraBits-1:0] fit_extra;

  huff_enc_command #(
    .Lanes    (Lanes),
    .ValueBits(ValueBits),
    .BestSteps(BestSteps)
  ) u_command (
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
    .message_valid_o(message_valid),
    .message_ready_i(message_ready && message_fits),
    .message_o      (message),
    .waiting_o      (waiting),
    .err_cmd_o,
    .err_clear_i
  );

  assign begun_o = fit_valid && fit_advance && !hold_i;

  // What is not legal needs no room behind.
  assign message_fits = message_room || !message.legal;

  huff_enc_packet #(
    .Lanes    (Lanes),
    .ValueBits(ValueBits)
  ) u_packet (
    .clk_i,
    .rst_ni,
    .message_valid_i(message_valid && message_fits),
    .message_ready_o(message_ready),
    .message_i      (message),
    .in_tvalid_i,
    .in_tready_o,
    .in_tdata_i,
    .in_tkeep_i,
    .in_tlast_i,
    .advance_i      (fit_advance && !hold_i),
    .step_valid_o   (fit_valid),
    .last_o         (fit_last),
    .spoilt_o       (fit_spoilt),
    .present_o      (fit_present),
    .symbol_o       (fit_symbol),
    .extra_o        (fit_extra),
    .idle_o         (packet_idle),
    .err_count_o,
    .err_clear_i
  );

  huff_enc_choose #(
    .Lanes       (Lanes),
    .ValueBits   (ValueBits),
    .MinTokenBits(MinTokenBits),
    .Books       (Books),
    .BestSteps   (BestSteps),
    .WordCode    (WordCode)
  ) u_choose (
    .clk_i,
    .rst_ni,
    .message_take_i(message_valid && message_room && message_ready && message.legal),
    .message_room_o(message_room),
    .message_i     (message),
    .in_valid_i    (fit_valid && !hold_i),
    .in_advance_o  (fit_advance),
    .in_last_i     (fit_last),
    .in_spoilt_i   (fit_spoilt),
    .in_present_i  (fit_present),
    .in_symbol_i   (fit_symbol),
    .in_extra_i    (fit_extra),
    .advance_i,
    .step_valid_o,
    .step_o,
    .symbol_o,
    .extra_o,
    .header_valid_o,
    .header_ready_i,
    .header_o,
    .book_current_i,
    .book_dtype_i,
    .book_id_i,
    .book_epoch_i,
    .book_min_len_i,
    .book_escape_len_i,
    .book_uses_o,
    .write_i,
    .write_slot_i,
    .write_symbol_i,
    .write_len_i,
    .busy_o        (choose_busy),
    .err_book_o,
    .err_clear_i
  );

  assign idle_o = packet_idle && !waiting && !choose_busy;

endmodule

`default_nettype wire
