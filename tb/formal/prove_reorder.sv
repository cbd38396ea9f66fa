// SPDX-License-Identifier: Apache-2.0
//
// prove_reorder: what waits for its order always fits, and never stops the intake for good.
//
// One lane of the encoder, its queue of demands, the collector and the pace, in the sizes that
// huff_enc_pkg gives them. It stands for any lane of a unit: what the other lanes demand, when
// their words are complete and when the output takes a pass is free. So are messages, and the
// length of every token, up to one choice bit more than the longest. The two FIFOs are cut away and
// do what the proof `fifo` says that they do; the claims are in prove_reorder_claims.
//
//   RTL         rtl/huff/huff_enc_lane.sv, rtl/huff/huff_enc_demand.sv,
//               rtl/huff/huff_enc_collect.sv, rtl/huff/huff_enc_pace.sv
//   Test        tb/formal/prove.sh
//   Doc         docs/architecture.md#lag-and-buffers

`default_nettype none

module prove_reorder #(
  parameter int unsigned WordBits = 32,
  parameter int unsigned MaxCodeLen = 8,
  parameter int unsigned MinTokenBits = 8,
  // Off the sizes: words, and units that are let in beyond the limit.
  parameter int unsigned FewerWords = 0,
  parameter int unsigned MoreLag = 0,
  localparam int unsigned GapBits = huff_enc_pkg::GapBits,
  localparam int unsigned TokenBits = MaxCodeLen + 9
) (
  input  logic                clk_i,
  input  logic                step_i,        // a step comes from s2: if it is the first,
  input  logic                empty_i,       // its message,
  input  logic                tail_i,        // the lane has a value in the last step,
  input  logic [3:0]          left_i,        // steps behind it; 15: as many or more,
  input  logic                more_i,
  input  logic [5:0]          len_i,         // and the token
  input  logic                other_i,       // another lane demands a word
  input  logic                other_word_i,  // words of all other lanes are complete
  input  logic                ready_i,
  input  logic                mark_i
);

  localparam int unsigned Limit = huff_enc_pkg::lag_limit(8, WordBits, MinTokenBits) + MoreLag;
  localparam int unsigned FarLimit =
      huff_enc_pkg::far_limit(8, WordBits, MinTokenBits, huff_enc_reserve_pkg::Titles);
  localparam int unsigned StartUnits = huff_enc_pkg::start_units(WordBits);
  localparam int unsigned Depth = huff_enc_pkg::queue_steps(8, WordBits, MinTokenBits);
  localparam int unsigned Words =
      huff_enc_pkg::lane_words(8, WordBits, MinTokenBits, MaxCodeLen, 2) - FewerWords;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  ///////////
  // Steps //
  ///////////

  // The step in s3, or the last one that was there.
  logic       advance, packs, starts, present;
  logic       valid_q, first_q, last_q, tail_q, empty_q;
  logic [3:0] left_q, left;
  logic [5:0] len_q;
  assign starts  = last_q;
  assign left    = starts ? (empty_i ? 4'd0 : left_i) : left_q - 4'(left_q != 4'd15 || !more_i);
  assign present = (left != 4'd0 || (starts ? tail_i : tail_q)) && !(starts && empty_i);
  assign packs   = advance && valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      last_q  <= 1'b1;
      left_q  <= 4'd0;
      empty_q <= 1'b0;
    end else if (advance) begin
      valid_q <= step_i;
      if (step_i) begin
        first_q <= starts;
        last_q  <= left == 4'd0;
        left_q  <= left;
        len_q   <= present ? len_i : 6'd0;
        if (starts) begin
          tail_q  <= tail_i;
          empty_q <= empty_i;
        end
      end
    end
    // A message's first token has no choice bit.
    assume (len_i >= 6'(MinTokenBits) && len_i <= 6'(MaxCodeLen + 9)
            && !(starts && len_i == 6'(MaxCodeLen + 9)));
  end

  huff_enc_pkg::plan_t plan;
  logic [7:0]          need_a, need_b;
  logic [1:0]          passes_a, passes_b;
  always_comb begin
    plan.first = first_q;
    plan.last  = last_q;
    plan.split = 1'b0;
    plan.wide  = 1'b0;
    plan.tail  = 6'(tail_q);
    need_b     = 8'(left_q) * 8'(MinTokenBits);
    need_a     = need_b + 8'(MinTokenBits);
    need_a     = empty_q ? '0 : ((need_a > 8'(2 * WordBits + 1)) ? 8'(2 * WordBits + 1) : need_a);
    need_b     = empty_q ? '0 : ((need_b > 8'(2 * WordBits + 1)) ? 8'(2 * WordBits + 1) : need_b);
    passes_a   = 2'(need_a > '0) + 2'(need_a > 8'(WordBits)) + 2'(need_a > 8'(2 * WordBits));
    passes_b   = 2'(need_b > '0) + 2'(need_b > 8'(WordBits)) + 2'(need_b > 8'(2 * WordBits));
  end

  //////////
  // Lane //
  //////////

  logic                demand, word_valid, lane_room, unused_word;
  logic [1:0]          word_ready;
  logic [WordBits-1:0] word;
  assign unused_word = ^word;

  huff_enc_lane #(
    .WordBits(WordBits), .TokenBits(TokenBits), .ExtraBits(0), .Words(Words)
  ) u_lane (
    .clk_i, .rst_ni, .take_i(packs), .first_i(first_q), .last_i(last_q),
    .next_last_i(advance ? left == 4'd0 : last_q), .split_i(1'b0), .wide_i(1'b0),
    .token_i('0), .len_i(len_q), .passes_i(tail_q ? passes_a : passes_b),
    .need_i(tail_q ? need_a : need_b), .demand_o(demand), .word_valid_o(word_valid),
    .word_ready_i(word_ready[1]), .word_o(word), .room_o(lane_room)
  );

  ///////////
  // Order //
  ///////////

  logic                pass_valid, pass_ready, queue_room, busy, taken, placed_valid;
  logic [1:0]          mask, count, base, place_end;
  logic [3:0]          rank;
  logic [GapBits-1:0]  gap;
  logic                unused_last, unused_spoilt, other, other_q;
  logic [2*WordBits-1:0] unused_words;
  huff_enc_pkg::pass_t pass;

  huff_enc_demand #(.Lanes(2), .Depth(Depth)) u_demand (
    .clk_i, .rst_ni, .packed_i(packs), .plan_i(plan), .spoilt_i(1'b0),
    .demand_i({demand, other_i}), .passes_a_i(passes_a), .passes_b_i(passes_b),
    .pass_valid_o(pass_valid), .pass_ready_i(pass_ready), .mask_o(mask), .rank_o(rank),
    .count_o(count), .pass_o(pass), .gap_o(gap), .room_o(queue_room), .busy_o(busy)
  );

  assign other = other_q || other_word_i;
  assign taken = placed_valid && ready_i;
  always_ff @(posedge clk_i) other_q <= rst_ni && other && !word_ready[0];

  huff_enc_collect #(.Lanes(2), .WordBits(WordBits)) u_collect (
    .clk_i, .rst_ni, .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .mask_i(mask),
    .rank_i(rank), .count_i(count), .start_i(pass.start), .last_i(pass.last),
    .spoilt_i(pass.spoilt), .word_valid_i({word_valid, other}), .word_ready_o(word_ready),
    .word_i('0), .placed_valid_o(placed_valid), .placed_ready_i(ready_i), .placed_base_o(base),
    .placed_end_o(place_end), .placed_last_o(unused_last), .placed_spoilt_o(unused_spoilt),
    .placed_words_o(unused_words)
  );

  huff_enc_pace #(.Limit(Limit), .FarLimit(FarLimit), .StartUnits(StartUnits)) u_pace (
    .clk_i, .rst_ni, .packed_i(packs), .packed_split_i(1'b0), .packed_wide_i(1'b0),
    .packed_first_i(first_q), .next_i(pass_valid && pass_ready), .next_split_i(pass.split),
    .next_wide_i(pass.wide), .next_gap_i(gap), .next_start_i(pass.start), .next_step_i(pass.step),
    .taken_i(taken), .room_i(lane_room && queue_room), .advance_o(advance)
  );

  ////////////
  // Claims //
  ////////////

  always_comb begin
    if (rst_ni) Counted: assert (!pass_valid || count == 2'(mask[0]) + 2'(mask[1]));
  end

  (* hierconn *) wire \u_lane.words_ready , \u_lane.flush_q , \u_lane.flush_d ;
  (* hierconn *) wire \u_lane.word_valid ;
  (* hierconn *) wire [$clog2(Words + 1)-1:0] \u_lane.used_q ;
  (* hierconn *) wire [$clog2(WordBits)-1:0] \u_lane.fill_q ;
  (* hierconn *) wire [1:0] \u_lane.held_q , \u_demand.head_mask , \u_demand.mask_q ;
  (* hierconn *) wire \u_demand.queue , \u_demand.queue_ready , \u_demand.head_valid ;
  (* hierconn *) wire \u_demand.head_take , \u_demand.pass_load , \u_demand.packed_q ;
  (* hierconn *) wire \u_demand.head_first , \u_demand.head_last , \u_demand.head_spoilt ;
  (* hierconn *) wire \u_demand.first_q , \u_demand.last_q , \u_demand.more_q ;
  (* hierconn *) wire [GapBits-1:0] \u_demand.info , \u_demand.head_info , \u_demand.gap_q ;
  (* hierconn *) wire [1:0] \u_demand.all_q , \u_demand.pass_q , \u_collect.mask_q ;
  (* hierconn *) wire \u_collect.valid_q , \u_pace.half_q ;
  (* hierconn *) wire [7:0] \u_pace.lag_q , \u_pace.front_q ;

  prove_reorder_claims #(
    .WordBits(WordBits), .MaxToken(MaxCodeLen + 9), .MinToken(MinTokenBits), .Limit(Limit),
    .FarLimit(FarLimit), .StartUnits(StartUnits), .Depth(Depth), .Words(Words)
  ) u_claims (
    .clk_i, .rst_ni, .mark_i,
    .valid_i(valid_q), .first_i(first_q), .last_i(last_q), .tail_i(tail_q), .empty_i(empty_q),
    .left_i(left_q), .len_i(len_q), .advance_i(advance),
    .lag_i(\u_pace.lag_q ), .units_i(\u_pace.front_q ), .half_i(\u_pace.half_q ),
    .used_i(4'(\u_lane.used_q )), .fill_i(6'(\u_lane.fill_q )), .held_i(\u_lane.held_q ),
    .flush_i(\u_lane.flush_q ), .demand_i(demand), .passes_i(tail_q ? passes_a : passes_b),
    .word_in_i(\u_lane.word_valid ), .flush_next_i(\u_lane.flush_d ),
    .word_valid_i(word_valid), .words_ready_i(\u_lane.words_ready ),
    .stage_i(\u_demand.packed_q ), .stage_entry_i({\u_demand.mask_q , \u_demand.info ,
      \u_demand.first_q , \u_demand.last_q }), .gap_i(\u_demand.gap_q ),
    .push_i(\u_demand.queue ), .queue_ready_i(\u_demand.queue_ready ), .queue_room_i(queue_room),
    .pop_i(\u_demand.head_take ), .load_i(\u_demand.pass_load ), .sent_i(\u_demand.pass_q ),
    .head_valid_i(\u_demand.head_valid ),
    .head_i({\u_demand.head_mask , \u_demand.head_info , \u_demand.head_first ,
      \u_demand.head_last }),
    .out_valid_i(pass_valid), .out_ready_i(pass_ready), .out_mask_i(mask), .out_gap_i(gap),
    .out_start_i(pass.start), .out_step_i(pass.step), .out_bytes_i(!pass.split && !pass.wide),
    .front_valid_i(\u_collect.valid_q ), .front_mask_i(\u_collect.mask_q ), .taken_i(taken)
  );

endmodule

`default_nettype wire
