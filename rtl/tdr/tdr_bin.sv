// SPDX-License-Identifier: Apache-2.0
//
// tdr_bin: the bin of a value and its raw bits, from the sum of its classes.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/quantize.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/transform.md#7-symbolise

`default_nettype none

module tdr_bin (
  // Row class + column class + Bias, a signed number: -128 to 155.
  input  logic [8:0] sum_i,

  output logic [2:0] bin_o,
  // Lower bits of the magnitude that are sent raw: 0 to 10.
  output logic [3:0] low_o
);

  // Twice the raw bits, from bin 8 on.
  logic [8:0] above;

  assign above = sum_i - 9'd6;

  always_comb begin
    bin_o = sum_i[2:0];
    low_o = '0;
    if (sum_i[8]) begin
      bin_o = '0;
    end else if (sum_i[7:0] >= 8'd28) begin
      bin_o = 3'd7;
      low_o = 4'(tdr_pkg::MaxLowBits);
    end else if (sum_i[7:0] >= 8'(tdr_pkg::Bins)) begin
      bin_o = {2'b11, sum_i[0]};
      low_o = above[4:1];
    end
  end

  logic unused_above;
  assign unused_above = ^{above[8:5], above[0]};

endmodule

`default_nettype wire
