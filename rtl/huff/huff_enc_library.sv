// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_library: the books of the encoder, and how they get there.
//
// Instances only. The codewords go to the look-up memories of the lanes; what all lanes share stays
// here.
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

  // Look-up memories: {code, length}.
  output logic                       write_o,
  output logic [3:0]                 write_slot_o,
  output logic [7:0]                 write_symbol_o,
  output logic [EntryBits-1:0]       write_entry_o,

  output logic                       err_load_o,
  input  logic                       err_clear_i
);

  logic                 claim, grant, commit, entry_valid;
  logic [3:0]           slot, dtype, id, min_len, entry_len;
  logic [7:0]           epoch;
  logic [8:0]           entry_index;
  logic [14:0]          entry_code;
  logic [EntryBits-1:0] entry;
  // What only a decoder needs.
  logic [7:0]           unused_rank, unused_delta;
  logic                 unused_first, unused_last;
  logic [3:0]           unused_level;
  logic [15:0]          unused_limit;

  huff_book_load #(
    .Books     (Books),
    .ValueBits (ValueBits),
    .MaxCodeLen(MaxCodeLen)
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
    .entry_rank_o (unused_rank),
    .level_first_o(unused_first),
    .level_last_o (unused_last),
    .level_len_o  (unused_level),
    .level_delta_o(unused_delta),
    .level_limit_o(unused_limit),
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

  assign write_o        = entry_valid && !entry_index[8];
  assign write_slot_o   = slot;
  assign write_symbol_o = entry_index[7:0];
  assign write_entry_o  = entry;

endmodule

`default_nettype wire
