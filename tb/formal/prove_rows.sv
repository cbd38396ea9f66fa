// SPDX-License-Identifier: Apache-2.0
//
// prove_rows: the decoder hands on each word of a message's payload once, in order.
//
// Rows and distribution of the decoder, between beats of any lengths and masks of any lanes. One
// word of a payload, any one, is marked when it comes in; it must go to the lane whose turn it is,
// when as many words as lie in front of it were handed on. A word is one bit here: the stages treat
// all its bits alike. Messages have up to 100 words, so that 7 bits count them.
//
//   RTL         rtl/huff/huff_dec_rows.sv, rtl/huff/huff_dec_s2_distribute.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#the-decoder

`default_nettype none

module prove_rows #(
  parameter int unsigned Lanes = 4,
  localparam int unsigned WordBits = 32,
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                 clk_i,
  input  logic                 valid_i,
  input  logic                 last_i,
  input  logic [CountBits-1:0] end_i,         // payload of a last beat, its trailer not counted
  input  logic [Lanes-1:0]     bit_i,
  input  logic [Lanes-1:0]     ask_i,
  input  logic                 ready_i,       // the mask is complete
  input  logic                 stop_i,        // the message ends here
  input  logic                 mark_i,
  input  logic [CountBits-1:0] mark_lane_i
);

  localparam int unsigned HeaderWords = huff_pkg::HeaderBits / WordBits;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  // Beats as the intake sees them; a message's first one holds the header, and a word behind it.
  logic                      in_ready, in_fire, first, row0_valid, row0_last, row0_front, row0_bad;
  logic                      row1_valid, row1_last, row0_odd, leave, served, truncated, wraps;
  logic [CountBits-1:0]      ends, row0_whole, row0_words, row1_words, take_words;
  logic [95:0]               head;
  logic [Lanes*WordBits-1:0] data, even, odd, word;
  assign in_fire = valid_i && in_ready && rst_ni;
  assign ends    = last_i ? end_i : CountBits'(Lanes);
  always_comb begin
    data = '0;
    for (int i = 0; i < Lanes; i++) data[WordBits*i] = bit_i[i];
    assume (end_i < CountBits'(Lanes) && (!first || end_i >= CountBits'(HeaderWords)));
  end

  // A message starts with its header in the older row, is served until it is stopped or has no
  // words left, and is dropped up to its last beat.
  logic idle, runs, drops, start, drop, over;
  assign start = idle && row0_valid;
  assign over  = runs && (stop_i || truncated);
  assign drop  = drops && row0_valid;
  logic [Lanes-1:0] ask;
  assign ask = (runs && !stop_i) ? ask_i : '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first <= 1'b1;
      idle  <= 1'b1;
      runs  <= 1'b0;
      drops <= 1'b0;
    end else begin
      if (in_fire) first <= last_i;
      if (start) begin
        idle <= 1'b0;
        runs <= 1'b1;
      end
      if (over) begin
        runs  <= 1'b0;
        drops <= 1'b1;
      end
      if (drop && row0_last) begin
        drops <= 1'b0;
        idle  <= 1'b1;
      end
    end
  end

  huff_dec_rows #(.Lanes(Lanes), .WordBits(WordBits)) u_rows (
    .clk_i, .rst_ni, .in_valid_i(valid_i && rst_ni), .in_ready_o(in_ready), .in_data_i(data),
    .in_last_i(last_i), .in_front_i(1'b1), .in_bad_i(1'b0), .in_whole_i(ends), .in_end_i(ends),
    .take_i(served), .take_words_i(take_words), .take_wraps_i(wraps), .header_i(start),
    .drop_i(drop), .row0_valid_o(row0_valid), .row0_last_o(row0_last), .row0_front_o(row0_front),
    .row0_bad_o(row0_bad), .row0_whole_o(row0_whole), .row0_words_o(row0_words),
    .row0_head_o(head), .row1_valid_o(row1_valid), .row1_last_o(row1_last),
    .row1_words_o(row1_words), .row0_odd_o(row0_odd), .leave_o(leave), .even_o(even), .odd_o(odd)
  );

  huff_dec_s2_distribute #(.Lanes(Lanes), .WordBits(WordBits)) u_s2_distribute (
    .clk_i, .rst_ni, .start_i(start), .start_odd_i(row0_odd ^ leave), .ask_i(ask),
    .ask_ready_i(ready_i), .served_o(served), .truncated_o(truncated), .even_row_i(even),
    .odd_row_i(odd), .row0_valid_i(row0_valid), .row0_last_i(row0_last),
    .row0_words_i(row0_words), .row1_valid_i(row1_valid), .row1_last_i(row1_last),
    .row1_words_i(row1_words), .take_words_o(take_words), .take_wraps_o(wraps), .word_o(word)
  );

  // Words that came of the message on its way in, and that went of the one being served.
  logic [6:0]           came, went, number, total;
  logic [CountBits-1:0] asks;
  logic                 marked, value, its, known, gone;
  logic [2:0]           inside, ahead;     // messages in the rows; those before the marked one
  logic                 ended;
  assign ended = drop && row0_last;
  always_comb begin
    assume (!in_fire || came <= 7'd96);
    asks = '0;
    for (int i = 0; i < Lanes; i++) asks = asks + CountBits'(ask[i]);
  end
  assign its = marked && !gone && ahead == 3'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      came   <= 7'd0;
      went   <= 7'(HeaderWords);
      inside <= 3'd0;
      ahead  <= 3'd0;
      marked <= 1'b0;
      known  <= 1'b0;
      gone   <= 1'b0;
    end else begin
      if (in_fire) came <= last_i ? 7'd0 : came + 7'(ends);
      if (ended) went <= 7'(HeaderWords);
      else if (served) went <= went + 7'(asks);
      inside <= inside + 3'(in_fire && first) - 3'(ended);
      if (in_fire && mark_i && !marked && mark_lane_i < ends) begin
        marked <= 1'b1;
        number <= came + 7'(mark_lane_i);
        value  <= bit_i[mark_lane_i[CountBits-2:0]];
        ahead  <= inside - 3'(!first) - 3'(ended);
      end else if (ended && marked) begin
        ahead <= ahead - 3'd1;
        gone  <= gone || its;
      end
      // Words of the marked message.
      if (in_fire && last_i && ((marked && !known) || (mark_i && !marked && mark_lane_i < ends))
          ) begin
        known <= 1'b1;
        total <= came + 7'(ends);
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      for (int i = 0; i < Lanes; i++) begin
        if (served && its && ask[i] && number == went + 7'(below(ask, i))) begin
          assert (word[WordBits*i] == value);
        end
      end
      NoMoreThanCame: assert (!(served && its && known) || went + 7'(asks) <= total);
      TruncatedAtTheEnd: assert (!(truncated && its) || (known && went + 7'(asks) > total));
    end
  end

  `include "prove_rows_invariants.svh"

  function automatic logic [CountBits-1:0] below(input logic [Lanes-1:0] mask, input int lane);
    below = '0;
    for (int i = 0; i < Lanes; i++) begin
      if (i < lane) below = below + CountBits'(mask[i]);
    end
  endfunction

  logic second = 1'b0;
  always_ff @(posedge clk_i) begin
    second <= second || ended;
    SecondRow: cover (second && served && its && number >= 7'(Lanes) && number >= went
                      && number < went + 7'(asks) && wraps && went > 7'(HeaderWords));
  end
  logic unused;
  assign unused = ^{row0_front, row0_bad, row0_whole, head};

endmodule

`default_nettype wire
