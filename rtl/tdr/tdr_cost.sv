// SPDX-License-Identifier: Apache-2.0
//
// tdr_cost: a squared distance and lambda times bits.
//
// Each two bits choose a multiple of lambda; three times lambda comes from outside, where it is
// found once for all lanes.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       model/tdr/window.h
//   Test        tb/tdr/tdr_search_test.cc
//   Doc         docs/tdr_architecture.md#candidates

`default_nettype none

module tdr_cost #(
  // Of the bits that are multiplied.
  parameter int unsigned Bits = 14,
  localparam int unsigned Lambda = tdr_pkg::LambdaBits
) (
  input  logic [17:0]         square_i,
  // In 1/256 bit.
  input  logic [Bits-1:0]     bits_i,
  input  logic [Lambda-1:0]   lambda_i,
  input  logic [Lambda+1:0]   triple_i,
  output logic [18:0]         cost_o
);

  if (Bits % 2 != 0 || Bits < 4 || Bits > 14) begin : gen_bad_bits
    $fatal(1, "tdr_cost: Bits must be even, 4 to 14");
  end

  localparam int unsigned Width  = 25;
  localparam int unsigned Digits = Bits / 2;

  logic [(Digits+1)*Width-1:0] rows;
  logic [Lambda+1:0]   multiple;
  logic [Width-1:0]    sum;

  always_comb begin
    multiple = '0;
    for (int unsigned i = 0; i < Digits; i++) begin
      case (bits_i[2*i +: 2])
        2'd0:    multiple = '0;
        2'd1:    multiple = {2'd0, lambda_i};
        2'd2:    multiple = {1'b0, lambda_i, 1'b0};
        default: multiple = triple_i;
      endcase
      rows[Width*i +: Width] = Width'(multiple) << (2*i);
    end
    rows[Digits*Width +: Width] = {1'b0, square_i, 6'd0};
  end

  tdr_sum #(.Operands(Digits + 1), .Width(Width)) u_sum (.in_data_i(rows), .out_data_o(sum));

  assign cost_o = sum[Width-1:6];

  logic unused_sum;
  assign unused_sum = ^sum[5:0];

endmodule

`default_nettype wire
