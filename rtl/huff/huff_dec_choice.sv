// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_choice: which book each chunk uses.
//
// A choice comes with the header or three steps ahead of its chunk: one cycle to look for its book,
// and the next one to hand over what the lanes need. So a chunk follows the last without a pause.
//
//   Latency     2 cycles from the last bit of a choice to its book
//   Throughput  1 chunk in 3 cycles
//   Storage     one choice, and what became of it
//   Model       model/huff/deframe.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_choice #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Books = 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // Choice in a header; `run`: the message has values to decode.
  input  logic                head_i,
  input  logic                head_run_i,
  input  huff_pkg::header_t   header_i,
  // The lanes have stopped, or have decoded the last value.
  input  logic                stop_i,
  input  logic                finished_i,

  // Choice in the tokens; `turn`: its chunk begins.
  input  logic                bits_valid_i,
  input  logic                bits_end_i,
  input  logic [Lanes-1:0]    bits_i,
  input  logic                turn_i,

  // Look-up: slot with that book; one with its dtype and id; the book's codewords are too short.
  output logic [3:0]          dtype_o,
  output logic [2:0]          min_len_o,
  output logic [3:0]          id_o,
  output logic [7:0]          epoch_o,
  input  logic [Books-1:0]    hit_i,
  input  logic                known_i,
  input  logic                too_short_i,

  // The book found becomes that of the chunk. Slots in use by a choice or a chunk.
  output logic                take_o,
  output logic [Books-1:0]    take_hit_o,
  output logic                take_raw_o,
  output logic                open_o,
  output logic [3:0]          slot_o,
  output logic [Books-1:0]    used_o,

  // The choice was bad; `first`: that of the header.
  output logic                bad_o,
  output logic                bad_first_o,
  output logic [3:0]          bad_error_o,
  output logic                busy_o
);

  // Steps that carry a choice. The bits come in from above until the first one is in place.
  localparam int unsigned Parts    = (huff_pkg::ChoiceBits + Lanes - 1) / Lanes;
  localparam int unsigned PartBits = (Parts == 1) ? huff_pkg::ChoiceBits : Lanes;
  localparam int unsigned TakeBits = Parts * PartBits;

  logic [TakeBits-1:0] choice_d, choice_q;
  logic [3:0]          dtype_d, dtype_q;
  logic [2:0]          min_len_d, min_len_q;
  logic                first_d, first_q;
  logic                run_d, run_q;
  logic                pending_d, pending_q;
  // What the look-up of the last cycle has found.
  logic                found_d, found_q;
  logic [Books-1:0]    hit_d, hit_q;
  logic                raw_d, raw_q;
  logic [3:0]          error_d, error_q;
  // Chunk under way.
  logic                open_d, open_q;
  logic [Books-1:0]    open_hit_d, open_hit_q;
  logic [3:0]          slot_d, slot_q;
  logic                bad_d, bad_q;
  logic                bad_first_d, bad_first_q;
  logic [3:0]          bad_error_d, bad_error_q;

  huff_pkg::choice_t   choice, head;
  logic                drop, take;

  logic unused_bits;
  assign unused_bits = ^{bits_i, choice_q, header_i};

  assign choice = choice_q[huff_pkg::ChoiceBits-1:0];
  assign drop   = stop_i && !first_q;
  assign take   = found_q && (first_q || turn_i);

  always_comb begin
    head         = '0;
    head.raw     = header_i.raw;
    head.book_id = header_i.book_id;
    head.epoch   = header_i.epoch;

    choice_d  = choice_q;
    dtype_d   = dtype_q;
    min_len_d = min_len_q;
    first_d   = first_q;
    run_d     = run_q && !stop_i && !finished_i;
    pending_d = pending_q && !take && !drop;

    if (bits_valid_i) begin
      choice_d  = TakeBits'({bits_i[PartBits-1:0], choice_q} >> PartBits);
      first_d   = 1'b0;
      pending_d = bits_end_i;
    end
    if (head_i) begin
      choice_d  = TakeBits'(head);
      dtype_d   = header_i.dtype;
      min_len_d = header_i.min_len;
      first_d   = 1'b1;
      run_d     = head_run_i;
      pending_d = 1'b1;
    end
  end

  /////////////
  // Look-up //
  /////////////

  // Repeated until the chunk begins: a book counts that is there at that moment.
  always_comb begin
    found_d = pending_q && !take && !drop;
    hit_d   = choice.raw ? '0 : hit_i;
    raw_d   = choice.raw;
    error_d = huff_pkg::StreamErrorNone;
    if (choice.raw) begin
      if ((choice.book_id != '0) || (choice.epoch != '0)) begin
        error_d = huff_pkg::StreamErrorReserved;
      end
    end else if (!known_i) begin
      error_d = huff_pkg::StreamErrorUnknownBook;
    end else if (hit_i == '0) begin
      error_d = huff_pkg::StreamErrorEpoch;
    end else if (too_short_i) begin
      error_d = huff_pkg::StreamErrorMinLen;
    end
  end

  always_comb begin
    open_d      = open_q && !stop_i && !finished_i && !head_i;
    open_hit_d  = open_hit_q;
    slot_d      = slot_q;
    bad_d       = 1'b0;
    bad_first_d = first_q;
    bad_error_d = error_q;
    if (take) begin
      open_d     = (error_q == huff_pkg::StreamErrorNone) && run_d;
      bad_d      = error_q != huff_pkg::StreamErrorNone;
      open_hit_d = hit_q;
      slot_d     = '0;
      for (int unsigned i = 0; i < Books; i++) begin
        if (hit_q[i]) slot_d = slot_d | 4'(i);
      end
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= 1'b0;
      found_q   <= 1'b0;
      run_q     <= 1'b0;
      open_q    <= 1'b0;
      bad_q     <= 1'b0;
    end else begin
      pending_q <= pending_d;
      found_q   <= found_d;
      run_q     <= run_d;
      open_q    <= open_d;
      bad_q     <= bad_d;
    end
  end

  always_ff @(posedge clk_i) begin
    choice_q    <= choice_d;
    dtype_q     <= dtype_d;
    min_len_q   <= min_len_d;
    first_q     <= first_d;
    hit_q       <= hit_d;
    raw_q       <= raw_d;
    error_q     <= error_d;
    open_hit_q  <= open_hit_d;
    slot_q      <= slot_d;
    bad_first_q <= bad_first_d;
    bad_error_q <= bad_error_d;
  end

  /////////////
  // Outputs //
  /////////////

  assign dtype_o     = dtype_q;
  assign min_len_o   = min_len_q;
  assign id_o        = choice.book_id;
  assign epoch_o     = choice.epoch;
  assign take_o      = take;
  assign take_hit_o  = hit_q;
  assign take_raw_o  = raw_q;
  assign open_o      = open_q;
  assign slot_o      = slot_q;
  assign used_o      = (hit_i & {Books{pending_q && !choice.raw}}) |
                       (open_hit_q & {Books{open_q}});
  assign bad_o       = bad_q;
  assign bad_first_o = bad_first_q;
  assign bad_error_o = bad_error_q;
  assign busy_o      = pending_q || found_q || bad_q;

  `TERN_ASSERT(FoundInTime, !turn_i || found_q)

endmodule

`default_nettype wire
