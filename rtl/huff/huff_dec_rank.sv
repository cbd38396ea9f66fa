// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_rank: rank of a codeword in the canonical order.
//
// Codewords of one length are consecutive, and so are their ranks: the rank is the codeword plus a
// number that depends on the length. All of it is modulo 256.
//
//   Latency     combinational
//   Throughput  1 codeword per cycle
//   Storage     none
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_rank #(
  parameter int unsigned Levels = 15
) (
  // The 8 bits that end with the codeword, and its length.
  input  logic [7:0]          tail_i,
  input  logic [3:0]          len_i,

  // By level, its length, and rank minus codeword there.
  input  logic [Levels*4-1:0] level_len_i,
  input  logic [Levels*8-1:0] delta_i,

  output logic [7:0]          rank_o
);

  logic [7:0] code;
  logic [7:0] delta;

  // The first bit is the upper one; a shorter codeword has something else before it.
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) code[i] = tail_i[7-i] && (i < 32'(len_i));
  end

  always_comb begin
    delta = '0;
    for (int unsigned k = 0; k < Levels; k++) begin
      delta = delta | (delta_i[k*8 +: 8] & {8{len_i == level_len_i[k*4 +: 4]}});
    end
  end

  assign rank_o = code + delta;

endmodule

`default_nettype wire
