// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_limits: what the lanes need to know of a book: by slot, and of the chunk under way.
//
// The lanes see one set of registers; the choice among the slots is made when a chunk begins.
//
//   Latency     1 cycle from take to the lanes
//   Throughput  1 chunk per cycle
//   Storage     the levels, and Books * (MaxCodeLen + 4) + 2 * MaxCodeLen + 7 bits
//   Model       model/huff/decode.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_limits #(
  parameter int unsigned ValueBits  = 16,
  parameter int unsigned Books      = 2,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned BookKind   = 0,
  localparam int unsigned Levels    = huff_book_pkg::levels(BookKind, MaxCodeLen),
  localparam int unsigned RestBits  = huff_dec_pkg::rest_bits(ValueBits)
) (
  input  logic                                 clk_i,

  // From the loader.
  input  logic [3:0]                           build_slot_i,
  input  logic                                 entry_valid_i,
  input  logic                                 entry_escape_i,
  input  logic [3:0]                           entry_len_i,
  input  logic [14:0]                          entry_code_i,
  input  logic                                 level_first_i,
  input  logic                                 level_last_i,
  input  logic [3:0]                           level_len_i,
  input  logic [7:0]                           level_delta_i,
  input  logic [15:0]                          level_limit_i,

  // A chunk begins: slot, one-hot, or raw.
  input  logic                                 take_i,
  input  logic [Books-1:0]                     take_hit_i,
  input  logic                                 take_raw_i,
  input  logic                                 split_i,
  input  logic                                 wide_i,

  // Limits by level, left-aligned; `never`: no codeword is longer. A level is a length from 1
  // on, or with KindQuad one that the book has.
  output logic                                 raw_o,
  output logic [(Levels-1)*MaxCodeLen-1:0]     limit_o,
  output logic [Levels-2:0]                    never_o,
  output logic [Levels*4-1:0]                  level_len_o,
  output logic [Levels*8-1:0]                  delta_o,
  output logic                                 escape_en_o,
  output logic [MaxCodeLen-1:0]                escape_code_o,
  output logic [MaxCodeLen-1:0]                escape_mask_o,
  output logic [RestBits-1:0]                  escape_end_o
);

  logic [Books-1:0] build;
  always_comb begin
    for (int unsigned i = 0; i < Books; i++) build[i] = 32'(build_slot_i) == i;
  end

  if (BookKind == huff_book_pkg::KindQuad) begin : gen_quad
    huff_dec_levels_quad #(
      .Books(Books), .MaxCodeLen(MaxCodeLen)
    ) u_levels (
      .clk_i, .build_i(build), .entry_valid_i, .entry_len_i, .level_first_i, .level_last_i,
      .level_len_i, .level_delta_i, .level_limit_i, .take_i, .take_hit_i, .take_raw_i,
      .limit_o, .never_o, .len_o(level_len_o), .delta_o
    );
  end else begin : gen_full
    huff_dec_levels_full #(
      .Books(Books), .MaxCodeLen(MaxCodeLen)
    ) u_levels (
      .clk_i, .build_i(build), .entry_valid_i, .entry_len_i, .level_first_i, .level_last_i,
      .level_len_i, .level_delta_i, .level_limit_i, .take_i, .take_hit_i, .take_raw_i,
      .limit_o, .never_o, .len_o(level_len_o), .delta_o
    );
  end

  ////////////
  // Escape //
  ////////////

  logic [Books*4-1:0]          slot_len_d, slot_len_q;
  logic [Books*MaxCodeLen-1:0] slot_code_d, slot_code_q;
  logic [MaxCodeLen-1:0]       code, code_d, code_q, mask_d, mask_q;
  logic [3:0]                  len;
  logic                        raw_d, raw_q;
  logic                        en_d, en_q;
  logic [RestBits-1:0]         end_d, end_q;

  always_comb begin
    slot_len_d  = slot_len_q;
    slot_code_d = slot_code_q;
    len         = '0;
    code        = '0;
    for (int unsigned i = 0; i < Books; i++) begin
      if (build[i] && entry_escape_i) begin
        slot_len_d[i*4 +: 4] = entry_len_i;
        for (int unsigned k = 0; k < MaxCodeLen; k++) begin
          slot_code_d[i*MaxCodeLen + MaxCodeLen-1-k] = entry_code_i[k];
        end
      end
      len  = len | (slot_len_q[i*4 +: 4] & {4{take_hit_i[i]}});
      code = code | (slot_code_q[i*MaxCodeLen +: MaxCodeLen] & {MaxCodeLen{take_hit_i[i]}});
    end
  end

  always_comb begin
    raw_d  = raw_q;
    en_d   = en_q;
    end_d  = end_q;
    code_d = code_q;
    mask_d = mask_q;
    if (take_i) begin
      raw_d  = take_raw_i;
      en_d   = len != '0;
      end_d  = RestBits'(huff_pkg::SymbolBits) + RestBits'(len) +
               (split_i ? RestBits'(huff_pkg::SplitExtraBits) : '0);
      if ((ValueBits == 32) && wide_i) end_d = end_d + RestBits'(huff_pkg::WideExtraBits);
      code_d = code;
      for (int unsigned k = 0; k < MaxCodeLen; k++) mask_d[MaxCodeLen-1-k] = k < 32'(len);
    end
  end

  logic unused_code;
  assign unused_code = ^entry_code_i;

  always_ff @(posedge clk_i) begin
    slot_len_q  <= slot_len_d;
    slot_code_q <= slot_code_d;
    raw_q       <= raw_d;
    en_q        <= en_d;
    end_q       <= end_d;
    code_q      <= code_d;
    mask_q      <= mask_d;
  end

  assign raw_o         = raw_q;
  assign escape_en_o   = en_q;
  assign escape_end_o  = end_q;
  assign escape_code_o = code_q;
  assign escape_mask_o = mask_q;

endmodule

`default_nettype wire
