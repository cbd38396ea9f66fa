// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_collect: takes the words of each pass from the lanes, and moves them to their places.
//
// A pass is taken as soon as all of its words are complete and the beats have room for them.
//
//   Latency     1 cycle from a ranked pass, 0 cycles from complete words
//   Throughput  1 pass per cycle
//   Storage     Lanes * (1 + log2(Lanes) / 2) bits, and about 20
//   Model       model/huff/order.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s5-order

`default_nettype none

`include "tern_assert.svh"

module huff_enc_collect #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned HeaderWords = (huff_pkg::HeaderBits + WordBits - 1) / WordBits,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  localparam int unsigned BeatBits = Lanes * WordBits
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       pass_valid_i,
  output logic                       pass_ready_o,
  input  logic [Lanes-1:0]           mask_i,
  input  logic [Lanes*CountBits-1:0] rank_i,
  input  logic [CountBits-1:0]       count_i,
  input  logic                       start_i,
  input  logic                       last_i,
  input  logic                       spoilt_i,

  input  logic [Lanes-1:0]           word_valid_i,
  output logic [Lanes-1:0]           word_ready_o,
  input  logic [BeatBits-1:0]        word_i,

  // Words in the places base, base + 1, ..., end - 1 (modulo Lanes); all others are zero.
  output logic                       placed_valid_o,
  input  logic                       placed_ready_i,
  output logic [CountBits-1:0]       placed_base_o,
  output logic [CountBits-1:0]       placed_end_o,
  output logic                       placed_last_o,
  output logic                       placed_spoilt_o,
  output logic [BeatBits-1:0]        placed_words_o
);

  // Place of the first payload word.
  localparam logic [CountBits-1:0] Start = CountBits'(HeaderWords % Lanes);
  localparam logic [CountBits-1:0] Wrap = CountBits'(Lanes - 1);

  logic                 valid_d, valid_q;
  logic [Lanes-1:0]     mask_d, mask_q;
  logic                 last_d, last_q;
  logic                 spoilt_d, spoilt_q;
  logic [CountBits-1:0] base_d, base_q;   // below Lanes
  logic [CountBits-1:0] end_d, end_q;     // below 2 * Lanes

  logic load, pop;
  assign load = pass_valid_i && (!valid_q || pop);
  assign pop  = placed_valid_o && placed_ready_i;

  always_comb begin
    valid_d  = load || (valid_q && !pop);
    mask_d   = mask_q;
    last_d   = last_q;
    spoilt_d = spoilt_q;
    base_d   = base_q;
    end_d    = end_q;
    if (load) begin
      mask_d   = mask_i;
      last_d   = last_i;
      spoilt_d = spoilt_i;
      base_d   = start_i ? Start : (end_q & Wrap);
      end_d    = base_d + count_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    mask_q   <= mask_d;
    last_q   <= last_d;
    spoilt_q <= spoilt_d;
    base_q   <= base_d;
    end_q    <= end_d;
  end

  logic [BeatBits-1:0] masked;

  for (genvar i = 0; i < Lanes; i++) begin : gen_mask
    assign masked[WordBits*i+:WordBits] = word_i[WordBits*i+:WordBits] & {WordBits{mask_q[i]}};
  end

  if (Lanes > 1) begin : gen_network
    huff_enc_compact #(
      .Lanes   (Lanes),
      .WordBits(WordBits)
    ) u_compact (
      .clk_i,
      .load_i(load),
      .base_i(base_d),
      .rank_i(rank_i),
      .word_i(masked),
      .word_o(placed_words_o)
    );
  end else begin : gen_wire
    logic unused_rank;
    assign unused_rank    = rank_i[0];
    assign placed_words_o = masked;
  end

  assign pass_ready_o    = !valid_q || pop;
  assign word_ready_o    = pop ? mask_q : '0;
  assign placed_valid_o  = valid_q && (mask_q & ~word_valid_i) == '0;
  assign placed_base_o   = base_q;
  assign placed_end_o    = end_q;
  assign placed_last_o   = last_q;
  assign placed_spoilt_o = spoilt_q;

  `TERN_ASSERT(EndBehindBase, !valid_q || end_q >= base_q)
  `TERN_ASSERT_STREAM(PlacedHeld, placed_valid_o, placed_ready_i,
                      {placed_base_o, placed_end_o, placed_last_o, placed_spoilt_o})

endmodule

`default_nettype wire
