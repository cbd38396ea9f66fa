// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_advance: what a lane's token needs, and what it leaves behind.
//
// Worked out for each level of codewords at once, and for the escape, while the level is still
// being looked for: behind that there is one choice among bits in the loop of a step, no addition.
//
//   Latency     combinational
//   Throughput  1 token per cycle
//   Storage     none
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#the-loop-of-a-step

`default_nettype none

module huff_dec_advance #(
  parameter int unsigned StockBits = 2,
  parameter int unsigned RestBits  = 5,
  parameter int unsigned SpareBits = 8,
  parameter int unsigned Levels    = 15,
  parameter int unsigned BookKind  = 0
) (
  // Level of the codeword, one-hot, and the length of each; in raw mode 8 bits, the symbol.
  input  logic [Levels-1:0]             level_i,
  input  logic [Levels*4-1:0]           level_len_i,
  input  logic                          escape_i,
  input  logic [RestBits-1:0]           escape_end_i,
  input  logic                          raw_i,
  // There is a choice bit.
  input  logic                          choice_i,

  // Bits of the lane modulo a unit: from the extra bits on, from -1; from the codeword on.
  input  logic [RestBits:0]             token_room_i,
  input  logic [RestBits:0]             code_room_i,
  // A token is wanted, and there is no whole unit in the window; none behind it either.
  input  logic                          waits_i,
  input  logic                          none_behind_i,
  // Whole units that the lane has or has got in this step; the most bits to ask for more.
  input  logic [StockBits-1:0]          stock_i,
  input  logic [StockBits+RestBits-1:0] bound_i,

  // Length; that and the choice bit as one-hot numbers, a multiple of 4 and what is left.
  output logic [3:0]                    code_len_o,
  output logic [4:0]                    coarse_o,
  output logic [3:0]                    fine_o,
  output logic                          short_o,
  // If it is decoded: it ends in another unit; the rest behind it fits beside a unit in the window;
  // the lane asks for a word.
  output logic                          borrow_o,
  output logic                          keeps_o,
  output logic                          asks_o,
  output logic [RestBits-1:0]           rest_o
);

  localparam int unsigned ExcessBits = StockBits + RestBits + 1;
  localparam logic [RestBits-1:0] Spare = RestBits'(SpareBits);

  // All that the lane has, from the extra bits on or from the codeword on, less the bound.
  logic [ExcessBits-1:0] token_excess, code_excess;

  assign token_excess = {1'b0, stock_i, {RestBits{1'b0}}} - {1'b0, bound_i}
                        + {{StockBits{token_room_i[RestBits]}}, token_room_i};
  assign code_excess  = {1'b0, stock_i, {RestBits{1'b0}}} - {1'b0, bound_i}
                        + {{StockBits{code_room_i[RestBits]}}, code_room_i};

  ////////////
  // Levels //
  ////////////

  logic [Levels-1:0]   borrows, keeps, asks;
  logic [3:0]          len;
  logic [4:0]          shift;
  logic [RestBits-1:0] rest;

  always_comb begin
    code_len_o = '0;
    coarse_o   = '0;
    fine_o     = '0;
    len        = '0;
    shift      = '0;
    rest       = '0;
    for (int unsigned k = 0; k < Levels; k++) begin
      // Constants where each length is a level.
      len        = (BookKind == huff_book_pkg::KindQuad) ? level_len_i[4*k +: 4] : 4'(k + 1);
      rest       = code_room_i[RestBits-1:0] - RestBits'(len);
      borrows[k] = code_room_i[RestBits] || (code_room_i[RestBits-1:0] < RestBits'(len));
      keeps[k]   = rest <= Spare;
      asks[k]    = code_excess[ExcessBits-1]
                   || (code_excess[ExcessBits-2:0] <= (ExcessBits - 1)'(len));
      code_len_o = code_len_o | (len & {4{level_i[k]}});
      shift      = 5'(len) + 5'(choice_i);
      for (int unsigned j = 0; j < 5; j++) begin
        coarse_o[j] = coarse_o[j] || (level_i[k] && (shift[4:2] == 3'(j)));
      end
      for (int unsigned j = 0; j < 4; j++) begin
        fine_o[j] = fine_o[j] || (level_i[k] && (shift[1:0] == 2'(j)));
      end
    end
  end

  if (BookKind != huff_book_pkg::KindQuad) begin : gen_constant
    logic unused_len;
    assign unused_len = ^level_len_i;
  end

  ////////////
  // Escape //
  ////////////

  logic                escape_borrows, escape_keeps, escape_asks, escape_waits;
  logic [RestBits-1:0] escape_rest;

  assign escape_rest    = token_room_i[RestBits-1:0] - escape_end_i;
  assign escape_borrows = token_room_i[RestBits]
                          || (token_room_i[RestBits-1:0] < escape_end_i);
  assign escape_keeps   = escape_rest <= Spare;
  assign escape_asks    = token_excess[ExcessBits-1]
                          || (token_excess[ExcessBits-2:0] <= (ExcessBits - 1)'(escape_end_i));
  // The codeword must be in the window; the symbol of an escape may be in the unit behind. A raw
  // symbol is one.
  assign escape_waits   = waits_i && none_behind_i && escape_borrows;

  ////////////
  // Choice //
  ////////////

  logic                no_bit;
  logic [RestBits-1:0] code_rest;

  // Without a bit of the codeword there is no level to go by: a simulator of four states may know
  // none. The others would say the same.
  assign no_bit    = code_room_i[RestBits]
                     || (!raw_i && (code_room_i[RestBits-1:0] == '0));
  assign short_o   = (waits_i && no_bit)
                     || ((level_i & borrows & {Levels{waits_i && !raw_i}}) != '0)
                     || ((escape_i || raw_i) && escape_waits);
  assign borrow_o  = escape_i ? escape_borrows : ((level_i & borrows) != '0);
  assign keeps_o   = escape_i ? escape_keeps : ((level_i & keeps) != '0);
  assign asks_o    = escape_i ? escape_asks : ((level_i & asks) != '0);
  // The symbol of an escape has 8 bits.
  assign code_rest = code_room_i[RestBits-1:0] - RestBits'(code_len_o);
  assign rest_o    = {code_rest[RestBits-1:3] - (RestBits-3)'(escape_i), code_rest[2:0]};

endmodule

`default_nettype wire
