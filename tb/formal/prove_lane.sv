// SPDX-License-Identifier: Apache-2.0
//
// prove_lane: words of a decoder's lane always fit, and no step takes more than 4 cycles.
//
// Stage 3 of the decoder with its lanes, counters of steps and chunks. Messages, the books' answers
// and the times at which words and room for values come are free; look-up and window are cut away,
// so that a token may have any length that a book could give it, and another one in the next cycle.
//
//   RTL         rtl/huff/huff_dec_s3_decode.sv, rtl/huff/huff_dec_lane.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#why-every-message-ends

`default_nettype none

module prove_lane #(
  parameter int unsigned WordBits = 32,
  localparam int unsigned M = 8,
  localparam int unsigned HalfWords = WordBits / 32
) (
  input  logic                clk_i,
  input  logic                start_i,
  input  huff_pkg::header_t   header_i,
  input  logic [4:0]          min_token_i,
  input  logic                stop_i,
  input  logic                open_i,
  input  logic                rows_i,        // the words that a mask asks for are there
  input  logic                ready_i,
  input  logic [WordBits-1:0] word_i,
  input  logic                raw_i,
  input  logic [4:0]          escape_end_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic       start, stop, running, finished;
  logic       ask, ask_ready, served, go, first_step = 1'b0;
  logic       unused_choice_valid, unused_choice_end, unused_choice, unused_turn, last;
  logic       unused_split, unused_escape;
  logic [0:0] count;
  logic [7:0] unused_offset, unused_tail, unused_extra;
  logic [3:0] unused_len;
  assign start  = rst_ni && start_i && !running && header_i.count != 32'd0;
  assign stop   = stop_i && running;
  assign served = ask && ask_ready && rows_i;

  huff_dec_s3_decode #(
    .Lanes(1), .WordBits(WordBits), .ValueBits(8), .MaxCodeLen(M)
  ) u_dut (
    .clk_i, .rst_ni, .start_i(start), .header_i, .start_mask_i(1'b1),
    .start_min_token_i(min_token_i), .start_split_i(1'b0), .stop_i(stop), .finished_o(finished),
    .open_i, .raw_i, .limit_i('0), .never_i('0), .level_len_i('0), .escape_en_i(1'b0),
    .escape_code_i('0), .escape_mask_i('0), .escape_end_i,
    .choice_valid_o(unused_choice_valid), .choice_end_o(unused_choice_end),
    .choice_o(unused_choice), .turn_o(unused_turn),
    .ask_o(ask), .ask_ready_o(ask_ready), .served_i(served), .word_i,
    .step_valid_o(go), .step_ready_i(ready_i), .step_last_o(last), .step_split_o(unused_split),
    .step_offset_o(unused_offset), .step_count_o(count), .step_tail_o(unused_tail),
    .step_extra_o(unused_extra), .step_code_len_o(unused_len), .step_escape_o(unused_escape)
  );

  // What a look-up may answer: one codeword of 1 to M bits, in a raw chunk one of 8 that does not
  // escape; an escape's token ends where its book says.
  (* hierconn *) wire [M-1:0] \u_dut.gen_lane[0].u_lane.level ;
  (* hierconn *) wire \u_dut.gen_lane[0].u_lane.coded_escape ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.near_q , \u_dut.gen_lane[0].u_lane.stock_q ;
  (* hierconn *) wire [4:0] \u_dut.gen_lane[0].u_lane.rest_q ;
  (* hierconn *) wire \u_dut.gen_lane[0].u_lane.full_q , \u_dut.gen_lane[0].u_lane.over_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.u_ring.head_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.u_ring.tail_q ;
  (* hierconn *) wire [1:0] \u_dut.gen_lane[0].u_lane.u_ring.held_q ;
  (* hierconn *) wire \u_dut.run , \u_dut.setup , \u_dut.first ;
  (* hierconn *) wire [6:0] \u_dut.bound_upper  ;
  (* hierconn *) wire [31:0] \u_dut.u_steps.left_q ;
  (* hierconn *) wire [4:0] \u_dut.u_steps.min_token_q ;
  (* hierconn *) wire [10:0] \u_dut.u_steps.sure_q ;
  (* hierconn *) wire \u_dut.last , \u_dut.upper ;
  (* hierconn *) wire \u_dut.u_steps.long_q , \u_dut.u_steps.single_q ;
  (* hierconn *) wire \u_dut.u_steps.longer_q , \u_dut.u_steps.pair_q ;
  (* hierconn *) wire \u_dut.u_steps.far_q , \u_dut.u_steps.farther_q ;
  (* hierconn *) wire \u_dut.u_steps.second_q ;
  (* hierconn *) wire [6:0] \u_dut.u_steps.upper_next_q ;
  (* hierconn *) wire [1:0] \u_dut.u_steps.state_q ;
  logic [31:0] left;
  logic [4:0]  min_token;
  logic [10:0] certain;
  logic [6:0]  near_steps;
  assign left       = \u_dut.u_steps.left_q ;
  assign min_token  = \u_dut.u_steps.min_token_q ;
  assign certain    = \u_dut.u_steps.sure_q ;
  assign near_steps = (left > 32'd66) ? 7'd66 : 7'(left);
  // What is certain to come behind the step at hand.
  logic [10:0] next_certain;
  assign next_certain = certain - ((left > 32'd66) ? 11'd0 : 11'(min_token));
  logic [1:0] near, stock, words, head, tail, held_words, behind;
  logic [4:0] rest;
  logic       full, over, unit;
  assign near       = \u_dut.gen_lane[0].u_lane.near_q ;
  assign stock      = \u_dut.gen_lane[0].u_lane.stock_q ;
  assign rest       = \u_dut.gen_lane[0].u_lane.rest_q ;
  assign full       = \u_dut.gen_lane[0].u_lane.full_q ;
  assign over       = \u_dut.gen_lane[0].u_lane.over_q ;
  assign head       = \u_dut.gen_lane[0].u_lane.u_ring.head_q ;
  assign tail       = \u_dut.gen_lane[0].u_lane.u_ring.tail_q ;
  assign held_words = \u_dut.gen_lane[0].u_lane.u_ring.held_q ;
  assign words      = 2'(held_words[0]) + 2'(held_words[1]);
  // The current half word is still in the ring: not all of it is in the window.
  assign unit       = near == 2'd2 || (near == 2'd1 && (over || !full));
  assign behind     = stock - near;
  // In the first cycle of a message's steps the bound of the next one is not there yet, nor is the
  // book.
  logic       after_setup = 1'b0;
  always_ff @(posedge clk_i) after_setup <= \u_dut.setup ;
  logic [M-1:0] level;
  logic [3:0]   len;
  logic         escape;
  assign level  = \u_dut.gen_lane[0].u_lane.level ;
  assign escape = \u_dut.gen_lane[0].u_lane.coded_escape ;
  always_comb begin
    len = 4'd0;
    for (int unsigned k = 0; k < M; k++) begin
      if (level[k]) len = 4'(k + 1);
    end
    assume (level != '0 && (level & (level - M'(1))) == '0);
    assume (!escape || escape_end_i == 5'(len) + 5'd8);
    assume (!after_setup || !open_i);
    assume (!raw_i || (len == 4'd8 && !escape && escape_end_i == 5'd8));
    assume (min_token_i >= 5'd1 && min_token_i <= 5'd8);
  end

  // Cycles that the step at hand has waited although nothing outside held it up, and how many more
  // it can wait: for the lane to ask, for the word, for its way into the window. A message's first
  // step waits for two words, not for a token to show that it needs one.
  logic [1:0] rank;
  always_comb begin
    rank = 2'd0;
    if (near == 2'd0) begin
      rank = ask ? 2'd2 : 2'd3;
    end else if (!full || (first_step && ask && stock == 2'd1)) begin
      rank = 2'd1;
    end
  end
  logic [3:0] waits = 4'd0;
  logic       held;
  assign held = !ready_i || !open_i || (ask && ask_ready && !rows_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      running <= 1'b0;
    end else begin
      running <= start || (running && !stop && !finished);
      if (start) begin
        first_step <= 1'b1;
      end else if (go) begin
        first_step <= 1'b0;
      end
      if (start || go || stop || !running) begin
        waits <= 4'd0;
      end else if (!held) begin
        waits <= waits + 4'd1;
      end
      StepEnds: assert (!running || 5'(waits) + 5'(rank) <= (first_step ? 5'd2 : 5'd3));
      StartsEmpty: assert (!\u_dut.setup
                           || (waits == 4'd0 && stock == 2'd0 && rest == 5'd0 && ask));
      FirstAsks: assert (!running || !first_step
                         || (rest == 5'd0 && (ask || {stock, rest} > \u_dut.bound_upper )));
      SameFirst: assert (!running || first_step == \u_dut.first );
      // What window, ring and counts say of each other.
      RingHasTheRest: assert (near <= 2'd2 && near <= stock && words == behind + 2'(unit));
      NothingBehindAWholeWindow: assert (unit || behind == 2'd0);
      FirstWordAlone: assert (full || near == 2'd0 || (near == 2'd1 && stock == 2'd1));
      FullHasAHalf: assert (!full || near != 2'd0);
      OverIsFull: assert (!over || full);
      OverHasMore: assert (!full || near != 2'd1 || over == (rest > 5'd8));
      ThreeWordsAtMost: assert (stock != 2'd3 || rest == 5'd0);
      AsksWhileRunning: assert (running || !ask);
      AsksWithTwo: assert (!ask || stock <= 2'd1 || (stock == 2'd2 && rest == 5'd0));
      Counted: assert (!running || (left != 32'd0 && min_token >= 5'd1 && min_token <= 5'd8));
      Certain: assert (!\u_dut.run || (\u_dut.last == (left == 32'd1)
                                      && certain == 11'(near_steps) * 11'(min_token)));
      // One lane: a value is a step.
      Sized: assert (!\u_dut.setup || (\u_dut.u_steps.long_q == (left > 32'd66)
                                       && \u_dut.u_steps.longer_q == (left > 32'd67)
                                       && \u_dut.u_steps.pair_q == (left <= 32'd2)
                                       && \u_dut.u_steps.single_q == (left == 32'd1)));
      Ahead: assert (!\u_dut.run || (\u_dut.u_steps.far_q == (left > 32'd66)
                                     && \u_dut.u_steps.farther_q == (left > 32'd67)
                                     && (left == 32'd1
                                         || \u_dut.u_steps.second_q == (left == 32'd2))));
      Next: assert (!\u_dut.run || \u_dut.last || after_setup
                    || \u_dut.u_steps.upper_next_q
                       == ((next_certain > 11'd64) ? 7'd64 : 7'(next_certain - 11'd1)));
      Bounds: assert (!running || (\u_dut.upper && \u_dut.bound_upper <= 7'd64));
      RingOrder: assert ((head == 2'd1 || head == 2'd2)
                         && tail == (words[0] ? ~head : head)
                         && (words != 2'd1 || held_words == head));
      RunsOrStarts: assert (running == (\u_dut.run || \u_dut.setup )
                            && running == (\u_dut.u_steps.state_q != 2'd0));
      OnlyWhenRunning: assert (!go || running);
      LastEnds: assert (finished == (go && last));
    end
  end

  // A message that reaches its last step and whose lane waited for a word in it.
  logic [2:0] steps = 3'd0;
  always_ff @(posedge clk_i) begin
    if (start) begin
      steps <= 3'd0;
    end else if (go && steps != 3'd7) begin
      steps <= steps + 3'd1;
    end
    WaitsInTheEnd: cover (finished && steps >= 3'd2 && waits == 4'd3);
    ThreeWords: cover (go && stock == 2'd3);
  end

  logic unused_count;
  assign unused_count = ^count;

endmodule

`default_nettype wire
