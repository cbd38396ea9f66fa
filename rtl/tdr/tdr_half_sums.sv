// SPDX-License-Identifier: Apache-2.0
//
// tdr_half_sums: the sums that rows of tdr_half_rows share, 12 of two inputs and 16 of three.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_half_sums #(
  parameter int unsigned Width = 24,
  // Sums of three begin with sums of two: fewer adders, two of them in a row.
  parameter bit          Chained = 1'b0
) (
  // The odd half of 16 points; else sums of three are 0.
  input  logic                    dct16_i,
  input  logic [8*Width-1:0]      x_i,

  // Sums of two inputs have one bit more; those of three, one of which may count twice, have two.
  output logic [12*(Width+1)-1:0] two_o,
  output logic [16*(Width+2)-1:0] three_o
);

  logic signed [Width:0]   x_two [8], two [12];
  logic signed [Width+1:0] x_three [8], three [16];

  for (genvar i = 0; i < 8; i++) begin : gen_x
    assign x_two[i]   = (Width+1)'($signed(x_i[i*Width +: Width]));
    assign x_three[i] = (Width+2)'($signed(x_i[i*Width +: Width]));
  end
  for (genvar i = 0; i < 12; i++) begin : gen_two
    assign two_o[i*(Width+1) +: Width+1] = two[i];
  end
  for (genvar i = 0; i < 16; i++) begin : gen_three
    assign three_o[i*(Width+2) +: Width+2] = three[i] & {(Width+2){dct16_i}};
  end

  assign two[0]  = x_two[0] + x_two[3];
  assign two[1]  = x_two[5] + x_two[6];
  assign two[2]  = x_two[1] - x_two[2];
  assign two[3]  = x_two[4] - x_two[7];
  assign two[4]  = x_two[5] - x_two[6];
  assign two[5]  = x_two[4] + x_two[7];
  assign two[6]  = x_two[1] + x_two[2];
  assign two[7]  = x_two[0] - x_two[3];
  assign two[8]  = x_two[0] - x_two[4];
  assign two[9]  = x_two[1] + x_two[5];
  assign two[10] = x_two[2] + x_two[6];
  assign two[11] = x_two[3] - x_two[7];

  if (Chained) begin : gen_chain
    logic signed [Width+1:0] w [12];

    for (genvar i = 0; i < 12; i++) begin : gen_wide
      assign w[i] = (Width+2)'(two[i]);
    end

    assign three[0]  = x_three[4] + w[0];
    assign three[1]  = x_three[2] - w[1];
    assign three[2]  = x_three[1] - w[1];
    assign three[3]  = x_three[7] + w[0];
    assign three[4]  = x_three[6] + w[2];
    assign three[5]  = x_three[5] - w[2];
    assign three[6]  = x_three[3] - w[3];
    assign three[7]  = x_three[0] + w[3];
    assign three[8]  = (x_three[6] <<< 1) + w[8];
    assign three[9]  = (x_three[7] <<< 1) + w[9];
    assign three[10] = (x_three[3] <<< 1) - w[6];
    assign three[11] = (x_three[4] <<< 1) + w[4];
    assign three[12] = (x_three[0] <<< 1) + w[10];
    assign three[13] = (x_three[2] <<< 1) + w[7];
    assign three[14] = (x_three[1] <<< 1) - w[11];
    assign three[15] = (x_three[5] <<< 1) + w[5];
  end else begin : gen_trees
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_three0 (
      .in_data_i({x_three[4], x_three[0], x_three[3]}), .out_data_o(three[0])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(2)) u_three1 (
      .in_data_i({x_three[2], ~x_three[5], ~x_three[6]}), .out_data_o(three[1])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(2)) u_three2 (
      .in_data_i({x_three[1], ~x_three[5], ~x_three[6]}), .out_data_o(three[2])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_three3 (
      .in_data_i({x_three[7], x_three[0], x_three[3]}), .out_data_o(three[3])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three4 (
      .in_data_i({x_three[6], x_three[1], ~x_three[2]}), .out_data_o(three[4])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three5 (
      .in_data_i({x_three[5], ~x_three[1], x_three[2]}), .out_data_o(three[5])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three6 (
      .in_data_i({x_three[3], ~x_three[4], x_three[7]}), .out_data_o(three[6])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three7 (
      .in_data_i({x_three[0], x_three[4], ~x_three[7]}), .out_data_o(three[7])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three8 (
      .in_data_i({x_three[6] <<< 1, x_three[0], ~x_three[4]}), .out_data_o(three[8])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_three9 (
      .in_data_i({x_three[7] <<< 1, x_three[1], x_three[5]}), .out_data_o(three[9])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(2)) u_three10 (
      .in_data_i({x_three[3] <<< 1, ~x_three[1], ~x_three[2]}), .out_data_o(three[10])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three11 (
      .in_data_i({x_three[4] <<< 1, x_three[5], ~x_three[6]}), .out_data_o(three[11])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_three12 (
      .in_data_i({x_three[0] <<< 1, x_three[2], x_three[6]}), .out_data_o(three[12])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three13 (
      .in_data_i({x_three[2] <<< 1, x_three[0], ~x_three[3]}), .out_data_o(three[13])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three14 (
      .in_data_i({x_three[1] <<< 1, ~x_three[3], x_three[7]}), .out_data_o(three[14])
    );
    tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_three15 (
      .in_data_i({x_three[5] <<< 1, x_three[4], x_three[7]}), .out_data_o(three[15])
    );
  end

endmodule

`default_nettype wire
