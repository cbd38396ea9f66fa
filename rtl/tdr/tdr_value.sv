// SPDX-License-Identifier: Apache-2.0
//
// tdr_value: the magnitude and sign of a digit and the bits that follow a codeword.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/desymbolize.h
//   Test        tb/tdr/tdr_desymbolize_test.cc
//   Doc         docs/tdr_architecture.md#desymbolise

`default_nettype none

module tdr_value #(
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Extra = tdr_pkg::ExtraBits
) (
  input  logic [2:0]       bin_i,
  input  logic [3:0]       low_i,
  input  logic [3:0]       digit_i,
  // The first bit lowest.
  input  logic [Extra-1:0] bits_i,

  output logic [Level-1:0] magnitude_o,
  output logic             negative_o,
  // Whether the digit is one behind which a tail is read, and the bits that belong to the value if
  // so and if not: found beside the digit, which is known last.
  output logic             tail_o,
  output logic [5:0]       tail_count_o,
  output logic [5:0]       plain_count_o
);

  localparam int unsigned MaxWidth = tdr_pkg::MaxTailBits;

  logic        tail;
  logic [3:0]  width;
  logic [4:0]  prefix, tail_bits;
  logic [14:0] number;
  logic [16:0] high, above;
  logic [10:0] behind;
  logic [9:0]  rest;
  logic [26:0] whole;
  logic        any;

  always_comb begin
    case (bin_i)
      3'd0, 3'd1: tail = digit_i >= 4'd1;
      3'd2:       tail = digit_i >= 4'd2;
      3'd3:       tail = digit_i >= 4'd3;
      3'd4, 3'd5: tail = digit_i >= 4'd5;
      default:    tail = digit_i == 4'd15;
    endcase
  end

  // Ones in front of the first zero.
  always_comb begin
    width = 4'(MaxWidth);
    for (int i = MaxWidth - 1; i >= 0; i--) begin
      if (!bits_i[i]) begin
        width = 4'(i);
      end
    end
  end

  assign prefix    = 5'(width) + 5'(width != 4'(MaxWidth));
  assign number    = 15'(bits_i >> prefix) & ~(15'h7FFF << width);
  assign tail_bits = tail ? prefix + 5'(width) : '0;
  assign above     = {1'b0, (16'd1 << width) | {1'b0, number}} - 17'd1;
  assign high      = 17'(digit_i) + (tail ? above : '0);

  // Lower bits, then the sign.
  assign behind      = 11'(bits_i >> tail_bits);
  assign rest        = behind[9:0] & ~(10'h3FF << low_i);
  assign whole       = (27'(high) << low_i) | 27'(rest);
  assign any         = whole != '0;
  assign magnitude_o = (whole[26:Level] != '0) ? '1 : whole[Level-1:0];
  assign negative_o  = any && behind[low_i];
  // No value with a tail is 0.
  assign tail_o        = tail;
  assign tail_count_o  = 6'(prefix) + 6'(width) + 6'(low_i) + 6'd1;
  assign plain_count_o = 6'(low_i)
                         + 6'(digit_i != '0 || (bits_i[9:0] & ~(10'h3FF << low_i)) != '0);

endmodule

`default_nettype wire
