// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_s4_desymbolize: from codewords to values.
//
// The rank of a codeword in the canonical order addresses its symbol. What belongs to the book or
// the message travels with the step: the lanes may already be in the next chunk or message.
//
//   Latency     2 cycles
//   Throughput  1 beat per cycle
//   Storage     3 beats, and the symbols
//   Model       model/huff/desymbolize.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_s4_desymbolize #(
  parameter int unsigned Lanes      = 16,
  parameter int unsigned ValueBits  = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books      = 2,
  parameter int unsigned BookKind   = 0,
  parameter int unsigned TopSymbols = 15,
  localparam int unsigned Levels    = huff_book_pkg::levels(BookKind, MaxCodeLen),
  localparam int unsigned ExtraBits = huff_dec_pkg::extra_bits(ValueBits),
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  // Steps with their book and offset; a message without a last step gets a mark, which ends its
  // packet.
  input  logic                         step_valid_i,
  output logic                         step_ready_o,
  input  logic                         step_last_i,
  input  logic                         step_split_i,
  input  logic                         step_wide_i,
  input  logic [7:0]                   step_offset_i,
  input  logic [CountBits-1:0]         step_count_i,
  input  logic [Lanes*8-1:0]           step_tail_i,
  input  logic [Lanes*ExtraBits-1:0]   step_extra_i,
  input  logic [Lanes*4-1:0]           step_code_len_i,
  input  logic [Lanes-1:0]             step_escape_i,
  input  logic                         step_raw_i,
  input  logic [3:0]                   step_slot_i,
  input  logic [Levels*4-1:0]          step_level_len_i,
  input  logic [Levels*8-1:0]          step_delta_i,
  input  logic                         mark_i,

  // Symbols of a new book.
  input  logic                         write_i,
  input  logic [3:0]                   write_slot_i,
  input  logic [7:0]                   write_rank_i,
  input  logic [7:0]                   write_symbol_i,
  // Symbols of this slot are being looked up.
  output logic                         reads_o,
  output logic [3:0]                   reads_slot_o,

  output logic                         out_tvalid_o,
  input  logic                         out_tready_i,
  output logic [Lanes*ValueBits-1:0]   out_tdata_o,
  output logic [Lanes*ValueBits/8-1:0] out_tkeep_o,
  output logic                         out_tlast_o,
  output logic                         packet_end_o
);

  // Codewords, then symbols on their way out of the look-up.
  logic                    code_valid_d, code_valid_q;
  logic                    code_last_d, code_last_q;
  logic                    code_split_d, code_split_q, code_wide_d, code_wide_q;
  logic [7:0]              code_offset_d, code_offset_q;
  logic [CountBits-1:0]    code_count_d, code_count_q;
  logic [Lanes*8-1:0]      code_tail_d, code_tail_q;
  logic [Lanes*ExtraBits-1:0] code_extra_d, code_extra_q;
  logic [Lanes*4-1:0]      code_len_d, code_len_q;
  logic [Lanes-1:0]        code_escape_d, code_escape_q;
  logic                    code_raw_d, code_raw_q;
  logic [3:0]              code_slot_d, code_slot_q;
  logic [Levels*4-1:0]     code_level_len;
  logic [Levels*8-1:0]     code_delta_d, code_delta_q;

  logic                    symbol_valid_d, symbol_valid_q;
  logic                    symbol_last_d, symbol_last_q;
  logic                    symbol_split_d, symbol_split_q, symbol_wide_d, symbol_wide_q;
  logic [7:0]              symbol_offset_d, symbol_offset_q;
  logic [CountBits-1:0]    symbol_count_d, symbol_count_q;
  logic [Lanes*8-1:0]      symbol_tail_d, symbol_tail_q;
  logic [Lanes*ExtraBits-1:0] symbol_extra_d, symbol_extra_q;
  logic [Lanes-1:0]        symbol_escape_d, symbol_escape_q;

  logic                    advance;
  assign step_ready_o = advance;

  //////////////////////
  // Rank and look-up //
  //////////////////////

  logic [Lanes*8-1:0] rank, looked_up, field;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    huff_dec_rank #(.Levels(Levels)) u_rank (
      .tail_i(code_tail_q[i*8 +: 8]), .len_i(code_len_q[i*4 +: 4]), .level_len_i(code_level_len),
      .delta_i(code_delta_q), .rank_o(rank[i*8 +: 8])
    );

    assign field[i*8 +: 8] = symbol_offset_q + (symbol_escape_q[i] ? symbol_tail_q[i*8 +: 8]
                                                                   : looked_up[i*8 +: 8]);
  end

  // The lengths of the levels are constants, or belong to the book.
  if (BookKind == huff_book_pkg::KindQuad) begin : gen_level_len
    logic [Levels*4-1:0] len_d, len_q;
    assign len_d = advance ? step_level_len_i : len_q;
    always_ff @(posedge clk_i) begin
      len_q <= len_d;
    end
    assign code_level_len = len_q;
  end else begin : gen_level_len
    assign code_level_len = step_level_len_i;
  end

  if (BookKind == huff_book_pkg::KindTop) begin : gen_top
    huff_dec_symbols_top #(
      .Lanes(Lanes), .Books(Books), .TopSymbols(TopSymbols)
    ) u_symbols (
      .clk_i, .write_i, .write_slot_i, .write_rank_i, .write_symbol_i,
      .read_i(advance), .slot_i(code_slot_q), .rank_i(rank), .symbol_o(looked_up)
    );
  end else begin : gen_full
    huff_dec_symbols_full #(
      .Lanes(Lanes), .Books(Books)
    ) u_symbols (
      .clk_i, .write_i, .write_slot_i, .write_rank_i, .write_symbol_i,
      .read_i(advance), .slot_i(code_slot_q), .rank_i(rank), .symbol_o(looked_up)
    );
  end

  huff_dec_deliver #(
    .Lanes(Lanes), .ValueBits(ValueBits)
  ) u_deliver (
    .clk_i, .rst_ni,
    .symbol_valid_i(symbol_valid_q), .symbol_ready_o(advance), .symbol_last_i(symbol_last_q),
    .symbol_split_i(symbol_split_q), .symbol_wide_i(symbol_wide_q), .symbol_count_i(symbol_count_q),
    .field_i(field), .extra_i(symbol_extra_q),
    .out_tvalid_o, .out_tready_i, .out_tdata_o, .out_tkeep_o, .out_tlast_o, .packet_end_o
  );

  ////////////////
  // Next state //
  ////////////////

  assign reads_o      = code_valid_q && !code_raw_q;
  assign reads_slot_o = code_slot_q;

  always_comb begin
    code_valid_d    = code_valid_q;
    code_last_d     = code_last_q;
    code_split_d    = code_split_q;
    code_wide_d     = code_wide_q;
    code_offset_d   = code_offset_q;
    code_count_d    = code_count_q;
    code_tail_d     = code_tail_q;
    code_extra_d    = code_extra_q;
    code_len_d      = code_len_q;
    code_escape_d   = code_escape_q;
    code_raw_d      = code_raw_q;
    code_slot_d     = code_slot_q;
    code_delta_d    = code_delta_q;
    symbol_valid_d  = symbol_valid_q;
    symbol_last_d   = symbol_last_q;
    symbol_split_d  = symbol_split_q;
    symbol_wide_d   = symbol_wide_q;
    symbol_offset_d = symbol_offset_q;
    symbol_count_d  = symbol_count_q;
    symbol_tail_d   = symbol_tail_q;
    symbol_extra_d  = symbol_extra_q;
    symbol_escape_d = symbol_escape_q;

    if (advance) begin
      code_valid_d    = step_valid_i || mark_i;
      code_last_d     = mark_i || step_last_i;
      code_split_d    = step_split_i;
      code_wide_d     = step_wide_i;
      code_offset_d   = step_offset_i;
      code_count_d    = mark_i ? '0 : step_count_i;
      code_tail_d     = step_tail_i;
      code_extra_d    = step_extra_i;
      code_len_d      = step_code_len_i;
      code_escape_d   = step_escape_i;
      code_raw_d      = step_raw_i;
      code_slot_d     = step_slot_i;
      code_delta_d    = step_delta_i;
      symbol_valid_d  = code_valid_q;
      symbol_last_d   = code_last_q;
      symbol_split_d  = code_split_q;
      symbol_wide_d   = code_wide_q;
      symbol_offset_d = code_offset_q;
      symbol_count_d  = code_count_q;
      symbol_tail_d   = code_tail_q;
      symbol_extra_d  = code_extra_q;
      symbol_escape_d = code_escape_q;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      code_valid_q   <= 1'b0;
      symbol_valid_q <= 1'b0;
    end else begin
      code_valid_q   <= code_valid_d;
      symbol_valid_q <= symbol_valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    code_last_q     <= code_last_d;
    code_split_q    <= code_split_d;
    code_wide_q     <= code_wide_d;
    code_offset_q   <= code_offset_d;
    code_count_q    <= code_count_d;
    code_tail_q     <= code_tail_d;
    code_extra_q    <= code_extra_d;
    code_len_q      <= code_len_d;
    code_escape_q   <= code_escape_d;
    code_raw_q      <= code_raw_d;
    code_slot_q     <= code_slot_d;
    code_delta_q    <= code_delta_d;
    symbol_last_q   <= symbol_last_d;
    symbol_split_q  <= symbol_split_d;
    symbol_wide_q   <= symbol_wide_d;
    symbol_offset_q <= symbol_offset_d;
    symbol_count_q  <= symbol_count_d;
    symbol_tail_q   <= symbol_tail_d;
    symbol_extra_q  <= symbol_extra_d;
    symbol_escape_q <= symbol_escape_d;
  end

  `TERN_ASSERT(StepOnlyWhenReady, !(step_valid_i || mark_i) || step_ready_o)

endmodule

`default_nettype wire
