// SPDX-License-Identifier: Apache-2.0
//
// tdr_inverse8: the inverse transform of 8 points up to its last butterflies.
//
// Values i and 7 - i of a block are the sum and the difference of two words: word i, from the even
// coefficients, and word 4 + i, from the odd ones. It is a transform by itself and the even half of
// that of 16 points.
//
//   Latency     1 cycle
//   Throughput  8 coefficients per cycle
//   Storage     17 sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_inverse8 #(
  parameter int unsigned Width = 25,
  localparam int unsigned SumWidth = Width + 8
) (
  input  logic                  clk_i,

  input  logic                  advance_i,
  input  logic                  bypass_i,
  input  logic [8*Width-1:0]    x_i,
  input  logic                  sum_bypass_i,

  // Words with InverseShift bits below a residual, half a unit included in the even ones; or what
  // was passed on.
  output logic [8*SumWidth-1:0] word_o
);

  localparam int unsigned Shift = tdr_pkg::InverseShift;
  // Half a unit of a residual, in units of what is multiplied by 64.
  localparam logic [Width+1:0] Round = (Width+2)'(1) << (Shift - 7);

  // Sums of two have one bit more, and with the rounding one more; 4 times one and another, three.
  logic signed [Width-1:0]    x [8];
  logic signed [Width+1:0]    x0, x4, pair [2], pair_d [2], pair_q [2];
  logic signed [Width-1:0]    turn_d [2], turn_q [2];
  logic signed [Width+2:0]    shared_d, shared_q;
  logic [4*Width-1:0]         odd_x;
  logic [4*SumWidth-1:0]      odd_sum;

  for (genvar i = 0; i < 8; i++) begin : gen_x
    assign x[i] = x_i[i*Width +: Width];
  end

  tdr_odd8 #(.Width(Width)) u_odd (
    .clk_i, .advance_i, .x_i({x[7], x[5], x[3], x[1]}), .x_o(odd_x),
    .sum_o(odd_sum)
  );

  assign x0 = (Width+2)'(x[0]);
  assign x4 = (Width+2)'(x[4]);

  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_pair0 (
    .in_data_i({x0, x4, Round}), .out_data_o(pair[0])
  );
  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_pair1 (
    .in_data_i({x0, ~x4, Round}), .out_data_o(pair[1])
  );

  always_comb begin
    for (int i = 0; i < 2; i++) begin
      pair_d[i] = pair_q[i];
      turn_d[i] = turn_q[i];
    end
    shared_d = shared_q;
    if (advance_i) begin
      pair_d[0] = bypass_i ? x0 : pair[0];
      pair_d[1] = bypass_i ? x4 : pair[1];
      turn_d[0] = x[2];
      turn_d[1] = x[6];
      shared_d  = ((Width+3)'(x[2]) <<< 2) + (Width+3)'(x[6]);
    end
  end

  ///////////
  // Words //
  ///////////

  // Even words sum up to 247 times a coefficient, odd ones to 232: 8 bits more.
  logic signed [SumWidth-1:0] base [2], turn [2], shared, odd [4], word [8], raw [8];

  always_comb begin
    for (int i = 0; i < 2; i++) begin
      base[i] = SumWidth'(pair_q[i]);
      turn[i] = SumWidth'(turn_q[i]);
    end
    shared = SumWidth'(shared_q);
    for (int i = 0; i < 4; i++) begin
      odd[i]       = odd_sum[i*SumWidth +: SumWidth];
      raw[2*i + 1] = SumWidth'($signed(odd_x[i*Width +: Width])) <<< Shift;
    end
    raw[0] = base[0] <<< Shift;
    raw[4] = base[1] <<< Shift;
    raw[2] = turn[0] <<< Shift;
    raw[6] = turn[1] <<< Shift;
  end

  // 64 and 64 with 83 and 36, 36 and -83.
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(1)) u_word0 (
    .in_data_i({
      base[0] <<< 6, turn[0] <<< 6, turn[0] <<< 2, ~turn[0], turn[1] <<< 5,
      shared <<< 2
    }),
    .out_data_o(word[0])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(3)) u_word1 (
    .in_data_i({
      base[1] <<< 6, turn[0] <<< 5, ~(turn[1] <<< 6), ~(turn[1] <<< 4),
      ~(turn[1] <<< 2), shared
    }),
    .out_data_o(word[1])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_word2 (
    .in_data_i({
      base[1] <<< 6, ~(turn[0] <<< 5), turn[1] <<< 6, turn[1] <<< 4, turn[1] <<< 2,
      ~shared
    }),
    .out_data_o(word[2])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(4)) u_word3 (
    .in_data_i({
      base[0] <<< 6, ~(turn[0] <<< 6), ~(turn[0] <<< 2), turn[0], ~(turn[1] <<< 5),
      ~(shared <<< 2)
    }),
    .out_data_o(word[3])
  );

  for (genvar i = 0; i < 4; i++) begin : gen_odd
    assign word[4 + i] = odd[i];
  end

  for (genvar i = 0; i < 8; i++) begin : gen_word
    assign word_o[i*SumWidth +: SumWidth] = sum_bypass_i ? raw[i] : word[i];
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 2; i++) begin
      pair_q[i] <= pair_d[i];
      turn_q[i] <= turn_d[i];
    end
    shared_q <= shared_d;
  end

endmodule

`default_nettype wire
