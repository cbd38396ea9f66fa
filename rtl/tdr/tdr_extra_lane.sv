// SPDX-License-Identifier: Apache-2.0
//
// tdr_extra_lane: the bits of a value that follow its codeword: tail, lower bits, sign.
//
//   Latency     2 cycles
//   Throughput  1 value per cycle
//   Storage     2 values
//   Model       model/tdr/symbolize.h
//   Test        tb/tdr/tdr_symbolize_test.cc
//   Doc         docs/tdr_architecture.md#symbolise

`default_nettype none

module tdr_extra_lane #(
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Extra = tdr_pkg::ExtraBits
) (
  input  logic             clk_i,

  input  logic             advance_i,
  input  logic [Level-1:0] magnitude_i,
  input  logic             negative_i,
  input  logic [2:0]       bin_i,
  input  logic [3:0]       low_i,

  // The first bit in bit 0; zeros behind the last one.
  output logic [Extra-1:0] extra_o,
  output logic [5:0]       count_o
);

  localparam int unsigned MaxWidth = tdr_pkg::MaxTailBits;

  logic [3:0]  unused_digit;
  logic        tail, tail_d, tail_q, signed_d, signed_q, negative_d, negative_q;
  logic [15:0] above;
  logic [9:0]  rest, rest_d, rest_q;
  logic [3:0]  width, width_d, width_q, low_d, low_q;
  logic [14:0] number_d, number_q;

  tdr_digit u_digit (
    .magnitude_i, .bin_i, .low_i, .digit_o(unused_digit), .tail_o(tail), .above_o(above),
    .rest_o(rest)
  );

  // Bits below the highest one.
  always_comb begin
    width = '0;
    for (int i = 1; i < 16; i++) begin
      if (above[i]) begin
        width = 4'(i);
      end
    end
  end

  ///////////////
  // Place all //
  ///////////////

  logic [29:0]      ones, number, code;
  logic [4:0]       code_bits;
  logic [5:0]       sign_at;
  logic [Extra-1:0] extra_d, extra_q;
  logic [5:0]       count_d, count_q;

  // So many ones, a zero unless it is clear without, and the number.
  assign ones      = ~(30'h3FFFFFFF << width_q);
  assign number    = (30'(number_q) << width_q) << (width_q != 4'(MaxWidth));
  assign code      = tail_q ? ones | number : '0;
  assign code_bits = tail_q ? {width_q, width_q != 4'(MaxWidth)} : '0;
  assign sign_at   = 6'(code_bits) + 6'(low_q);

  always_comb begin
    tail_d     = tail_q;
    signed_d   = signed_q;
    negative_d = negative_q;
    rest_d     = rest_q;
    width_d    = width_q;
    low_d      = low_q;
    number_d   = number_q;
    extra_d    = extra_q;
    count_d    = count_q;
    if (advance_i) begin
      tail_d     = tail;
      signed_d   = magnitude_i != '0;
      negative_d = negative_i;
      rest_d     = rest;
      width_d    = width;
      low_d      = low_i;
      number_d   = above[14:0] & ~(15'h7FFF << width);
      extra_d    = Extra'(code) | (Extra'(rest_q) << code_bits)
                   | (Extra'(negative_q && signed_q) << sign_at);
      count_d    = sign_at + 6'(signed_q);
    end
  end

  always_ff @(posedge clk_i) begin
    tail_q     <= tail_d;
    signed_q   <= signed_d;
    negative_q <= negative_d;
    rest_q     <= rest_d;
    width_q    <= width_d;
    low_q      <= low_d;
    number_q   <= number_d;
    extra_q    <= extra_d;
    count_q    <= count_d;
  end

  assign extra_o = extra_q;
  assign count_o = count_q;

endmodule

`default_nettype wire
