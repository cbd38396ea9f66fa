// SPDX-License-Identifier: Apache-2.0
//
// tdr_words: the words of blocks, handed to the lanes that ask for them.
//
// Rows, network and its settings are those of the Huffman decoder; what is different is that a
// block has no header and no check.
//
//   Latency     a mask is served in the cycle in which it is seen
//   Throughput  1 mask, up to Lanes words per cycle
//   Storage     2 beats
//   Model       model/tdr/part_decode.cc
//   Test        tb/tdr/tdr_decode_test.cc
//   Doc         docs/tdr_architecture.md#decode

`default_nettype none

`include "tern_assert.svh"

module tdr_words #(
  parameter int unsigned Lanes = 16,
  localparam int unsigned Word = tdr_pkg::WordBits
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // Words that are kept come first; all beats but a block's last one are full.
  input  logic                  in_tvalid_i,
  output logic                  in_tready_o,
  input  logic [Lanes*Word-1:0] in_tdata_i,
  input  logic [Lanes-1:0]      in_tkeep_i,
  input  logic                  in_tlast_i,

  // A block begins; nothing of the one before is left, or its last beat is dropped now.
  input  logic                  start_i,

  // The mask, complete if `ready`: served, or never will be.
  input  logic [Lanes-1:0]      ask_i,
  input  logic                  ask_ready_i,
  output logic                  served_o,
  output logic                  truncated_o,
  output logic [Lanes*Word-1:0] word_o,

  // What is left of the block is dropped; the last beat is; words have been left; words taken.
  input  logic                  drop_i,
  output logic                  dropped_o,
  output logic                  excess_o,
  output logic [31:0]           taken_o
);

  localparam int unsigned Stages   = $clog2(Lanes);
  localparam int unsigned Switches = (Lanes == 1) ? 1 : Stages * Lanes / 2;

  logic [Lanes*Word-1:0] even_row, odd_row;
  logic [Stages:0]       in_words, row0_words, row1_words, take_words;
  logic                  take_wraps, row0_valid, row0_last, row1_valid, row1_last, row0_odd;
  logic                  leave, drop, excess_d, excess_q;
  // Added a cycle later: that a mask is served is known late.
  logic [Stages:0]       count_d, count_q;
  logic [31:0]           taken_d, taken_q;

  always_comb begin
    in_words = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      if (in_tkeep_i[i]) in_words = (Stages + 1)'(i + 1);
    end
  end

  logic            unused_front, unused_bad;
  logic [Stages:0] unused_whole;

  // The bits of a header, as far as a beat has them.
  localparam int unsigned HeadBits =
      (Lanes * Word < huff_pkg::HeaderBits) ? Lanes * Word : huff_pkg::HeaderBits;
  logic [HeadBits-1:0] unused_head;

  huff_dec_rows #(.Lanes(Lanes), .WordBits(Word)) u_rows (
    .clk_i, .rst_ni,
    .in_valid_i(in_tvalid_i), .in_ready_o(in_tready_o), .in_data_i(in_tdata_i),
    .in_last_i(in_tlast_i), .in_front_i(1'b0), .in_bad_i(1'b0), .in_whole_i('0),
    .in_end_i(in_words),
    .take_i(served_o), .take_words_i(take_words), .take_wraps_i(take_wraps),
    .header_i(1'b0), .drop_i(drop),
    .row0_valid_o(row0_valid), .row0_last_o(row0_last), .row0_front_o(unused_front),
    .row0_bad_o(unused_bad), .row0_whole_o(unused_whole), .row0_words_o(row0_words),
    .row0_head_o(unused_head), .row1_valid_o(row1_valid), .row1_last_o(row1_last),
    .row1_words_o(row1_words), .row0_odd_o(row0_odd), .leave_o(leave), .even_o(even_row),
    .odd_o(odd_row)
  );

  // As in huff_dec_s2_distribute, but that the first word is in bank 0.
  logic [Stages:0]       base_d, base_q;
  logic [Stages+1:0]     words;
  logic [Switches-1:0]   swap;
  logic [Lanes*Word-1:0] bank;
  logic [Lanes-1:0]      odd;
  logic                  both, lacks, asked;

  huff_dec_route #(.Lanes(Lanes)) u_route (
    .mask_i(ask_i), .base_i(base_q), .need_o(take_words), .cross_o(swap)
  );

  huff_dec_supply #(.Lanes(Lanes)) u_supply (
    .mask_i(ask_i), .row_words_i(row0_words), .words_i(words), .all_o(take_wraps),
    .lacks_o(lacks)
  );

  huff_dec_expand #(.Lanes(Lanes), .WordBits(Word)) u_expand (
    .bank_i(bank), .cross_i(swap), .lane_o(word_o)
  );

  // A newer row that is not the last one is full: it suffices.
  assign both        = !row0_last && row1_valid;
  assign words       = {1'b0, row0_words} + (both ? {1'b0, row1_words} : '0);
  assign asked       = ask_ready_i && (ask_i != '0) && row0_valid;
  assign served_o    = asked && (!lacks || (both && !row1_last));
  assign truncated_o = asked && !served_o && (row0_last || (row1_valid && row1_last));

  // Row (upper bit) and bank of the next word; banks below have the next row's turn.
  assign odd = {Lanes{base_q[Stages]}}
               ^ ~({Lanes{1'b1}} << (base_q & (Stages + 1)'(Lanes - 1)));

  always_comb begin
    base_d = served_o ? base_q + take_words : base_q;
    if (start_i) begin
      base_d         = '0;
      base_d[Stages] = row0_odd ^ leave;
    end
    for (int unsigned i = 0; i < Lanes; i++) begin
      bank[i*Word +: Word] = odd[i] ? odd_row[i*Word +: Word] : even_row[i*Word +: Word];
    end
  end

  // A row that is not the last one is there only with words.
  assign drop      = drop_i && row0_valid;
  assign dropped_o = drop && row0_last;
  assign excess_o  = excess_q || row0_words != '0;
  assign count_d   = served_o ? take_words : '0;
  assign taken_o   = taken_q + 32'(count_q);

  always_comb begin
    excess_d = excess_q || (drop && row0_words != '0);
    taken_d  = taken_o;
    if (start_i) begin
      excess_d = 1'b0;
      taken_d  = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      base_q <= '0;
    end else begin
      base_q <= base_d;
    end
  end

  always_ff @(posedge clk_i) begin
    excess_q <= excess_d;
    count_q  <= count_d;
    taken_q  <= taken_d;
  end

  `TERN_ASSERT(KeepsFirst, !in_tvalid_i || ((in_tkeep_i + Lanes'(1)) & in_tkeep_i) == '0)
  `TERN_ASSERT(FullButTheLast, !in_tvalid_i || in_tlast_i || (&in_tkeep_i))

endmodule

`default_nettype wire
