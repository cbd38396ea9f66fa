// SPDX-License-Identifier: Apache-2.0
//
// tdr_error_lane: how far one value is off, and the square of it in three parts.
//
// The distance is 2^12 h + l. Its square is 2^24 h^2 + l^2, which do not overlap, and 2^13 h l.
//
//   Latency     2 cycles to the distance, 3 to the square
//   Throughput  1 value per cycle
//   Storage     3 values
//   Model       model/tdr/stream.h
//   Test        tb/tdr/tdr_certify_test.cc
//   Doc         docs/tdr_architecture.md#certificate

`default_nettype none

module tdr_error_lane #(
  localparam int unsigned Width = tdr_pkg::ValueBits + 1,
  // Of a distance: its lower and its upper half.
  localparam int unsigned Low   = 12,
  localparam int unsigned High  = Width - Low
) (
  input  logic                  clk_i,

  input  logic                  advance_i,
  // Not kept: no distance.
  input  logic                  keep_i,
  input  logic [Width-1:0]      before_i,
  input  logic [Width-1:0]      after_i,

  output logic [Width-1:0]      distance_o,
  output logic [2*Width-1:0]    squares_o,
  output logic [Width-1:0]      product_o
);

  // Two numbers within MaxValue differ by less than 2^23.
  logic [Width:0]       less_d, less_q;
  logic [Width-1:0]     distance_d, distance_q, product, product_d, product_q;
  logic [2*Low-1:0]     low_square;
  logic [2*High-1:0]    high_square;
  logic [2*Width-1:0]   squares_d, squares_q;
  logic [High*Width-1:0] rows;

  tdr_square #(.Width(Low)) u_low (
    .data_i(distance_q[Low-1:0]), .square_o(low_square)
  );
  tdr_square #(.Width(High)) u_high (
    .data_i(distance_q[Width-1:Low]), .square_o(high_square)
  );

  always_comb begin
    for (int unsigned i = 0; i < High; i++) begin
      rows[Width*i +: Width] =
          distance_q[Low+i] ? Width'(distance_q[Low-1:0]) << i : '0;
    end
  end

  tdr_sum #(.Operands(High), .Width(Width)) u_product (.in_data_i(rows), .out_data_o(product));

  always_comb begin
    less_d     = less_q;
    distance_d = distance_q;
    squares_d  = squares_q;
    product_d    = product_q;
    if (advance_i) begin
      less_d     = (Width+1)'($signed(before_i)) - (Width+1)'($signed(after_i));
      if (!keep_i) begin
        less_d = '0;
      end
      distance_d = (less_q[Width-1:0] ^ {Width{less_q[Width]}}) + Width'(less_q[Width]);
      squares_d  = {high_square, low_square};
      product_d    = product;
    end
  end

  always_ff @(posedge clk_i) begin
    less_q     <= less_d;
    distance_q <= distance_d;
    squares_q  <= squares_d;
    product_q    <= product_d;
  end

  assign distance_o = distance_q;
  assign squares_o  = squares_q;
  assign product_o    = product_q;

endmodule

`default_nettype wire
