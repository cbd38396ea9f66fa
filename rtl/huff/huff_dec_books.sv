// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_books: names of the books in the slots, and when a slot may be rewritten.
//
// No two slots have the same book: the one that came last counts. A slot in use is left alone.
//
//   Latency     combinational look-up; 1 cycle from commit to resident
//   Throughput  1 look-up per cycle
//   Storage     Books * 21 bits
//   Model       model/huff/book.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_books #(
  parameter int unsigned Books = 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // A book claims its slot. `grant`: the slot is free, and its old book gone from now on; `hold`:
  // no message may begin before that.
  input  logic                claim_i,
  input  logic [3:0]          slot_i,
  output logic                grant_o,
  output logic                hold_o,
  // It is complete.
  input  logic                commit_i,
  input  logic [3:0]          commit_dtype_i,
  input  logic [3:0]          commit_id_i,
  input  logic [7:0]          commit_epoch_i,
  input  logic [3:0]          commit_min_len_i,

  // Slots in use by choices and chunks, and by values on their way out.
  input  logic [Books-1:0]    used_i,
  input  logic                reads_i,
  input  logic [3:0]          reads_slot_i,

  // Look-up of a choice.
  input  logic [3:0]          dtype_i,
  input  logic [2:0]          min_len_i,
  input  logic [3:0]          id_i,
  input  logic [7:0]          epoch_i,
  output logic [Books-1:0]    hit_o,
  output logic                known_o,
  output logic                too_short_o
);

  logic [Books-1:0] claimed, valid_d, valid_q, known, same, too_short;

  always_comb begin
    for (int unsigned i = 0; i < Books; i++) claimed[i] = 32'(slot_i) == i;
  end

  assign grant_o = claim_i && ((used_i & claimed) == '0) &&
                   !(reads_i && (reads_slot_i == slot_i));
  assign hold_o  = claim_i && !grant_o;

  for (genvar i = 0; i < Books; i++) begin : gen_slot
    logic [3:0] dtype_d, dtype_q;
    logic [3:0] id_d, id_q;
    logic [7:0] epoch_d, epoch_q;
    logic [3:0] min_len_d, min_len_q;
    logic       write;

    assign write     = commit_i && claimed[i];
    assign dtype_d   = write ? commit_dtype_i : dtype_q;
    assign id_d      = write ? commit_id_i : id_q;
    assign epoch_d   = write ? commit_epoch_i : epoch_q;
    assign min_len_d = write ? commit_min_len_i : min_len_q;

    always_ff @(posedge clk_i) begin
      dtype_q   <= dtype_d;
      id_q      <= id_d;
      epoch_q   <= epoch_d;
      min_len_q <= min_len_d;
    end

    assign same[i]      = (dtype_q == commit_dtype_i) && (id_q == commit_id_i) &&
                          (epoch_q == commit_epoch_i);
    assign known[i]     = valid_q[i] && (dtype_q == dtype_i) && (id_q == id_i);
    assign hit_o[i]     = known[i] && (epoch_q == epoch_i);
    assign too_short[i] = hit_o[i] && (min_len_q <= {1'b0, min_len_i});
  end

  assign known_o     = known != '0;
  assign too_short_o = too_short != '0;

  always_comb begin
    valid_d = valid_q;
    if (grant_o) valid_d = valid_q & ~claimed;
    if (commit_i) valid_d = (valid_q & ~same) | claimed;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end

endmodule

`default_nettype wire
