// SPDX-License-Identifier: Apache-2.0
//
// tdr_odd16: the odd half of the 16-point transform, a product with a constant 8 x 8 matrix.
//
// Entry (k, i) is c_t or its negative for the angle t = 2 (2 k + 1) (2 i + 1): 90 87 80 70 57 43 25
// and 9 in the first row. The matrix is symmetric, so that both directions use this module. Sums
// that several rows share are formed first and registered: 12 of two inputs, 16 of three. Then each
// row has ten terms, five of each kind; the caller adds its two halves.
//
//   Latency     1 cycle
//   Throughput  1 product per cycle
//   Storage     28 sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_odd16 #(
  parameter int unsigned Width = 25,
  // What is added to each product.
  parameter int unsigned Round = 0,
  localparam int unsigned SumWidth = Width + 9
) (
  input  logic                  clk_i,

  input  logic                  advance_i,
  input  logic                  bypass_i,
  input  logic [8*Width-1:0]    x_i,

  // The inputs one cycle later, if `bypass_i` was high; and the products, in two parts.
  output logic [8*Width-1:0]    x_o,
  output logic [8*SumWidth-1:0] part0_o,
  output logic [8*SumWidth-1:0] part1_o
);

  // Sums of two inputs have one bit more; those of three, one of which may count twice, have two.
  logic signed [Width-1:0]    x [8];
  logic signed [Width:0]      two [12], two_d [12], two_q [12];
  logic signed [Width+1:0]    three [16], three_d [16], three_q [16];
  // A row sums up to 461 times an input: 9 bits more. A part may wrap, their sum does not.
  logic signed [SumWidth-1:0] part0 [8], part1 [8];

  for (genvar i = 0; i < 8; i++) begin : gen_port
    assign x[i] = x_i[i*Width +: Width];
    assign x_o[i*Width +: Width] = two_q[i][Width-1:0];
    assign part0_o[i*SumWidth +: SumWidth] = part0[i];
    assign part1_o[i*SumWidth +: SumWidth] = part1[i];
  end

  /////////////////
  // Shared sums //
  /////////////////

  logic signed [Width:0]   x_two [8];
  logic signed [Width+1:0] x_three [8];

  always_comb begin
    for (int i = 0; i < 8; i++) begin
      x_two[i]   = (Width+1)'(x[i]);
      x_three[i] = (Width+2)'(x[i]);
    end
    two[0]  = x_two[0] + x_two[3];
    two[1]  = x_two[5] + x_two[6];
    two[2]  = x_two[1] - x_two[2];
    two[3]  = x_two[4] - x_two[7];
    two[4]  = x_two[5] - x_two[6];
    two[5]  = x_two[4] + x_two[7];
    two[6]  = x_two[1] + x_two[2];
    two[7]  = x_two[0] - x_two[3];
    two[8]  = x_two[0] - x_two[4];
    two[9]  = x_two[1] + x_two[5];
    two[10] = x_two[2] + x_two[6];
    two[11] = x_two[3] - x_two[7];

    for (int i = 0; i < 12; i++) begin
      two_d[i] = advance_i ? two[i] : two_q[i];
    end
    for (int i = 0; i < 16; i++) begin
      three_d[i] = advance_i ? three[i] : three_q[i];
    end
    if (advance_i && bypass_i) begin
      for (int i = 0; i < 8; i++) begin
        two_d[i] = x_two[i];
      end
    end
  end

  // Sums of two that are part of them would be one adder after another.
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

  //////////
  // Rows //
  //////////

  localparam logic signed [SumWidth-1:0] Half = SumWidth'(Round);

  logic signed [SumWidth-1:0] p [12], q [16];

  always_comb begin
    for (int i = 0; i < 12; i++) begin
      p[i] = SumWidth'(two_q[i]);
    end
    for (int i = 0; i < 16; i++) begin
      q[i] = SumWidth'(three_q[i]);
    end
  end

  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_part0_0 (
    .in_data_i({p[6] <<< 6, p[9] <<< 5, ~(p[3] <<< 3), ~(p[7] <<< 3), p[7] <<< 1, Half}),
    .out_data_o(part0[0])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_part0_1 (
    .in_data_i({p[8] <<< 6, p[7] <<< 5, ~(p[2] <<< 3), p[4] <<< 3, ~(p[4] <<< 1), Half}),
    .out_data_o(part0[1])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_part0_2 (
    .in_data_i({p[7] <<< 6, ~(p[11] <<< 5), ~(p[1] <<< 3), p[2] <<< 3, p[10] <<< 1, Half}),
    .out_data_o(part0[2])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(4)) u_part0_3 (
    .in_data_i({~(p[10] <<< 6), ~(p[6] <<< 5), p[0] <<< 3, ~(p[3] <<< 3), ~(p[8] <<< 1), Half}),
    .out_data_o(part0[3])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(4)) u_part0_4 (
    .in_data_i({~(p[9] <<< 6), ~(p[4] <<< 5), ~(p[0] <<< 3), ~(p[3] <<< 3), p[11] <<< 1, Half}),
    .out_data_o(part0[4])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_part0_5 (
    .in_data_i({~(p[5] <<< 6), p[8] <<< 5, p[1] <<< 3, p[2] <<< 3, ~(p[9] <<< 1), Half}),
    .out_data_o(part0[5])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_part0_6 (
    .in_data_i({~(p[11] <<< 6), p[5] <<< 5, p[1] <<< 3, ~(p[6] <<< 3), p[6] <<< 1, Half}),
    .out_data_o(part0[6])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_part0_7 (
    .in_data_i({~(p[4] <<< 6), p[10] <<< 5, p[0] <<< 3, p[5] <<< 3, ~(p[5] <<< 1), Half}),
    .out_data_o(part0[7])
  );

  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(2)) u_part1_0 (
    .in_data_i({q[0] <<< 6, q[12] <<< 4, ~(q[2] <<< 3), ~q[2], q[15]}),
    .out_data_o(part1[0])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(4)) u_part1_1 (
    .in_data_i({q[2] <<< 6, ~(q[15] <<< 4), ~(q[3] <<< 3), ~q[3], ~q[10]}),
    .out_data_o(part1[1])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(1)) u_part1_2 (
    .in_data_i({~(q[1] <<< 6), q[8] <<< 4, q[6] <<< 3, q[6], q[9]}),
    .out_data_o(part1[2])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(1)) u_part1_3 (
    .in_data_i({q[7] <<< 6, q[11] <<< 4, q[5] <<< 3, q[5], ~q[14]}),
    .out_data_o(part1[3])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(2)) u_part1_4 (
    .in_data_i({q[3] <<< 6, q[10] <<< 4, ~(q[1] <<< 3), ~q[1], q[8]}),
    .out_data_o(part1[4])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(1)) u_part1_5 (
    .in_data_i({q[5] <<< 6, ~(q[14] <<< 4), q[0] <<< 3, q[0], q[12]}),
    .out_data_o(part1[5])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(1)) u_part1_6 (
    .in_data_i({~(q[4] <<< 6), q[13] <<< 4, q[7] <<< 3, q[7], q[11]}),
    .out_data_o(part1[6])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(4)) u_part1_7 (
    .in_data_i({~(q[6] <<< 6), ~(q[9] <<< 4), ~(q[4] <<< 3), ~q[4], q[13]}),
    .out_data_o(part1[7])
  );

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 12; i++) begin
      two_q[i] <= two_d[i];
    end
    for (int i = 0; i < 16; i++) begin
      three_q[i] <= three_d[i];
    end
  end

endmodule

`default_nettype wire
