// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_s3_decode: the lanes, and the order in which they ask for words.
//
// All lanes decode in the same cycle, so that a beat of values needs no alignment. A step waits
// until every lane has its token, and until the words that the step asks for are asked for.
//
//   Latency     1 cycle from complete tokens to the symbols' ranks
//   Throughput  Lanes tokens per cycle
//   Storage     the lanes, counters of steps and chunks
//   Model       model/huff/order.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_s3_decode #(
  parameter int unsigned Lanes      = 16,
  parameter int unsigned WordBits   = 32,
  parameter int unsigned ValueBits  = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned BookKind   = 0,
  localparam int unsigned Levels    = huff_book_pkg::levels(BookKind, MaxCodeLen),
  localparam int unsigned RestBits  = huff_dec_pkg::rest_bits(ValueBits),
  localparam int unsigned ExtraBits = huff_dec_pkg::extra_bits(ValueBits),
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  // Message; the mask is that of the first pass.
  input  logic                                 start_i,
  input  huff_pkg::header_t                    header_i,
  input  logic [Lanes-1:0]                     start_mask_i,
  input  logic [5:0]                           start_min_token_i,
  input  logic                                 start_split_i,
  input  logic                                 start_wide_i,
  input  logic                                 stop_i,
  output logic                                 finished_o,

  // Book of the chunk; without `open` the chunk has not got it yet.
  input  logic                                 open_i,
  input  logic                                 raw_i,
  input  logic [(Levels-1)*MaxCodeLen-1:0]     limit_i,
  input  logic [Levels-2:0]                    never_i,
  input  logic [Levels*4-1:0]                  level_len_i,
  input  logic                                 escape_en_i,
  input  logic [MaxCodeLen-1:0]                escape_code_i,
  input  logic [MaxCodeLen-1:0]                escape_mask_i,
  input  logic [RestBits-1:0]                  escape_end_i,

  // Bits of the choice of the next chunk; `end`: the last ones. `turn`: that chunk begins.
  output logic                                 choice_valid_o,
  output logic                                 choice_end_o,
  output logic [Lanes-1:0]                     choice_o,
  output logic                                 turn_o,

  // Mask, complete if `ready`, and its words.
  output logic [Lanes-1:0]                     ask_o,
  output logic                                 ask_ready_o,
  input  logic                                 served_i,
  input  logic [Lanes*WordBits-1:0]            word_i,

  // Steps.
  output logic                                 step_valid_o,
  input  logic                                 step_ready_i,
  output logic                                 step_last_o,
  output logic                                 step_split_o,
  output logic                                 step_wide_o,
  output logic [7:0]                           step_offset_o,
  output logic [CountBits-1:0]                 step_count_o,
  output logic [Lanes*8-1:0]                   step_tail_o,
  output logic [Lanes*ExtraBits-1:0]           step_extra_o,
  output logic [Lanes*4-1:0]                   step_code_len_o,
  output logic [Lanes-1:0]                     step_escape_o
);

  localparam int unsigned BoundBits = huff_dec_pkg::bound_bits(WordBits, ValueBits);

  logic                 split_d, split_q;
  logic                 wide_d, wide_q;
  logic [7:0]           offset_d, offset_q;
  logic                 seen_d, seen_q;

  //////////////
  // Lockstep //
  //////////////

  logic                 setup, run, first, last, go;
  logic                 choice_any, choice_end, turn;
  logic [31:0]          steps_less;
  logic [CountBits-1:0] tail;
  logic [BoundBits-1:0] bound_upper, bound_lower, next_upper, next_lower;
  logic [Lanes-1:0]     upper, active, active_next, ask, again, look, short;
  logic [Lanes-1:0]     choice, choice_next;

  huff_dec_steps #(
    .Lanes(Lanes), .WordBits(WordBits), .ValueBits(ValueBits)
  ) u_steps (
    .clk_i, .rst_ni,
    .start_i, .count_i(header_i.count), .min_token_i(start_min_token_i), .stop_i, .go_i(go),
    .setup_o(setup), .steps_less_o(steps_less),
    .run_o(run), .first_o(first), .last_o(last),
    .active_o(active), .active_next_o(active_next), .upper_o(upper), .tail_o(tail),
    .bound_upper_o(bound_upper), .bound_lower_o(bound_lower),
    .next_upper_o(next_upper), .next_lower_o(next_lower)
  );

  huff_dec_chunks #(
    .Lanes(Lanes)
  ) u_chunks (
    .clk_i, .rst_ni,
    .start_i, .chunk_log2_i(header_i.chunk_log2), .setup_i(setup), .steps_less_i(steps_less),
    .go_i(go),
    .choice_o(choice), .choice_next_o(choice_next), .choice_any_o(choice_any),
    .choice_end_o(choice_end), .turn_o(turn)
  );

  // Where rule 2 could apply, the mask is complete one cycle later.
  assign ask_o       = ask;
  assign ask_ready_o = (look == '0) || seen_q;
  assign seen_d      = (look != '0) && !go && !served_i;

  // A step is decoded when all its tokens are there and its mask is served. Only the first step has
  // more than one mask; lane 0 is never the first to stop asking.
  assign go = run && open_i && step_ready_i && (short == '0) && ((ask == '0) || served_i) &&
              !(first && again[0]);

  logic unused_again;
  assign unused_again = ^{again, header_i};

  assign step_valid_o   = go;
  assign step_last_o    = last;
  assign step_split_o   = split_q;
  assign step_wide_o    = wide_q;
  assign step_offset_o  = offset_q;
  assign step_count_o   = last ? tail : CountBits'(Lanes);
  assign finished_o     = go && last;
  assign choice_valid_o = go && choice_any;
  assign choice_end_o   = choice_end;
  assign turn_o         = go && turn;

  assign split_d  = start_i ? ((ValueBits >= 16) && start_split_i) : split_q;
  assign wide_d   = start_i ? ((ValueBits == 32) && start_wide_i) : wide_q;
  assign offset_d = start_i ? header_i.offset : offset_q;

  ///////////
  // Lanes //
  ///////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    huff_dec_lane #(
      .WordBits(WordBits), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen), .BookKind(BookKind)
    ) u_lane (
      .clk_i, .rst_ni,
      .start_i, .start_ask_i(start_mask_i[i]), .stop_i,
      .start_split_i((ValueBits >= 16) && start_split_i),
      .start_wide_i((ValueBits == 32) && start_wide_i),
      .raw_i, .limit_i, .never_i, .level_len_i, .escape_en_i, .escape_code_i, .escape_mask_i,
      .escape_end_i,
      .bound_i(upper[i] ? bound_upper : bound_lower),
      .bound_next_i(upper[i] ? next_upper : next_lower),
      .served_i, .ask_o(ask[i]), .again_o(again[i]), .look_o(look[i]),
      .word_valid_i(served_i && ask[i]), .word_i(word_i[i*WordBits +: WordBits]),
      .choice_i(choice[i]), .next_choice_i(choice_next[i]),
      .active_i(active[i]), .active_next_i(active_next[i]), .go_i(go),
      .short_o(short[i]), .choice_o(choice_o[i]),
      .token_tail_o(step_tail_o[i*8 +: 8]), .token_extra_o(step_extra_o[i*ExtraBits +: ExtraBits]),
      .token_code_len_o(step_code_len_o[i*4 +: 4]), .token_escape_o(step_escape_o[i])
    );
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= 1'b0;
    end else begin
      seen_q <= seen_d;
    end
  end

  always_ff @(posedge clk_i) begin
    split_q  <= split_d;
    wide_q   <= wide_d;
    offset_q <= offset_d;
  end

  `TERN_ASSERT(ChoiceStepsAreFull, !choice_any || !last)
  // The bounds of the second step rest on it.
  `TERN_ASSERT(BookComesLater, !go || !$past(setup))

endmodule

`default_nettype wire
