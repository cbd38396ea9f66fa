// SPDX-License-Identifier: Apache-2.0
//
// tdr_forward_transform: 16 residuals to 16 coefficients, in one of three modes per beat.
//
// Stage 1 has the butterflies, stage 2 the sums that rows share, stage 3 the rows, stage 4 adds the
// two parts of the longest ones and drops the bits below a coefficient. Nothing is clipped: no row
// of a matrix sums up to more than 1024 or, with 8 points, 512, so that a residual within MaxValue
// gives a coefficient within MaxCoefficient.
//
//   Latency     4 cycles
//   Throughput  16 values per cycle
//   Storage     4 beats, the second of sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_forward_transform #(
  localparam int unsigned InWidth  = tdr_pkg::ValueBits + 1,
  localparam int unsigned OutWidth = tdr_pkg::CoefficientBits + 1
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

  // A butterfly adds one bit, a product with 8 points 8 bits and one with 16 points 9.
  localparam int unsigned Fold = InWidth + 1;
  localparam int unsigned Half = InWidth + 2;
  localparam int unsigned Sum  = InWidth + 10;

  logic [3:0]         valid;
  logic [7:0]         mode;
  logic [8*Half-1:0]  even_d, even_q, odd_d, odd_q;
  logic [8*Sum-1:0]   row_d, row_q, part0_d, part0_q, part1_d, part1_q;
  logic [16*OutWidth-1:0] out_d, out_q;

  /////////////////
  // Butterflies //
  /////////////////

  logic signed [InWidth-1:0] x [16];
  logic signed [Fold-1:0]    difference [8];
  logic                      in_dct16, in_bypass;

  assign in_dct16  = in_transform_i == tdr_pkg::TransformDct16;
  assign in_bypass = in_transform_i == tdr_pkg::TransformBypass;

  for (genvar i = 0; i < 16; i++) begin : gen_x
    assign x[i] = in_data_i[i*InWidth +: InWidth];
  end

  // Of the even half the fold of 16 points and that of 8 points are one sum; what a mode leaves out
  // is 0 in it.
  logic signed [Half-1:0] mirror [8], near [4], turn [4], plus [4], minus [4];

  for (genvar i = 0; i < 8; i++) begin : gen_mirror
    assign mirror[i] = in_dct16 ? Half'(x[15 - i]) : '0;
  end
  for (genvar i = 0; i < 4; i++) begin : gen_fold8
    assign near[i] = Half'(x[i]);
    assign turn[i] = Half'(x[7 - i]);
    tdr_sum #(.Operands(4), .Width(Half), .Ones(0)) u_plus (
      .in_data_i({near[i], mirror[i], turn[i] & {Half{!in_bypass}}, mirror[7 - i]}),
      .out_data_o(plus[i])
    );
    tdr_sum #(.Operands(4), .Width(Half), .Ones(2)) u_minus (
      .in_data_i({near[i], mirror[i], ~turn[i], ~mirror[7 - i]}), .out_data_o(minus[i])
    );
  end

  always_comb begin
    even_d = even_q;
    odd_d  = odd_q;
    for (int i = 0; i < 8; i++) begin
      difference[i] = Fold'(x[i]) - Fold'(x[15 - i]);
    end
    if (advance_i) begin
      for (int i = 0; i < 4; i++) begin
        even_d[i*Half +: Half]       = plus[i];
        even_d[(4 + i)*Half +: Half] = in_bypass ? Half'(x[4 + i]) : minus[i];
        odd_d[i*Half +: Half]        = Half'(x[8 + i]) + (in_bypass ? '0 : Half'(x[15 - i]));
        odd_d[(4 + i)*Half +: Half]  = in_bypass ? Half'(x[12 + i])
                                       : Half'(x[8 + i]) - Half'(x[15 - i]);
      end
      if (in_dct16) begin
        for (int i = 0; i < 8; i++) begin
          odd_d[i*Half +: Half] = Half'(difference[i]);
        end
      end
    end
  end

  //////////////////////////
  // Shared sums and rows //
  //////////////////////////

  logic               bypass1, bypass2, dct16_2, dct16_3;
  logic [8*Sum-1:0]   even_row, odd_row;
  logic [8*Fold-1:0]  fold_q, raw;
  logic [8*Sum-1:0]   part0, part1;

  // Modes behind stages 1 to 3.
  assign bypass1 = mode[1:0] == tdr_pkg::TransformBypass;
  assign bypass2 = mode[3:2] == tdr_pkg::TransformBypass;
  assign dct16_2 = mode[3:2] == tdr_pkg::TransformDct16;
  assign dct16_3 = mode[5:4] == tdr_pkg::TransformDct16;

  for (genvar i = 0; i < 8; i++) begin : gen_fold
    assign fold_q[i*Fold +: Fold] = odd_q[i*Half +: Fold];
  end

  tdr_forward8 #(.Width(Half)) u_even (
    .clk_i, .advance_i, .bypass_i(bypass1), .x_i(even_q),
    .sum_bypass_i(bypass2), .sum_o(even_row)
  );

  // The second block of 8 points.
  tdr_forward8 #(.Width(Half)) u_second (
    .clk_i, .advance_i, .bypass_i(1'b0), .x_i(odd_q),
    .sum_bypass_i(1'b0), .sum_o(odd_row)
  );

  tdr_odd16 #(.Width(Fold), .Round(1 << (tdr_pkg::ForwardShift16 - 1))) u_odd (
    .clk_i, .advance_i, .bypass_i(bypass1), .x_i(fold_q), .x_o(raw),
    .part0_o(part0), .part1_o(part1)
  );

  localparam logic [Sum-1:0] Half8 = Sum'(1) << (tdr_pkg::ForwardShift16 - 1);

  always_comb begin
    row_d   = row_q;
    part0_d = part0_q;
    part1_d = part1_q;
    if (advance_i) begin
      row_d   = even_row;
      part0_d = part0;
      // Half a unit for the second block, whose sums have none.
      part1_d = dct16_2 ? part1 : {8{Half8}};
      for (int i = 0; i < 8; i++) begin
        if (bypass2) begin
          part0_d[i*Sum +: Sum] = Sum'($signed(raw[i*Fold +: Fold])) << tdr_pkg::ForwardShift16;
        end else if (!dct16_2) begin
          part0_d[i*Sum +: Sum] = odd_row[i*Sum +: Sum] << 1;
        end
      end
    end
  end

  //////////////////
  // Coefficients //
  //////////////////

  logic signed [Sum-1:0]      odd_sum [8];
  logic [OutWidth:0]          even_bits [8];
  logic signed [OutWidth-1:0] even_out [8], odd_out [8];

  always_comb begin
    out_d = out_q;
    for (int i = 0; i < 8; i++) begin
      odd_sum[i]  = part0_q[i*Sum +: Sum] + part1_q[i*Sum +: Sum];
      odd_out[i]  = odd_sum[i][tdr_pkg::ForwardShift16 +: OutWidth];
      // The bit below the last one rounds.
      even_bits[i] = dct16_3 ? row_q[i*Sum + tdr_pkg::ForwardShift16 - 1 +: OutWidth + 1]
                             : row_q[i*Sum + tdr_pkg::ForwardShift8 - 1 +: OutWidth + 1];
      even_out[i]  = even_bits[i][OutWidth:1] + OutWidth'(even_bits[i][0]);
    end
    if (advance_i) begin
      for (int i = 0; i < 8; i++) begin
        out_d[i*OutWidth +: OutWidth]       = even_out[i];
        out_d[(8 + i)*OutWidth +: OutWidth] = odd_out[i];
      end
      if (dct16_3) begin
        for (int i = 0; i < 8; i++) begin
          out_d[2*i*OutWidth +: OutWidth]       = even_out[i];
          out_d[(2*i + 1)*OutWidth +: OutWidth] = odd_out[i];
        end
      end
    end
  end

  ///////////////
  // Registers //
  ///////////////

  tdr_delay #(.Stages(4), .Width(2)) u_delay (
    .clk_i, .rst_ni, .advance_i, .valid_i(in_valid_i), .data_i(in_transform_i),
    .valid_o(valid), .data_o(mode)
  );

  always_ff @(posedge clk_i) begin
    even_q  <= even_d;
    odd_q   <= odd_d;
    row_q   <= row_d;
    part0_q <= part0_d;
    part1_q <= part1_d;
    out_q   <= out_d;
  end

  assign out_valid_o = valid[3];
  assign out_data_o  = out_q;

  logic unused_stages;
  assign unused_stages = ^{valid[2:0], mode[7:6]};

  tdr_params u_params ();

endmodule

`default_nettype wire
