// SPDX-License-Identifier: Apache-2.0
//
// tdr_open_symbols: of one lane and each of 16 books, the joint symbol that lacks digits.
//
// A value draws its digit from a symbol that is sent with the first value that draws from it: the
// symbol has the place of that value. It is closed when it may take no more digits: at the second
// multiple of DigitValues values behind its first one, and at the end of a block. What a closed
// symbol lacks is filled when its first value leaves, or when the next one of its book comes.
//
//   Latency     2 cycles
//   Throughput  1 value per cycle
//   Storage     16 symbols and their places, 2 values
//   Model       model/tdr/symbolize.h
//   Test        tb/tdr/tdr_symbolize_test.cc
//   Doc         docs/tdr_architecture.md#symbolise

`default_nettype none

module tdr_open_symbols #(
  // Bits of a place.
  parameter int unsigned Address = 12,
  localparam int unsigned ValueWidth = tdr_pkg::LevelBits + 9
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // A value; the end of a block, with its last value or by itself.
  input  logic                  push_i,
  input  logic                  last_i,
  input  logic [ValueWidth-1:0] value_i,

  // Two cycles later: what is written at the next place; whether the value brings a symbol.
  output logic                  write_o,
  output logic [Address-1:0]    write_at_o,
  output logic                  push_o,
  output logic                  last_o,
  output logic                  fresh_o,
  output logic [ValueWidth-1:0] value_o,
  // A symbol that is whole, or filled.
  output logic                  whole_o,
  output logic [Address-1:0]    whole_at_o,
  output logic [7:0]            whole_symbol_o,

  // Of the value that is about to leave, its book and place: its symbol lacks digits, and what it
  // is if it is filled; it may not leave yet; it leaves, if it brings a symbol.
  input  logic [3:0]            book_i,
  input  logic [Address-1:0]    place_i,
  output logic                  lacks_o,
  output logic [7:0]            filled_o,
  output logic                  waits_o,
  input  logic                  leave_i
);

  localparam int unsigned IndexBits = $clog2(tdr_pkg::DigitValues);

  // Stage 1 has the digit, stage 2 the symbol that it belongs to.
  logic [1:0]            push_d, push_q, last_d, last_q;
  logic [ValueWidth-1:0] value_d [2], value_q [2];
  logic [3:0]            digit, digit_d [2], digit_q [2], book_d [2], book_q [2];
  logic                  unused_tail;
  logic [15:0]           unused_above;
  logic [9:0]            unused_rest;

  tdr_digit u_digit (
    .magnitude_i(value_i[ValueWidth-1 -: tdr_pkg::LevelBits]), .bin_i(value_i[3:1]),
    .low_i(value_i[7:4]), .digit_o(digit), .tail_o(unused_tail), .above_o(unused_above),
    .rest_o(unused_rest)
  );

  always_comb begin
    push_d     = {push_q[0], push_i};
    last_d     = {last_q[0], last_i};
    value_d[0] = value_i;
    value_d[1] = value_q[0];
    digit_d[0] = digit;
    digit_d[1] = digit_q[0];
    book_d[0]  = value_i[3:0];
    book_d[1]  = book_q[0];
  end

  // Of each book: digits that are lacking, 0 if no symbol is open; the symbol so far; its place;
  // whether it came before the last multiple of DigitValues; whether it is closed.
  logic [2:0]         lacks_d [16], lacks_q [16], lacking_d, lacking_q, lacking, all;
  logic [7:0]         part_d [16], part_q [16], symbol_d, symbol_q, symbol, joined;
  logic [Address-1:0] place_d [16], place_q [16], from_d, from_q, from;
  logic [15:0]        old_d, old_q, closed_d, closed_q;
  logic               shut_d, shut_q, fresh, tick;
  logic [Address-1:0] write_d, write_q;
  // Of the value in stage 1, in its block.
  logic [IndexBits-1:0] index_d, index_q;
  logic                 begins_d, begins_q;

  // A symbol that is closed is left for the next one.
  assign fresh = lacking_q == '0 || shut_q;
  assign tick  = push_q[0] && index_q == '0 && !begins_q;

  tdr_join u_join (
    .book_i(book_q[1]), .symbol_i(symbol_q), .lacks_i(lacking_q), .fill_i(shut_q),
    .digit_i(digit_q[1]), .symbol_o(joined), .all_o(all)
  );

  always_comb begin
    write_d  = write_q + Address'(write_o);
    index_d  = last_q[0] ? '0 : index_q + IndexBits'(push_q[0]);
    begins_d = last_q[0] || (begins_q && !push_q[0]);
    // Behind stage 2.
    lacking = fresh ? all : lacking_q - 3'd1;
    symbol  = fresh ? 8'(digit_q[1]) : joined;
    from    = fresh ? write_q : from_q;
    for (int unsigned book = 0; book < 16; book++) begin
      lacks_d[book]  = lacks_q[book];
      part_d[book]   = part_q[book];
      place_d[book]  = place_q[book];
      old_d[book]    = old_q[book];
      closed_d[book] = closed_q[book];
      // A symbol that has left lacks nothing: its place is another one's soon.
      if (leave_i && lacks_o && book_i == 4'(book)) begin
        lacks_d[book] = '0;
      end
      if (push_q[1] && book_q[1] == 4'(book)) begin
        lacks_d[book]  = lacking;
        part_d[book]   = symbol;
        place_d[book]  = from;
        old_d[book]    = old_q[book] && !fresh;
        closed_d[book] = closed_q[book] && !fresh;
      end
      // Before the value in stage 1, and behind the last one of a block, which is in stage 2.
      closed_d[book] = closed_d[book] || (tick && old_d[book]) || last_q[1];
      old_d[book]    = old_d[book] || tick;
    end
    // What stage 1 hands on; stage 2 may just be changing it.
    lacking_d = lacks_q[book_q[0]];
    symbol_d  = part_q[book_q[0]];
    from_d    = place_q[book_q[0]];
    if (push_q[1] && book_q[0] == book_q[1]) begin
      lacking_d = lacking;
      symbol_d  = symbol;
      from_d    = from;
    end
    shut_d = closed_d[book_q[0]];
  end

  logic [2:0] unused_all;

  tdr_join u_fill (
    .book_i, .symbol_i(part_q[book_i]), .lacks_i(lacks_q[book_i]), .fill_i(1'b1), .digit_i('0),
    .symbol_o(filled_o), .all_o(unused_all)
  );

  assign lacks_o = lacks_q[book_i] != '0 && place_q[book_i] == place_i;
  assign waits_o = lacks_o && !closed_q[book_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q   <= '0;
      last_q   <= '0;
      write_q  <= '0;
      index_q  <= '0;
      begins_q <= 1'b1;
      for (int i = 0; i < 16; i++) begin
        lacks_q[i] <= '0;
      end
    end else begin
      push_q   <= push_d;
      last_q   <= last_d;
      write_q  <= write_d;
      index_q  <= index_d;
      begins_q <= begins_d;
      for (int i = 0; i < 16; i++) begin
        lacks_q[i] <= lacks_d[i];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 2; i++) begin
      value_q[i] <= value_d[i];
      digit_q[i] <= digit_d[i];
      book_q[i]  <= book_d[i];
    end
    lacking_q <= lacking_d;
    symbol_q  <= symbol_d;
    from_q    <= from_d;
    shut_q    <= shut_d;
    old_q     <= old_d;
    closed_q  <= closed_d;
    for (int i = 0; i < 16; i++) begin
      part_q[i]  <= part_d[i];
      place_q[i] <= place_d[i];
    end
  end

  assign write_o        = push_q[1] || last_q[1];
  assign write_at_o     = write_q;
  assign push_o         = push_q[1];
  assign last_o         = last_q[1];
  assign fresh_o        = push_q[1] && fresh;
  assign value_o        = value_q[1];
  assign whole_o        = push_q[1] && lacking_q != '0 && (shut_q || lacking_q == 3'd1);
  assign whole_at_o     = from_q;
  assign whole_symbol_o = joined;

endmodule

`default_nettype wire
