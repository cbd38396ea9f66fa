// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_compact: network that moves words of scattered lanes to consecutive places.
//
// Stage k exchanges places that differ in bit k. The words keep their order and their places follow
// each other (modulo Lanes), so that no two ever want the same wire. The switches are set one cycle
// ahead: nothing but multiplexers is in the path of the words.
//
//   Latency     1 cycle for a setting, 0 cycles for words
//   Throughput  1 set of words per cycle
//   Storage     Lanes / 2 * log2(Lanes) bits
//   Model       none: the identity on the words
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#compaction

`default_nettype none

module huff_enc_compact #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                       clk_i,

  // Setting: place of the first word, and words in the lanes below each lane.
  input  logic                       load_i,
  input  logic [CountBits-1:0]       base_i,
  input  logic [Lanes*CountBits-1:0] rank_i,

  input  logic [Lanes*WordBits-1:0]  word_i,
  output logic [Lanes*WordBits-1:0]  word_o
);

  localparam int unsigned Stages = $clog2(Lanes);
  localparam int unsigned Half = Lanes / 2;

  // Switch s of stage k joins the places lo(s) and lo(s) + 2^k, lo(s) being s with a 0 put in as
  // bit k; its bit here exchanges them.
  logic [Half-1:0]      swap_d [Stages];
  logic [Half-1:0]      swap_q [Stages];
  logic [CountBits-1:0] target;

  // In stage k the block of 2^k lanes from `upper` on meets the block below it. The first word at
  // or above `upper` goes to the place `target`. Words of the upper block whose row is not below
  // that of `target` belong to the half that bit k of `target` names, the others to the other half;
  // what the lower block has in a row is on the opposite side by the same rule.
  always_comb begin
    target = '0;
    for (int k = 0; k < Stages; k++) begin
      swap_d[k] = swap_q[k];
      if (load_i) begin
        for (int block = 0; block < (Half >> k); block++) begin
          target = base_i + rank_i[CountBits*((2*block+1)<<k)+:CountBits];
          for (int row = 0; row < (1 << k); row++) begin
            swap_d[k][(block<<k)+row] =
                target[k] ^ (CountBits'(row) >= (target & CountBits'((1 << k) - 1)));
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int k = 0; k < Stages; k++) begin
      swap_q[k] <= swap_d[k];
    end
  end

  logic [WordBits-1:0] place [Stages+1][Lanes];

  always_comb begin
    for (int i = 0; i < Lanes; i++) begin
      place[0][i] = word_i[WordBits*i+:WordBits];
    end
    for (int k = 0; k < Stages; k++) begin
      for (int i = 0; i < Lanes; i++) begin
        place[k+1][i] = swap_q[k][((i >> (k + 1)) << k) | (i & ((1 << k) - 1))]
                        ? place[k][i ^ (1 << k)] : place[k][i];
      end
    end
    for (int i = 0; i < Lanes; i++) begin
      word_o[WordBits*i+:WordBits] = place[Stages][i];
    end
  end

endmodule

`default_nettype wire
