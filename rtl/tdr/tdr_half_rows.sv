// SPDX-License-Identifier: Apache-2.0
//
// tdr_half_rows: the odd half of 16 points, the second block of 8 points, or eight values.
//
// Of 16 points, row k has c_t or its negative in column i for the angle t = 2 (2 k + 1) (2 i + 1):
// 90 87 80 70 57 43 25 and 9 in the first row. The matrix is symmetric, so that both directions use
// it: five sums of two inputs and five of three in each row. The second block has the same sums of
// two in other places, and inputs themselves where three is added for 16 points. So one tree of
// carry-save adders serves both. Rows 4 to 7 are then the odd half of 8 points; rows 0 to 3 are
// even coefficients, or even words of the inverse transform. A row is two numbers, which the caller
// adds.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_half_rows #(
  parameter int unsigned Width   = 24,
  // Of the second block, and which values are passed on.
  parameter bit          Inverse = 1'b0,
  // A row sums up to 461 times an input: 9 bits more.
  localparam int unsigned SumWidth = Width + 9
) (
  // One of these at most; else values are passed on.
  input  logic                    dct16_i,
  input  logic                    dct8_i,
  input  logic                    bypass_i,
  input  logic [8*Width-1:0]      x_i,
  // As tdr_half_sums has them.
  input  logic [12*(Width+1)-1:0] two_i,
  input  logic [16*(Width+2)-1:0] three_i,

  // Half a unit included, but not in the inverse transform of 16 points. What is passed on has
  // ForwardShift8 or InverseShift bits below it; of the inverse transform, rows 4 to 7 are
  // complements of it.
  output logic [8*SumWidth-1:0]   sum_o,
  output logic [8*SumWidth-1:0]   carry_o
);

  ////////////
  // Tables //
  ////////////

  // A byte for each term, row 0 first: by how much it is shifted, 8 more if it is subtracted; and
  // which sum or input it is.
  localparam logic [7:0]   None    = 8'hff;
  localparam logic [319:0] Two16   = {
    40'h66_59_b3_b7_17, 40'h68_57_b2_34_94, 40'h67_db_b1_32_1a, 40'hea_d6_30_b3_98,
    40'he9_d4_b0_b3_1b, 40'he5_58_31_32_99, 40'heb_55_31_b6_16, 40'he4_5a_30_35_95
  };
  localparam logic [319:0] Three16 = {
    40'h60_4c_b2_82_0f, 40'h62_cf_b3_83_8a, 40'he1_48_36_06_09, 40'h67_4b_35_05_8e,
    40'h63_4a_b1_81_08, 40'h65_ce_30_00_0c, 40'he4_4d_37_07_0b, 40'he6_c9_b4_84_0d
  };
  // With v_0 to v_3 the inputs 4 to 7: for one, 89 v_0 + 75 v_1 + 50 v_2 + 18 v_3 is
  // 64 (v_1 + v_2) + 16 (v_0 + v_3) + 8 (v_1 - v_2) + 4 (v_1 - v_2) + 2 (v_0 + v_3)
  // and 64 v_0 + 8 v_0 - 2 v_2 - v_0 - v_1.
  localparam logic [159:0] OddTwo = {
    40'h61_45_34_24_15, 40'h63_c1_35_25_91, 40'h65_c4_b3_a3_94, 40'he4_43_31_21_13
  };
  localparam logic [159:0] OddOne = {
    40'h64_34_96_84_85, 40'he6_b6_17_06_84, 40'he5_b5_94_05_87, 40'he7_b7_15_07_86
  };
  // Forward: coefficients 0, 2, 4 and 6, of 83 and 36. Inverse: the words that these bring.
  localparam logic [159:0] EvenTwo = Inverse
      ? {40'h60_56_26_ff_ff, 40'h67_52_22_ff_ff, 40'h67_d2_a2_ff_ff, 40'h60_d6_a6_ff_ff}
      : {40'h66_60_ff_ff_ff, 40'h67_52_47_22_27, 40'h60_e6_ff_ff_ff, 40'he2_57_c2_27_a2};
  localparam logic [159:0] EvenOne = Inverse
      ? {40'h51_41_81_ff_ff, 40'hd2_c2_02_ff_ff, 40'h52_42_82_ff_ff, 40'hd1_c1_01_ff_ff}
      : {40'hff_ff_ff_ff_ff, 40'h03_80_ff_ff_ff, 40'hff_ff_ff_ff_ff, 40'h01_82_ff_ff_ff};
  localparam logic [319:0] Two8 = {EvenTwo, OddTwo};
  localparam logic [319:0] One8 = {EvenOne, OddOne};
  // The input that each row passes on, row 0 first.
  localparam logic [31:0]  Passed = Inverse ? 32'h0415_7263 : 32'h0275_1364;

  localparam int unsigned Shift  = Inverse ? tdr_pkg::InverseShift : tdr_pkg::ForwardShift8;
  localparam int unsigned Half16 = Inverse ? 0 : 1 << (tdr_pkg::ForwardShift16 - 1);
  localparam int unsigned Half8  = 1 << (Shift - 1);

  // What is lacking where complements take the place of negative numbers.
  function automatic int unsigned ones_of(input logic [39:0] terms);
    ones_of = 0;
    for (int unsigned k = 0; k < 5; k++) begin
      if (terms[8*k +: 8] != None && terms[8*k + 7]) begin
        ones_of = ones_of + (32'd1 << terms[8*k + 4 +: 3]);
      end
    end
  endfunction

  //////////
  // Rows //
  //////////

  logic signed [Width-1:0]   x [8];
  logic signed [Width:0]     two [12];
  logic signed [Width+1:0]   three [16];

  for (genvar i = 0; i < 8; i++) begin : gen_x
    assign x[i] = x_i[i*Width +: Width];
  end
  for (genvar i = 0; i < 12; i++) begin : gen_two
    assign two[i] = two_i[i*(Width+1) +: Width+1];
  end
  for (genvar i = 0; i < 16; i++) begin : gen_three
    assign three[i] = three_i[i*(Width+2) +: Width+2];
  end

  for (genvar row = 0; row < 8; row++) begin : gen_row
    localparam int unsigned At = 40 * (7 - row);
    localparam int unsigned Ones16 = Half16 + ones_of(Two16[At +: 40]) + ones_of(Three16[At +: 40]);
    localparam int unsigned Ones8  = ((Inverse && row > 3) ? 0 : Half8) + ones_of(Two8[At +: 40])
                                     + ones_of(One8[At +: 40]);
    localparam bit          Turned = Inverse && row > 3;

    logic [SumWidth-1:0]    passed, ones;
    logic [5*SumWidth-1:0]  twos, threes;

    assign passed = (SumWidth'(x[Passed[4*(7-row) +: 3]]) ^ {SumWidth{Turned}}) << Shift;
    assign ones   = (SumWidth'(Ones16) & {SumWidth{dct16_i}})
                    | (SumWidth'(Ones8) & {SumWidth{dct8_i}});

    for (genvar k = 0; k < 5; k++) begin : gen_term
      localparam logic [7:0] A16 = Two16[At + 8*k +: 8];
      localparam logic [7:0] A8  = Two8[At + 8*k +: 8];
      localparam logic [7:0] B16 = Three16[At + 8*k +: 8];
      localparam logic [7:0] B8  = One8[At + 8*k +: 8];

      logic [SumWidth-1:0] two16, two8, passed_on, three16, one8;

      assign two16   = (SumWidth'(two[A16[3:0]]) ^ {SumWidth{A16[7]}}) << A16[6:4];
      assign three16 = (SumWidth'(three[B16[3:0]]) ^ {SumWidth{B16[7]}}) << B16[6:4];
      if (A8 == None) begin : gen_no_two
        assign two8 = '0;
      end else begin : gen_two8
        assign two8 = (SumWidth'(two[A8[3:0]]) ^ {SumWidth{A8[7]}}) << A8[6:4];
      end
      if (B8 == None) begin : gen_no_one
        assign one8 = '0;
      end else begin : gen_one8
        assign one8 = ((SumWidth'(x[B8[2:0]]) ^ {SumWidth{B8[7]}}) << B8[6:4])
                      & {SumWidth{dct8_i}};
      end
      if (k == 4) begin : gen_passed
        assign passed_on = passed & {SumWidth{bypass_i}};
      end else begin : gen_plain
        assign passed_on = '0;
      end

      assign twos[k*SumWidth +: SumWidth] =
          (two16 & {SumWidth{dct16_i}}) | (two8 & {SumWidth{dct8_i}}) | passed_on;
      // Sums of three are 0 but with 16 points, and their complements ones, down to the shift.
      if (B16[7]) begin : gen_complement
        localparam logic [SumWidth-1:0] Below = ~({SumWidth{1'b1}} << B16[6:4]);
        assign threes[k*SumWidth +: SumWidth] =
            (three16 & (one8 | {SumWidth{dct16_i}})) | (one8 & Below);
      end else begin : gen_number
        assign threes[k*SumWidth +: SumWidth] = three16 | one8;
      end
    end

    // Sums of three come last, and two of them enter the tree late.
    tdr_tree #(.Operands(11), .Width(SumWidth)) u_tree (
      .in_data_i({threes, twos, ones}), .sum_o(sum_o[row*SumWidth +: SumWidth]),
      .carry_o(carry_o[row*SumWidth +: SumWidth])
    );
  end

endmodule

`default_nettype wire
