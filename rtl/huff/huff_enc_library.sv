// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_library: the books of the encoder, and how they get there.
//
// Instances only. The codewords go to the look-up of the lanes; what all lanes share stays here.
//
//   Latency     MaxCodeLen * 257 + 5 cycles from commit to a book in use, and the claim
//   Throughput  one book at a time, beside the traffic
//   Storage     sum of the parts
//   Model       model/huff/canonical.cc
//   Test        tb/huff/huff_book_load_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

module huff_enc_library #(
  parameter int unsigned Books = 2,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15,
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       book_tvalid_i,
  output logic                       book_tready_o,
  input  logic [8:0]                 book_index_i,
  input  logic [19:0]                book_data_i,

  // Slots that messages under way have chosen or may still choose.
  input  logic [Books-1:0]           uses_i,

  output logic [Books-1:0]           current_o,
  output logic [4*Books-1:0]         dtype_o,
  output logic [4*Books-1:0]         id_o,
  output logic [8*Books-1:0]         epoch_o,
  output logic [4*Books-1:0]         min_len_o,
  output logic [Books*EntryBits-1:0] escape_o,

  // For the look-up.
  output huff_enc_pkg::build_t       build_o,

  output logic                       err_load_o,
  input  logic                       err_clear_i
);

  logic                 claim, grant, commit, entry_valid, level_first, level_last;
  logic [3:0]           slot, dtype, id, min_len, entry_len, level_len;
  logic [7:0]           epoch, entry_rank;
  logic [8:0]           entry_index;
  logic [14:0]          entry_code, level_base;
  logic [15:0]          level_limit;
  logic [EntryBits-1:0] entry;
  // What only a decoder needs.
  logic [7:0]           unused_delta;

  huff_book_load #(
    .Books     (Books),
    .ValueBits (ValueBits),
    .MaxCodeLen(MaxCodeLen),
    .BookKind  (BookKind),
    .TopSymbols(TopSymbols)
  ) u_load (
    .clk_i,
    .rst_ni,
    .book_tvalid_i,
    .book_tready_o,
    .book_index_i,
    .book_data_i,
    .claim_o      (claim),
    .grant_i      (grant),
    .slot_o       (slot),
    .entry_valid_o(entry_valid),
    .entry_index_o(entry_index),
    .entry_len_o  (entry_len),
    .entry_code_o (entry_code),
    .entry_rank_o (entry_rank),
    .level_first_o(level_first),
    .level_last_o (level_last),
    .level_len_o  (level_len),
    .level_delta_o(unused_delta),
    .level_limit_o(level_limit),
    .level_base_o (level_base),
    .commit_o     (commit),
    .dtype_o      (dtype),
    .id_o         (id),
    .epoch_o      (epoch),
    .min_len_o    (min_len),
    .err_load_o,
    .err_clear_i
  );

  assign entry = {entry_code[MaxCodeLen-1:0], entry_len};
  logic unused_code;
  assign unused_code = ^entry_code;

  huff_enc_books #(
    .Books     (Books),
    .MaxCodeLen(MaxCodeLen)
  ) u_books (
    .clk_i,
    .rst_ni,
    .claim_i       (claim),
    .grant_o       (grant),
    .commit_i      (commit),
    .slot_i        (slot),
    .dtype_i       (dtype),
    .id_i          (id),
    .epoch_i       (epoch),
    .min_len_i     (min_len),
    .escape_valid_i(entry_valid && entry_index[8]),
    .escape_i      (entry),
    .uses_i,
    .current_o,
    .dtype_o,
    .id_o,
    .epoch_o,
    .min_len_o,
    .escape_o
  );

  assign build_o.fresh  = level_first && level_len == 4'd1;
  assign build_o.entry  = entry_valid;
  assign build_o.valid  = entry_valid && !entry_index[8];
  assign build_o.slot   = slot;
  assign build_o.symbol = entry_index[7:0];
  assign build_o.len    = entry_len;
  assign build_o.code   = entry_code;
  assign build_o.rank   = entry_rank;

  assign build_o.level_first = level_first;
  assign build_o.level_len   = level_len;
  assign build_o.base        = level_base;
  assign build_o.level_last  = level_last;
  assign build_o.level_end   = level_limit[15];
  logic unused_limit;
  assign unused_limit = ^level_limit;

endmodule

`default_nettype wire
