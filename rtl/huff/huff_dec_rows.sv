// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_rows: the two oldest beats, and how many of their words are payload not yet taken.
//
// Beats go to two rows in turns. Two rows always hold the next Lanes words, wherever the next one
// lies in its beat. A row leaves when its words are taken, and a beat can come into it at once.
//
//   Latency     1 cycle
//   Throughput  1 beat per cycle
//   Storage     2 beats
//   Model       model/huff/distribute.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_rows #(
  parameter int unsigned Lanes    = 16,
  parameter int unsigned WordBits = 32,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  // As much of a header as a row can hold.
  localparam int unsigned HeadBits =
      (Lanes * WordBits < huff_pkg::HeaderBits) ? Lanes * WordBits : huff_pkg::HeaderBits
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // Beats with their number of whole words; `end` is that without the trailer; `front`: the end
  // of a header can be in it; `bad`: no beat that a message can have there.
  input  logic                      in_valid_i,
  output logic                      in_ready_o,
  input  logic [Lanes*WordBits-1:0] in_data_i,
  input  logic                      in_last_i,
  input  logic                      in_front_i,
  input  logic                      in_bad_i,
  input  logic [CountBits-1:0]      in_whole_i,
  input  logic [CountBits-1:0]      in_end_i,

  // Takes words from the older row on; `wraps`: the last one of a full row is among them.
  input  logic                      take_i,
  input  logic [CountBits-1:0]      take_words_i,
  input  logic                      take_wraps_i,
  // Takes the last words of a header, from the older row.
  input  logic                      header_i,
  // The older row leaves, whatever is in it.
  input  logic                      drop_i,

  output logic                      row0_valid_o,
  output logic                      row0_last_o,
  output logic                      row0_front_o,
  output logic                      row0_bad_o,
  output logic [CountBits-1:0]      row0_whole_o,
  output logic [CountBits-1:0]      row0_words_o,
  output logic [HeadBits-1:0]       row0_head_o,
  output logic                      row1_valid_o,
  output logic                      row1_last_o,
  output logic [CountBits-1:0]      row1_words_o,
  // The older row is the odd one.
  output logic                      row0_odd_o,
  output logic                      leave_o,
  output logic [Lanes*WordBits-1:0] even_o,
  output logic [Lanes*WordBits-1:0] odd_o
);

  localparam int unsigned HeaderWords = (huff_pkg::HeaderBits + WordBits - 1) / WordBits;
  // Words of a header in the row with its end.
  localparam int unsigned RowHeader   = (HeaderWords - 1) % Lanes + 1;

  logic                      head_d, head_q;
  logic                      tail_d, tail_q;
  logic [1:0]                valid_d, valid_q;
  logic [1:0]                last_d, last_q;
  logic [1:0]                front_d, front_q;
  logic [1:0]                bad_d, bad_q;
  logic [CountBits-1:0]      even_whole_d, even_whole_q, odd_whole_d, odd_whole_q;
  logic [CountBits-1:0]      even_end_d, even_end_q, odd_end_d, odd_end_q;
  logic [Lanes*WordBits-1:0] even_d, even_q, odd_d, odd_q;
  // Payload words of the older row that are left.
  logic [CountBits-1:0]      words_d, words_q;

  logic                      in_fire;
  logic                      leave;

  assign row0_odd_o   = head_q;
  assign row0_valid_o = valid_q[head_q];
  assign row0_last_o  = last_q[head_q];
  assign row0_front_o = front_q[head_q];
  assign row0_bad_o   = bad_q[head_q];
  assign row0_whole_o = head_q ? odd_whole_q : even_whole_q;
  assign row0_words_o = words_q;
  assign row0_head_o  = head_q ? odd_q[HeadBits-1:0] : even_q[HeadBits-1:0];
  assign row1_valid_o = valid_q[!head_q];
  assign row1_last_o  = last_q[!head_q];
  assign row1_words_o = head_q ? even_end_q : odd_end_q;
  assign leave_o      = leave;
  assign even_o       = even_q;
  assign odd_o        = odd_q;

  // A row whose last word is being taken is free for the next beat.
  assign in_ready_o = !valid_q[tail_q] || (take_i && take_wraps_i && !row0_last_o);
  assign in_fire    = in_valid_i && in_ready_o;

  assign leave = drop_i || (!row0_last_o && ((take_i && take_wraps_i) ||
                                             (header_i && (RowHeader == Lanes))));

  always_comb begin
    head_d       = head_q ^ leave;
    tail_d       = tail_q ^ in_fire;
    valid_d      = valid_q;
    last_d       = last_q;
    front_d      = front_q;
    bad_d        = bad_q;
    even_whole_d = even_whole_q;
    odd_whole_d  = odd_whole_q;
    even_end_d   = even_end_q;
    odd_end_d    = odd_end_q;
    even_d       = even_q;
    odd_d        = odd_q;
    if (leave) valid_d[head_q] = 1'b0;
    if (in_fire) begin
      valid_d[tail_q] = 1'b1;
      last_d[tail_q]  = in_last_i;
      front_d[tail_q] = in_front_i;
      bad_d[tail_q]   = in_bad_i;
      if (tail_q) begin
        odd_whole_d = in_whole_i;
        odd_end_d   = in_end_i;
        odd_d       = in_data_i;
      end else begin
        even_whole_d = in_whole_i;
        even_end_d   = in_end_i;
        even_d       = in_data_i;
      end
    end
  end

  always_comb begin
    words_d = words_q;
    if (leave || !row0_valid_o) begin
      words_d = row1_valid_o ? row1_words_o : in_end_i;
      // The mask went on into the next row.
      if (take_i && row1_valid_o) words_d = words_q + row1_words_o - take_words_i;
    end else if (take_i) begin
      words_d = words_q - take_words_i;
    end else if (header_i) begin
      words_d = words_q - CountBits'(RowHeader);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= 1'b0;
      tail_q  <= 1'b0;
      valid_q <= '0;
    end else begin
      head_q  <= head_d;
      tail_q  <= tail_d;
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    last_q       <= last_d;
    front_q      <= front_d;
    bad_q        <= bad_d;
    even_whole_q <= even_whole_d;
    odd_whole_q  <= odd_whole_d;
    even_end_q   <= even_end_d;
    odd_end_q    <= odd_end_d;
    even_q       <= even_d;
    odd_q        <= odd_d;
    words_q      <= words_d;
  end

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT(NothingLost, !in_fire || !valid_q[tail_q] || (leave && (tail_q == head_q)))
  `TERN_ASSERT(LeavesWhenThere, !leave || row0_valid_o)
  `TERN_ASSERT(OlderFirst, row0_valid_o || !row1_valid_o)
  `TERN_ASSERT(OneUse, (32'(take_i) + 32'(header_i) + 32'(drop_i)) <= 1)

endmodule

`default_nettype wire
