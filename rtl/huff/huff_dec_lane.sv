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

  // Step; `choice`: its token has a choice bit in front.
  input  logic                                 choice_i,
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
  // A copy for each lane: it is the first thing in the loop of a step.
  logic                 split_d, split_q, wide_d, wide_q;

  ///////////
  // Token //
  ///////////

  logic [UnitBits-1:0]   unit;
  logic [WinBits-1:0]    window, token;
  logic [MaxCodeLen-1:0] code_window;
  // Rest without the choice bit, from -1 on; and without the extra bits.
  logic [RestBits:0]     token_room, code_room;
  logic [3:0]            code_len;
  logic                  escape, exceeds, enough;
  logic [RestBits-1:0]   token_len;

  assign split_d = start_i ? start_split_i : split_q;
  assign wide_d  = start_i ? start_wide_i : wide_q;
  assign token   = choice_i ? window >> 1 : window;

  huff_dec_shape #(.ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen)) u_shape (
    .split_i(split_q), .wide_i(wide_q), .token_i(token), .rest_i(rest_q), .room_i(token_room),
    .code_len_i(code_len), .escape_i(escape), .code_window_o(code_window),
    .code_room_o(code_room), .token_len_o(token_len), .enough_o(enough)
  );

  huff_dec_length #(.MaxCodeLen(MaxCodeLen), .BookKind(BookKind)) u_length (
    .window_i(code_window), .raw_i, .limit_i, .never_i, .level_len_i, .escape_en_i, .escape_code_i,
    .escape_mask_i, .len_o(code_len), .escape_o(escape), .room_i(code_room[3:0]),
    .exceeds_o(exceeds)
  );

  huff_dec_window #(.UnitBits(UnitBits)) u_window (
    .clk_i,
    .unit_i(unit), .rest_i(rest_q), .full_i(full_q), .over_i(over_q),
    .choice_i, .go_i, .token_len_i(token_len),
    .window_o(window), .tail_o(token_tail_o)
  );

  assign choice_o         = window[0];
  assign token_extra_o    = token[ExtraBits-1:0];
  assign token_code_len_o = code_len;
  assign token_escape_o   = escape;

  ////////////
  // Counts //
  ////////////

  logic                 step;
  logic                 borrow;
  logic [RestBits-1:0]  rest_after, rest_now;
  logic                 code_short, escape_short;
  logic [1:0]           near_after;
  logic                 merged;
  logic                 more;
  logic [StockBits-1:0] stock_served;

  assign step                 = go_i && active_i;
  assign token_room           = {1'b0, rest_q} - (RestBits + 1)'(choice_i);
  assign {borrow, rest_after} = token_room - {1'b0, token_len};

  // The codeword must be in the window; the symbol of an escape may be in the unit behind. Both are
  // looked up with what is known early.
  assign code_short   = code_room[RestBits] || ((code_room[RestBits-1:4] == '0) && exceeds);
  assign escape_short = (near_q == '0) && (token_room[RestBits]
                                           || (token_room[RestBits-1:0] < escape_end_i));
  assign short_o      = active_i && !full_q && (code_short || (escape && escape_short));

  assign rest_now     = step ? rest_after : rest_q;
  assign near_after   = near_q - 2'(step && borrow);
  // All of the current unit is in the window; the next one takes its place.
  assign merged       = (near_after == '0) ||
                        ((near_after == 2'd1) && (rest_now <= RestBits'(WinBits - UnitBits)));
  assign stock_served = stock_q + (served_i && ask_q ? StockBits'(Units) : '0);

  huff_dec_ring #(.WordBits(WordBits), .UnitBits(UnitBits)) u_ring (
    .clk_i, .rst_ni, .start_i, .word_valid_i, .word_i,
    .unit_o(unit), .next_i(merged), .more_o(more)
  );

  always_comb begin
    rest_d  = rest_now;
    full_d  = near_after != '0;
    over_d  = !merged;
    near_d  = near_after + 2'(more);
    stock_d = stock_served - StockBits'(step && borrow);

    if (start_i) begin
      rest_d  = '0;
      full_d  = 1'b0;
      over_d  = 1'b0;
      near_d  = '0;
      stock_d = '0;
    end
  end

  ////////////////////////
  // Order of the words //
  ////////////////////////

  logic                 missing;
  logic [StockBits-1:0] stock_next;
  logic                 below, below_next;

  // Rule 1, after this step and if there is none.
  assign stock_next = stock_served - StockBits'(borrow);
  assign below      = {stock_served, rest_q} <= bound_i;
  assign below_next = {stock_next, rest_after} <= bound_next_i;

  // Rule 2 can only apply below the longest token. So few bits are all in the window: a word on its
  // way would count.
  assign look_o  = active_i && !ask_q && (stock_q == '0) && !enough;
  assign missing = look_o && short_o;

  always_comb begin
    ask_d = active_i && (below || missing || (ask_q && !served_i));
    if (go_i) ask_d = active_next_i && below_next;
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
