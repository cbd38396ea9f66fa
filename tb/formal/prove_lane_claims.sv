// SPDX-License-Identifier: Apache-2.0
//
// prove_lane_claims: what is assumed and claimed of each lane of prove_lane.
//
//   RTL         rtl/huff/huff_dec_lane.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#why-every-message-ends

`default_nettype none

module prove_lane_claims #(
  parameter int unsigned Lane = 0,
  parameter int unsigned M = 8
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  // Step.
  input  logic         setup_i,
  input  logic         run_i,
  input  logic         first_i,
  input  logic [1:0]   waits_i,
  input  logic [1:0]   most_i,
  input  logic         go_i,
  input  logic         word_i,
  input  logic         raw_i,
  input  logic [4:0]   escape_end_i,
  input  logic         split_i,

  // Look-up, and lane.
  input  logic [M-1:0] level_i,
  input  logic         escape_i,
  input  logic         active_i,
  input  logic         ask_i,
  input  logic         short_i,
  input  logic [6:0]   bound_i,
  input  logic [1:0]   near_i,
  input  logic [1:0]   stock_i,
  input  logic [4:0]   rest_i,
  input  logic         full_i,
  input  logic         over_i,
  input  logic [1:0]   head_i,
  input  logic [1:0]   next_i,
  input  logic [1:0]   held_i,
  // Of lane 0.
  input  logic         ask_zero_i,
  input  logic [1:0]   stock_zero_i
);

  // What a look-up may answer: one codeword of 1 to M bits, in a raw chunk one of 8 that does not
  // escape; an escape's token ends where its book says. A token that is whole keeps its length.
  logic         whole = 1'b0, escape;
  logic [3:0]   len;
  logic [4:0]   extra;
  logic [M-1:0] level;
  always_ff @(posedge clk_i) begin
    whole  <= rst_ni && run_i && !go_i && !first_i && active_i && !short_i;
    level  <= level_i;
    escape <= escape_i;
  end
  assign extra = split_i ? 5'd8 : 5'd0;
  always_comb begin
    len = 4'd0;
    for (int unsigned k = 0; k < M; k++) begin
      if (level_i[k]) len = 4'(k + 1);
    end
    assume (level_i != '0 && (level_i & (level_i - M'(1))) == '0);
    assume (!escape_i || escape_end_i == 5'(len) + extra + 5'd8);
    assume (!raw_i || (len == 4'd8 && !escape_i && escape_end_i == extra + 5'd8));
    assume (!whole || (level_i == level && escape_i == escape));
  end

  // How many cycles more the lane can need: for the lane to ask, for the word, for its way into
  // the window. A message's first step waits for two words, not for a token to show that it needs
  // one.
  logic [1:0] rank, words, behind;
  logic       unit;
  logic [6:0] bits;
  always_comb begin
    rank = 2'd0;
    if (near_i == 2'd0) begin
      rank = ask_i ? 2'd2 : ((short_i || first_i) ? 2'd3 : 2'd0);
    end else if (!full_i || (first_i && ask_i && stock_i == 2'd1)) begin
      rank = 2'd1;
    end
  end
  assign bits   = {stock_i, rest_i};
  assign words  = 2'(held_i[0]) + 2'(held_i[1]);
  // The current half word is still in the ring: not all of it is in the window.
  assign unit   = near_i == 2'd2 || (near_i == 2'd1 && (over_i || !full_i));
  assign behind = stock_i - near_i;

  always_comb begin
    if (rst_ni) begin
      StepEnds: assert (!run_i || !active_i || 3'(waits_i) + 3'(rank) <= 3'(most_i));
      StartsEmpty: assert (!setup_i || (stock_i == 2'd0 && rest_i == 5'd0 && near_i == 2'd0
                                        && ask_i == active_i));
      // A lane asks while it has not more than the bound, once in a step but the first.
      AsksAtOnce: assert (!run_i || !active_i || ask_i || bits > bound_i);
      AsksOnce: assert (!run_i || !active_i || first_i || !ask_i || 8'(bits) + 8'd32 > bound_i);
      FirstIsEmpty: assert (!run_i || !active_i || !first_i
                            || (rest_i == 5'd0 && (ask_i || stock_i != 2'd0)));
      ZeroAsksLongest: assert (!run_i || !active_i || !first_i || !ask_i
                               || (ask_zero_i && stock_i == stock_zero_i));
      AsksIfActive: assert (active_i || !ask_i);
      Bounds: assert (!run_i || !active_i || bound_i <= 7'd64);
      // What window, ring and counts say of each other.
      RingHasTheRest: assert (near_i <= 2'd2 && near_i <= stock_i && words == behind + 2'(unit));
      NothingBehindAWholeWindow: assert (unit || behind == 2'd0);
      FirstWordAlone: assert (full_i || near_i == 2'd0 || (near_i == 2'd1 && stock_i == 2'd1));
      FullHasAHalf: assert (!full_i || near_i != 2'd0);
      OverIsFull: assert (!over_i || full_i);
      OverHasMore: assert (!full_i || near_i != 2'd1 || over_i == (rest_i > 5'd8));
      ThreeWordsAtMost: assert (stock_i != 2'd3 || rest_i == 5'd0);
      AsksWithTwo: assert (!ask_i || stock_i <= 2'd1 || (stock_i == 2'd2 && rest_i == 5'd0));
      RingOrder: assert ((head_i == 2'd1 || head_i == 2'd2)
                         && next_i == (words[0] ? ~head_i : head_i)
                         && (words != 2'd1 || held_i == head_i));
      // What comes fits, and what is decoded is there.
      RoomForWord: assert (!word_i || (next_i & held_i) == 2'd0);
      Whole: assert (!(go_i && active_i) || !short_i);
    end
  end

endmodule

`default_nettype wire
