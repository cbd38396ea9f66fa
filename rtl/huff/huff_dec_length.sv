// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_length: level of the codeword at the start of a window of bits, and whether it escapes.
//
//   Latency     combinational
//   Throughput  1 codeword per cycle
//   Storage     none
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#kinds-of-books

`default_nettype none

module huff_dec_length #(
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned BookKind   = 0,
  localparam int unsigned Levels    = huff_book_pkg::levels(BookKind, MaxCodeLen)
) (
  // Bit 0 is the first bit.
  input  logic [MaxCodeLen-1:0]            window_i,

  // By level: the first codeword that is longer, left-aligned; `never`: there is none.
  input  logic [(Levels-1)*MaxCodeLen-1:0] limit_i,
  input  logic [Levels-2:0]                never_i,
  // The escape; bits that its codeword does not have are not in the mask.
  input  logic                             escape_en_i,
  input  logic [MaxCodeLen-1:0]            escape_code_i,
  input  logic [MaxCodeLen-1:0]            escape_mask_i,

  // One-hot.
  output logic [Levels-1:0]                level_o,
  output logic                             escape_o
);

  logic [MaxCodeLen-1:0] code;
  always_comb begin
    for (int unsigned i = 0; i < MaxCodeLen; i++) code[MaxCodeLen-1-i] = window_i[i];
  end

  assign escape_o = escape_en_i && (((code ^ escape_code_i) & escape_mask_i) == '0);

  if (BookKind == huff_book_pkg::KindQuad) begin : gen_quad
    huff_dec_length_quad #(
      .MaxCodeLen(MaxCodeLen)
    ) u_length (
      .window_i, .limit_i, .never_i, .level_o
    );
  end else begin : gen_full
    huff_dec_length_full #(
      .MaxCodeLen(MaxCodeLen)
    ) u_length (
      .window_i, .limit_i, .never_i, .level_o
    );
  end

endmodule

`default_nettype wire
