// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse_transform: 16 coefficients to 16 residuals, in one of three modes per beat.
//
// Stage 1 has the sums that rows share, stage 2 the rows: 8 values of the even half or of the first
// block, and odd sums or words of the second block. Stage 3 has the last butterflies and the clip.
//
//   Latency     3 cycles
//   Throughput  16 values per cycle
//   Storage     3 beats, the first of sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_inverse_transform #(
  // Bits of the magnitude of a residual, which is clipped; a coefficient has two more.
  parameter int unsigned ValueBits  = tdr_pkg::ValueBits,
  // 0: without DCT-8, which is then bypass: the trees of the second half have no terms of it.
  parameter int unsigned Dct8       = 1,
  // 1: clk_i has an edge only where advance_i is high, so that no register needs an enable.
  parameter int unsigned ClockGated = 0,
  localparam int unsigned InWidth  = ValueBits + 3,
  localparam int unsigned OutWidth = ValueBits + 1
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
    $fatal(1, "tdr_inverse_transform: ValueBits must be 8 to 22");
  end

  // Sums of 8 points and odd sums, sums of 16 points: up to 479 and 940 times a coefficient.
  localparam int unsigned Sum   = InWidth + 9;
  localparam int unsigned Full  = InWidth + 10;
  localparam int unsigned Whole = Full - tdr_pkg::InverseShift;

  logic       move;
  logic [2:0] valid;
  logic [5:0] mode;

  assign move = advance_i || ClockGated != 0;

  tdr_delay #(.Stages(3), .Width(2)) u_delay (
    .clk_i, .rst_ni, .advance_i(move), .valid_i(in_valid_i), .data_i(in_transform_i),
    .valid_o(valid), .data_o(mode)
  );

  /////////////////
  // Shared sums //
  /////////////////

  logic                      in_dct16, in_bypass, dct16, dct8, bypass;
  logic [InWidth-1:0]        x [16];
  logic [8*InWidth-1:0]      first, second, second_q;
  logic [12*(InWidth+1)-1:0] two, two_q;
  logic [16*(InWidth+2)-1:0] three, three_q;
  logic [8*Sum-1:0]          even, even_q;

  assign in_dct16  = in_transform_i == tdr_pkg::TransformDct16;
  assign in_bypass = !in_dct16 && !(in_transform_i == tdr_pkg::TransformDct8 && Dct8 != 0);
  assign dct16     = mode[1:0] == tdr_pkg::TransformDct16;
  assign dct8      = mode[1:0] == tdr_pkg::TransformDct8 && Dct8 != 0;
  assign bypass    = !dct16 && !dct8;

  for (genvar i = 0; i < 16; i++) begin : gen_x
    assign x[i] = in_data_i[i*InWidth +: InWidth];
  end
  for (genvar i = 0; i < 8; i++) begin : gen_first
    assign first[i*InWidth +: InWidth] = in_dct16 ? x[2*i] : x[i];
  end

  // Of the second block coefficients 0, 2, 6 and 4, then 1, 3, 5 and 7: sums that tdr_half_rows
  // needs are then those of 16 points.
  assign second[0*InWidth +: InWidth] = in_dct16 ? x[1]  : x[8];
  assign second[1*InWidth +: InWidth] = in_dct16 ? x[3]  : x[10];
  assign second[2*InWidth +: InWidth] = in_dct16 ? x[5]  : x[14];
  assign second[3*InWidth +: InWidth] = in_dct16 ? x[7]  : x[12];
  assign second[4*InWidth +: 4*InWidth] = {x[15], x[13], x[11], x[9]};

  tdr_inverse8 #(.Width(InWidth)) u_even (
    .clk_i, .advance_i(move), .bypass_i(in_bypass), .x_i(first), .sum_bypass_i(bypass),
    .sum_o(even)
  );

  tdr_half_sums #(.Width(InWidth), .Chained(1'b1)) u_sums (
    .dct16_i(in_dct16), .x_i(second), .two_o(two), .three_o(three)
  );

  tdr_register #(.Width(8*InWidth + 12*(InWidth+1) + 16*(InWidth+2))) u_shared (
    .clk_i, .advance_i(move), .data_i({second, two, three}), .data_o({second_q, two_q, three_q})
  );

  //////////
  // Rows //
  //////////

  logic [8*Sum-1:0] sum, carry, row, row_q;

  tdr_half_rows #(.Width(InWidth), .Inverse(1'b1)) u_rows (
    .dct16_i(dct16), .dct8_i(dct8), .bypass_i(bypass), .x_i(second_q), .two_i(two_q),
    .three_i(three_q), .sum_o(sum), .carry_o(carry)
  );

  for (genvar i = 0; i < 8; i++) begin : gen_row
    assign row[i*Sum +: Sum] = sum[i*Sum +: Sum] + carry[i*Sum +: Sum];
  end

  tdr_register #(.Width(16*Sum)) u_rows_register (
    .clk_i, .advance_i(move), .data_i({even, row}), .data_o({even_q, row_q})
  );

  /////////////////
  // Butterflies //
  /////////////////

  logic                   last_dct16, last_bypass;
  logic [16*Whole-1:0]    shifted;
  logic [16*OutWidth-1:0] clipped;

  assign last_dct16  = mode[3:2] == tdr_pkg::TransformDct16;
  assign last_bypass = !last_dct16 && !(mode[3:2] == tdr_pkg::TransformDct8 && Dct8 != 0);

  // Of 16 points, value i is the sum of value i of the even half and of odd sum i, 15 - i their
  // difference. The adders of values 8 to 15 do the same for words i and 4 + i of the second block,
  // those of values 0 to 7 nothing then. What is passed on is rows 0 to 3, and complements.
  for (genvar i = 0; i < 4; i++) begin : gen_last
    logic signed [Full-1:0] even0, even1, row0, row1, row2, low0, low1;
    logic [Full:0]          high0, high1;
    logic                   unused_low;

    assign even0 = Full'($signed(even_q[i*Sum +: Sum]));
    assign even1 = Full'($signed(even_q[(7 - i)*Sum +: Sum]));
    assign row0  = Full'($signed(row_q[i*Sum +: Sum]));
    assign row1  = Full'($signed(row_q[(4 + i)*Sum +: Sum]));
    assign row2  = Full'($signed(row_q[(7 - i)*Sum +: Sum]));
    assign low0  = even0 + (row0 & {Full{last_dct16}});
    assign low1  = even1 + (row2 & {Full{last_dct16}});
    // Value 15 - i.
    assign high0 = {(last_dct16 ? even0 : row0) & {Full{!last_bypass}}, 1'b1}
                   + {~(last_dct16 ? row0 : row1), !last_bypass};
    // Value 8 + i.
    assign high1 = {last_dct16 ? even1 : row0, 1'b1}
                   + {(last_dct16 ? ~row2 : row1) & {Full{!last_bypass}}, last_dct16};

    assign unused_low = ^{low0[Full-Whole-1:0], low1[Full-Whole-1:0], high0[Full-Whole:0],
                          high1[Full-Whole:0]};

    assign shifted[i*Whole +: Whole]        = low0[Full-1 -: Whole];
    assign shifted[(7 - i)*Whole +: Whole]  = low1[Full-1 -: Whole];
    assign shifted[(15 - i)*Whole +: Whole] = high0[Full -: Whole];
    assign shifted[(8 + i)*Whole +: Whole]  = high1[Full -: Whole];
  end

  tdr_clip #(.Values(16), .InWidth(Whole), .OutWidth(OutWidth)) u_clip (
    .in_data_i(shifted), .out_data_o(clipped)
  );

  tdr_register #(.Width(16*OutWidth)) u_out (
    .clk_i, .advance_i(move), .data_i(clipped), .data_o(out_data_o)
  );

  assign out_valid_o = valid[2];

  logic unused_stages;
  assign unused_stages = ^{valid[1:0], mode[5:4]};

  tdr_params u_params ();

endmodule

`default_nettype wire
