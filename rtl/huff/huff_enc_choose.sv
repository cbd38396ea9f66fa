// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_choose: gives the chunks their books, as they pass or after they have been weighed.
//
// Without the best choice (BestSteps 0) steps pass in the cycle in which they come in, and a
// message gets its header with its command. With it all steps go through a buffer of a chunk, and a
// header is written when the choice of the first chunk is known.
//
//   Latency     0 cycles; with BestSteps 2, and at most a chunk + 4 for the best choice
//   Throughput  1 step per cycle
//   Storage     sum of the parts
//   Model       model/huff/select.h
//   Test        tb/huff/encoder_chunk_test.cc, tb/huff/encoder_best_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

`include "tern_assert.svh"

module huff_enc_choose #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter int unsigned BestSteps = 0,
  parameter logic        WordCode = huff_pkg::WordCodeWord32,
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_port(ValueBits)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // A message begins, which it may only if there is room.
  input  logic                   message_take_i,
  output logic                   message_room_o,
  input  huff_enc_pkg::message_t message_i,

  // Its steps. Taken when valid and advance are high.
  input  logic                   in_valid_i,
  output logic                   in_advance_o,
  input  logic                   in_last_i,
  input  logic                   in_spoilt_i,
  input  logic [Lanes-1:0]       in_present_i,
  input  logic [Lanes*8-1:0]     in_symbol_i,
  input  logic [Lanes*ExtraBits-1:0] in_extra_i,

  input  logic                   advance_i,
  output logic                   step_valid_o,
  output huff_enc_pkg::step_t    step_o,
  output logic [Lanes*8-1:0]     symbol_o,
  output logic [Lanes*ExtraBits-1:0] extra_o,

  output logic                   header_valid_o,
  input  logic                   header_ready_i,
  output huff_pkg::header_t      header_o,

  // Slots: what they hold, and which ones are chosen or may still be.
  input  logic [Books-1:0]       book_current_i,
  input  logic [4*Books-1:0]     book_dtype_i,
  input  logic [4*Books-1:0]     book_id_i,
  input  logic [8*Books-1:0]     book_epoch_i,
  input  logic [4*Books-1:0]     book_min_len_i,
  input  logic [4*Books-1:0]     book_escape_len_i,
  output logic [Books-1:0]       book_uses_o,

  // Lengths of a book that is being built.
  input  logic                   write_i,
  input  logic [3:0]             write_slot_i,
  input  logic [7:0]             write_symbol_i,
  input  logic [3:0]             write_len_i,

  output logic                   busy_o,
  output logic                   err_book_o,
  input  logic                   err_clear_i
);

  // The message that begins, and the choice of the chunk that needs one.
  logic                   start, step;
  huff_enc_pkg::message_t message;
  huff_enc_pkg::want_t    want, chunk_want;
  huff_enc_pkg::choice_t  named, choice;
  logic [3:0]             named_min, choice_min;
  logic [5:0]             min_token;
  logic                   named_missed, missed, chunk_missed, picks, hold, active, chunk_best;
  logic                   opening;          // it is the first one of a message
  logic                   choice_valid;
  logic                   spoilt;
  logic [Books-1:0]       chunk_uses;

  assign want = opening ? {message.raw, message.split, message.dtype, message.id} : chunk_want;

  huff_enc_pick #(
    .Books(Books), .ValueBits(ValueBits), .MinTokenBits(MinTokenBits)
  ) u_pick (
    .current_i(book_current_i),
    .dtype_i  (book_dtype_i),
    .id_i     (book_id_i),
    .epoch_i  (book_epoch_i),
    .min_len_i(book_min_len_i),
    .want_i   (want),
    .choice_o (named),
    .min_len_o(named_min),
    .missed_o (named_missed)
  );

  huff_enc_title #(
    .Lanes       (Lanes),
    .ValueBits   (ValueBits),
    .MinTokenBits(MinTokenBits),
    .WordCode    (WordCode)
  ) u_title (
    .message_i  (message),
    .choice_i   (choice),
    .min_len_i  (choice_min),
    .min_token_o(min_token),
    .header_o
  );

  huff_enc_chunk #(
    .Lanes(Lanes),
    .Books(Books)
  ) u_chunk (
    .clk_i,
    .rst_ni,
    .start_i     (start),
    .message_i   (message),
    .choice_i    (choice),
    .min_token_i (min_token),
    .step_i      (step),
    .spoilt_i    (spoilt),
    .step_o,
    .active_o    (active),
    .hold_o      (hold),
    .want_o      (chunk_want),
    .best_o      (chunk_best),
    .picks_o     (picks),
    .pick_valid_i(choice_valid),
    .pick_i      (choice),
    .missed_i    (missed),
    .missed_o    (chunk_missed),
    .uses_o      (chunk_uses)
  );

  assign step           = advance_i && step_valid_o;
  assign header_valid_o = start;

  // A later chunk never needs a choice in the last step of its message.
  assign opening = !active || step_o.last;

  if (BestSteps == 0) begin : gen_pass
    assign message        = message_i;
    assign message_room_o = header_ready_i;
    assign start          = message_take_i;
    assign choice         = named;
    assign choice_min     = named_min;
    assign choice_valid   = 1'b1;
    assign missed         = named_missed;
    assign in_advance_o   = advance_i;
    assign step_valid_o   = in_valid_i;
    assign spoilt         = in_spoilt_i;
    assign symbol_o       = in_symbol_i;
    assign extra_o        = in_extra_i;
    assign book_uses_o    = chunk_uses;
    assign busy_o         = 1'b0;

    logic unused_best;
    assign unused_best = ^{in_last_i, in_present_i, picks, hold, chunk_best, write_i, write_slot_i,
                           write_symbol_i, write_len_i, book_escape_len_i};
  end else begin : gen_best
    logic                  message_waits, held, best_valid, by_weight, best_busy;
    huff_enc_pkg::choice_t best;
    logic [Books-1:0]      best_uses;

    huff_enc_best #(
      .Lanes       (Lanes),
      .ValueBits   (ValueBits),
      .MinTokenBits(MinTokenBits),
      .Books       (Books),
      .BestSteps   (BestSteps)
    ) u_best (
      .clk_i,
      .rst_ni,
      .message_take_i,
      .message_room_o,
      .message_i,
      .in_valid_i,
      .in_advance_o,
      .in_last_i,
      .in_spoilt_i,
      .in_present_i,
      .in_symbol_i,
      .in_extra_i,
      .message_valid_o(message_waits),
      .message_ready_i(start),
      .message_o      (message),
      .held_valid_o   (held),
      .held_ready_i   (step),
      .spoilt_o       (spoilt),
      .symbol_o,
      .extra_o,
      .choice_valid_o (best_valid),
      .choice_ready_i (by_weight && (start || picks)),
      .choice_o       (best),
      .book_current_i,
      .book_dtype_i,
      .book_id_i,
      .book_epoch_i,
      .book_min_len_i,
      .book_escape_len_i,
      .book_uses_o    (best_uses),
      .write_i,
      .write_slot_i,
      .write_symbol_i,
      .write_len_i,
      .busy_o         (best_busy)
    );

    assign by_weight    = opening ? message.best : chunk_best;
    assign choice       = by_weight ? best : named;
    assign choice_min   = named_min;
    assign choice_valid = !by_weight || best_valid;
    assign missed       = !by_weight && named_missed;
    assign start        = message_waits && header_ready_i && choice_valid
                          && (!active || (step && step_o.last));
    assign step_valid_o = held && active && !hold;
    assign book_uses_o  = chunk_uses | best_uses;
    assign busy_o       = best_busy || active;
  end

  ////////////
  // Errors //
  ////////////

  logic err_book_d, err_book_q;
  assign err_book_d = (err_book_q && !err_clear_i) || (start && missed) || chunk_missed;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      err_book_q <= 1'b0;
    end else begin
      err_book_q <= err_book_d;
    end
  end

  assign err_book_o = err_book_q;

  `TERN_ASSERT(OpeningWhenStarting, !start || opening)

endmodule

`default_nettype wire
