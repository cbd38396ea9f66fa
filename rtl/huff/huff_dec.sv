// SPDX-License-Identifier: Apache-2.0
//
// huff_dec: the Huffman decoder unit.
//
// Instances only; the stages say what happens.
//
//   Latency     first values 6 cycles after the first beat (16 lanes, bf16)
//   Throughput  Lanes values per cycle
//   Storage     sum of the stages
//   Model       model/huff/stream.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec #(
  parameter int unsigned Lanes      = 16,
  parameter int unsigned WordBits   = 32,
  parameter int unsigned ValueBits  = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books      = 2,
  parameter int unsigned BookKind   = 0,
  parameter int unsigned TopSymbols = 15
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         in_tvalid_i,
  output logic                         in_tready_o,
  input  logic [Lanes*WordBits-1:0]    in_tdata_i,
  input  logic [Lanes*WordBits/8-1:0]  in_tkeep_i,
  input  logic                         in_tlast_i,

  output logic                         out_tvalid_o,
  input  logic                         out_tready_i,
  output logic [Lanes*ValueBits-1:0]   out_tdata_o,
  output logic [Lanes*ValueBits/8-1:0] out_tkeep_o,
  output logic                         out_tlast_o,

  output logic                         done_tvalid_o,
  input  logic                         done_tready_i,
  output logic [3:0]                   done_error_o,
  output logic [3:0]                   done_dtype_o,
  output logic [31:0]                  done_count_o,

  input  logic                         book_tvalid_i,
  output logic                         book_tready_o,
  input  logic [8:0]                   book_index_i,
  input  logic [19:0]                  book_data_i,

  output logic                         err_load_o,
  input  logic                         err_clear_i,
  output logic                         busy_o
);

  // A parameter of 0 would end elaboration inside a stage, before a check can name it.
  localparam int unsigned N = (Lanes == 0) ? 1 : Lanes;
  localparam int unsigned W = (WordBits == 0) ? 32 : WordBits;
  localparam int unsigned V = (ValueBits == 0) ? 8 : ValueBits;
  localparam int unsigned M = (MaxCodeLen < 2) ? 8 : MaxCodeLen;
  localparam int unsigned B = (Books == 0) ? 1 : Books;
  localparam int unsigned L = huff_book_pkg::levels(BookKind, M);
  localparam int unsigned T = (TopSymbols == 0) ? 1 : TopSymbols;
  localparam int unsigned E = huff_dec_pkg::extra_bits(V);
  localparam int unsigned CountBits = $clog2(N) + 1;
  localparam int unsigned HeadBits = (N * W < huff_pkg::HeaderBits) ? N * W : huff_pkg::HeaderBits;

  huff_params u_params ();
  huff_dec_params #(
    .Lanes(Lanes), .WordBits(WordBits), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen),
    .Books(Books), .BookKind(BookKind), .TopSymbols(TopSymbols)
  ) u_dec_params ();

  logic                   in_fire, in_front, in_bad;
  logic [CountBits-1:0]   in_whole, in_end;
  logic [N-1:0]           in_covered, in_trailer;
  logic                   row_header, row_drop, row_leave, row0_odd;
  logic                   row0_valid, row0_last, row0_front, row0_bad, row1_valid, row1_last;
  logic [CountBits-1:0]   row0_whole, row0_words, row1_words;
  logic [N*W-1:0]         even_row, odd_row, word;
  logic [HeadBits-1:0]    row0;

  logic                   start, start_split, start_wide, finished, truncated, stop;
  logic [N-1:0]           start_mask, ask;
  logic [5:0]             start_min_token;
  logic                   mark, s1_idle, finish_idle, packet_end;
  logic                   end_valid, end_ready, match_valid, match_ready, match;
  logic [3:0]             end_error, end_dtype;
  logic [31:0]            end_count;

  huff_pkg::header_t      header;
  logic                   hold, head, choice_valid, choice_end, turn;
  logic [N-1:0]           choice;
  logic                   bad, bad_first, choice_busy;

  logic                   open, raw, escape_en;
  logic [(L-1)*M-1:0]     limit;
  logic [L-2:0]           never;
  logic [L*4-1:0]         level_len;
  logic [L*8-1:0]         delta;
  logic [M-1:0]           escape_code, escape_mask;
  logic [huff_dec_pkg::rest_bits(V)-1:0] escape_end;

  logic                   ask_ready, served, take_wraps;
  logic [CountBits-1:0]   take_words, step_count;
  logic                   step_valid, step_ready, step_last, step_split, step_wide;
  logic [N*8-1:0]         step_tail;
  logic [N*E-1:0]         step_extra;
  logic [N*4-1:0]         step_code_len;
  logic [N-1:0]           step_escape;

  logic                   write, reads;
  logic [3:0]             write_slot, reads_slot, slot, bad_error;
  logic [7:0]             write_rank, write_symbol, step_offset;

  huff_dec_book #(
    .Lanes(N), .ValueBits(V), .MaxCodeLen(M), .Books(B), .BookKind(BookKind), .TopSymbols(T)
  ) u_book (
    .clk_i, .rst_ni, .book_tvalid_i, .book_tready_o, .book_index_i, .book_data_i,
    .hold_o(hold), .head_i(head), .head_run_i(start), .header_i(header), .split_i(step_split),
    .wide_i(step_wide), .stop_i(stop), .finished_i(finished),
    .bits_valid_i(choice_valid), .bits_end_i(choice_end), .bits_i(choice), .turn_i(turn),
    .bad_o(bad), .bad_first_o(bad_first), .bad_error_o(bad_error), .choice_busy_o(choice_busy),
    .open_o(open), .raw_o(raw), .limit_o(limit), .never_o(never), .level_len_o(level_len),
    .escape_en_o(escape_en), .escape_code_o(escape_code), .escape_mask_o(escape_mask),
    .escape_end_o(escape_end), .slot_o(slot), .delta_o(delta),
    .write_o(write), .write_slot_o(write_slot), .write_rank_o(write_rank),
    .write_symbol_o(write_symbol), .reads_i(reads), .reads_slot_i(reads_slot),
    .err_load_o, .err_clear_i
  );

  //////////////
  // Messages //
  //////////////

  assign in_fire = in_tvalid_i && in_tready_o;

  huff_dec_intake #(.Lanes(N), .WordBits(W)) u_intake (
    .keep_i(in_tkeep_i), .last_i(in_tlast_i),
    .whole_o(in_whole), .end_o(in_end), .covered_o(in_covered), .trailer_o(in_trailer),
    .front_o(in_front), .bad_o(in_bad)
  );

  huff_dec_rows #(.Lanes(N), .WordBits(W)) u_rows (
    .clk_i, .rst_ni,
    .in_valid_i(in_tvalid_i), .in_ready_o(in_tready_o), .in_data_i(in_tdata_i),
    .in_last_i(in_tlast_i), .in_front_i(in_front), .in_bad_i(in_bad), .in_whole_i(in_whole),
    .in_end_i(in_end), .take_i(served), .take_words_i(take_words), .take_wraps_i(take_wraps),
    .header_i(row_header), .drop_i(row_drop),
    .row0_valid_o(row0_valid), .row0_last_o(row0_last), .row0_front_o(row0_front),
    .row0_bad_o(row0_bad), .row0_whole_o(row0_whole), .row0_words_o(row0_words), .row0_head_o(row0),
    .row1_valid_o(row1_valid), .row1_last_o(row1_last), .row1_words_o(row1_words),
    .row0_odd_o(row0_odd), .leave_o(row_leave), .even_o(even_row), .odd_o(odd_row)
  );

  huff_dec_check #(.Lanes(N), .WordBits(W)) u_check (
    .clk_i, .rst_ni,
    .beat_i(in_fire), .beat_last_i(in_tlast_i), .beat_data_i(in_tdata_i),
    .beat_covered_i(in_covered), .beat_trailer_i(in_trailer),
    .match_valid_o(match_valid), .match_ready_i(match_ready), .match_o(match)
  );

  huff_dec_s1_deframe #(.Lanes(N), .WordBits(W), .ValueBits(V)) u_s1_deframe (
    .clk_i, .rst_ni,
    .row_valid_i(row0_valid), .row_last_i(row0_last), .row_front_i(row0_front),
    .row_bad_i(row0_bad), .row_whole_i(row0_whole), .row_words_i(row0_words), .row_i(row0),
    .row_leave_i(row_leave), .row_header_o(row_header), .row_drop_o(row_drop),
    .hold_i(hold), .head_o(head), .header_o(header), .start_o(start), .start_mask_o(start_mask),
    .start_min_token_o(start_min_token), .start_split_o(start_split), .start_wide_o(start_wide),
    .finished_i(finished), .truncated_i(truncated), .stop_o(stop),
    .bad_i(bad), .bad_first_i(bad_first), .bad_error_i(bad_error), .choice_busy_i(choice_busy),
    .mark_o(mark), .mark_ready_i(step_ready), .end_valid_o(end_valid), .end_ready_i(end_ready),
    .end_error_o(end_error), .end_dtype_o(end_dtype), .end_count_o(end_count), .idle_o(s1_idle)
  );

  huff_dec_finish u_finish (
    .clk_i, .rst_ni,
    .end_valid_i(end_valid), .end_ready_o(end_ready), .end_error_i(end_error),
    .end_dtype_i(end_dtype), .end_count_i(end_count),
    .match_valid_i(match_valid), .match_ready_o(match_ready), .match_i(match),
    .packet_end_i(packet_end),
    .done_tvalid_o, .done_tready_i, .done_error_o, .done_dtype_o, .done_count_o,
    .idle_o(finish_idle)
  );

  ////////////
  // Tokens //
  ////////////

  huff_dec_s2_distribute #(.Lanes(N), .WordBits(W)) u_s2_distribute (
    .clk_i, .rst_ni,
    .start_i(start), .start_odd_i(row0_odd ^ row_leave),
    .ask_i(ask), .ask_ready_i(ask_ready), .served_o(served), .truncated_o(truncated),
    .even_row_i(even_row), .odd_row_i(odd_row),
    .row0_valid_i(row0_valid), .row0_last_i(row0_last), .row0_words_i(row0_words),
    .row1_valid_i(row1_valid), .row1_last_i(row1_last), .row1_words_i(row1_words),
    .take_words_o(take_words), .take_wraps_o(take_wraps), .word_o(word)
  );

  huff_dec_s3_decode #(
    .Lanes(N), .WordBits(W), .ValueBits(V), .MaxCodeLen(M), .BookKind(BookKind)
  ) u_s3_decode (
    .clk_i, .rst_ni,
    .start_i(start), .header_i(header), .start_mask_i(start_mask),
    .start_min_token_i(start_min_token), .start_split_i(start_split), .start_wide_i(start_wide),
    .stop_i(stop), .finished_o(finished),
    .open_i(open), .raw_i(raw), .limit_i(limit), .never_i(never), .level_len_i(level_len),
    .escape_en_i(escape_en), .escape_code_i(escape_code), .escape_mask_i(escape_mask),
    .escape_end_i(escape_end),
    .choice_valid_o(choice_valid), .choice_end_o(choice_end), .choice_o(choice), .turn_o(turn),
    .ask_o(ask), .ask_ready_o(ask_ready), .served_i(served), .word_i(word),
    .step_valid_o(step_valid), .step_ready_i(step_ready), .step_last_o(step_last),
    .step_split_o(step_split), .step_wide_o(step_wide), .step_offset_o(step_offset),
    .step_count_o(step_count), .step_tail_o(step_tail), .step_extra_o(step_extra),
    .step_code_len_o(step_code_len), .step_escape_o(step_escape)
  );

  huff_dec_s4_desymbolize #(
    .Lanes(N), .ValueBits(V), .MaxCodeLen(M), .Books(B), .BookKind(BookKind), .TopSymbols(T)
  ) u_s4_desymbolize (
    .clk_i, .rst_ni,
    .step_valid_i(step_valid), .step_ready_o(step_ready), .step_last_i(step_last),
    .step_split_i(step_split), .step_wide_i(step_wide), .step_offset_i(step_offset),
    .step_count_i(step_count), .step_tail_i(step_tail), .step_extra_i(step_extra),
    .step_code_len_i(step_code_len), .step_escape_i(step_escape), .step_raw_i(raw),
    .step_slot_i(slot), .step_level_len_i(level_len), .step_delta_i(delta), .mark_i(mark),
    .write_i(write), .write_slot_i(write_slot), .write_rank_i(write_rank),
    .write_symbol_i(write_symbol), .reads_o(reads), .reads_slot_o(reads_slot),
    .out_tvalid_o, .out_tready_i, .out_tdata_o, .out_tkeep_o, .out_tlast_o,
    .packet_end_o(packet_end)
  );

  // A book that is being loaded is no message.
  logic busy_d, busy_q;
  assign busy_d = !s1_idle || !finish_idle || out_tvalid_o || in_fire;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
    end else begin
      busy_q <= busy_d;
    end
  end

  assign busy_o = busy_q;

endmodule

`default_nettype wire
