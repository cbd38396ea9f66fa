// SPDX-License-Identifier: Apache-2.0
//
// tdr_sum: a sum of several numbers, as a tree of carry-save adders and one adder with carries.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       none
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_sum #(
  parameter int unsigned Operands = 6,
  parameter int unsigned Width    = 33,
  // What is added beside the operands.
  parameter int unsigned Ones     = 0
) (
  input  logic [Operands*Width-1:0] in_data_i,
  output logic [Width-1:0]          out_data_o
);

  if (Ones >= Operands) begin : gen_bad_ones
    $fatal(1, "tdr_sum: Ones must be less than Operands");
  end

  // The last one is the carry into the adder.
  localparam bit          Last   = Ones + 1 == Operands;
  localparam int unsigned InTree = Last ? Ones - 1 : Ones;

  logic [Width-1:0] sum, carry;
  logic             unused_low;

  tdr_tree #(.Operands(Operands), .Width(Width), .Ones(InTree)) u_tree (
    .in_data_i, .sum_o(sum), .carry_o(carry)
  );

  assign {out_data_o, unused_low} = {sum, 1'b1} + {carry, Last};

endmodule

`default_nettype wire
