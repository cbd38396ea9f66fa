// SPDX-License-Identifier: Apache-2.0
//
// tdr_price: what the search takes a digit to cost, in 1/256 bit, for one quantiser.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/books.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#candidates

`default_nettype none

module tdr_price #(
  parameter int unsigned Quantizer = 0,
  localparam int unsigned Width = tdr_pkg::DigitCostsWidth
) (
  input  logic [2:0]       bin_i,
  input  logic [3:0]       digit_i,
  output logic [Width-1:0] price_o
);

  if (Quantizer > 1) begin : gen_bad_quantizer
    $fatal(1, "tdr_price: Quantizer must be 0 or 1");
  end

  logic [Width-1:0] prices [128];

  always_comb begin
    for (int unsigned bin = 0; bin < tdr_pkg::Bins; bin++) begin
      for (int unsigned digit = 0; digit < 16; digit++) begin
        prices[16*bin + digit] =
            tdr_pkg::DigitCosts[(16*(2*bin + Quantizer) + digit)*Width +: Width];
      end
    end
  end

  assign price_o = prices[{bin_i, digit_i}];

endmodule

`default_nettype wire
