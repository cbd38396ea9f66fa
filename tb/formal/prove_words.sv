// SPDX-License-Identifier: Apache-2.0
//
// prove_words: every word of a lane leaves the encoder once, in the order of the passes.
//
// Collector, beats and frame of the encoder. Passes, the times at which words are complete and a
// header is there, and stalls of the output are free. One word of one message, any one, is marked;
// it must leave in that message, at the place that header, passes and lower lanes leave for it, and
// the message must end behind its last word and the trailer. A word is one bit here: the stages
// treat all its bits alike.
//
//   RTL         rtl/huff/huff_enc_collect.sv, rtl/huff/huff_enc_beats.sv,
//               rtl/huff/huff_enc_s6_frame.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#s5-order

`default_nettype none

module prove_words #(
  parameter int unsigned Lanes = 2,
  parameter int unsigned WordBits = 32,
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                 clk_i,
  input  logic                 pass_i,
  input  logic [Lanes-1:0]     mask_i,
  input  logic                 last_i,
  input  logic                 header_i,
  input  logic [Lanes-1:0]     valid_i,
  input  logic [Lanes-1:0]     bit_i,
  input  logic                 ready_i,
  input  logic                 mark_message_i,
  input  logic                 mark_word_i,
  input  logic [CountBits-1:0] mark_lane_i
);

  localparam int unsigned HeaderWords = (huff_pkg::HeaderBits + WordBits - 1) / WordBits;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  // Offers of passes, headers and words hold until taken; a message begins with its first pass.
  logic                       pass_valid, pass_ready, start, last, header_valid, header_ready;
  logic [Lanes-1:0]           mask, word_valid, word_ready, word_bit;
  logic [Lanes*WordBits-1:0]  word;
  logic [Lanes*CountBits-1:0] rank;
  logic [CountBits-1:0]       count;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pass_valid   <= 1'b0;
      last         <= 1'b1;
      header_valid <= 1'b0;
      word_valid   <= '0;
    end else begin
      if (!pass_valid || pass_ready) begin
        pass_valid <= pass_i;
        if (pass_i) begin
          start <= last;
          mask  <= mask_i;
          last  <= last_i;
        end
      end
      if (!header_valid || header_ready) header_valid <= header_i;
      for (int i = 0; i < Lanes; i++) begin
        if (!word_valid[i] || word_ready[i]) begin
          word_valid[i] <= valid_i[i];
          word_bit[i]   <= bit_i[i];
        end
      end
    end
  end
  always_comb begin
    word = '0;
    for (int i = 0; i < Lanes; i++) word[WordBits*i] = word_bit[i];
  end

  huff_enc_rank #(.Lanes(Lanes)) u_rank (.mask_i(mask), .rank_o(rank), .count_o(count));

  logic                      placed_valid, placed_ready, placed_last, placed_spoilt;
  logic [CountBits-1:0]      placed_base, placed_end, beat_words;
  logic [Lanes*WordBits-1:0] placed_words, beat, out_data;
  logic                      beat_valid, beat_ready, beat_last, beat_spoilt, beats_busy, busy;
  logic                      out_valid, out_last;
  logic [Lanes*WordBits/8-1:0] out_keep;

  huff_enc_collect #(.Lanes(Lanes), .WordBits(WordBits)) u_collect (
    .clk_i, .rst_ni, .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .mask_i(mask),
    .rank_i(rank), .count_i(count), .start_i(start), .last_i(last), .spoilt_i(1'b0),
    .word_valid_i(word_valid), .word_ready_o(word_ready), .word_i(word),
    .placed_valid_o(placed_valid), .placed_ready_i(placed_ready), .placed_base_o(placed_base),
    .placed_end_o(placed_end), .placed_last_o(placed_last), .placed_spoilt_o(placed_spoilt),
    .placed_words_o(placed_words)
  );

  huff_enc_beats #(.Lanes(Lanes), .WordBits(WordBits)) u_beats (
    .clk_i, .rst_ni, .header_valid_i(header_valid), .header_ready_o(header_ready), .header_i('0),
    .pass_valid_i(placed_valid), .pass_ready_o(placed_ready), .pass_base_i(placed_base),
    .pass_end_i(placed_end), .pass_last_i(placed_last), .pass_spoilt_i(placed_spoilt),
    .pass_words_i(placed_words), .beat_valid_o(beat_valid), .beat_ready_i(beat_ready),
    .beat_o(beat), .beat_last_o(beat_last), .beat_words_o(beat_words),
    .beat_spoilt_o(beat_spoilt), .busy_o(beats_busy)
  );

  huff_enc_s6_frame #(.Lanes(Lanes), .WordBits(WordBits)) u_s6_frame (
    .clk_i, .rst_ni, .beat_valid_i(beat_valid), .beat_ready_o(beat_ready), .beat_i(beat),
    .beat_last_i(beat_last), .beat_words_i(beat_words), .beat_spoilt_i(beat_spoilt),
    .out_tvalid_o(out_valid), .out_tready_i(ready_i), .out_tdata_o(out_data),
    .out_tkeep_o(out_keep), .out_tlast_o(out_last), .busy_o(busy)
  );

  // What waits behind a whole beat came with words that wrapped around.
  (* hierconn *) wire \u_beats.whole_q , \u_beats.drain_q ;
  (* hierconn *) wire [CountBits-1:0] \u_beats.drain_words_q ;
  localparam logic [CountBits-1:0] Lead = (HeaderWords < Lanes) ? CountBits'(HeaderWords)
                                                                : CountBits'(1);
  always_comb begin
    if (rst_ni) begin
      WrappedBehind: assert (!\u_beats.whole_q || !\u_beats.drain_q
                             || (\u_beats.drain_words_q != '0 && \u_beats.drain_words_q <= Lead));
    end
  end

  // Taken words of the message whose pass is in front, and words of the one at the output.
  (* hierconn *) wire [Lanes-1:0] \u_collect.mask_q ;
  logic [Lanes-1:0]     front;
  logic                 taken, first_taken, out_fire;
  logic [7:0]           came, left;
  logic [CountBits-1:0] takes, gives, below;
  assign front    = \u_collect.mask_q ;
  assign taken    = placed_valid && placed_ready;
  assign out_fire = out_valid && ready_i;
  always_comb begin
    takes = '0;
    gives = '0;
    below = '0;
    for (int i = 0; i < Lanes; i++) begin
      takes = takes + CountBits'(front[i]);
      gives = gives + CountBits'(out_keep[WordBits/8*i]);
      if (CountBits'(i) < mark_lane_i) below = below + CountBits'(front[i]);
    end
  end

  // The marked message: `ahead` messages have to end before its words come.
  logic       marked, has_word, complete, value;
  logic [3:0] inside, ahead;          // messages taken from, and not yet ended at the output
  logic [7:0] number, total;
  logic       marks;
  assign marks = taken && first_taken && mark_message_i && !marked;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_taken <= 1'b1;
      came        <= 8'(HeaderWords);
      left        <= 8'd0;
      inside      <= 4'd0;
      ahead       <= 4'd0;
      marked      <= 1'b0;
      has_word    <= 1'b0;
      complete    <= 1'b0;
    end else begin
      if (taken) begin
        first_taken <= placed_last;
        came        <= placed_last ? 8'(HeaderWords) : came + 8'(takes);
      end
      if (out_fire) left <= out_last ? 8'd0 : left + 8'(gives);
      inside <= inside + 4'(taken && first_taken) - 4'(out_fire && out_last);
      if (marks) begin
        marked <= 1'b1;
        ahead  <= inside - 4'(out_fire && out_last);
      end else if (out_fire && out_last && ahead != 4'd0) begin
        ahead <= ahead - 4'd1;
      end
      if (taken && (marks || marked) && !complete && !has_word && mark_word_i
          && mark_lane_i < CountBits'(Lanes) && front[mark_lane_i[CountBits-2:0]]) begin
        has_word <= 1'b1;
        number   <= came + 8'(below);
        value    <= word_bit[mark_lane_i[CountBits-2:0]];
      end
      if (taken && placed_last && (marks || marked) && !complete) begin
        complete <= 1'b1;
        total    <= came + 8'(takes);
      end
    end
  end

  logic       its;                    // the output shows the marked message
  logic       over;                   // it has ended there
  logic [7:0] place;
  assign its   = marked && ahead == 4'd0 && !over;
  assign place = number - left;
  always_ff @(posedge clk_i) over <= rst_ni && (over || (its && out_fire && out_last));

  `include "prove_words_invariants.svh"

  always_comb begin
    if (rst_ni) begin
      if (out_valid) begin
        Dense: assert (((out_keep + 1'b1) & out_keep) == '0 && out_keep[0]);
        FullBeforeTheLast: assert (out_last || out_keep == '1);
        if (its && has_word && place < 8'(Lanes)) begin
          InItsPlace: assert (out_keep[WordBits/8*place[CountBits-2:0]]
                              && out_data[WordBits*place[CountBits-2:0]] == value
                              && (!out_last || number != left + 8'(gives) - 8'd1));
        end
        if (its && out_last) begin
          EndsBehindItsWords: assert (complete && left + 8'(gives) == total + 8'd1);
          NoneIsLost: assert (!has_word || number < left + 8'(gives));
        end
      end
      NothingBefore: assert (!out_valid || !out_last || inside != 4'd0);
    end
  end

  always_ff @(posedge clk_i) begin
    LeavesInTheSecond: cover (its && out_fire && has_word && place < 8'(Lanes) && left != 8'd0
                              && complete && !out_last && $past(out_valid && !ready_i));
  end
  logic unused;
  assign unused = ^{beats_busy, busy};

endmodule

`default_nettype wire
