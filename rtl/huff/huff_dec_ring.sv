// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_ring: the words of a lane behind its window.
//
// Handed out in units of 32 bits, or of 64 where a token may have more than 32, in the order in
// which they came.
//
//   Latency     1 cycle
//   Throughput  1 word in, 1 unit out per cycle
//   Storage     two words (of two units: three)
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_ring #(
  parameter int unsigned WordBits = 32,
  parameter int unsigned UnitBits = 32
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // Forgets everything.
  input  logic                start_i,

  input  logic                word_valid_i,
  input  logic [WordBits-1:0] word_i,

  // Unit in front; `next`: it is used up. `more`: there is one behind that, or comes.
  output logic [UnitBits-1:0] unit_o,
  input  logic                next_i,
  output logic                more_o
);

  localparam int unsigned Units = WordBits / UnitBits;
  // Together with the window they hold three words.
  localparam int unsigned Words = (Units == 1) ? 2 : 3;

  logic [WordBits-1:0] word_d [Words];
  logic [WordBits-1:0] word_q [Words];
  // One-hot: the word in front, the next one to come.
  logic [Words-1:0]    head_d, head_q;
  logic [Words-1:0]    tail_d, tail_q;
  logic [Words-1:0]    held_d, held_q;
  logic                upper_d, upper_q;

  logic [WordBits-1:0] word;

  always_comb begin
    word = '0;
    for (int unsigned i = 0; i < Words; i++) word = word | (word_q[i] & {WordBits{head_q[i]}});
    unit_o = upper_q ? word[WordBits-1 -: UnitBits] : word[UnitBits-1:0];
  end

  // Whether the unit is used up is known late, whether there is one behind it is not.
  logic             front;
  logic [Words-1:0] behind;
  assign front  = (held_q & head_q) != '0;
  assign behind = held_q | (tail_q & {Words{word_valid_i}});
  always_comb begin
    more_o = (behind & head_q) != '0;
    if (front && ((Units == 1) || upper_q)) begin
      more_o = (behind & {head_q[Words-2:0], head_q[Words-1]}) != '0;
    end
  end

  always_comb begin
    head_d  = head_q;
    tail_d  = tail_q;
    held_d  = held_q;
    upper_d = upper_q;

    for (int unsigned i = 0; i < Words; i++) begin
      word_d[i] = word_q[i];
      if (word_valid_i && tail_q[i]) begin
        word_d[i] = word_i;
        held_d[i] = 1'b1;
      end
    end
    if (word_valid_i) tail_d = {tail_q[Words-2:0], tail_q[Words-1]};

    if (next_i && front) begin
      upper_d = (Units == 2) && !upper_q;
      if (!upper_d) begin
        held_d = held_d & ~head_q;
        head_d = {head_q[Words-2:0], head_q[Words-1]};
      end
    end
    if (start_i) begin
      head_d  = Words'(1);
      tail_d  = Words'(1);
      held_d  = '0;
      upper_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= Words'(1);
      tail_q  <= Words'(1);
      held_q  <= '0;
      upper_q <= 1'b0;
    end else begin
      head_q  <= head_d;
      tail_q  <= tail_d;
      held_q  <= held_d;
      upper_q <= upper_d;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Words; i++) word_q[i] <= word_d[i];
  end

  `TERN_ASSERT(RoomForWord, !word_valid_i || ((tail_q & held_q) == '0))

endmodule

`default_nettype wire
