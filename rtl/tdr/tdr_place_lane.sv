// SPDX-License-Identifier: Apache-2.0
//
// tdr_place_lane: where the magnitude of a coefficient stands on the grid, in 1/64 of it.
//
// Stage 1 has once and three times the coefficient, stage 2 the products with both halves of the
// reciprocal of the step's mantissa, stage 3 their sum, stage 4 shifts it by the octave. Reciprocal
// and octave arrive with the stage that needs them.
//
//   Latency     4 cycles
//   Throughput  1 coefficient per cycle
//   Storage     4 coefficients
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#place

`default_nettype none

module tdr_place_lane #(
  parameter int unsigned Magnitude = tdr_pkg::CoefficientBits,
  localparam int unsigned Width      = Magnitude + 1,
  localparam int unsigned GridWidth  = 26,
  localparam int unsigned PlaceWidth = GridWidth + tdr_pkg::PlaceBits
) (
  input  logic                  clk_i,

  // Symmetric: no magnitude has more bits than Magnitude.
  input  logic [Width-1:0]      data_i,
  input  logic [17:0]           reciprocal_i,
  input  logic [4:0]            octave_i,

  output logic [PlaceWidth-1:0] place_o,
  output logic                  negative_o
);

  localparam int unsigned Triple    = Magnitude + 2;
  localparam int unsigned Low       = Magnitude + 11;
  localparam int unsigned High      = Magnitude + 8;
  localparam int unsigned Product   = Magnitude + 18;
  // What every octave shifts.
  localparam int unsigned Drop =
      tdr_pkg::ReciprocalBits - tdr_pkg::StepFractionBits - tdr_pkg::PlaceBits;

  // The complement of a negative number is one less than its magnitude: a reciprocal is added.
  logic [Magnitude-1:0]  once_d, once_q;
  logic [Triple-1:0]     triple_d, triple_q;
  logic [Low-1:0]        low_d, low_q;
  logic [High-1:0]       high_d, high_q;
  logic [Product-1:0]    product_d, product_q;
  logic [PlaceWidth-1:0] place_d, place_q;
  logic [3:0]            negative_d, negative_q;

  // Multiples of 0 to 3, one for each digit of the reciprocal.
  logic [Triple-1:0]     multiple [9];
  logic [17:0]           once_more;

  assign once_more = negative_q[0] ? reciprocal_i : '0;

  always_comb begin
    for (int i = 0; i < 9; i++) begin
      case (reciprocal_i[2*i +: 2])
        2'd0:    multiple[i] = '0;
        2'd1:    multiple[i] = {2'd0, once_q};
        2'd2:    multiple[i] = {1'b0, once_q, 1'b0};
        default: multiple[i] = triple_q;
      endcase
    end
  end

  tdr_sum #(.Operands(6), .Width(Low)) u_low (
    .in_data_i({Low'(once_more), Low'({multiple[4], 8'd0}),
                Low'({multiple[3], 6'd0}), Low'({multiple[2], 4'd0}), Low'({multiple[1], 2'd0}),
                Low'(multiple[0])}),
    .out_data_o(low_d)
  );
  tdr_sum #(.Operands(4), .Width(High)) u_high (
    .in_data_i({High'({multiple[8], 6'd0}), High'({multiple[7], 4'd0}),
                High'({multiple[6], 2'd0}), High'(multiple[5])}),
    .out_data_o(high_d)
  );

  assign once_d     = data_i[Magnitude-1:0] ^ {Magnitude{data_i[Magnitude]}};
  assign triple_d   = Triple'(once_d) + Triple'({once_d, 1'b0});
  assign product_d  = Product'(low_q) + {high_q, 10'd0};
  assign place_d    = PlaceWidth'(product_q >> Drop) >> octave_i;
  assign negative_d = {negative_q[2:0], data_i[Magnitude]};

  always_ff @(posedge clk_i) begin
    once_q     <= once_d;
    triple_q   <= triple_d;
    low_q      <= low_d;
    high_q     <= high_d;
    product_q  <= product_d;
    place_q    <= place_d;
    negative_q <= negative_d;
  end

  assign place_o    = place_q;
  assign negative_o = negative_q[3];

endmodule

`default_nettype wire
