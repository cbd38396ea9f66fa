// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_lane: one lane of the decoder, from its words to its next token.
//
// Bits are counted in units, which are half words of 32 bits, or words of 64 in a unit for 32-bit
// values, and a rest, which all the counts have in common.
//
//   Latency     a word can be decoded two cycles after it came
//   Throughput  1 token per cycle
//   Storage     window and two words (of two units: three)
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_lane #(
  parameter int unsigned WordBits   = 32,
  parameter int unsigned ValueBits  = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned BookKind   = 0,
  localparam int unsigned Levels    = huff_book_pkg::levels(BookKind, MaxCodeLen),
  localparam int unsigned ExtraBits = huff_dec_pkg::extra_bits(ValueBits),
  // Units, and their rest.
  localparam int unsigned UnitBits  = huff_dec_pkg::unit_bits(ValueBits),
  localparam int unsigned RestBits  = huff_dec_pkg::rest_bits(ValueBits),
  localparam int unsigned Units     = WordBits / UnitBits,
  // Counts up to three words in units.
  localparam int unsigned StockBits = $clog2(3 * Units + 1)
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  // Message: the lane forgets the last one, and asks for its first word if it has a value.
  input  logic                                 start_i,
  input  logic                                 start_ask_i,
  input  logic                                 stop_i,
  input  logic                                 start_split_i,
  input  logic                                 start_wide_i,

  // Book.
  input  logic                                 raw_i,
  input  logic [(Levels-1)*MaxCodeLen-1:0]     limit_i,
  input  logic [Levels-2:0]                    never_i,
  input  logic [Levels*4-1:0]                  level_len_i,
  input  logic                                 escape_en_i,
  input  logic [MaxCodeLen-1:0]                escape_code_i,
  input  logic [MaxCodeLen-1:0]                escape_mask_i,
  // Bits of a token with an escape, its choice bit not counted.
  input  logic [RestBits-1:0]                  escape_end_i,

  // Order of the words. The lane asks while it has at most `bound` bits, in this step if it goes
  // on, and in the next one.
  input  logic [StockBits+RestBits-1:0]        bound_i,
  input  logic [StockBits+RestBits-1:0]        bound_next_i,
  input  logic                                 served_i,
  output logic                                 ask_o,
  output logic                                 again_o,
  output logic                                 look_o,

  // Words in.
  input  logic                                 word_valid_i,
  input  logic [WordBits-1:0]                  word_i,

  // Step; `choice`: its token has a choice bit in front; `next`: that of the next cycle.
  input  logic                                 choice_i,
  input  logic                                 next_choice_i,
  input  logic                                 active_i,
  input  logic                                 active_next_i,
  input  logic                                 go_i,
  output logic                                 short_o,
  output logic                                 choice_o,
  output logic [huff_pkg::SymbolBits-1:0]      token_tail_o,
  output logic [ExtraBits-1:0]                 token_extra_o,
  output logic [3:0]                           token_code_len_o,
  output logic                                 token_escape_o
);

  localparam int unsigned WinBits = UnitBits + 8;

  // Bits modulo a unit. The window has the rest; if it is full, a unit more; if it is over, all.
  // Window and current unit have `near` units and the rest; all that was asked for `stock` and it.
  logic [RestBits-1:0]  rest_d, rest_q;
  logic                 full_d, full_q;
  logic                 over_d, over_q;
  logic [1:0]           near_d, near_q;
  logic [StockBits-1:0] stock_d, stock_q;
  logic                 ask_d, ask_q;
  logic                 split_d, split_q, wide_d, wide_q;

  ///////////
  // Token //
  ///////////

  logic [UnitBits-1:0]   unit;
  logic [WinBits-1:0]    window;
  logic [MaxCodeLen-1:0] code_window;
  // Rest without the choice bit, from -1 on; and without the extra bits.
  logic [RestBits:0]     token_room, code_room;
  logic [Levels-1:0]     level;
  logic [3:0]            code_len, fine;
  logic [4:0]            coarse;
  logic                  coded_escape, enough;

  assign split_d    = start_i ? start_split_i : split_q;
  assign wide_d     = start_i ? start_wide_i : wide_q;
  assign token_room = {1'b0, rest_q} - (RestBits + 1)'(choice_i);

  huff_dec_shape #(.ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen)) u_shape (
    .clk_i, .split_i(split_q), .wide_i(wide_q), .next_split_i(split_d), .next_wide_i(wide_d),
    .next_choice_i, .window_i(window), .rest_i(rest_q), .room_i(token_room),
    .code_window_o(code_window), .code_room_o(code_room), .enough_o(enough)
  );

  huff_dec_length #(.MaxCodeLen(MaxCodeLen), .BookKind(BookKind)) u_length (
    .window_i(code_window), .limit_i, .never_i, .escape_en_i, .escape_code_i, .escape_mask_i,
    .level_o(level), .escape_o(coded_escape)
  );

  huff_dec_window #(.UnitBits(UnitBits)) u_window (
    .clk_i,
    .unit_i(unit), .rest_i(rest_q), .full_i(full_q), .over_i(over_q),
    .split_i(split_q), .wide_i(wide_q), .escape_i(coded_escape), .coarse_i(coarse), .fine_i(fine),
    .go_i, .window_o(window), .tail_o(token_tail_o)
  );

  assign choice_o         = window[0];
  assign token_extra_o    = choice_i ? window[ExtraBits:1] : window[ExtraBits-1:0];
  assign token_code_len_o = code_len;
  assign token_escape_o   = coded_escape || raw_i;

  ////////////
  // Counts //
  ////////////

  logic                 step, borrow, keeps, asks;
  logic [RestBits-1:0]  rest_after, rest_now;
  logic [1:0]           near_step, near_now;
  logic                 merged_step, merged_hold, merged, more;
  logic [StockBits-1:0] stock_go, stock_served;

  // A step that is decoded has got the words that it asked for.
  assign stock_go     = stock_q + (ask_q ? StockBits'(Units) : '0);
  assign stock_served = stock_q + (served_i && ask_q ? StockBits'(Units) : '0);

  huff_dec_advance #(
    .StockBits(StockBits), .RestBits(RestBits), .SpareBits(WinBits - UnitBits), .Levels(Levels),
    .BookKind(BookKind)
  ) u_advance (
    .level_i(level), .level_len_i, .escape_i(coded_escape), .escape_end_i, .raw_i,
    .choice_i, .token_room_i(token_room), .code_room_i(code_room), .waits_i(active_i && !full_q),
    .none_behind_i(near_q == '0), .stock_i(stock_go), .bound_i(bound_next_i),
    .code_len_o(code_len), .coarse_o(coarse), .fine_o(fine), .short_o, .borrow_o(borrow),
    .keeps_o(keeps), .asks_o(asks), .rest_o(rest_after)
  );

  assign step      = go_i && active_i;
  assign rest_now  = step ? rest_after : rest_q;
  assign near_step = near_q - 2'(borrow);
  assign near_now  = step ? near_step : near_q;

  // All of the current unit is in the window; the next one takes its place.
  assign merged_step = (near_q == '0) || ((near_q == 2'd1) && (borrow || keeps))
                       || ((near_q == 2'd2) && borrow && keeps);
  assign merged_hold = (near_q == '0)
                       || ((near_q == 2'd1) && (rest_q <= RestBits'(WinBits - UnitBits)));
  assign merged      = step ? merged_step : merged_hold;

  huff_dec_ring #(.WordBits(WordBits), .UnitBits(UnitBits)) u_ring (
    .clk_i, .rst_ni, .start_i, .word_valid_i, .word_i,
    .unit_o(unit), .next_i(merged), .more_o(more)
  );

  assign rest_d  = start_i ? '0 : rest_now;
  assign full_d  = !start_i && (near_now != '0);
  assign over_d  = !start_i && !merged;
  assign near_d  = start_i ? '0 : near_now + 2'(merged && more);
  assign stock_d = start_i ? '0 : stock_served - StockBits'(step && borrow);

  ////////////////////////
  // Order of the words //
  ////////////////////////

  logic missing, below, below_served;

  // Rule 1, after this step and if there is none.
  assign below_served = {stock_q + StockBits'(Units), rest_q} <= bound_i;
  assign below        = (served_i && ask_q) ? below_served : ({stock_q, rest_q} <= bound_i);

  // Rule 2 can only apply below the longest token. So few bits are all in the window: a word on its
  // way would count.
  assign look_o  = active_i && !ask_q && (stock_q == '0) && !enough;
  assign missing = look_o && short_o;

  always_comb begin
    ask_d = active_i && (below || missing || (ask_q && !served_i));
    if (go_i) ask_d = active_next_i && asks;
    if (start_i) ask_d = start_ask_i;
    if (stop_i) ask_d = 1'b0;
  end

  assign ask_o   = ask_q;
  assign again_o = ask_q && (stock_q <= StockBits'(Units));

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q  <= '0;
      full_q  <= 1'b0;
      over_q  <= 1'b0;
      near_q  <= '0;
      stock_q <= '0;
      ask_q   <= 1'b0;
    end else begin
      rest_q  <= rest_d;
      full_q  <= full_d;
      over_q  <= over_d;
      near_q  <= near_d;
      stock_q <= stock_d;
      ask_q   <= ask_d;
    end
  end

  always_ff @(posedge clk_i) begin
    split_q <= split_d;
    wide_q  <= wide_d;
  end

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT(DecodesOnlyWhatIsThere, !step || !short_o)
  `TERN_ASSERT(NearWithinStock, StockBits'(near_q) <= stock_q)

endmodule

`default_nettype wire
