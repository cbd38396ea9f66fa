// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_limits: what the lanes need to know of a book: by slot, and of the chunk under way.
//
// The lanes see one set of registers; the choice among the slots is made when a chunk begins.
//
//   Latency     1 cycle from take to the lanes
//   Throughput  1 chunk per cycle
//   Storage     (Books + 1) * (MaxCodeLen * (MaxCodeLen + 18) / 2 + 4) bits
//   Model       model/huff/decode.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_limits #(
  parameter int unsigned Books      = 2,
  parameter int unsigned MaxCodeLen = 15
) (
  input  logic                                 clk_i,

  // From the loader; the escape comes once, with length 0 if the book has none.
  input  logic [3:0]                           build_slot_i,
  input  logic                                 escape_valid_i,
  input  logic [3:0]                           escape_len_i,
  input  logic [14:0]                          escape_code_i,
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

  // Limits by length from 1 on, left-aligned; `never`: no codeword is longer.
  output logic                                 raw_o,
  output logic [(MaxCodeLen-1)*MaxCodeLen-1:0] limit_o,
  output logic [MaxCodeLen-2:0]                never_o,
  output logic [MaxCodeLen*8-1:0]              delta_o,
  output logic                                 escape_en_o,
  output logic [MaxCodeLen-1:0]                escape_code_o,
  output logic [MaxCodeLen-1:0]                escape_mask_o,
  output logic [4:0]                           escape_end_o
);

  logic [Books-1:0] build;
  always_comb begin
    for (int unsigned i = 0; i < Books; i++) build[i] = 32'(build_slot_i) == i;
  end

  ////////////
  // Limits //
  ////////////

  // Of a limit only as many bits as its length can be set.
  for (genvar l = 1; l < MaxCodeLen; l++) begin : gen_limit
    logic [Books*(l+1)-1:0] slot_d, slot_q;
    logic [l:0]             limit_d, limit_q;

    always_comb begin
      slot_d  = slot_q;
      limit_d = limit_q;
      // In raw mode no codeword has any bits, so that none is longer.
      if (take_i) limit_d = {take_raw_i, {l{1'b0}}};
      for (int unsigned i = 0; i < Books; i++) begin
        if (build[i] && level_last_i && (level_len_i == 4'(l))) begin
          slot_d[i*(l+1) +: l+1] = level_limit_i[15 -: l+1];
        end
        if (take_i) limit_d = limit_d | (slot_q[i*(l+1) +: l+1] & {(l+1){take_hit_i[i]}});
      end
    end

    always_ff @(posedge clk_i) begin
      slot_q  <= slot_d;
      limit_q <= limit_d;
    end

    assign never_o[l-1] = limit_q[l];
    assign limit_o[(l-1)*MaxCodeLen +: MaxCodeLen] = {limit_q[l-1:0], {(MaxCodeLen-l){1'b0}}};
  end

  for (genvar l = 1; l <= MaxCodeLen; l++) begin : gen_delta
    logic [Books*8-1:0] slot_d, slot_q;
    logic [7:0]         delta_d, delta_q;

    always_comb begin
      slot_d  = slot_q;
      delta_d = take_i ? '0 : delta_q;
      for (int unsigned i = 0; i < Books; i++) begin
        if (build[i] && level_first_i && (level_len_i == 4'(l))) begin
          slot_d[i*8 +: 8] = level_delta_i;
        end
        if (take_i) delta_d = delta_d | (slot_q[i*8 +: 8] & {8{take_hit_i[i]}});
      end
    end

    always_ff @(posedge clk_i) begin
      slot_q  <= slot_d;
      delta_q <= delta_d;
    end

    assign delta_o[(l-1)*8 +: 8] = delta_q;
  end

  // The limit of the longest codewords says nothing.
  logic unused_limit;
  assign unused_limit = ^{level_limit_i[15-MaxCodeLen:0], escape_code_i};

  ////////////
  // Escape //
  ////////////

  logic [Books*4-1:0]          slot_len_d, slot_len_q;
  logic [Books*MaxCodeLen-1:0] slot_code_d, slot_code_q;
  logic [MaxCodeLen-1:0]       code, code_d, code_q, mask_d, mask_q;
  logic [3:0]                  len;
  logic                        raw_d, raw_q;
  logic                        en_d, en_q;
  logic [4:0]                  end_d, end_q;

  always_comb begin
    slot_len_d  = slot_len_q;
    slot_code_d = slot_code_q;
    len         = '0;
    code        = '0;
    for (int unsigned i = 0; i < Books; i++) begin
      if (build[i] && escape_valid_i) begin
        slot_len_d[i*4 +: 4] = escape_len_i;
        for (int unsigned k = 0; k < MaxCodeLen; k++) begin
          slot_code_d[i*MaxCodeLen + MaxCodeLen-1-k] = escape_code_i[k];
        end
      end
      len  = len | (slot_len_q[i*4 +: 4] & {4{take_hit_i[i]}});
      code = code | (slot_code_q[i*MaxCodeLen +: MaxCodeLen] & {MaxCodeLen{take_hit_i[i]}});
    end
  end

  // Raw is the escape with a codeword of no bits.
  always_comb begin
    raw_d  = raw_q;
    en_d   = en_q;
    end_d  = end_q;
    code_d = code_q;
    mask_d = mask_q;
    if (take_i) begin
      raw_d  = take_raw_i;
      en_d   = take_raw_i || (len != '0);
      end_d  = 5'(huff_pkg::SymbolBits) + {1'b0, len} +
               (split_i ? 5'(huff_pkg::SplitExtraBits) : 5'd0);
      code_d = code;
      for (int unsigned k = 0; k < MaxCodeLen; k++) mask_d[MaxCodeLen-1-k] = k < 32'(len);
    end
  end

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
