// SPDX-License-Identifier: Apache-2.0
//
// tdr_square: the square of a number without a sign.
//
// Products of two bits occur twice in a square, so half of the rows of a product will do.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       none
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#candidates

`default_nettype none

module tdr_square #(
  parameter int unsigned Width = 8
) (
  input  logic [Width-1:0]   data_i,
  output logic [2*Width-1:0] square_o
);

  if (Width < 3 || Width > 16) begin : gen_bad_width
    $fatal(1, "tdr_square: Width must be 3 to 16");
  end

  logic [2*Width*Width-1:0] rows;

  // Bit i times itself and twice the bits above it.
  always_comb begin
    for (int unsigned i = 0; i < Width; i++) begin
      rows[2*Width*i +: 2*Width] = '0;
      if (data_i[i]) begin
        rows[2*Width*i +: 2*Width] = (2*Width)'({data_i >> (i + 1), 2'b01}) << (2 * i);
      end
    end
  end

  // Of few rows synthesis makes as good a tree, and simulation has less to do.
  if (Width <= 8) begin : gen_short
    logic [2*Width-1:0] sum;

    always_comb begin
      sum = '0;
      for (int unsigned i = 0; i < Width; i++) begin
        sum = sum + rows[2*Width*i +: 2*Width];
      end
    end

    assign square_o = sum;
  end else begin : gen_long
    tdr_sum #(.Operands(Width), .Width(2*Width)) u_sum (.in_data_i(rows), .out_data_o(square_o));
  end

endmodule

`default_nettype wire
