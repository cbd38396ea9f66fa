// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_length_full: length of the codeword at the start of a window of bits, in any code.
//
// In a canonical code the codewords of a length are below all longer ones, so one comparison for
// each length, all at once, replaces a walk down the tree.
//
//   Latency     combinational
//   Throughput  1 codeword per cycle
//   Storage     none
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#kinds-of-books

`default_nettype none

module huff_dec_length_full #(
  parameter int unsigned MaxCodeLen = 15
) (
  // Bit 0 is the first bit.
  input  logic [MaxCodeLen-1:0]                window_i,

  // By length l from 1 on: the first codeword that is longer, left-aligned; `never`: there is none.
  input  logic [(MaxCodeLen-1)*MaxCodeLen-1:0] limit_i,
  input  logic [MaxCodeLen-2:0]                never_i,

  // One-hot, by length from 1 on.
  output logic [MaxCodeLen-1:0]                level_o
);

  // The codeword as a number, first bit on top.
  logic [MaxCodeLen-1:0] code;
  // Longer than so many bits; no codeword has more than MaxCodeLen.
  logic [MaxCodeLen:0]   longer;

  always_comb begin
    for (int unsigned i = 0; i < MaxCodeLen; i++) code[MaxCodeLen-1-i] = window_i[i];
  end

  // Of a limit only the upper l bits can be set.
  always_comb begin
    longer    = '0;
    longer[0] = 1'b1;
    for (int unsigned l = 1; l < MaxCodeLen; l++) begin
      longer[l] = !never_i[l-1] && ((code >> (MaxCodeLen - l)) >=
                                    (limit_i[(l-1)*MaxCodeLen +: MaxCodeLen] >> (MaxCodeLen - l)));
    end
  end

  // `longer` is a thermometer.
  assign level_o = longer[MaxCodeLen-1:0] & ~longer[MaxCodeLen:1];

endmodule

`default_nettype wire
