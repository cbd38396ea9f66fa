// SPDX-License-Identifier: Apache-2.0
//
// prove_token: a whole token of a decoder's lane keeps its length until it is decoded.
//
// A lane with its window and look-up. Words, steps and books are free; a book is a prefix code. The
// token's bits stay where they are while others come in behind them. `lane` rests on it.
//
//   RTL         rtl/huff/huff_dec_lane.sv, rtl/huff/huff_dec_window.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#the-loop-of-a-step

`default_nettype none

module prove_token #(
  parameter int unsigned ValueBits = 16,
  parameter int unsigned M = 15
) (
  input  logic               clk_i,
  input  logic               start_i,
  input  logic               split_i,
  input  logic               raw_i,
  input  logic [(M-1)*M-1:0] limit_i,
  input  logic [M-2:0]       never_i,
  input  logic               escape_en_i,
  input  logic [M-1:0]       escape_code_i,
  input  logic [M-1:0]       escape_mask_i,
  input  logic [4:0]         escape_end_i,
  input  logic [13:0]        bounds_i,
  input  logic               word_valid_i,
  input  logic [31:0]        word_i,
  input  logic               next_choice_i,
  input  logic [1:0]         active_i,        // now, and next
  input  logic               go_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  // A choice bit is known a cycle ahead.
  logic       choice, ask, again, look, short, choice_bit, token_escape, unused;
  logic [7:0] tail, extra;
  logic [3:0] len;
  always_ff @(posedge clk_i) choice <= next_choice_i;
  assign unused = ^{ask, again, look, choice_bit, token_escape, tail, extra, len};

  huff_dec_lane #(.WordBits(32), .ValueBits(ValueBits), .MaxCodeLen(M)) u_lane (
    .clk_i, .rst_ni, .start_i, .start_ask_i(1'b1), .stop_i(1'b0), .start_split_i(split_i),
    .start_wide_i(1'b0), .raw_i, .limit_i, .never_i, .level_len_i('0), .escape_en_i,
    .escape_code_i, .escape_mask_i, .escape_end_i, .bound_i(bounds_i[6:0]),
    .bound_next_i(bounds_i[13:7]), .served_i(word_valid_i), .ask_o(ask), .again_o(again),
    .look_o(look), .word_valid_i, .word_i, .choice_i(choice), .next_choice_i,
    .active_i(active_i[0]), .active_next_i(active_i[1]), .go_i, .short_o(short),
    .choice_o(choice_bit), .token_tail_o(tail), .token_extra_o(extra), .token_code_len_o(len),
    .token_escape_o(token_escape)
  );

  (* hierconn *) wire [M-1:0] \u_lane.level ;
  (* hierconn *) wire \u_lane.coded_escape , \u_lane.split_q ;
  (* hierconn *) wire [3:0] \u_lane.u_shape.place_q ;
  logic [M-1:0] level, level_q, mask;
  logic         escape, escape_q, whole_q, same;
  assign level  = \u_lane.level ;
  assign escape = \u_lane.coded_escape ;

  // What the lane saw of the book in the cycle before.
  localparam int unsigned BookBits = M * (M - 1) + 3 * M + 1;
  logic [BookBits-1:0] book, book_q;
  logic                choice_q;
  assign book = {raw_i, escape_en_i, limit_i, never_i, escape_code_i, escape_mask_i};
  assign same = book == book_q && choice == choice_q;
  always_ff @(posedge clk_i) begin
    book_q   <= book;
    choice_q <= choice;
    level_q  <= level;
    escape_q <= escape;
    whole_q  <= rst_ni && active_i[0] && !short && !go_i && !start_i;
  end

  // An escape is a codeword of the code, and its mask has as many bits.
  always_comb begin
    mask = '0;
    for (int unsigned k = 0; k < M; k++) begin
      for (int unsigned j = 0; j <= k; j++) begin
        if (level[k]) mask[M-1-j] = 1'b1;
      end
    end
    assume (level != '0 && (level & (level - M'(1))) == '0);
    assume (!escape || escape_mask_i == mask);
    assume (!raw_i || (level[7] && !escape));
  end

  always_comb begin
    if (rst_ni) begin
      Place: assert (\u_lane.u_shape.place_q
                     == (4'd1 << {ValueBits == 16 && \u_lane.split_q , choice}));
      KeepsItsLength: assert (!whole_q || !same || (level == level_q && escape == escape_q));
    end
  end

  always_ff @(posedge clk_i) begin
    Escaped: cover (whole_q && same && escape && word_valid_i && \u_lane.split_q );
  end

endmodule

`default_nettype wire
