// SPDX-License-Identifier: Apache-2.0
//
// tern_counter: a 64-bit sum in two halves.
//
// The carry into the upper half takes a cycle of its own, so that the counter is no longer a path
// than a 32-bit one.
//
//   Latency     1 cycle; 2 for the upper half
//   Throughput  1 addition per cycle
//   Storage     65 bits
//   Model       an integer
//   Test        tb/huff/encoder_counters_test.cc
//   Doc         docs/streams.md#counters

`default_nettype none

module tern_counter #(
  parameter int unsigned AddBits = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               clear_i,
  input  logic [AddBits-1:0] add_i,
  output logic [63:0]        count_o
);

  if (AddBits < 1 || AddBits > 32) begin : gen_bad_width
    $fatal(1, "tern_counter: AddBits must be 1 to 32");
  end

  logic [31:0] low_d, low_q, high_d, high_q;
  logic        carry_d, carry_q;

  always_comb begin
    {carry_d, low_d} = {1'b0, low_q} + 33'(add_i);
    high_d           = high_q + {31'd0, carry_q};
    if (clear_i) begin
      carry_d = 1'b0;
      low_d   = '0;
      high_d  = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q   <= '0;
      high_q  <= '0;
      carry_q <= 1'b0;
    end else begin
      low_q   <= low_d;
      high_q  <= high_d;
      carry_q <= carry_d;
    end
  end

  assign count_o = {high_q, low_q};

endmodule

`default_nettype wire
