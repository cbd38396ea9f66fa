// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_levels_quad: limits of four lengths of codewords: by slot, and of the chunk under way.
//
//   Latency     1 cycle from take to the lanes
//   Throughput  1 chunk per cycle
//   Storage     (Books + 1) * (3 * MaxCodeLen + 51) + 4 bits
//   Model       model/huff/decode.cc
//   Test        tb/huff/decoder_kind_test.cc
//   Doc         docs/architecture.md#kinds-of-books

`default_nettype none

module huff_dec_levels_quad #(
  parameter int unsigned Books      = 2,
  parameter int unsigned MaxCodeLen = 15,
  localparam int unsigned Levels    = huff_book_pkg::QuadLengths
) (
  input  logic                             clk_i,

  input  logic [Books-1:0]                 build_i,
  input  logic                             entry_valid_i,
  input  logic [3:0]                       entry_len_i,
  input  logic                             level_first_i,
  input  logic                             level_last_i,
  input  logic [3:0]                       level_len_i,
  input  logic [7:0]                       level_delta_i,
  input  logic [15:0]                      level_limit_i,

  input  logic                             take_i,
  input  logic [Books-1:0]                 take_hit_i,
  input  logic                             take_raw_i,

  // By increasing length; behind one that is never exceeded nothing counts.
  output logic [(Levels-1)*MaxCodeLen-1:0] limit_o,
  output logic [Levels-2:0]                never_o,
  output logic [Levels*4-1:0]              len_o,
  output logic [Levels*8-1:0]              delta_o
);

  logic       fresh;
  logic [2:0] level;

  huff_book_levels u_levels (
    .clk_i, .entry_valid_i, .entry_len_i, .level_first_i, .level_last_i, .level_len_i,
    .fresh_o(fresh), .level_o(level)
  );

  for (genvar k = 0; k < Levels; k++) begin : gen_level
    logic [Books*4-1:0] slot_len_d, slot_len_q;
    logic [Books*8-1:0] slot_delta_d, slot_delta_q;
    logic [3:0]         len_d, len_q;
    logic [7:0]         delta_d, delta_q;

    // A level that the book does not have must not be found by its length. In raw mode all
    // codewords have 8 bits: the symbol.
    always_comb begin
      slot_len_d   = slot_len_q;
      slot_delta_d = slot_delta_q;
      len_d        = len_q;
      if (take_i) len_d = (take_raw_i && (k == 0)) ? 4'(huff_pkg::SymbolBits) : '0;
      delta_d      = take_i ? '0 : delta_q;
      for (int unsigned i = 0; i < Books; i++) begin
        if (build_i[i] && fresh) slot_len_d[i*4 +: 4] = '0;
        if (build_i[i] && level_first_i && (level == 3'(k))) begin
          slot_len_d[i*4 +: 4]   = level_len_i;
          slot_delta_d[i*8 +: 8] = level_delta_i;
        end
        if (take_i) begin
          len_d   = len_d | (slot_len_q[i*4 +: 4] & {4{take_hit_i[i]}});
          delta_d = delta_d | (slot_delta_q[i*8 +: 8] & {8{take_hit_i[i]}});
        end
      end
    end

    always_ff @(posedge clk_i) begin
      slot_len_q   <= slot_len_d;
      slot_delta_q <= slot_delta_d;
      len_q        <= len_d;
      delta_q      <= delta_d;
    end

    assign len_o[k*4 +: 4]   = len_q;
    assign delta_o[k*8 +: 8] = delta_q;
  end

  for (genvar k = 0; k < Levels - 1; k++) begin : gen_limit
    logic [Books*(MaxCodeLen+1)-1:0] slot_d, slot_q;
    logic [MaxCodeLen:0]             limit_d, limit_q;

    always_comb begin
      slot_d  = slot_q;
      limit_d = limit_q;
      if (take_i) limit_d = {take_raw_i, {MaxCodeLen{1'b0}}};
      for (int unsigned i = 0; i < Books; i++) begin
        if (build_i[i] && level_last_i && (level == 3'(k))) begin
          slot_d[i*(MaxCodeLen+1) +: MaxCodeLen+1] = level_limit_i[15 -: MaxCodeLen+1];
        end
        if (take_i) begin
          limit_d = limit_d | (slot_q[i*(MaxCodeLen+1) +: MaxCodeLen+1]
                               & {(MaxCodeLen+1){take_hit_i[i]}});
        end
      end
    end

    always_ff @(posedge clk_i) begin
      slot_q  <= slot_d;
      limit_q <= limit_d;
    end

    assign never_o[k]                          = limit_q[MaxCodeLen];
    assign limit_o[k*MaxCodeLen +: MaxCodeLen] = limit_q[MaxCodeLen-1:0];
  end

  logic unused_limit;
  assign unused_limit = ^level_limit_i;

endmodule

`default_nettype wire
