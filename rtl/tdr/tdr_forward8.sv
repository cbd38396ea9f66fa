// SPDX-License-Identifier: Apache-2.0
//
// tdr_forward8: the forward transform of 8 points behind its first butterflies.
//
// With u_i = x_i + x_(7-i) and v_i = x_i - x_(7-i) the even coefficients come from u, by a second
// butterfly and 64, 83 and 36; the odd ones from v. It is a transform by itself and the even half
// of that of 16 points, whose result is shifted by one bit more. The caller shifts and rounds.
//
//   Latency     1 cycle
//   Throughput  8 coefficients per cycle
//   Storage     17 sums
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_forward8 #(
  parameter int unsigned Width = 25,
  localparam int unsigned SumWidth = Width + 8
) (
  input  logic                  clk_i,

  // u_0 to u_3, v_0 to v_3; or any eight values to be passed on. The last mode is that of the sums.
  input  logic                  advance_i,
  input  logic                  bypass_i,
  input  logic [8*Width-1:0]    x_i,
  input  logic                  sum_bypass_i,

  // Coefficients with ForwardShift8 bits below them, ForwardShift16 for 16 points.
  output logic [8*SumWidth-1:0] sum_o
);

  localparam int unsigned Shift = tdr_pkg::ForwardShift8;

  // Sums of two have one bit more; 4 times one and another, four.
  logic signed [Width-1:0]    u [4];
  logic signed [Width:0]      plus03, plus12, minus03, minus12;
  logic signed [Width:0]      pair_d [4], pair_q [4];
  logic signed [Width+3:0]    wide [4], shared4, shared_d, shared_q;
  logic [4*Width-1:0]         odd_x;
  logic [4*SumWidth-1:0]      odd_sum;

  for (genvar i = 0; i < 4; i++) begin : gen_u
    assign u[i] = x_i[i*Width +: Width];
  end

  tdr_odd8 #(.Width(Width)) u_odd (
    .clk_i, .advance_i, .x_i(x_i[4*Width +: 4*Width]), .x_o(odd_x),
    .sum_o(odd_sum)
  );

  assign plus03  = (Width+1)'(u[0]) + (Width+1)'(u[3]);
  assign plus12  = (Width+1)'(u[1]) + (Width+1)'(u[2]);
  assign minus03 = (Width+1)'(u[0]) - (Width+1)'(u[3]);
  assign minus12 = (Width+1)'(u[1]) - (Width+1)'(u[2]);

  for (genvar i = 0; i < 4; i++) begin : gen_wide
    assign wide[i] = (Width+4)'(u[i]);
  end

  tdr_sum #(.Operands(4), .Width(Width + 4), .Ones(2)) u_shared (
    .in_data_i({wide[0] <<< 2, ~(wide[3] <<< 2), wide[1], ~wide[2]}), .out_data_o(shared4)
  );

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      pair_d[i] = pair_q[i];
    end
    shared_d = shared_q;
    if (advance_i) begin
      pair_d[0] = bypass_i ? (Width+1)'(u[0]) : plus03;
      pair_d[1] = bypass_i ? (Width+1)'(u[1]) : plus12;
      pair_d[2] = bypass_i ? (Width+1)'(u[2]) : minus03;
      pair_d[3] = bypass_i ? (Width+1)'(u[3]) : minus12;
      shared_d  = shared4;
    end
  end

  //////////////////
  // Coefficients //
  //////////////////

  // A row sums up to 512 times what u and v are made of, which has a bit less: 8 bits more.
  logic signed [SumWidth-1:0] pair [4], shared, odd [4], raw [8], row [8];

  always_comb begin
    for (int i = 0; i < 4; i++) begin
      pair[i]    = SumWidth'(pair_q[i]);
      odd[i]     = odd_sum[i*SumWidth +: SumWidth];
      raw[i]     = pair[i] <<< Shift;
      raw[4 + i] = SumWidth'($signed(odd_x[i*Width +: Width])) <<< Shift;
    end
    shared = SumWidth'(shared_q);
  end

  assign row[0] = (pair[0] <<< 6) + (pair[1] <<< 6);
  assign row[4] = (pair[0] <<< 6) - (pair[1] <<< 6);
  // 83 and 36; 36 and -83.
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(1)) u_row2 (
    .in_data_i({pair[2] <<< 6, pair[2] <<< 2, ~pair[2], pair[3] <<< 5, shared <<< 2}),
    .out_data_o(row[2])
  );
  tdr_sum #(.Operands(5), .Width(SumWidth), .Ones(3)) u_row6 (
    .in_data_i({
      pair[2] <<< 5, ~(pair[3] <<< 6), ~(pair[3] <<< 4), ~(pair[3] <<< 2), shared
    }),
    .out_data_o(row[6])
  );

  for (genvar i = 0; i < 4; i++) begin : gen_odd
    assign row[2*i + 1] = odd[i];
  end

  for (genvar i = 0; i < 8; i++) begin : gen_sum
    assign sum_o[i*SumWidth +: SumWidth] = sum_bypass_i ? raw[i] : row[i];
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 4; i++) begin
      pair_q[i] <= pair_d[i];
    end
    shared_q <= shared_d;
  end

endmodule

`default_nettype wire
