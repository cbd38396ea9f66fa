// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_lane: one lane's tokens become words, and the lane's demand for words.
//
// The lane also plays its decoder: `held` counts words that the decoder has taken and the packer
// not completed, so the decoder holds held * W - fill bits.
//
//   Latency     1 cycle
//   Throughput  1 token per cycle
//   Storage     WordBits * (1 + Words) bits, and about 25
//   Model       model/huff/pack.h, model/huff/order.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s4-pack

`default_nettype none

`include "tern_assert.svh"

module huff_enc_lane #(
  parameter int unsigned WordBits = 32,
  parameter int unsigned TokenBits = 32,
  parameter int unsigned ExtraBits = 8,
  parameter int unsigned Words = 8,
  parameter int unsigned Latches = 0
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // Token of this step; length 0 if the lane has none.
  input  logic                 take_i,
  input  logic                 first_i,
  input  logic                 last_i,
  input  logic                 next_last_i,   // of the step that may be taken in the next cycle
  input  logic                 split_i,
  input  logic                 wide_i,
  input  logic [TokenBits-1:0] token_i,
  input  logic [5:0]           len_i,

  // Words taken in the first step, and the bits certain to be needed.
  input  logic [1:0]           passes_i,
  input  logic [7:0]           need_i,
  output logic                 demand_o,

  output logic                 word_valid_o,
  input  logic                 word_ready_i,
  output logic [WordBits-1:0]  word_o,

  // What the step in the next cycle may complete or end fits.
  output logic                 room_o
);

  localparam int unsigned FillBits = $clog2(WordBits);
  localparam int unsigned UsedBits = $clog2(Words + 1);

  logic [WordBits-1:0] acc_d, acc_q;
  logic [FillBits-1:0] fill_d, fill_q;
  logic                flush_d, flush_q;   // acc is the last word of the message before
  logic [1:0]          held_d, held_q;

  //////////
  // Pack //
  //////////

  logic [FillBits:0]   sum;
  logic [FillBits-1:0] shift;
  logic                completes;
  logic [WordBits-1:0] turned, below, above;

  assign sum       = (FillBits + 1)'(fill_q) + (FillBits + 1)'(len_i);
  assign completes = sum[FillBits];
  assign below     = ~({WordBits{1'b1}} << fill_q);
  assign above     = turned & ~below & {WordBits{!flush_q}};

  // Places of extra bits that the value does not have are below its token.
  if (ExtraBits == 24) begin : gen_shift
    assign shift = fill_q - (wide_i ? '0 : (split_i ? FillBits'(16) : FillBits'(24)));
  end else if (ExtraBits == 8) begin : gen_shift
    logic unused_wide;
    assign unused_wide = wide_i;
    assign shift = split_i ? fill_q : fill_q - FillBits'(8);
  end else begin : gen_shift
    logic unused_split;
    assign unused_split = ^{split_i, wide_i};
    assign shift = fill_q;
  end

  always_comb begin
    turned = WordBits'(token_i);
    for (int unsigned k = 0; k < FillBits; k++) begin
      if (shift[k]) begin
        turned = (turned << (1 << k)) | (turned >> (WordBits - (1 << k)));
      end
    end
  end

  always_comb begin
    acc_d   = acc_q;
    fill_d  = fill_q;
    flush_d = 1'b0;
    if (take_i) begin
      // What a message before has left in acc does not count.
      acc_d   = (acc_q & {WordBits{!completes && !first_i}})
                | (turned & (below | {WordBits{!completes}}));
      fill_d  = last_i ? '0 : sum[FillBits-1:0];
      flush_d = last_i && sum[FillBits-1:0] != '0;
    end
  end

  ////////////
  // Demand //
  ////////////

  // Bits that the decoder holds: 0 to 3W.
  logic [FillBits+1:0] bits;
  logic                sure, broken;
  assign bits     = {held_q, {FillBits{1'b0}}} - (FillBits + 2)'(fill_q);
  assign sure     = 8'(bits) < need_i;
  assign broken   = held_q == 2'd1 && completes && sum[FillBits-1:0] != '0;
  assign demand_o = !first_i && (sure || broken);

  always_comb begin
    held_d = held_q;
    if (take_i) begin
      held_d = first_i ? passes_i : held_q + {1'b0, demand_o} - {1'b0, completes};
    end
  end

  ///////////
  // Words //
  ///////////

  logic                word_valid, words_ready, unused_room;
  logic [WordBits-1:0] word;
  assign word_valid = flush_q || (take_i && completes);
  assign word       = acc_q | above;

  tern_fifo #(
    .Width  (WordBits),
    .Depth  (Words),
    .Latches(Latches)
  ) u_words (
    .clk_i,
    .rst_ni,
    .in_valid_i (word_valid),
    .in_ready_o (words_ready),
    .in_data_i  (word),
    .in_room_o  (unused_room),
    .out_valid_o(word_valid_o),
    .out_ready_i(word_ready_i),
    .out_data_o (word_o)
  );

  // Every free place counts for the rate: so does what comes and goes in this cycle, and only the
  // end of a message needs a second place, in the cycle behind.
  logic [UsedBits-1:0] used_d, used_q;
  assign used_d = used_q + UsedBits'(word_valid) - UsedBits'(word_valid_o && word_ready_i);
  assign room_o = used_d < (next_last_i ? UsedBits'(Words - 1) : UsedBits'(Words));

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q  <= '0;
      flush_q <= 1'b0;
      used_q  <= '0;
    end else begin
      fill_q  <= fill_d;
      flush_q <= flush_d;
      used_q  <= used_d;
    end
  end

  always_ff @(posedge clk_i) begin
    acc_q  <= acc_d;
    held_q <= held_d;
  end

  ////////////////
  // Assertions //
  ////////////////

  // The lag limit keeps the words within the buffer; nothing waits here for room.
  logic unused_ready;
  assign unused_ready = words_ready;
  `TERN_ASSERT(WordsFit, !word_valid || words_ready)
  `TERN_ASSERT(FlushAlone, !(flush_q && take_i && completes))
  `TERN_ASSERT(HeldCoversFill, !take_i || first_i || held_q != '0 || fill_q == '0)
  `TERN_ASSERT(FirstStartsEmpty, !take_i || !first_i || fill_q == '0)

endmodule

`default_nettype wire
