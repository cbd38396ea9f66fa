// SPDX-License-Identifier: Apache-2.0
//
// tdr_dequantize: levels to coefficients, for all lanes.
//
// A level of magnitude m of quantiser Q stands for 16 (2 m - Q) + z sixteenths of a step. Stage 1
// has these sixteenths and three times as many; stage 2 chooses a multiple for each digit of two
// bits of the step's mantissa, and adds three at a time; stage 3 has the product and half of the
// shift to the octave, stage 4 the other half and the limit, stage 5 the rounding and the sign.
// Only the shift and the digits belong to the step: all lanes share them.
//
//   Latency     5 cycles
//   Throughput  1 beat per cycle
//   Storage     5 beats
//   Model       model/tdr/quantize.h
//   Test        tb/tdr/tdr_quantizer_test.cc
//   Doc         docs/tdr_architecture.md#dequantise

`default_nettype none

module tdr_dequantize #(
  parameter int unsigned Lanes = 16,
  // Of the magnitude of a coefficient; fewer than those of the format where they are small.
  parameter int unsigned CoefficientBits = tdr_pkg::CoefficientBits,
  localparam int unsigned LevelWidth = tdr_pkg::LevelBits,
  localparam int unsigned ShiftWidth = tdr_pkg::CentroidBits + 1,
  localparam int unsigned OutWidth   = CoefficientBits + 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                        advance_i,

  input  logic                        in_valid_i,
  // The step, as tdr_step has it, of this beat.
  input  logic [11:0]                 in_mantissa_i,
  input  logic [4:0]                  in_octave_i,
  // Of each lane: magnitude, sign, quantiser, and centroid shift, a signed number.
  input  logic [Lanes*LevelWidth-1:0] in_magnitude_i,
  input  logic [Lanes-1:0]            in_negative_i,
  input  logic [Lanes-1:0]            in_quantizer_i,
  input  logic [Lanes*ShiftWidth-1:0] in_shift_i,

  output logic                        out_valid_o,
  output logic [Lanes*OutWidth-1:0]   out_data_o
);

  if (Lanes == 0) begin : gen_bad_lanes
    $fatal(1, "tdr_dequantize: Lanes must be at least 1");
  end

  if (CoefficientBits < 10 || CoefficientBits > tdr_pkg::CoefficientBits) begin : gen_bad_width
    $fatal(1, "tdr_dequantize: CoefficientBits must be 10 to 24");
  end

  logic [4:0]    valid;
  logic [5*17-1:0] step;

  tdr_delay #(.Stages(5), .Width(17)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i), .data_i({in_octave_i, in_mantissa_i}),
    .valid_o(valid), .data_o(step)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tdr_dequantize_lane #(.CoefficientBits(CoefficientBits)) u_lane (
      .clk_i, .advance_i,
      .magnitude_i(in_magnitude_i[i*LevelWidth +: LevelWidth]),
      .negative_i (in_negative_i[i]),
      .quantizer_i(in_quantizer_i[i]),
      .shift_i    (in_shift_i[i*ShiftWidth +: ShiftWidth]),
      .mantissa_i (step[0 +: 12]),
      .coarse_i   (step[17 + 15 +: 2]),
      .fine_i     (step[2*17 + 12 +: 3]),
      .data_o     (out_data_o[i*OutWidth +: OutWidth])
    );
  end

  assign out_valid_o = valid[4];

  logic unused_stages;
  assign unused_stages = ^{valid[3:0], step[16:12], step[17 +: 15], step[34 +: 12], step[84:49]};

  tdr_params u_params ();

endmodule

`default_nettype wire
