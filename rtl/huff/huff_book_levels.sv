// SPDX-License-Identifier: Apache-2.0
//
// huff_book_levels: numbers the lengths that a book really has, while it is being built.
//
//   Latency     0 cycles
//   Throughput  1 entry per cycle
//   Storage     4 bits
//   Model       model/huff/canonical.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#kinds-of-books

`default_nettype none

module huff_book_levels (
  input  logic       clk_i,

  // From the loader; see huff_book_load.
  input  logic       entry_valid_i,
  input  logic [3:0] entry_len_i,
  input  logic       level_first_i,
  input  logic       level_last_i,
  input  logic [3:0] level_len_i,

  // The first entry of all; number of the length under way, from its first entry to its last.
  output logic       fresh_o,
  output logic [2:0] level_o
);

  logic       used_d, used_q;        // an entry has this length
  logic [2:0] level_d, level_q;

  assign fresh_o = level_first_i && level_len_i == 4'd1;
  assign level_o = fresh_o ? 3'd0 : level_q;

  always_comb begin
    used_d  = (used_q && !level_first_i) || (entry_valid_i && entry_len_i == level_len_i);
    // A length that nothing has leaves its number to the next one.
    level_d = level_o + 3'(level_last_i && used_d);
  end

  always_ff @(posedge clk_i) begin
    used_q  <= used_d;
    level_q <= level_d;
  end

endmodule

`default_nettype wire
