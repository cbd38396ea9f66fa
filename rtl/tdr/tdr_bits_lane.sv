// SPDX-License-Identifier: Apache-2.0
//
// tdr_bits_lane: the bits of one lane, from its words to its next value, and when it asks for more.
//
// A word goes into the window in the cycle in which the lane asks for it, so that what is in the
// window is all that the lane has taken: rule and register are the same thing.
//
//   Latency     a word can be decoded in the cycle behind the one in which it came
//   Throughput  1 value and 1 word per cycle
//   Storage     three words
//   Model       model/tdr/order.h
//   Test        tb/tdr/tdr_decode_test.cc
//   Doc         docs/tdr_architecture.md#decode

`default_nettype none

`include "tern_assert.svh"

module tdr_bits_lane #(
  // Counts the values of a block.
  parameter int unsigned CountBits = 13,
  localparam int unsigned MaxLen = tdr_pkg::BookCodeLen,
  localparam int unsigned Extra  = tdr_pkg::ExtraBits,
  localparam int unsigned Word   = tdr_pkg::WordBits
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // Words are asked for as in versions 5 and 6.
  input  logic                 bounded_i,
  // A block begins, in which the lane has so many values.
  input  logic                 start_i,
  input  logic [CountBits-1:0] start_count_i,
  // There are no words any more: every value counts as complete.
  input  logic                 failed_i,

  // The lane has values left; only one.
  output logic                 active_o,
  output logic                 last_o,

  // The next value, from its codeword on, and from what is behind that.
  output logic [MaxLen+7:0]    code_o,
  output logic [Extra-1:0]     extra_o,
  // Whether it brings a symbol; then length of the codeword, one-hot, whether it escapes, and the
  // digits of the symbol; and how many bits behind it are the value's own, with a tail and without.
  input  logic                 fresh_i,
  input  logic [MaxLen-1:0]    len_i,
  input  logic                 escape_i,
  input  logic [3:0]           digits_i,
  input  logic                 tail_i,
  input  logic [5:0]           tail_own_i,
  input  logic [5:0]           plain_own_i,
  // It is decoded.
  input  logic                 go_i,

  // The value is whole.
  output logic                 whole_o,

  // The pass asks for a word of this lane, by rule 1 or because the value is not whole; by rule 1
  // the next pass of this step will do so, too.
  output logic                 ask_o,
  output logic                 again_o,
  input  logic                 served_i,
  input  logic [Word-1:0]      word_i
);

  localparam int unsigned Bits = 3 * Word;
  // Rule 1 asks up to so many bits.
  localparam logic [6:0] Most = 7'(2 * Word);

  logic [Bits-1:0]      window_d, window_q, behind_code, behind;
  logic [6:0]           ready_d, ready_q, rest, place;
  logic [7:0]           code_total, tail_rest, plain_rest;
  logic [4:0]           code_bits;
  logic [CountBits-1:0] left_d, left_q;
  // Values that no digit waits for; less than none at the end of a lane.
  logic [CountBits:0]   open_d, open_q, open_step;
  logic [7:0]           bound, bound_step;
  // By rule 1.
  logic                 ask_d, ask_q;
  logic                 step, taken, enough;

  assign active_o = left_q != '0;
  assign last_o   = left_q == CountBits'(1);
  assign code_o   = window_q[MaxLen+7:0];
  assign step     = go_i && active_o;
  assign taken    = served_i && ask_o;

  ////////////
  // Window //
  ////////////

  always_comb begin
    code_bits   = '0;
    behind_code = fresh_i ? '0 : window_q;
    for (int unsigned k = 0; k < MaxLen; k++) begin
      code_bits   = code_bits | (5'(k + 1) & {5{fresh_i && len_i[k]}});
      behind_code = behind_code | ((window_q >> (k + 1)) & {Bits{fresh_i && len_i[k]}});
    end
  end

  assign behind  = (fresh_i && escape_i) ? behind_code >> 8 : behind_code;
  assign extra_o = behind[Extra-1:0];

  // Whether there is a tail is known last. Bits behind the value are less than none if it lacks
  // some.
  assign code_total = 8'(code_bits) + ((fresh_i && escape_i) ? 8'd8 : 8'd0);
  assign tail_rest  = {1'b0, ready_q} - code_total - 8'(tail_own_i);
  assign plain_rest = {1'b0, ready_q} - code_total - 8'(plain_own_i);
  assign rest       = tail_i ? tail_rest[6:0] : plain_rest[6:0];
  assign enough     = tail_i ? !tail_rest[7] : !plain_rest[7];

  // Nothing is set behind the last bit. The word comes last, and goes where the bits end then.
  assign place = step ? rest : ready_q;

  always_comb begin
    window_d = step ? behind >> (tail_i ? tail_own_i : plain_own_i) : window_q;
    if (taken) window_d = window_d | (Bits'(word_i) << place);
    if (start_i) window_d = '0;
  end

  ////////////
  // Counts //
  ////////////

  assign whole_o = !active_o || failed_i || enough;

  // What a step asks for that is decoded was served.
  always_comb begin
    ready_d = ready_q + (taken ? 7'(Word) : 7'd0);
    if (step) ready_d = rest + (ask_q ? 7'(Word) : 7'd0);
    if (start_i) ready_d = '0;
    left_d = left_q - CountBits'(step);
    if (start_i) left_d = start_count_i;
    open_step = fresh_i ? open_q - (CountBits + 1)'(digits_i) : open_q;
    open_d    = step ? open_step : open_q;
    if (start_i) open_d = {1'b0, start_count_i};
  end

  ////////////////////////
  // Order of the words //
  ////////////////////////

  // The most bits with which rule 1 asks, a signed number: eight values need one bit; if bounded, a
  // bit is expected of each.
  always_comb begin
    bound = open_q[CountBits] ? 8'hFF : 8'((open_q + (CountBits + 1)'(7)) >> 3) - 8'd1;
    if (!open_q[CountBits] && (open_q > (CountBits + 1)'(8 * Most))) bound = {1'b0, Most};
    bound_step = open_step[CountBits] ? 8'hFF
                                      : 8'((open_step + (CountBits + 1)'(7)) >> 3) - 8'd1;
    if (!open_step[CountBits] && (open_step > (CountBits + 1)'(8 * Most))) begin
      bound_step = {1'b0, Most};
    end
    if (bounded_i) begin
      bound      = (left_q > CountBits'(Most)) ? {1'b0, Most} : 8'(left_q) - 8'd1;
      bound_step = (left_q > CountBits'(Most) + CountBits'(1)) ? {1'b0, Most} : 8'(left_q) - 8'd2;
    end
  end

  // Whether the lane asks in the next step, and in the next pass of this one: the bits that it then
  // has, a word more if it has asked, are at most the bound.
  logic [7:0] room, room_step;
  logic       asks_step, asks_served;

  assign room        = bound - 8'(Word);
  assign room_step   = ask_q ? bound_step - 8'(Word) : bound_step;
  assign asks_served = !room[7] && ready_q <= room[6:0];
  assign asks_step   = !room_step[7] && (tail_i ? tail_rest[6:0] <= room_step[6:0]
                                                : plain_rest[6:0] <= room_step[6:0]);

  always_comb begin
    ask_d = ask_q;
    if (served_i) ask_d = taken && asks_served;
    if (step) ask_d = asks_step && !last_o;
    if (failed_i) ask_d = 1'b0;
    if (start_i) ask_d = start_count_i != '0;
  end

  assign ask_o   = ask_q || !whole_o;
  assign again_o = ask_q && asks_served;

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      ask_q  <= 1'b0;
    end else begin
      left_q <= left_d;
      ask_q  <= ask_d;
    end
  end

  always_ff @(posedge clk_i) begin
    window_q <= window_d;
    ready_q  <= ready_d;
    open_q   <= open_d;
  end

  `TERN_ASSERT(DecodesOnlyWhatIsThere, !step || failed_i || enough)
  `TERN_ASSERT(RoomForWord, !taken || ready_q <= Most)

endmodule

`default_nettype wire
