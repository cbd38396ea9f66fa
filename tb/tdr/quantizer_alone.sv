// SPDX-License-Identifier: Apache-2.0
//
// quantizer_alone: step and levels of 16 lanes to coefficients, as a stream.
//
// A beat is Qp in the highest bits and the lanes below it; a lane is, from bit 0 on, magnitude,
// sign, quantiser and centroid shift. The levels wait for the step.
//
//   Latency     2 cycles, that of tdr_dequantize and a skid
//   Test        tb/tdr/tdr_quantizer_test.cc

`default_nettype none

`include "tern_assert.svh"

module quantizer_alone #(
  localparam int unsigned Lanes    = 16,
  localparam int unsigned Level    = tdr_pkg::LevelBits,
  localparam int unsigned Shift    = tdr_pkg::CentroidBits + 1,
  localparam int unsigned Lane     = Level + 2 + Shift,
  localparam int unsigned OutWidth = tdr_pkg::CoefficientBits + 1
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,

  input  logic                                   in_valid_i,
  output logic                                   in_ready_o,
  input  logic [Lanes*Lane+tdr_pkg::QpBits-1:0]  in_data_i,
  output logic                                   out_valid_o,
  input  logic                                   out_ready_i,
  output logic [Lanes*OutWidth-1:0]              out_data_o
);

  logic [1:0]              delayed_valid;
  logic [2*Lanes*Lane-1:0] delayed;
  logic [11:0]             mantissa;
  logic [4:0]              octave;
  logic [Lanes*Level-1:0]  magnitude;
  logic [Lanes-1:0]        negative, quantizer;
  logic [Lanes*Shift-1:0]  shift;
  logic                    valid;
  logic [Lanes*OutWidth-1:0] data;

  tdr_step u_step (
    .clk_i, .advance_i(in_ready_o), .qp_i(in_data_i[Lanes*Lane +: tdr_pkg::QpBits]),
    .mantissa_o(mantissa), .octave_o(octave)
  );

  tdr_delay #(.Stages(2), .Width(Lanes*Lane)) u_delay (
    .clk_i, .rst_ni, .advance_i(in_ready_o), .valid_i(in_valid_i),
    .data_i(in_data_i[Lanes*Lane-1:0]), .valid_o(delayed_valid), .data_o(delayed)
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    localparam int unsigned At = Lanes*Lane + i*Lane;
    assign magnitude[i*Level +: Level] = delayed[At +: Level];
    assign negative[i]                 = delayed[At + Level];
    assign quantizer[i]                = delayed[At + Level + 1];
    assign shift[i*Shift +: Shift]     = delayed[At + Level + 2 +: Shift];
  end

  tdr_dequantize #(.Lanes(Lanes)) u_dequantize (
    .clk_i, .rst_ni, .advance_i(in_ready_o), .in_valid_i(delayed_valid[1]),
    .in_mantissa_i(mantissa), .in_octave_i(octave), .in_magnitude_i(magnitude),
    .in_negative_i(negative), .in_quantizer_i(quantizer), .in_shift_i(shift),
    .out_valid_o(valid), .out_data_o(data)
  );

  // With coefficients of fewer bits the same, limited.
  localparam int unsigned Narrow = 15;

  logic [Lanes*(Narrow+1)-1:0] narrow, limited;
  logic                        unused_narrow_valid;

  tdr_dequantize #(.Lanes(Lanes), .CoefficientBits(Narrow)) u_narrow (
    .clk_i, .rst_ni, .advance_i(in_ready_o), .in_valid_i(delayed_valid[1]),
    .in_mantissa_i(mantissa), .in_octave_i(octave), .in_magnitude_i(magnitude),
    .in_negative_i(negative), .in_quantizer_i(quantizer), .in_shift_i(shift),
    .out_valid_o(unused_narrow_valid), .out_data_o(narrow)
  );

  tdr_clip #(.Values(Lanes), .InWidth(OutWidth), .OutWidth(Narrow + 1)) u_limited (
    .in_data_i(data), .out_data_o(limited)
  );

  `TERN_ASSERT(NarrowDequantize, !valid || narrow == limited)

  tern_skid #(.Width(Lanes*OutWidth)) u_skid (
    .clk_i, .rst_ni, .in_valid_i(valid), .in_ready_o, .in_data_i(data), .out_valid_o,
    .out_ready_i, .out_data_o
  );

  logic unused_delayed;
  assign unused_delayed = ^{delayed_valid[0], delayed[Lanes*Lane-1:0]};

endmodule

`default_nettype wire
