// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_s2_distribute: takes the words that a mask asks for from the beats, to the lanes.
//
// All in the cycle in which the mask is seen: every cycle between a token and the word that it asks
// for would have to be bridged by bits in the lanes.
//
//   Latency     combinational
//   Throughput  1 mask, up to Lanes words per cycle
//   Storage     position of the next word
//   Model       model/huff/distribute.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_s2_distribute #(
  parameter int unsigned Lanes    = 16,
  parameter int unsigned WordBits = 32,
  localparam int unsigned Stages  = $clog2(Lanes)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // Message; its first payload word is in the row of that parity.
  input  logic                      start_i,
  input  logic                      start_odd_i,

  // Mask, complete if `ready`.
  input  logic [Lanes-1:0]          ask_i,
  input  logic                      ask_ready_i,
  output logic                      served_o,
  output logic                      truncated_o,

  // Beats: two rows of words in turns, and what is known of the older and of the newer one.
  input  logic [Lanes*WordBits-1:0] even_row_i,
  input  logic [Lanes*WordBits-1:0] odd_row_i,
  input  logic                      row0_valid_i,
  input  logic                      row0_last_i,
  input  logic [Stages:0]           row0_words_i,
  input  logic                      row1_valid_i,
  input  logic                      row1_last_i,
  input  logic [Stages:0]           row1_words_i,
  output logic [Stages:0]           take_words_o,
  // The mask takes the last word of a full row.
  output logic                      take_wraps_o,

  output logic [Lanes*WordBits-1:0] word_o
);

  localparam int unsigned HeaderWords = (huff_pkg::HeaderBits + WordBits - 1) / WordBits;
  localparam int unsigned Switches    = (Lanes == 1) ? 1 : Stages * Lanes / 2;
  // Bank of the first payload word.
  localparam logic [Stages:0] FirstBank = (Stages + 1)'(HeaderWords % Lanes);

  // Row (upper bit) and bank of the next word.
  logic [Stages:0]           base_d, base_q;

  logic [Stages:0]           need, base_next;
  logic [Switches-1:0]       swap;
  logic [Stages+1:0]         words;
  logic                      both, lacks, all_here, asked;
  logic [Lanes-1:0]          odd;
  logic [Lanes*WordBits-1:0] bank;

  huff_dec_route #(
    .Lanes(Lanes)
  ) u_route (
    .mask_i (ask_i),
    .base_i (base_q),
    .need_o (need),
    .cross_o(swap)
  );

  // Words that there are. A newer row that is not the last is full: it suffices.
  assign both     = !row0_last_i && row1_valid_i;
  assign words    = {1'b0, row0_words_i} + (both ? {1'b0, row1_words_i} : '0);
  assign all_here = row0_last_i || (row1_valid_i && row1_last_i);
  assign asked    = ask_ready_i && (ask_i != '0) && row0_valid_i;

  assign served_o     = asked && (!lacks || (both && !row1_last_i));
  assign truncated_o  = asked && !served_o && all_here;
  assign base_next    = base_q + need;
  assign take_words_o = need;

  huff_dec_supply #(
    .Lanes(Lanes)
  ) u_supply (
    .mask_i     (ask_i),
    .row_words_i(row0_words_i),
    .words_i    (words),
    .all_o      (take_wraps_o),
    .lacks_o    (lacks)
  );

  // Banks below the base have the next row's turn.
  assign odd = {Lanes{base_q[Stages]}} ^
               ~({Lanes{1'b1}} << (base_q & (Stages+1)'(Lanes - 1)));

  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      bank[i*WordBits +: WordBits] = odd[i] ? odd_row_i[i*WordBits +: WordBits]
                                            : even_row_i[i*WordBits +: WordBits];
    end
  end

  huff_dec_expand #(
    .Lanes   (Lanes),
    .WordBits(WordBits)
  ) u_expand (
    .bank_i (bank),
    .cross_i(swap),
    .lane_o (word_o)
  );

  always_comb begin
    base_d = base_q;
    if (served_o) base_d = base_next;
    if (start_i) begin
      base_d         = FirstBank;
      base_d[Stages] = start_odd_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      base_q <= '0;
    end else begin
      base_q <= base_d;
    end
  end

  `TERN_ASSERT(FullRowLeavesWhole,
               !served_o || row0_last_i ||
                   (take_wraps_o == (base_next[Stages] != base_q[Stages])))

endmodule

`default_nettype wire
