// SPDX-License-Identifier: Apache-2.0
//
// tern_latches: words that are kept in latches, three quarters of the area of flip-flops.
//
// The only module with latches, so that a chip replaces them in one place. A word follows the data
// in the low half of every cycle in which it is open, and keeps what was there at the rising edge:
// to others that is a register, as long as nobody looks at a word while it is open.
//
//   Latency     1 cycle
//   Throughput  1 word per cycle
//   Storage     Depth * Width bits, in latches
//   Model       identity
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/architecture.md#latches

`default_nettype none

module tern_latches #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4
) (
  input  logic                   clk_i,

  // From registers through few gates: settled before the clock falls.
  input  logic [Depth-1:0]       open_i,
  input  logic [Width-1:0]       data_i,
  output logic [Depth*Width-1:0] words_o
);

  for (genvar i = 0; i < Depth; i++) begin : gen_word
    logic             shut;
    logic [Width-1:0] word_q;

    tern_clock_or u_gate (.clk_i, .hold_i(!open_i[i]), .clk_o(shut));

    always_latch begin
      if (!shut) begin
        word_q = data_i;
      end
    end

    assign words_o[Width*i+:Width] = word_q;
  end

endmodule

`default_nettype wire
