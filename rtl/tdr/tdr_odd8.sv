// SPDX-License-Identifier: Apache-2.0
//
// tdr_odd8: the odd half of the 8-point transform, a product with a constant 4 x 4 matrix.
//
//   89  75  50  18
//   75 -18 -89 -50
//   50 -89  18  75
//   18 -50  75 -89
//
// The matrix is symmetric, so that both directions use this module. Sums that several rows share
// are formed first and registered; then each row has six terms.
//
//   Latency     1 cycle
//   Throughput  1 product per cycle
//   Storage     12 sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_odd8 #(
  parameter int unsigned Width = 25,
  localparam int unsigned SumWidth = Width + 8
) (
  input  logic                  clk_i,

  input  logic                  advance_i,
  input  logic [4*Width-1:0]    x_i,

  // The inputs one cycle later, and the products.
  output logic [4*Width-1:0]    x_o,
  output logic [4*SumWidth-1:0] sum_o
);

  // Sums of two inputs have one bit more, those of three have two.
  logic signed [Width-1:0]    x [4];
  logic signed [Width-1:0]    x_d [4], x_q [4];
  logic signed [Width:0]      two_d [4], two_q [4];
  logic signed [Width+1:0]    three_d [4], three_q [4];
  // A row sums up to 232 times an input: 8 bits more.
  logic signed [SumWidth-1:0] sum [4];

  for (genvar i = 0; i < 4; i++) begin : gen_port
    assign x[i] = x_i[i*Width +: Width];
    assign x_o[i*Width +: Width] = x_q[i];
    assign sum_o[i*SumWidth +: SumWidth] = sum[i];
  end

  /////////////////
  // Shared sums //
  /////////////////

  logic signed [Width+1:0] x_three [4], three [4];

  for (genvar i = 0; i < 4; i++) begin : gen_three
    assign x_three[i] = (Width+2)'(x[i]);
  end

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

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      x_d[i]     = x_q[i];
      two_d[i]   = two_q[i];
      three_d[i] = three_q[i];
    end
    if (advance_i) begin
      for (int i = 0; i < 4; i++) begin
        x_d[i] = x[i];
      end
      two_d[0]   = (Width+1)'(x[0]) + (Width+1)'(x[1]);
      two_d[1]   = (Width+1)'(x[0]) - (Width+1)'(x[2]);
      two_d[2]   = (Width+1)'(x[3]) - (Width+1)'(x[1]);
      two_d[3]   = (Width+1)'(x[2]) - (Width+1)'(x[3]);
      three_d[0] = three[0];
      three_d[1] = three[1];
      three_d[2] = three[2];
      three_d[3] = three[3];
    end
  end

  //////////
  // Rows //
  //////////

  // 73 = 64 + 8 + 1 times a sum of two inputs is in each row.
  logic signed [SumWidth-1:0] x_s [4], two_s [4], three_s [4];

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      x_s[i]     = SumWidth'(x_q[i]);
      two_s[i]   = SumWidth'(two_q[i]);
      three_s[i] = SumWidth'(three_q[i]);
    end
  end

  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(0)) u_row0 (
    .in_data_i({
      two_s[0] <<< 6, two_s[0] <<< 3, two_s[0], x_s[2] <<< 5, three_s[1] <<< 4,
      three_s[3] <<< 1
    }),
    .out_data_o(sum[0])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(3)) u_row1 (
    .in_data_i({
      two_s[1] <<< 6, two_s[1] <<< 3, two_s[1], ~(x_s[3] <<< 5),
      ~(three_s[3] <<< 4), ~(three_s[2] <<< 1)
    }),
    .out_data_o(sum[1])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(0)) u_row2 (
    .in_data_i({
      two_s[2] <<< 6, two_s[2] <<< 3, two_s[2], x_s[0] <<< 5, three_s[0] <<< 4,
      three_s[1] <<< 1
    }),
    .out_data_o(sum[2])
  );
  tdr_sum #(.Operands(6), .Width(SumWidth), .Ones(2)) u_row3 (
    .in_data_i({
      two_s[3] <<< 6, two_s[3] <<< 3, two_s[3], ~(x_s[1] <<< 5),
      ~(three_s[2] <<< 4), three_s[0] <<< 1
    }),
    .out_data_o(sum[3])
  );

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 4; i++) begin
      x_q[i]     <= x_d[i];
      two_q[i]   <= two_d[i];
      three_q[i] <= three_d[i];
    end
  end

endmodule

`default_nettype wire
