// SPDX-License-Identifier: Apache-2.0
//
// huff_enc: the Huffman encoder unit.
//
// Instances only; the stages say what happens.
//
//   Latency     first payload word 7 cycles after the first value (16 lanes, bf16)
//   Throughput  Lanes values per cycle
//   Storage     sum of the stages
//   Model       model/huff/stream.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_enc #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter int unsigned BestSteps = 0,
  parameter int unsigned Counters = 0,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15,
  parameter int unsigned Reserve = 0,
  parameter int unsigned Latches = 0
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic                         cmd_tvalid_i,
  output logic                         cmd_tready_o,
  input  logic [3:0]                   cmd_dtype_i,
  input  logic                         cmd_raw_i,
  input  logic                         cmd_best_i,
  input  logic [3:0]                   cmd_book_i,
  input  logic [3:0]                   cmd_chunk_log2_i,
  input  logic [7:0]                   cmd_offset_i,
  input  logic [31:0]                  cmd_count_i,

  input  logic                         in_tvalid_i,
  output logic                         in_tready_o,
  input  logic [Lanes*ValueBits-1:0]   in_tdata_i,
  input  logic [Lanes*ValueBits/8-1:0] in_tkeep_i,
  input  logic                         in_tlast_i,

  input  logic                         hold_i,
  output logic                         begun_o,

  output logic                         out_tvalid_o,
  input  logic                         out_tready_i,
  output logic [Lanes*WordBits-1:0]    out_tdata_o,
  output logic [Lanes*WordBits/8-1:0]  out_tkeep_o,
  output logic                         out_tlast_o,

  input  logic                         book_tvalid_i,
  output logic                         book_tready_o,
  input  logic [8:0]                   book_index_i,
  input  logic [19:0]                  book_data_i,

  output logic                         err_book_o,
  output logic                         err_count_o,
  output logic                         err_cmd_o,
  output logic                         err_load_o,
  input  logic                         err_clear_i,
  output logic                         busy_o,

  // With Counters.
  input  logic                         count_run_i,
  input  logic                         count_clear_i,
  input  logic                         count_any_i,
  input  logic [3:0]                   count_dtype_i,
  input  logic [3:0]                   count_book_i,
  input  logic                         read_tvalid_i,
  output logic                         read_tready_o,
  input  logic [8:0]                   read_index_i,
  output logic                         count_tvalid_o,
  input  logic                         count_tready_i,
  output logic [31:0]                  count_tdata_o
);

  // A parameter of 0 would end elaboration inside a stage, before its check can name it.
  localparam int unsigned UnitLanes = (Lanes == 0) ? 1 : Lanes;
  localparam int unsigned UnitWord = (WordBits == 0) ? 32 : WordBits;
  localparam int unsigned UnitToken = (MinTokenBits == 0) ? 1 : MinTokenBits;
  localparam int unsigned UnitBooks = (Books == 0) ? 1 : Books;
  localparam int unsigned UnitTop = (TopSymbols == 0) ? 1 : TopSymbols;
  localparam int unsigned EntryBits = MaxCodeLen + 4;
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_port(ValueBits);
  localparam int unsigned TokenBits = huff_enc_pkg::extra_bits(ValueBits) + MaxCodeLen + 9;
  localparam int unsigned CountBits = $clog2(Lanes) + 1;

  huff_params u_params ();
  huff_enc_params #(
    .Lanes(Lanes), .WordBits(WordBits), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen),
    .MinTokenBits(MinTokenBits), .Books(Books), .BestSteps(BestSteps), .Counters(Counters),
    .BookKind(BookKind), .TopSymbols(TopSymbols), .Reserve(Reserve), .Latches(Latches)
  ) u_enc_params ();

  // The stages up to the packing move together.
  logic                       advance;

  logic                       header_valid, header_ready;
  huff_pkg::header_t          header;
  logic                       s1_valid, s1_idle, s2_valid, s3_valid, s3_spoilt, s4_packed, s4_room;
  huff_enc_pkg::step_t        s1_step, s2_step;
  huff_enc_pkg::plan_t        s3_plan;
  logic [Lanes*8-1:0]         s1_symbol, s2_symbol;
  logic [Lanes*ExtraBits-1:0] s1_extra, s2_extra;
  logic [Lanes*EntryBits-1:0] s2_entry;
  logic [Lanes*TokenBits-1:0] s3_token;
  logic [Lanes*6-1:0]         s3_token_len;
  logic [7:0]                 s3_need_a, s3_need_b;
  logic [Lanes-1:0]           s4_demand, word_valid, word_ready;
  logic [1:0]                 s4_passes_a, s4_passes_b;
  logic [Lanes*WordBits-1:0]  word, beat;
  logic                       beat_valid, beat_ready, beat_last, beat_spoilt, s5_busy, s6_busy;
  logic [CountBits-1:0]       beat_words;

  huff_enc_pkg::build_t       build;
  logic [EntryBits-1:0]       s2_escape;
  logic [UnitBooks-1:0]       book_uses, s2_reads, book_current;
  logic [4*UnitBooks-1:0]     book_dtype, book_id, book_min_len, book_escape_len;
  logic [8*UnitBooks-1:0]     book_epoch;
  logic [UnitBooks*EntryBits-1:0] book_escape;

  huff_enc_library #(
    .Books(UnitBooks), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen), .BookKind(BookKind),
    .TopSymbols(UnitTop)
  ) u_library (
    .clk_i, .rst_ni, .book_tvalid_i, .book_tready_o, .book_index_i, .book_data_i,
    .uses_i(book_uses | s2_reads), .current_o(book_current), .dtype_o(book_dtype), .id_o(book_id),
    .epoch_o(book_epoch), .min_len_o(book_min_len), .escape_o(book_escape),
    .build_o(build), .err_load_o, .err_clear_i
  );

  for (genvar k = 0; k < UnitBooks; k++) begin : gen_escape_len
    assign book_escape_len[4*k+:4] = book_escape[EntryBits*k+:4];
  end

  huff_enc_s1_symbolize #(
    .Lanes(UnitLanes), .ValueBits(ValueBits), .MinTokenBits(UnitToken), .Books(UnitBooks),
    .BestSteps(BestSteps),
    .WordCode(WordBits == 32 ? huff_pkg::WordCodeWord32 : huff_pkg::WordCodeWord64)
  ) u_s1_symbolize (
    .clk_i, .rst_ni, .cmd_tvalid_i, .cmd_tready_o, .cmd_dtype_i, .cmd_raw_i, .cmd_best_i,
    .cmd_book_i, .cmd_chunk_log2_i, .cmd_offset_i, .cmd_count_i,
    .in_tvalid_i, .in_tready_o, .in_tdata_i, .in_tkeep_i, .in_tlast_i, .hold_i, .begun_o,
    .advance_i(advance), .step_valid_o(s1_valid), .step_o(s1_step),
    .symbol_o(s1_symbol), .extra_o(s1_extra),
    .header_valid_o(header_valid), .header_ready_i(header_ready), .header_o(header),
    .book_current_i(book_current), .book_dtype_i(book_dtype), .book_id_i(book_id),
    .book_epoch_i(book_epoch), .book_min_len_i(book_min_len), .book_uses_o(book_uses),
    .book_escape_len_i(book_escape_len), .write_i(build.valid), .write_slot_i(build.slot),
    .write_symbol_i(build.symbol), .write_len_i(build.len),
    .idle_o(s1_idle), .err_book_o, .err_count_o, .err_cmd_o, .err_clear_i
  );

  huff_enc_s2_select #(
    .Lanes(UnitLanes), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen), .Books(UnitBooks),
    .BookKind(BookKind), .TopSymbols(UnitTop)
  ) u_s2_select (
    .clk_i, .rst_ni,
    .advance_i(advance), .step_valid_i(s1_valid), .step_i(s1_step),
    .symbol_i(s1_symbol), .extra_i(s1_extra),
    .step_valid_o(s2_valid), .step_o(s2_step),
    .symbol_o(s2_symbol), .extra_o(s2_extra), .entry_o(s2_entry), .escape_o(s2_escape),
    .escape_i(book_escape), .build_i(build), .reads_o(s2_reads)
  );

  huff_enc_s3_code #(
    .Lanes(UnitLanes), .WordBits(UnitWord), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen)
  ) u_s3_code (
    .clk_i, .rst_ni,
    .advance_i(advance), .step_valid_i(s2_valid), .step_i(s2_step),
    .symbol_i(s2_symbol), .extra_i(s2_extra), .entry_i(s2_entry), .escape_i(s2_escape),
    .step_valid_o(s3_valid), .plan_o(s3_plan), .spoilt_o(s3_spoilt),
    .need_a_o(s3_need_a), .need_b_o(s3_need_b), .token_o(s3_token), .token_len_o(s3_token_len)
  );

  huff_enc_s4_pack #(
    .Lanes(UnitLanes), .WordBits(UnitWord), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen),
    .MinTokenBits(UnitToken), .Reserve(Reserve), .Latches(Latches)
  ) u_s4_pack (
    .clk_i, .rst_ni,
    .advance_i(advance), .step_valid_i(s3_valid), .plan_i(s3_plan),
    .next_last_i(advance ? s2_step.last : s3_plan.last), .need_a_i(s3_need_a), .need_b_i(s3_need_b),
    .token_i(s3_token), .token_len_i(s3_token_len), .packed_o(s4_packed), .demand_o(s4_demand),
    .passes_a_o(s4_passes_a), .passes_b_o(s4_passes_b), .room_o(s4_room),
    .word_valid_o(word_valid), .word_ready_i(word_ready), .word_o(word)
  );

  huff_enc_s5_order #(
    .Lanes(UnitLanes), .WordBits(UnitWord), .ValueBits(ValueBits), .MinTokenBits(UnitToken),
    .Reserve(Reserve), .Latches(Latches)
  ) u_s5_order (
    .clk_i, .rst_ni,
    .header_valid_i(header_valid), .header_ready_o(header_ready), .header_i(header),
    .packed_i(s4_packed), .plan_i(s3_plan), .spoilt_i(s3_spoilt), .demand_i(s4_demand),
    .passes_a_i(s4_passes_a), .passes_b_i(s4_passes_b), .advance_o(advance),
    .word_valid_i(word_valid), .word_ready_o(word_ready), .word_i(word), .room_i(s4_room),
    .beat_valid_o(beat_valid), .beat_ready_i(beat_ready), .beat_o(beat),
    .beat_last_o(beat_last), .beat_words_o(beat_words), .beat_spoilt_o(beat_spoilt),
    .busy_o(s5_busy)
  );

  huff_enc_s6_frame #(.Lanes(UnitLanes), .WordBits(UnitWord)) u_s6_frame (
    .clk_i, .rst_ni,
    .beat_valid_i(beat_valid), .beat_ready_o(beat_ready), .beat_i(beat),
    .beat_last_i(beat_last), .beat_words_i(beat_words), .beat_spoilt_i(beat_spoilt),
    .out_tvalid_o, .out_tready_i, .out_tdata_o, .out_tkeep_o, .out_tlast_o, .busy_o(s6_busy)
  );

  if (Counters != 0) begin : gen_counters
    huff_enc_counters #(
      .Lanes(UnitLanes), .WordBits(UnitWord), .ValueBits(ValueBits), .MaxCodeLen(MaxCodeLen)
    ) u_counters (
      .clk_i, .rst_ni, .count_run_i, .count_clear_i, .count_any_i, .count_dtype_i, .count_book_i,
      .step_i(advance && s2_valid), .plan_i(s2_step), .symbol_i(s2_symbol), .entry_i(s2_entry),
      .beat_i(out_tvalid_o && out_tready_i), .beat_keep_i(out_tkeep_o),
      .read_tvalid_i, .read_tready_o, .read_index_i, .count_tvalid_o, .count_tready_i,
      .count_tdata_o
    );
  end else begin : gen_no_counters
    assign {read_tready_o, count_tvalid_o, count_tdata_o} = '0;
    logic unused_count;
    assign unused_count = ^{count_run_i, count_clear_i, count_any_i, count_dtype_i, count_book_i,
                            read_tvalid_i, read_index_i, count_tready_i};
  end

  logic busy_d, busy_q;
  assign busy_d = !s1_idle || s2_valid || s3_valid || s5_busy || beat_valid || s6_busy;

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
