// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s4_pack: tokens become words in the lanes, and each step a mask of demanded words.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Lanes * (WordBits * (1 + Words) + 25) bits
//   Model       model/huff/pack.h, model/huff/order.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s4-pack

`default_nettype none

module huff_enc_s4_pack #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Reserve = 0,
  parameter int unsigned Latches = 0,
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_bits(ValueBits),
  localparam int unsigned TokenBits = ExtraBits + MaxCodeLen + 9
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       advance_i,
  input  logic                       step_valid_i,
  input  huff_enc_pkg::plan_t        plan_i,
  input  logic                       next_last_i,  // of the step that is here in the next cycle
  input  logic [7:0]                 need_a_i,
  input  logic [7:0]                 need_b_i,
  input  logic [Lanes*TokenBits-1:0] token_i,
  input  logic [Lanes*6-1:0]         token_len_i,

  // A step was packed: its demand, and words taken in its passes if it is a message's first.
  output logic                       packed_o,
  output logic [Lanes-1:0]           demand_o,
  output logic [1:0]                 passes_a_o,
  output logic [1:0]                 passes_b_o,

  output logic [Lanes-1:0]           word_valid_o,
  input  logic [Lanes-1:0]           word_ready_i,
  output logic [Lanes*WordBits-1:0]  word_o,
  output logic                       room_o      // in all lanes
);

  localparam int unsigned Slowest = huff_enc_pkg::steps_to_word(0, WordBits, MinTokenBits);
  // Words for whatever the intake may take unasked; with Reserve, for whatever may come.
  localparam int unsigned LagWords =
      huff_enc_pkg::lane_words(ValueBits, WordBits, MinTokenBits, MaxCodeLen, Lanes);
  localparam int unsigned MixWords =
      huff_enc_reserve_pkg::lane_words(Slowest, WordBits, ValueBits, MaxCodeLen);
  localparam int unsigned Words =
      huff_enc_pkg::most(LagWords, (Reserve == 0) ? 0 : MixWords, 0);

  logic [1:0] passes_a, passes_b;

  // Pass p takes a word if p * W bits do not cover the certain need.
  always_comb begin
    passes_a = 2'd0;
    passes_b = 2'd0;
    for (int unsigned p = 0; p < 3; p++) begin
      if (need_a_i > 8'(p * WordBits)) begin
        passes_a = passes_a + 2'd1;
      end
      if (need_b_i > 8'(p * WordBits)) begin
        passes_b = passes_b + 2'd1;
      end
    end
  end

  logic [Lanes-1:0] in_tail;
  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      in_tail[i] = 6'(i) <= plan_i.tail;
    end
  end

  logic [Lanes-1:0] lane_room;
  assign room_o = lane_room == '1;

  assign packed_o   = advance_i && step_valid_i;
  assign passes_a_o = passes_a;
  assign passes_b_o = passes_b;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    huff_enc_lane #(
      .WordBits (WordBits),
      .TokenBits(TokenBits),
      .ExtraBits(ExtraBits),
      .Words    (Words),
      .Latches  (Latches)
    ) u_lane (
      .clk_i,
      .rst_ni,
      .take_i      (packed_o),
      .first_i     (plan_i.first),
      .last_i      (plan_i.last),
      .next_last_i,
      .split_i     (plan_i.split),
      .wide_i      (plan_i.wide),
      .token_i     (token_i[TokenBits*i+:TokenBits]),
      .len_i       (token_len_i[6*i+:6]),
      .passes_i    (in_tail[i] ? passes_a : passes_b),
      .need_i      (in_tail[i] ? need_a_i : need_b_i),
      .demand_o    (demand_o[i]),
      .word_valid_o(word_valid_o[i]),
      .word_ready_i(word_ready_i[i]),
      .word_o      (word_o[WordBits*i+:WordBits]),
      .room_o      (lane_room[i])
    );
  end

endmodule

`default_nettype wire
