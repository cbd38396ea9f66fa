// SPDX-License-Identifier: Apache-2.0
//
// tdr_forward8: the forward transform of 8 points behind its first butterflies.
//
// With u_i = x_i + x_(7-i) and v_i = x_i - x_(7-i) the even coefficients come from u, by a second
// butterfly and 64, 83 and 36; the odd ones from v. It is a transform by itself and the even half
// of that of 16 points, whose result is shifted by one bit more. A coefficient is two numbers,
// which the caller adds and shifts.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/transform.h
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_forward8 #(
  parameter int unsigned Width = 25,
  // A row sums up to 512 times what u and v are made of, which has a bit less: 8 bits more.
  localparam int unsigned SumWidth = Width + 8
) (
  input  logic                  dct16_i,
  input  logic                  bypass_i,
  // u_0 to u_3, v_0 to v_3; or any eight values to be passed on.
  input  logic [8*Width-1:0]    x_i,

  // With ForwardShift8 bits below a coefficient, ForwardShift16 for 16 points, and half a unit.
  output logic [8*SumWidth-1:0] sum_o,
  output logic [8*SumWidth-1:0] carry_o
);

  localparam int unsigned Shift = tdr_pkg::ForwardShift8;

  logic [SumWidth-1:0] round;

  assign round = dct16_i ? SumWidth'(1) << Shift : SumWidth'(1) << (Shift - 1);

  //////////
  // Even //
  //////////

  logic signed [Width:0]      u [4], pair [4];
  logic signed [SumWidth-1:0] wide [4];
  logic [SumWidth-1:0]        sum [8], carry [8];

  for (genvar i = 0; i < 4; i++) begin : gen_u
    assign u[i]    = (Width+1)'($signed(x_i[i*Width +: Width]));
    assign wide[i] = SumWidth'(pair[i]);
  end

  assign pair[0] = u[0] + u[3];
  assign pair[1] = u[1] + u[2];
  assign pair[2] = u[0] - u[3];
  assign pair[3] = u[1] - u[2];

  tdr_tree #(.Operands(3), .Width(SumWidth), .Ones(0)) u_row0 (
    .in_data_i({wide[0] <<< 6, wide[1] <<< 6, round}), .sum_o(sum[0]), .carry_o(carry[0])
  );
  tdr_tree #(.Operands(3), .Width(SumWidth), .Ones(1)) u_row4 (
    .in_data_i({wide[0] <<< 6, ~(wide[1] <<< 6), round}), .sum_o(sum[4]), .carry_o(carry[4])
  );
  // 83 and 36; 36 and -83.
  tdr_tree #(.Operands(7), .Width(SumWidth), .Ones(1)) u_row2 (
    .in_data_i({
      wide[2] <<< 6, wide[2] <<< 4, wide[2] <<< 2, ~wide[2], wide[3] <<< 5, wide[3] <<< 2, round
    }),
    .sum_o(sum[2]), .carry_o(carry[2])
  );
  tdr_tree #(.Operands(7), .Width(SumWidth), .Ones(3)) u_row6 (
    .in_data_i({
      wide[2] <<< 5, wide[2] <<< 2, ~(wide[3] <<< 6), ~(wide[3] <<< 4), ~(wide[3] <<< 2), wide[3],
      round
    }),
    .sum_o(sum[6]), .carry_o(carry[6])
  );

  /////////
  // Odd //
  /////////

  logic [4*(Width+1)-1:0] two;
  logic [4*(Width+2)-1:0] three;
  logic [4*SumWidth-1:0]  odd_sum, odd_carry;

  tdr_odd8_sums #(.Width(Width)) u_sums (
    .x_i(x_i[4*Width +: 4*Width]), .two_o(two), .three_o(three)
  );

  tdr_odd8_rows #(.Width(Width), .Rounded(1'b1)) u_rows (
    .x_i(x_i[4*Width +: 4*Width]), .two_i(two), .three_i(three), .round_i(round),
    .sum_o(odd_sum), .carry_o(odd_carry)
  );

  for (genvar i = 0; i < 4; i++) begin : gen_odd
    assign sum[2*i + 1]   = odd_sum[i*SumWidth +: SumWidth];
    assign carry[2*i + 1] = odd_carry[i*SumWidth +: SumWidth];
  end

  for (genvar i = 0; i < 8; i++) begin : gen_out
    assign sum_o[i*SumWidth +: SumWidth] =
        bypass_i ? SumWidth'($signed(x_i[i*Width +: Width])) <<< Shift : sum[i];
    assign carry_o[i*SumWidth +: SumWidth] = carry[i] & {SumWidth{!bypass_i}};
  end

endmodule

`default_nettype wire
