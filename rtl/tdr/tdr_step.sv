// SPDX-License-Identifier: Apache-2.0
//
// tdr_step: Qp to the quantiser's step, a mantissa of 12 bits and a shift.
//
// The lanes multiply by the mantissa alone, which is from 32 times the first of the table to less
// than 32 times the last.
//
//   Latency     2 cycles
//   Throughput  1 step per cycle
//   Storage     2 steps
//   Model       model/tdr/quantize.h
//   Test        tb/tdr/tdr_quantizer_test.cc
//   Doc         docs/tdr_architecture.md#dequantise

`default_nettype none

module tdr_step (
  input  logic                       clk_i,

  input  logic                       advance_i,
  // At most MaxQp.
  input  logic [tdr_pkg::QpBits-1:0] qp_i,

  output logic [11:0]                mantissa_o,
  output logic [4:0]                 octave_o
);

  localparam int unsigned Width    = tdr_pkg::StepsWidth;
  localparam int unsigned Fraction = tdr_pkg::QpFractionBits;
  localparam int unsigned Whole    = tdr_pkg::QpBits - Fraction;

  // Entry `place` of the table of steps, by 32.
  function automatic logic [11:0] entry(input logic [2:0] place);
    case (place)
      3'd0:    entry = {tdr_pkg::Steps[0*Width +: Width], 5'd0};
      3'd1:    entry = {tdr_pkg::Steps[1*Width +: Width], 5'd0};
      3'd2:    entry = {tdr_pkg::Steps[2*Width +: Width], 5'd0};
      3'd3:    entry = {tdr_pkg::Steps[3*Width +: Width], 5'd0};
      3'd4:    entry = {tdr_pkg::Steps[4*Width +: Width], 5'd0};
      default: entry = {tdr_pkg::Steps[5*Width +: Width], 5'd0};
    endcase
  endfunction

  // How far the next entry is above it.
  function automatic logic [3:0] rise(input logic [2:0] place);
    case (place)
      3'd0:    rise = 4'(tdr_pkg::Steps[1*Width +: Width] - tdr_pkg::Steps[0*Width +: Width]);
      3'd1:    rise = 4'(tdr_pkg::Steps[2*Width +: Width] - tdr_pkg::Steps[1*Width +: Width]);
      3'd2:    rise = 4'(tdr_pkg::Steps[3*Width +: Width] - tdr_pkg::Steps[2*Width +: Width]);
      3'd3:    rise = 4'(tdr_pkg::Steps[4*Width +: Width] - tdr_pkg::Steps[3*Width +: Width]);
      3'd4:    rise = 4'(tdr_pkg::Steps[5*Width +: Width] - tdr_pkg::Steps[4*Width +: Width]);
      default: rise = 4'(tdr_pkg::Steps[6*Width +: Width] - tdr_pkg::Steps[5*Width +: Width]);
    endcase
  endfunction

  logic [4:0]          octave_d [2], octave_q [2];
  logic [2:0]          place_d, place_q;
  logic [Fraction-1:0] fraction_d, fraction_q;
  logic [11:0]         mantissa_d, mantissa_q;

  ////////////////////
  // Octave, place  //
  ////////////////////

  logic [Whole-1:0]  whole;
  logic [Whole+7:0]  product;
  logic [4:0]        octave;

  assign whole   = qp_i[tdr_pkg::QpBits-1:Fraction];
  // A sixth: 171 / 1024 is near enough below 512.
  assign product = (Whole+8)'(whole) * (Whole+8)'(171);
  assign octave  = product[14:10];

  always_comb begin
    octave_d[0] = octave_q[0];
    octave_d[1] = octave_q[1];
    place_d     = place_q;
    fraction_d  = fraction_q;
    mantissa_d  = mantissa_q;
    if (advance_i) begin
      octave_d[0] = octave;
      octave_d[1] = octave_q[0];
      place_d     = 3'(whole - Whole'(octave) * Whole'(tdr_pkg::QpOctave));
      fraction_d  = qp_i[Fraction-1:0];
      mantissa_d  = entry(place_q) + 12'(rise(place_q)) * 12'(fraction_q);
    end
  end

  always_ff @(posedge clk_i) begin
    octave_q[0] <= octave_d[0];
    octave_q[1] <= octave_d[1];
    place_q     <= place_d;
    fraction_q  <= fraction_d;
    mantissa_q  <= mantissa_d;
  end

  assign mantissa_o = mantissa_q;
  assign octave_o   = octave_q[1];

  logic unused_product;
  assign unused_product = ^{product[Whole+7:15], product[9:0]};

endmodule

`default_nettype wire
