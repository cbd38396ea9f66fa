// SPDX-License-Identifier: Apache-2.0
//
// tdr_tree: several numbers to two of the same sum, by carry-save adders.
//
// Written out because synthesis tools build such a tree from `+` only where they can prove that no
// partial sum overflows; else they chain adders. Here sums wrap, and only the last one must fit.
// A number is subtracted as its complement and one of `Ones`, which take the place of carries that
// no adder has.
//
//   Latency     0 cycles
//   Throughput  no state
//   Storage     none
//   Model       none
//   Test        tb/tdr/tdr_transform_test.cc
//   Doc         docs/tdr_architecture.md#transform

`default_nettype none

module tdr_tree #(
  parameter int unsigned Operands = 6,
  parameter int unsigned Width    = 33,
  // What is added beside the operands.
  parameter int unsigned Ones     = 0
) (
  input  logic [Operands*Width-1:0] in_data_i,
  output logic [Width-1:0]          sum_o,
  output logic [Width-1:0]          carry_o
);

  if (Operands < 3 || Operands > 16) begin : gen_bad_operands
    $fatal(1, "tdr_tree: Operands must be 3 to 16");
  end
  if (Ones + 1 >= Operands) begin : gen_bad_ones
    $fatal(1, "tdr_tree: Ones must be less than Operands - 1");
  end

  // Two of three rows are left behind each level; 16 rows need six.
  localparam int unsigned Levels = 6;
  // Ones, from the first adder's place on.
  localparam logic [Operands-1:0] OneBits = Operands'((32'd1 << Ones) - 32'd1);

  function automatic int unsigned rows_at(input int unsigned level);
    rows_at = Operands;
    for (int unsigned step = 0; step < Levels; step++) begin
      if (step < level) begin
        rows_at = rows_at / 3 * 2 + rows_at % 3;
      end
    end
  endfunction

  // Carry-save adders in the levels before this one.
  function automatic int unsigned adders_before(input int unsigned level);
    adders_before = Operands - rows_at(level);
  endfunction

  // What is left behind each level, in front of the first one the operands. A block for each level:
  // in a loop, simulators count rows again and again while they run.
  for (genvar level = 0; level <= Levels; level++) begin : gen_level
    logic [rows_at(level)*Width-1:0] rows;

    if (level == 0) begin : gen_operands
      assign rows = in_data_i;
    end else begin : gen_sums
      localparam int unsigned Before = rows_at(level - 1);
      localparam int unsigned Adders = Before / 3;

      for (genvar i = 0; i < Adders; i++) begin : gen_adder
        logic [Width-1:0] a, b, c;
        logic [Width-2:0] carry;

        assign {c, b, a} = gen_level[level-1].rows[3*i*Width +: 3*Width];
        assign carry     = (a[Width-2:0] & b[Width-2:0])
                           | (c[Width-2:0] & (a[Width-2:0] | b[Width-2:0]));
        assign rows[2*i*Width +: 2*Width] =
            {carry, OneBits[adders_before(level - 1) + i], a ^ b ^ c};
      end

      if (Before % 3 != 0) begin : gen_rest
        assign rows[2*Adders*Width +: (Before%3)*Width] =
            gen_level[level-1].rows[3*Adders*Width +: (Before%3)*Width];
      end
    end
  end

  assign {carry_o, sum_o} = gen_level[Levels].rows;

endmodule

`default_nettype wire
