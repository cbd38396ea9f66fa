// SPDX-License-Identifier: Apache-2.0
//
// tdr_codeword: the digits of the symbol whose codeword begins a window of bits, in one bin's book.
//
// As in a lane of the Huffman decoder the length comes from one comparison for each length; the
// rank is found for each length beside that. The books never change, so that what they hold by rank
// is digits, and only the symbol of an escape has to be divided.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/desymbolize.h
//   Test        tb/tdr/tdr_codeword_test.cc
//   Doc         docs/tdr_architecture.md#decode

`default_nettype none

module tdr_codeword #(
  parameter int unsigned Quantizer = 0,
  localparam int unsigned MaxLen = tdr_pkg::BookCodeLen,
  localparam int unsigned Window = tdr_pkg::BookCodeLen + 8
) (
  input  logic [2:0]        bin_i,
  // Bit 0 is the first bit.
  input  logic [Window-1:0] window_i,

  // Length of the codeword, one-hot from 1 on; behind an escape 8 bits are the symbol. Its digits,
  // the first one in the highest bits.
  output logic [MaxLen-1:0] len_o,
  output logic              escape_o,
  output logic [9:0]        digits_o
);

  if (Quantizer > 1) begin : gen_bad_quantizer
    $fatal(1, "tdr_codeword: Quantizer must be 0 or 1");
  end

  logic [(MaxLen-1)*MaxLen-1:0] limit;
  logic [MaxLen-2:0]            never;
  logic [MaxLen*7-1:0]          delta;
  logic [MaxLen-1:0]            code, escape_code, escape_mask;
  logic [3:0]                   book;
  logic [6:0]                   rank;
  logic [7:0]                   raw;
  logic [9:0]                   coded, divided;
  logic [3:0]                   unused_count;

  assign book = {bin_i, 1'(Quantizer)};

  tdr_book_limits u_limits (
    .book_i(book), .limit_o(limit), .never_o(never), .delta_o(delta),
    .escape_code_o(escape_code), .escape_mask_o(escape_mask)
  );

  huff_dec_length_full #(.MaxCodeLen(MaxLen)) u_length (
    .window_i(window_i[MaxLen-1:0]), .limit_i(limit), .never_i(never), .level_o(len_o)
  );

  always_comb begin
    for (int unsigned i = 0; i < MaxLen; i++) code[MaxLen-1-i] = window_i[i];
  end

  assign escape_o = ((code ^ escape_code) & escape_mask) == '0;

  // Rank and codeword differ by a number for each length; and the 8 bits behind the codeword.
  always_comb begin
    rank = '0;
    raw  = '0;
    for (int unsigned k = 0; k < MaxLen; k++) begin
      rank = rank | ((7'(code >> (MaxLen - 1 - k)) + delta[k*7 +: 7]) & {7{len_o[k]}});
      raw  = raw | (window_i[k+1 +: 8] & {8{len_o[k]}});
    end
  end

  tdr_rank_digits u_digits (.book_i(book), .rank_i(rank), .digits_o(coded));

  tdr_split u_split (.bin_i, .symbol_i(raw), .digits_o(divided), .count_o(unused_count));

  assign digits_o = escape_o ? divided : coded;

  logic unused_window;
  assign unused_window = window_i[0];

endmodule

`default_nettype wire
