// SPDX-License-Identifier: Apache-2.0
//
// tdr_forward_transform: 16 residuals to 16 coefficients, in one of three modes per beat.
//
// Stage 1 has the butterflies, stage 2 the rows as two numbers each. These are added, and the bits
// below a coefficient dropped, in front of a register of the caller: it has one anyway. Nothing is
// clipped: no row of a matrix sums up to more than 1024 or, with 8 points, 512, so that a residual
// of ValueBits gives a coefficient of two bits more.
//
//   Latency     2 cycles, and to a register of the caller
//   Throughput  16 values per cycle
//   Storage     3 beats
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_forward_transform #(
  // Bits of the magnitude of a residual; fewer than those of the format where residuals are small.
  parameter int unsigned ValueBits  = tdr_pkg::ValueBits,
  // 0: without DCT-8, which is then bypass: the trees of the second half have no terms of it.
  parameter int unsigned Dct8       = 1,
  // 1: clk_i has an edge only where advance_i is high, so that no register needs an enable.
  parameter int unsigned ClockGated = 0,
  localparam int unsigned InWidth  = ValueBits + 1,
  localparam int unsigned OutWidth = ValueBits + 3
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Everything moves by one stage in each cycle in which this is high.
  input  logic                   advance_i,

  input  logic                   in_valid_i,
  input  logic [1:0]             in_transform_i,
  input  logic [16*InWidth-1:0]  in_data_i,

  output logic                   out_valid_o,
  output logic [16*OutWidth-1:0] out_data_o
);

  if (ValueBits < 8 || ValueBits > tdr_pkg::ValueBits) begin : gen_bad_width
    $fatal(1, "tdr_forward_transform: ValueBits must be 8 to 22");
  end

  // A butterfly adds one bit, a product with 8 points 8 bits and one with 16 points 9.
  localparam int unsigned Fold = InWidth + 1;
  localparam int unsigned Half = InWidth + 2;
  localparam int unsigned Sum  = InWidth + 10;

  logic       move;
  logic [1:0] valid;
  logic [3:0] mode;

  assign move = advance_i || ClockGated != 0;

  tdr_delay #(.Stages(2), .Width(2)) u_delay (
    .clk_i, .rst_ni, .advance_i(move), .valid_i(in_valid_i), .data_i(in_transform_i),
    .valid_o(valid), .data_o(mode)
  );

  /////////////////
  // Butterflies //
  /////////////////

  logic signed [InWidth-1:0] x [16];
  logic                      in_dct16, in_dct8, in_bypass;

  assign in_dct16  = in_transform_i == tdr_pkg::TransformDct16;
  assign in_dct8   = in_transform_i == tdr_pkg::TransformDct8 && Dct8 != 0;
  assign in_bypass = !in_dct16 && !in_dct8;

  for (genvar i = 0; i < 16; i++) begin : gen_x
    assign x[i] = in_data_i[i*InWidth +: InWidth];
  end

  // Of the even half the fold of 16 points and that of 8 points are one sum; what a mode leaves out
  // is 0 in it.
  logic signed [Half-1:0] mirror [8], near [4], turn [4];
  logic [8*Half-1:0]      even, even_q;

  for (genvar i = 0; i < 8; i++) begin : gen_mirror
    assign mirror[i] = in_dct16 ? Half'(x[15 - i]) : '0;
  end
  for (genvar i = 0; i < 4; i++) begin : gen_fold8
    logic [Half-1:0] plus, minus;

    assign near[i] = Half'(x[i]);
    assign turn[i] = Half'(x[7 - i]);
    tdr_sum #(.Operands(4), .Width(Half), .Ones(0)) u_plus (
      .in_data_i({near[i], mirror[i], turn[i] & {Half{!in_bypass}}, mirror[7 - i]}),
      .out_data_o(plus)
    );
    tdr_sum #(.Operands(4), .Width(Half), .Ones(2)) u_minus (
      .in_data_i({near[i], mirror[i], ~turn[i], ~mirror[7 - i]}), .out_data_o(minus)
    );
    assign even[i*Half +: Half]       = plus;
    assign even[(4 + i)*Half +: Half] = in_bypass ? Half'(x[4 + i]) : minus;
  end

  // The second half is differences with 16 points; else it is the fold of the second block, or
  // values 8 to 11, then 15 down to 12.
  logic [8*Fold-1:0] second, second_q;

  for (genvar i = 0; i < 4; i++) begin : gen_second
    logic signed [Fold-1:0] near0, far0, near1, far1;
    logic                   unused0, unused1;

    assign near0 = in_dct16 ? Fold'(x[i]) : Fold'(x[8 + i]);
    assign far0  = Fold'(x[15 - i]);
    assign near1 = in_dct16 ? Fold'(x[4 + i]) : Fold'(x[8 + i]);
    assign far1  = in_dct16 ? Fold'(x[11 - i]) : Fold'(x[15 - i]);
    // The lowest bit carries the one that a complement lacks.
    assign {second[i*Fold +: Fold], unused0} =
        {near0, 1'b1}
        + {(far0 & {Fold{in_dct8}}) | (~far0 & {Fold{in_dct16}}), in_dct16};
    assign {second[(4 + i)*Fold +: Fold], unused1} =
        {near1 & {Fold{!in_bypass}}, 1'b1} + {far1 ^ {Fold{!in_bypass}}, !in_bypass};
  end

  tdr_register #(.Width(8*Half + 8*Fold)) u_butterflies (
    .clk_i, .advance_i(move), .data_i({even, second}), .data_o({even_q, second_q})
  );

  //////////
  // Rows //
  //////////

  logic                   dct16, dct8, bypass;
  logic [12*(Fold+1)-1:0] two;
  logic [16*(Fold+2)-1:0] three;
  logic [16*Sum-1:0]      sum, carry, sum_q, carry_q;

  assign dct16  = mode[1:0] == tdr_pkg::TransformDct16;
  assign dct8   = mode[1:0] == tdr_pkg::TransformDct8 && Dct8 != 0;
  assign bypass = !dct16 && !dct8;

  tdr_forward8 #(.Width(Half)) u_even (
    .dct16_i(dct16), .bypass_i(bypass), .x_i(even_q), .sum_o(sum[0 +: 8*Sum]),
    .carry_o(carry[0 +: 8*Sum])
  );

  tdr_half_sums #(.Width(Fold)) u_sums (
    .dct16_i(dct16), .x_i(second_q), .two_o(two), .three_o(three)
  );
  tdr_half_rows #(.Width(Fold)) u_rows (
    .dct16_i(dct16), .dct8_i(dct8), .bypass_i(bypass), .x_i(second_q), .two_i(two),
    .three_i(three), .sum_o(sum[8*Sum +: 8*Sum]), .carry_o(carry[8*Sum +: 8*Sum])
  );

  tdr_register #(.Width(32*Sum)) u_pairs (
    .clk_i, .advance_i(move), .data_i({sum, carry}), .data_o({sum_q, carry_q})
  );

  //////////////////
  // Coefficients //
  //////////////////

  localparam int unsigned Shift8  = tdr_pkg::ForwardShift8;
  localparam int unsigned Shift16 = tdr_pkg::ForwardShift16;

  logic           last_dct16;
  logic [Sum-1:0] row [16];

  assign last_dct16 = mode[3:2] == tdr_pkg::TransformDct16;

  for (genvar i = 0; i < 16; i++) begin : gen_row
    assign row[i] = sum_q[i*Sum +: Sum] + carry_q[i*Sum +: Sum];
  end

  // With 16 points even and odd coefficients are in turn; with 8 those of the second block.
  for (genvar i = 0; i < 8; i++) begin : gen_out
    localparam int unsigned Near = 8*(i%2) + i/2;
    localparam int unsigned Far  = 8 + 4*(i%2) + i/2;

    assign out_data_o[i*OutWidth +: OutWidth] =
        last_dct16 ? row[Near][Shift16 +: OutWidth] : row[i][Shift8 +: OutWidth];
    assign out_data_o[(8 + i)*OutWidth +: OutWidth] =
        last_dct16 ? row[Near + 4][Shift16 +: OutWidth] : row[Far][Shift8 +: OutWidth];
  end

  assign out_valid_o = valid[1];

  logic unused_stage;
  assign unused_stage = valid[0];

  tdr_params u_params ();

endmodule

`default_nettype wire
