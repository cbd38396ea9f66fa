// SPDX-License-Identifier: Apache-2.0
//
// tdr_centroid: how far a level of one quantiser is off its point of the grid, in 1/16 of the grid.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/books.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/transform.md#7-symbolise

`default_nettype none

module tdr_centroid #(
  parameter int unsigned Quantizer = 0,
  localparam int unsigned Width = tdr_pkg::CentroidsWidth
) (
  input  logic [2:0]       bin_i,
  // The magnitude, or 3 if it is more.
  input  logic [1:0]       kind_i,
  // A signed number.
  output logic [Width-1:0] shift_o
);

  if (Quantizer > 1) begin : gen_bad_quantizer
    $fatal(1, "tdr_centroid: Quantizer must be 0 or 1");
  end

  logic [Width-1:0] shifts [32];

  always_comb begin
    for (int unsigned bin = 0; bin < tdr_pkg::Bins; bin++) begin
      for (int unsigned kind = 0; kind < 4; kind++) begin
        shifts[4*bin + kind] =
            tdr_pkg::Centroids[(4*(2*bin + Quantizer) + kind)*Width +: Width];
      end
    end
  end

  assign shift_o = shifts[{bin_i, kind_i}];

endmodule

`default_nettype wire
