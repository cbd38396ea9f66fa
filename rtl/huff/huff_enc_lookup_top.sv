// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_lookup_top: codewords of books with few of them: a row of registers a slot.
//
// The lanes share the row of the step's slot. Each compares its symbol with those of the row before
// the edge, and gathers the codeword behind it.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Books * TopSymbols * (MaxCodeLen + 13) + Books + Lanes * TopSymbols bits
//   Model       model/huff/code.cc
//   Test        tb/huff/encoder_kind_test.cc
//   Doc         docs/architecture.md#s2-select

`default_nettype none

module huff_enc_lookup_top #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books = 2,
  parameter int unsigned TopSymbols = 15,
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                       clk_i,

  // As in huff_enc_lookup_full; but the row of the slot is read until the next step is taken.
  input  logic                       take_i,
  input  logic [3:0]                 slot_i,
  input  logic [Lanes*8-1:0]         symbol_i,
  output logic [Lanes*EntryBits-1:0] entry_o,

  input  huff_enc_pkg::build_t       build_i
);

  localparam int unsigned RowBits = TopSymbols * EntryBits;

  //////////
  // Rows //
  //////////

  // The codeword with rank j is in place j.
  logic [Books*TopSymbols-1:0]   valid_d, valid_q;
  logic [Books*TopSymbols*8-1:0] symbol_d, symbol_q;
  logic [Books*RowBits-1:0]      entry_d, entry_q;

  always_comb begin
    valid_d  = valid_q;
    symbol_d = symbol_q;
    entry_d  = entry_q;
    for (int unsigned k = 0; k < Books; k++) begin
      for (int unsigned j = 0; j < TopSymbols; j++) begin
        if (build_i.slot == 4'(k)) begin
          // A book begins: what was there is gone.
          if (build_i.fresh) begin
            valid_d[TopSymbols*k+j] = 1'b0;
          end
          if (build_i.valid && build_i.len != '0 && build_i.rank == 8'(j)) begin
            valid_d[TopSymbols*k+j]                        = 1'b1;
            symbol_d[8*(TopSymbols*k+j)+:8]                = build_i.symbol;
            entry_d[EntryBits*(TopSymbols*k+j)+:EntryBits] = {build_i.code[MaxCodeLen-1:0],
                                                              build_i.len};
          end
        end
      end
    end
  end

  logic unused_build;
  assign unused_build = ^build_i;

  /////////////
  // Look-up //
  /////////////

  logic [Books-1:0]            pick_d, pick_q;
  logic [Lanes*TopSymbols-1:0] match_d, match_q;
  logic [TopSymbols-1:0]       row_valid;
  logic [TopSymbols*8-1:0]     row_symbol;
  logic [RowBits-1:0]          row_entry;

  always_comb begin
    row_valid  = '0;
    row_symbol = '0;
    row_entry  = '0;
    for (int unsigned k = 0; k < Books; k++) begin
      pick_d[k]  = take_i ? slot_i == 4'(k) : pick_q[k];
      row_valid  = row_valid | (valid_q[TopSymbols*k+:TopSymbols]
                                & {TopSymbols{slot_i == 4'(k)}});
      row_symbol = row_symbol | (symbol_q[TopSymbols*8*k+:TopSymbols*8]
                                 & {(TopSymbols * 8){slot_i == 4'(k)}});
      row_entry  = row_entry | (entry_q[RowBits*k+:RowBits] & {RowBits{pick_q[k]}});
    end
  end

  always_comb begin
    match_d = match_q;
    entry_o = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      for (int unsigned j = 0; j < TopSymbols; j++) begin
        if (take_i) begin
          match_d[TopSymbols*i+j] = row_valid[j] && symbol_i[8*i+:8] == row_symbol[8*j+:8];
        end
        entry_o[EntryBits*i+:EntryBits] = entry_o[EntryBits*i+:EntryBits]
            | (row_entry[EntryBits*j+:EntryBits] & {EntryBits{match_q[TopSymbols*i+j]}});
      end
    end
  end

  // What was never written is not chosen.
  always_ff @(posedge clk_i) begin
    valid_q  <= valid_d;
    symbol_q <= symbol_d;
    entry_q  <= entry_d;
    pick_q   <= pick_d;
    match_q  <= match_d;
  end

endmodule

`default_nettype wire
