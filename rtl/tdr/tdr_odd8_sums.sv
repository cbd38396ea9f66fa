// SPDX-License-Identifier: Apache-2.0
//
// tdr_odd8_sums: the sums that rows of tdr_odd8_rows share, four of two inputs and four of three.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_odd8_sums #(
  parameter int unsigned Width = 25
) (
  input  logic [4*Width-1:0]     x_i,

  // Sums of two inputs have one bit more, those of three have two.
  output logic [4*(Width+1)-1:0] two_o,
  output logic [4*(Width+2)-1:0] three_o
);

  logic signed [Width:0]   x_two [4], two [4];
  logic signed [Width+1:0] x_three [4], three [4];

  for (genvar i = 0; i < 4; i++) begin : gen_port
    assign x_two[i]   = (Width+1)'($signed(x_i[i*Width +: Width]));
    assign x_three[i] = (Width+2)'($signed(x_i[i*Width +: Width]));
    assign two_o[i*(Width+1) +: Width+1]   = two[i];
    assign three_o[i*(Width+2) +: Width+2] = three[i];
  end

  assign two[0] = x_two[0] + x_two[1];
  assign two[1] = x_two[0] - x_two[2];
  assign two[2] = x_two[3] - x_two[1];
  assign two[3] = x_two[2] - x_two[3];

  // Sums of two that are part of them would be one adder after another.
  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three0 (
    .in_data_i({x_three[2], x_three[0], ~x_three[1]}), .out_data_o(three[0])
  );
  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_three1 (
    .in_data_i({x_three[0], x_three[2], x_three[3]}), .out_data_o(three[1])
  );
  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(1)) u_three2 (
    .in_data_i({x_three[3], x_three[1], ~x_three[0]}), .out_data_o(three[2])
  );
  tdr_sum #(.Operands(3), .Width(Width + 2), .Ones(0)) u_three3 (
    .in_data_i({x_three[1], x_three[2], x_three[3]}), .out_data_o(three[3])
  );

endmodule

`default_nettype wire
