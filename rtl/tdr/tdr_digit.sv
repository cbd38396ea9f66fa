// SPDX-License-Identifier: Apache-2.0
//
// tdr_digit: the upper part of a magnitude, and what of it a joint symbol carries.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/symbolize.h
//   Test        tb/tdr/tdr_symbolize_test.cc
//   Doc         docs/tdr_architecture.md#symbolise

`default_nettype none

module tdr_digit #(
  localparam int unsigned Level = tdr_pkg::LevelBits
) (
  // An upper part is at most 65549.
  input  logic [Level-1:0] magnitude_i,
  input  logic [2:0]       bin_i,
  input  logic [3:0]       low_i,

  output logic [3:0]       digit_o,
  // A tail follows; one more than its number; its number has that many bits and one.
  output logic             tail_o,
  output logic [15:0]      above_o,
  // The lower bits.
  output logic [9:0]       rest_o
);

  logic [Level-1:0] high;
  logic [16:0]      above;
  logic [3:0]       last;

  always_comb begin
    case (bin_i)
      3'd0, 3'd1: last = 4'd1;
      3'd2:       last = 4'd2;
      3'd3:       last = 4'd3;
      3'd4, 3'd5: last = 4'd5;
      default:    last = 4'd15;
    endcase
  end

  assign high    = magnitude_i >> low_i;
  assign above   = high[16:0] + 17'd1 - 17'(last);
  assign tail_o  = high >= Level'(last);
  assign digit_o = tail_o ? last : high[3:0];
  assign above_o = above[15:0];
  assign rest_o  = magnitude_i[9:0] & ~(10'h3FF << low_i);

  logic unused_above;
  assign unused_above = above[16];

endmodule

`default_nettype wire
