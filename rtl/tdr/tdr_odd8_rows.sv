// SPDX-License-Identifier: Apache-2.0
//
// tdr_odd8_rows: the odd half of the 8-point transform, a product with a constant 4 x 4 matrix.
//
//   89  75  50  18
//   75 -18 -89 -50
//   50 -89  18  75
//   18 -50  75 -89
//
// The matrix is symmetric, so that both directions use this module. With the sums of tdr_odd8_sums
// each row has six terms. A product is two numbers, which the caller adds.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_odd8_rows #(
  parameter int unsigned Width    = 25,
  // A row sums up to 232 times an input: 8 bits more at least.
  parameter int unsigned SumWidth = Width + 8,
  // Something is added to each product.
  parameter bit          Rounded  = 1'b0
) (
  input  logic [4*Width-1:0]     x_i,
  input  logic [4*(Width+1)-1:0] two_i,
  input  logic [4*(Width+2)-1:0] three_i,
  input  logic [SumWidth-1:0]    round_i,

  output logic [4*SumWidth-1:0]  sum_o,
  output logic [4*SumWidth-1:0]  carry_o
);

  localparam int unsigned Operands = Rounded ? 7 : 6;

  // 73 = 64 + 8 + 1 times a sum of two inputs is in each row.
  logic signed [SumWidth-1:0] x [4], two [4], three [4];
  logic [6*SumWidth-1:0]      row [4];

  for (genvar i = 0; i < 4; i++) begin : gen_port
    assign x[i]     = SumWidth'($signed(x_i[i*Width +: Width]));
    assign two[i]   = SumWidth'($signed(two_i[i*(Width+1) +: Width+1]));
    assign three[i] = SumWidth'($signed(three_i[i*(Width+2) +: Width+2]));
  end

  assign row[0] = {
    two[0] <<< 6, two[0] <<< 3, two[0], x[2] <<< 5, three[1] <<< 4, three[3] <<< 1
  };
  assign row[1] = {
    two[1] <<< 6, two[1] <<< 3, two[1], ~(x[3] <<< 5), ~(three[3] <<< 4), ~(three[2] <<< 1)
  };
  assign row[2] = {
    two[2] <<< 6, two[2] <<< 3, two[2], x[0] <<< 5, three[0] <<< 4, three[1] <<< 1
  };
  assign row[3] = {
    two[3] <<< 6, two[3] <<< 3, two[3], ~(x[1] <<< 5), ~(three[2] <<< 4), three[0] <<< 1
  };

  for (genvar i = 0; i < 4; i++) begin : gen_row
    localparam int unsigned Ones = (i == 1) ? 3 : (i == 3) ? 2 : 0;

    logic [Operands*SumWidth-1:0] operands;

    if (Rounded) begin : gen_rounded
      assign operands = {row[i], round_i};
    end else begin : gen_plain
      assign operands = row[i];
    end

    tdr_tree #(.Operands(Operands), .Width(SumWidth), .Ones(Ones)) u_tree (
      .in_data_i(operands), .sum_o(sum_o[i*SumWidth +: SumWidth]),
      .carry_o(carry_o[i*SumWidth +: SumWidth])
    );
  end

  if (!Rounded) begin : gen_unused
    logic unused_round;
    assign unused_round = ^round_i;
  end

endmodule

`default_nettype wire
