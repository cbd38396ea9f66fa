// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse8: the inverse transform of 8 points.
//
// Values i and 7 - i of a block are the sum and the difference of two words: word i, from the even
// coefficients, and word 4 + i, from the odd ones. It is a transform by itself and the even half of
// that of 16 points. Stage 1 has the sums that words share, stage 2 words and values.
//
//   Latency     1 cycle, and to a register of the caller
//   Throughput  8 coefficients per cycle
//   Storage     17 sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_inverse8 #(
  parameter int unsigned Width = 25,
  // A value sums up to 479 times a coefficient.
  localparam int unsigned SumWidth = Width + 9
) (
  input  logic                  clk_i,

  input  logic                  advance_i,
  input  logic                  bypass_i,
  input  logic [8*Width-1:0]    x_i,
  // Of the values in stage 2.
  input  logic                  sum_bypass_i,

  // Values with InverseShift bits below a residual, half a unit included; or what was passed on.
  output logic [8*SumWidth-1:0] sum_o
);

  localparam int unsigned Shift = tdr_pkg::InverseShift;
  // Half a unit of a residual, in units of what is multiplied by 64.
  localparam logic [Width+1:0] Round = (Width+2)'(1) << (Shift - 7);

  /////////////////
  // Shared sums //
  /////////////////

  localparam int unsigned Shared =
      2*(Width+2) + 2*Width + Width+3 + 4*Width + 4*(Width+1) + 4*(Width+2);

  // Sums of two have one bit more, and with the rounding one more; 4 times one and another, three.
  logic signed [Width-1:0] x [8];
  logic signed [Width+1:0] x0, x4, pair [2];
  logic signed [Width+2:0] quad;
  logic [4*Width-1:0]      odd, odd_q;
  logic [4*(Width+1)-1:0]  two, two_q;
  logic [4*(Width+2)-1:0]  three, three_q;
  logic signed [Width+1:0] pair0_q, pair1_q;
  logic signed [Width-1:0] turn0_q, turn1_q;
  logic signed [Width+2:0] quad_q;

  for (genvar i = 0; i < 8; i++) begin : gen_x
    assign x[i] = x_i[i*Width +: Width];
  end

  assign odd  = {x[7], x[5], x[3], x[1]};
  assign x0   = (Width+2)'(x[0]);
  assign x4   = (Width+2)'(x[4]);
  assign quad = ((Width+3)'(x[2]) <<< 2) + (Width+3)'(x[6]);

  tdr_odd8_sums #(.Width(Width)) u_odd_sums (.x_i(odd), .two_o(two), .three_o(three));

  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_pair0 (
    .in_data_i({x0, x4, Round}), .out_data_o(pair[0])
  );
  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_pair1 (
    .in_data_i({x0, ~x4, Round}), .out_data_o(pair[1])
  );

  tdr_register #(.Width(Shared)) u_shared (
    .clk_i, .advance_i,
    .data_i({bypass_i ? x0 : pair[0], bypass_i ? x4 : pair[1], x[2], x[6], quad, odd, two, three}),
    .data_o({pair0_q, pair1_q, turn0_q, turn1_q, quad_q, odd_q, two_q, three_q})
  );

  ///////////
  // Words //
  ///////////

  logic signed [SumWidth-1:0] base [2], turn [2], shared;
  logic [SumWidth-1:0]        word [4], word_carry [4];
  logic [4*SumWidth-1:0]      odd_word, odd_carry;

  assign base[0] = SumWidth'(pair0_q);
  assign base[1] = SumWidth'(pair1_q);
  assign turn[0] = SumWidth'(turn0_q);
  assign turn[1] = SumWidth'(turn1_q);
  assign shared  = SumWidth'(quad_q);

  // 64 and 64 with 83 and 36, 36 and -83.
  tdr_tree #(.Operands(6), .Width(SumWidth), .Ones(1)) u_word0 (
    .in_data_i({
      base[0] <<< 6, turn[0] <<< 6, turn[0] <<< 2, ~turn[0], turn[1] <<< 5, shared <<< 2
    }),
    .sum_o(word[0]), .carry_o(word_carry[0])
  );
  tdr_tree #(.Operands(6), .Width(SumWidth), .Ones(3)) u_word1 (
    .in_data_i({
      base[1] <<< 6, turn[0] <<< 5, ~(turn[1] <<< 6), ~(turn[1] <<< 4), ~(turn[1] <<< 2), shared
    }),
    .sum_o(word[1]), .carry_o(word_carry[1])
  );
  tdr_tree #(.Operands(6), .Width(SumWidth), .Ones(2)) u_word2 (
    .in_data_i({
      base[1] <<< 6, ~(turn[0] <<< 5), turn[1] <<< 6, turn[1] <<< 4, turn[1] <<< 2, ~shared
    }),
    .sum_o(word[2]), .carry_o(word_carry[2])
  );
  tdr_tree #(.Operands(6), .Width(SumWidth), .Ones(4)) u_word3 (
    .in_data_i({
      base[0] <<< 6, ~(turn[0] <<< 6), ~(turn[0] <<< 2), turn[0], ~(turn[1] <<< 5),
      ~(shared <<< 2)
    }),
    .sum_o(word[3]), .carry_o(word_carry[3])
  );

  tdr_odd8_rows #(.Width(Width), .SumWidth(SumWidth)) u_odd_rows (
    .x_i(odd_q), .two_i(two_q), .three_i(three_q), .round_i('0), .sum_o(odd_word),
    .carry_o(odd_carry)
  );

  ////////////
  // Values //
  ////////////

  logic [SumWidth-1:0] value [8], raw [8];

  for (genvar i = 0; i < 4; i++) begin : gen_value
    logic [SumWidth-1:0] sum, carry;

    assign sum   = odd_word[i*SumWidth +: SumWidth];
    assign carry = odd_carry[i*SumWidth +: SumWidth];

    tdr_sum #(.Operands(4), .Width(SumWidth), .Ones(0)) u_plus (
      .in_data_i({sum, carry, word[i], word_carry[i]}), .out_data_o(value[i])
    );
    tdr_sum #(.Operands(4), .Width(SumWidth), .Ones(2)) u_minus (
      .in_data_i({~sum, ~carry, word[i], word_carry[i]}), .out_data_o(value[7 - i])
    );
    assign raw[2*i + 1] = SumWidth'($signed(odd_q[i*Width +: Width])) <<< Shift;
  end

  assign raw[0] = base[0] <<< Shift;
  assign raw[2] = turn[0] <<< Shift;
  assign raw[4] = base[1] <<< Shift;
  assign raw[6] = turn[1] <<< Shift;

  for (genvar i = 0; i < 8; i++) begin : gen_sum
    assign sum_o[i*SumWidth +: SumWidth] = sum_bypass_i ? raw[i] : value[i];
  end

endmodule

`default_nettype wire
