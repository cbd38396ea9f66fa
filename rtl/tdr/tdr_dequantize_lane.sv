// SPDX-License-Identifier: Apache-2.0
//
// tdr_dequantize_lane: one level to its coefficient.
//
// The step arrives with the stage that needs it: the mantissa behind stage 1, the upper bits of the
// octave behind stage 2, the lower ones behind stage 3.
//
//   Latency     5 cycles
//   Throughput  1 level per cycle
//   Storage     5 levels
//   Model       model/tdr/quantize.h
//   Test        tb/tdr/tdr_quantizer_test.cc
//   Doc         docs/tdr_architecture.md#dequantise

`default_nettype none

module tdr_dequantize_lane #(
  // Of the magnitude of a coefficient; fewer than those of the format where they are small.
  parameter int unsigned CoefficientBits = tdr_pkg::CoefficientBits,
  localparam int unsigned LevelWidth = tdr_pkg::LevelBits,
  localparam int unsigned ShiftWidth = tdr_pkg::CentroidBits + 1,
  localparam int unsigned OutWidth   = CoefficientBits + 1
) (
  input  logic                  clk_i,

  input  logic                  advance_i,
  input  logic [LevelWidth-1:0] magnitude_i,
  input  logic                  negative_i,
  input  logic                  quantizer_i,
  input  logic [ShiftWidth-1:0] shift_i,

  input  logic [11:0]           mantissa_i,
  input  logic [1:0]            coarse_i,
  input  logic [2:0]            fine_i,

  output logic [OutWidth-1:0]   data_o
);

  // 32 times a magnitude and less than 32, then up to 3 times as much, then up to 63 times, then
  // 4095 times.
  localparam int unsigned Unit    = LevelWidth + 5;
  localparam int unsigned Triple  = Unit + 2;
  localparam int unsigned Part    = Unit + 6;
  localparam int unsigned Product = Unit + 12;
  // A coefficient and a half below it, and with seven bits more, as many as the fine shift takes.
  localparam int unsigned Halves  = OutWidth;
  localparam int unsigned Coarse  = Halves + 7;
  // Bits of a product below a half.
  localparam int unsigned Drop    = tdr_pkg::StepFractionBits + tdr_pkg::CentroidBits - 1;

  logic [Unit-1:0]     unit_d, unit_q;
  logic [Triple-1:0]   triple_d, triple_q;
  logic [Part-1:0]     low_d, low_q, high_d, high_q;
  logic [Coarse-1:0]   coarse_d, coarse_q;
  logic                over_d, over_q;
  logic [Halves-1:0]   halves_d, halves_q;
  logic [OutWidth-1:0] out_d, out_q;
  logic [3:0]          negative_d, negative_q;

  ////////////////
  // Sixteenths //
  ////////////////

  // z - 16 Q, from -31 to 15.
  logic signed [5:0]    offset;
  logic [Unit-1:0]      unit;
  logic [Triple-1:0]    triple;

  assign offset = 6'($signed(shift_i)) - {1'b0, quantizer_i, 4'd0};
  assign unit   = {magnitude_i, 5'd0} + Unit'(offset);
  assign triple = Triple'({magnitude_i, 6'd0}) + Triple'({magnitude_i, 5'd0})
                  + Triple'(offset) + (Triple'(offset) <<< 1);

  /////////////
  // Product //
  /////////////

  // Multiples of 0 to 3, one for each digit of the mantissa, lowest digit in the lowest bits.
  logic [Triple-1:0]   multiple [6];
  logic [Product-1:0]  product;

  always_comb begin
    for (int i = 0; i < 6; i++) begin
      case (mantissa_i[2*i +: 2])
        2'd0:    multiple[i] = '0;
        2'd1:    multiple[i] = Triple'(unit_q);
        2'd2:    multiple[i] = {1'b0, unit_q, 1'b0};
        default: multiple[i] = triple_q;
      endcase
    end
  end

  logic [Part-1:0] low, high;

  tdr_sum #(.Operands(3), .Width(Part), .Ones(0)) u_low (
    .in_data_i({Part'(multiple[0]), Part'({multiple[1], 2'd0}), Part'({multiple[2], 4'd0})}),
    .out_data_o(low)
  );
  tdr_sum #(.Operands(3), .Width(Part), .Ones(0)) u_high (
    .in_data_i({Part'(multiple[3]), Part'({multiple[4], 2'd0}), Part'({multiple[5], 4'd0})}),
    .out_data_o(high)
  );

  assign product = Product'(low_q) + {high_q, 6'd0};

  ///////////
  // Shift //
  ///////////

  // By 0, 8 or 16, then by 0 to 7. What leaves at the top is more than any coefficient.
  logic [Coarse-1:0] coarse;
  logic              coarse_over, fine_over;
  logic [Coarse+6:0] fine;
  logic [Halves-1:0] halves;

  always_comb begin
    case (coarse_i)
      2'd0: begin
        coarse      = Coarse'(product >> (Drop - 7));
        coarse_over = (product >> (Drop - 7 + Coarse)) != '0;
      end
      2'd1: begin
        coarse      = product[Coarse-1:0];
        coarse_over = product[Product-1:Coarse] != '0;
      end
      default: begin
        coarse      = {product[Coarse-9:0], 8'd0};
        coarse_over = product[Product-1:Coarse-8] != '0;
      end
    endcase
  end

  assign fine      = (Coarse+7)'(coarse_q) << fine_i;
  assign halves    = fine[Coarse-1:7];
  // All ones would be rounded up to one more than MaxCoefficient.
  assign fine_over = over_q || fine[Coarse+6:Coarse] != '0 || halves[Halves-1:1] == '1;

  ////////////////
  // Next state //
  ////////////////

  always_comb begin
    unit_d     = unit_q;
    triple_d   = triple_q;
    low_d      = low_q;
    high_d     = high_q;
    coarse_d   = coarse_q;
    over_d     = over_q;
    halves_d   = halves_q;
    out_d      = out_q;
    negative_d = negative_q;
    if (advance_i) begin
      unit_d     = (magnitude_i == '0) ? '0 : unit;
      triple_d   = (magnitude_i == '0) ? '0 : triple;
      low_d      = low;
      high_d     = high;
      coarse_d   = coarse;
      over_d     = coarse_over;
      halves_d   = fine_over ? {{(Halves-1){1'b1}}, 1'b0} : halves;
      negative_d = {negative_q[2:0], negative_i};
      // The complement, rounded the same way, is the negative number.
      out_d      = OutWidth'($signed({negative_q[3], halves_q ^ {Halves{negative_q[3]}}}
                                     + (Halves+1)'(1)) >>> 1);
    end
  end

  always_ff @(posedge clk_i) begin
    unit_q     <= unit_d;
    triple_q   <= triple_d;
    low_q      <= low_d;
    high_q     <= high_d;
    coarse_q   <= coarse_d;
    over_q     <= over_d;
    halves_q   <= halves_d;
    out_q      <= out_d;
    negative_q <= negative_d;
  end

  assign data_o = out_q;

  logic unused_fine;
  assign unused_fine = ^fine[6:0];

endmodule

`default_nettype wire
