// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_levels_full: limits of all lengths of codewords: by slot, and of the chunk under way.
//
//   Latency     1 cycle from take to the lanes
//   Throughput  1 chunk per cycle
//   Storage     (Books + 1) * (MaxCodeLen * (MaxCodeLen + 17) / 2 - 1) bits
//   Model       model/huff/decode.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#books-and-chunks

`default_nettype none

module huff_dec_levels_full #(
  parameter int unsigned Books      = 2,
  parameter int unsigned MaxCodeLen = 15
) (
  input  logic                                 clk_i,

  input  logic [Books-1:0]                     build_i,
  input  logic                                 entry_valid_i,
  input  logic [3:0]                           entry_len_i,
  input  logic                                 level_first_i,
  input  logic                                 level_last_i,
  input  logic [3:0]                           level_len_i,
  input  logic [7:0]                           level_delta_i,
  input  logic [15:0]                          level_limit_i,

  input  logic                                 take_i,
  input  logic [Books-1:0]                     take_hit_i,
  input  logic                                 take_raw_i,

  // By length from 1 on.
  output logic [(MaxCodeLen-1)*MaxCodeLen-1:0] limit_o,
  output logic [MaxCodeLen-2:0]                never_o,
  output logic [MaxCodeLen*4-1:0]              len_o,
  output logic [MaxCodeLen*8-1:0]              delta_o
);

  // Of a limit only as many bits as its length can be set.
  for (genvar l = 1; l < MaxCodeLen; l++) begin : gen_limit
    logic [Books*(l+1)-1:0] slot_d, slot_q;
    logic [l:0]             limit_d, limit_q;

    always_comb begin
      slot_d  = slot_q;
      limit_d = limit_q;
      // In raw mode all codewords have 8 bits: the symbol.
      if (take_i) limit_d = {take_raw_i && (l >= huff_pkg::SymbolBits), {l{1'b0}}};
      for (int unsigned i = 0; i < Books; i++) begin
        if (build_i[i] && level_last_i && (level_len_i == 4'(l))) begin
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
        if (build_i[i] && level_first_i && (level_len_i == 4'(l))) begin
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

  for (genvar l = 1; l <= MaxCodeLen; l++) begin : gen_len
    assign len_o[(l-1)*4 +: 4] = 4'(l);
  end

  // The limit of the longest codewords says nothing.
  logic unused_limit;
  assign unused_limit = ^{level_limit_i[15-MaxCodeLen:0], entry_valid_i, entry_len_i};

endmodule

`default_nettype wire
