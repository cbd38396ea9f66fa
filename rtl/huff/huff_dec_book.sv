// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_book: the books of the decoder, and the one that its lanes see.
//
// Instances only: the loader fills a slot, the choice of a chunk finds its slot, and what the slot
// holds goes to the lanes when the chunk begins.
//
//   Latency     2 cycles from a choice to what the lanes see
//   Throughput  1 chunk in 3 cycles
//   Storage     sum of the parts
//   Model       model/huff/deframe.h
//   Test        tb/huff/decoder_book_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_book #(
  parameter int unsigned Lanes      = 16,
  parameter int unsigned ValueBits  = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books      = 2,
  parameter int unsigned BookKind   = 0,
  parameter int unsigned TopSymbols = 15,
  localparam int unsigned Levels    = huff_book_pkg::levels(BookKind, MaxCodeLen),
  localparam int unsigned RestBits  = huff_dec_pkg::rest_bits(ValueBits)
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  input  logic                                 book_tvalid_i,
  output logic                                 book_tready_o,
  input  logic [8:0]                           book_index_i,
  input  logic [19:0]                          book_data_i,

  // Choice in a header; no message may begin while `hold`.
  output logic                                 hold_o,
  input  logic                                 head_i,
  input  logic                                 head_run_i,
  input  huff_pkg::header_t                    header_i,
  input  logic                                 split_i,
  input  logic                                 wide_i,
  input  logic                                 stop_i,
  input  logic                                 finished_i,
  // Choice in the tokens.
  input  logic                                 bits_valid_i,
  input  logic                                 bits_end_i,
  input  logic [Lanes-1:0]                     bits_i,
  input  logic                                 turn_i,
  output logic                                 bad_o,
  output logic                                 bad_first_o,
  output logic [3:0]                           bad_error_o,
  output logic                                 choice_busy_o,

  // Book of the chunk.
  output logic                                 open_o,
  output logic                                 raw_o,
  output logic [(Levels-1)*MaxCodeLen-1:0]     limit_o,
  output logic [Levels-2:0]                    never_o,
  output logic [Levels*4-1:0]                  level_len_o,
  output logic                                 escape_en_o,
  output logic [MaxCodeLen-1:0]                escape_code_o,
  output logic [MaxCodeLen-1:0]                escape_mask_o,
  output logic [RestBits-1:0]                  escape_end_o,
  output logic [3:0]                           slot_o,
  output logic [Levels*8-1:0]                  delta_o,

  // Symbols for the memories of a slot, by rank; and the slot that is being read.
  output logic                                 write_o,
  output logic [3:0]                           write_slot_o,
  output logic [7:0]                           write_rank_o,
  output logic [7:0]                           write_symbol_o,
  input  logic                                 reads_i,
  input  logic [3:0]                           reads_slot_i,

  output logic                                 err_load_o,
  input  logic                                 err_clear_i
);

  logic             claim, grant, entry_valid, level_first, level_last, commit, entry_escape;
  logic [3:0]       load_slot, entry_len, level_len, load_dtype, load_id, load_min_len;
  logic [8:0]       entry_index;
  logic [14:0]      entry_code;
  logic [7:0]       level_delta, load_epoch;
  logic [15:0]      level_limit;
  logic [14:0]      unused_base;       // for an encoder

  logic [3:0]       choice_dtype, choice_id;
  logic [7:0]       choice_epoch;
  logic [2:0]       choice_min_len;
  logic [Books-1:0] hit, take_hit, used;
  logic             known, too_short, take, take_raw;

  huff_book_load #(
    .Books(Books), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen), .BookKind(BookKind),
    .TopSymbols(TopSymbols)
  ) u_book_load (
    .clk_i, .rst_ni, .book_tvalid_i, .book_tready_o, .book_index_i, .book_data_i,
    .claim_o(claim), .grant_i(grant), .slot_o(load_slot),
    .entry_valid_o(entry_valid), .entry_index_o(entry_index), .entry_len_o(entry_len),
    .entry_code_o(entry_code), .entry_rank_o(write_rank_o),
    .level_first_o(level_first), .level_last_o(level_last), .level_len_o(level_len),
    .level_delta_o(level_delta), .level_limit_o(level_limit),
    .level_base_o(unused_base),
    .commit_o(commit), .dtype_o(load_dtype), .id_o(load_id), .epoch_o(load_epoch),
    .min_len_o(load_min_len), .err_load_o, .err_clear_i
  );

  assign entry_escape = entry_valid && (entry_index == 9'(huff_pkg::EscapeIndex));

  assign write_o        = entry_valid && !entry_escape && (entry_len != '0);
  assign write_slot_o   = load_slot;
  assign write_symbol_o = entry_index[7:0];

  huff_dec_books #(
    .Books(Books)
  ) u_books (
    .clk_i, .rst_ni,
    .claim_i(claim), .slot_i(load_slot), .grant_o(grant), .hold_o,
    .commit_i(commit), .commit_dtype_i(load_dtype), .commit_id_i(load_id),
    .commit_epoch_i(load_epoch), .commit_min_len_i(load_min_len),
    .used_i(used), .reads_i, .reads_slot_i,
    .dtype_i(choice_dtype), .min_len_i(choice_min_len), .id_i(choice_id), .epoch_i(choice_epoch),
    .hit_o(hit), .known_o(known), .too_short_o(too_short)
  );

  huff_dec_choice #(
    .Lanes(Lanes), .Books(Books)
  ) u_choice (
    .clk_i, .rst_ni,
    .head_i, .head_run_i, .header_i, .stop_i, .finished_i,
    .bits_valid_i, .bits_end_i, .bits_i, .turn_i,
    .dtype_o(choice_dtype), .min_len_o(choice_min_len), .id_o(choice_id), .epoch_o(choice_epoch),
    .hit_i(hit), .known_i(known), .too_short_i(too_short),
    .take_o(take), .take_hit_o(take_hit), .take_raw_o(take_raw), .open_o, .slot_o,
    .used_o(used), .bad_o, .bad_first_o, .bad_error_o, .busy_o(choice_busy_o)
  );

  huff_dec_limits #(
    .ValueBits(ValueBits), .Books(Books), .MaxCodeLen(MaxCodeLen), .BookKind(BookKind)
  ) u_limits (
    .clk_i,
    .build_slot_i(load_slot), .entry_valid_i(entry_valid), .entry_escape_i(entry_escape),
    .entry_len_i(entry_len), .entry_code_i(entry_code), .level_first_i(level_first),
    .level_last_i(level_last), .level_len_i(level_len), .level_delta_i(level_delta),
    .level_limit_i(level_limit),
    .take_i(take), .take_hit_i(take_hit), .take_raw_i(take_raw), .split_i,
    .wide_i,
    .raw_o, .limit_o, .never_o, .level_len_o, .delta_o,
    .escape_en_o, .escape_code_o, .escape_mask_o, .escape_end_o
  );

endmodule

`default_nettype wire
