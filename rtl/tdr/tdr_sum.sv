// SPDX-License-Identifier: Apache-2.0
//
// tdr_sum: a sum of several numbers, as a tree of carry-save adders and one adder with carries.
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

module tdr_sum #(
  parameter int unsigned Operands = 6,
  parameter int unsigned Width    = 33,
  // What is added beside the operands.
  parameter int unsigned Ones     = 0
) (
  input  logic [Operands*Width-1:0] in_data_i,
  output logic [Width-1:0]          out_data_o
);

  if (Operands < 3 || Operands > 16) begin : gen_bad_operands
    $fatal(1, "tdr_sum: Operands must be 3 to 16");
  end
  if (Ones >= Operands) begin : gen_bad_ones
    $fatal(1, "tdr_sum: Ones must be less than Operands");
  end

  // Two of three rows are left behind each level; 16 rows need six.
  localparam int unsigned Levels = 6;
  // Ones, from the first adder's place on; the last is that of the adder with carries.
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

  logic [Width-1:0] row [Operands], next [Operands];
  logic [Width-1:0] a, b, c;
  logic [Width-2:0] carry;
  logic             unused_low;

  always_comb begin
    a     = '0;
    b     = '0;
    c     = '0;
    carry = '0;
    for (int unsigned i = 0; i < Operands; i++) begin
      row[i]  = in_data_i[i*Width +: Width];
      next[i] = '0;
    end
    for (int unsigned level = 0; level < Levels; level++) begin
      for (int unsigned i = 0; i < Operands / 3; i++) begin
        if (i < rows_at(level) / 3 && rows_at(level) > 2) begin
          a         = row[3*i];
          b         = row[3*i + 1];
          c         = row[3*i + 2];
          carry     = (a[Width-2:0] & b[Width-2:0])
                      | (c[Width-2:0] & (a[Width-2:0] | b[Width-2:0]));
          next[2*i] = a ^ b ^ c;
          next[2*i + 1] = {carry, OneBits[adders_before(level) + i]};
        end
      end
      for (int unsigned i = 0; i < 2; i++) begin
        if (i < rows_at(level) % 3 && rows_at(level) > 2) begin
          next[rows_at(level) / 3 * 2 + i] = row[rows_at(level) / 3 * 3 + i];
        end
      end
      for (int unsigned i = 0; i < Operands; i++) begin
        if (i < rows_at(level + 1) && rows_at(level) > 2) begin
          row[i] = next[i];
        end
      end
    end
    {out_data_o, unused_low} = {row[0], 1'b1} + {row[1], OneBits[Operands-2]};
  end

endmodule

`default_nettype wire
