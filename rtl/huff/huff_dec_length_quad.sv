// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_length_quad: length of a codeword in a code of four lengths.
//
// Three comparisons find its place among the lengths.
//
//   Latency     combinational
//   Throughput  1 codeword per cycle
//   Storage     none
//   Model       model/huff/decode.h
//   Test        tb/huff/decoder_kind_test.cc
//   Doc         docs/architecture.md#kinds-of-books

`default_nettype none

module huff_dec_length_quad #(
  parameter int unsigned MaxCodeLen = 15,
  localparam int unsigned Levels    = huff_book_pkg::QuadLengths
) (
  // Bit 0 is the first bit.
  input  logic [MaxCodeLen-1:0]            window_i,

  // Limits by increasing length; behind one that is `never` reached nothing counts.
  input  logic [(Levels-1)*MaxCodeLen-1:0] limit_i,
  input  logic [Levels-2:0]                never_i,

  // One-hot.
  output logic [Levels-1:0]                level_o
);

  logic [MaxCodeLen-1:0] code;
  logic [Levels-1:0]     reached;

  always_comb begin
    for (int unsigned i = 0; i < MaxCodeLen; i++) code[MaxCodeLen-1-i] = window_i[i];
  end

  always_comb begin
    reached = '0;
    level_o = '0;
    for (int unsigned k = 0; k < Levels; k++) begin
      if (k == 0) begin
        reached[k] = 1'b1;
      end else begin
        reached[k] = reached[k-1] && !never_i[k-1] &&
                     (code >= limit_i[(k-1)*MaxCodeLen +: MaxCodeLen]);
      end
    end
    for (int unsigned k = 0; k < Levels; k++) begin
      level_o[k] = reached[k] && ((k == Levels - 1) || !reached[(k+1)%Levels]);
    end
  end

endmodule

`default_nettype wire
