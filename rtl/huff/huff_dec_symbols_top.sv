// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_symbols_top: symbols by rank of books with few of them: a row of registers a slot.
//
// The lanes share the row of the step's slot, which is there before the ranks are.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Books * TopSymbols * 8 + Lanes * 8 bits
//   Model       model/huff/decode.h
//   Test        tb/huff/decoder_kind_test.cc
//   Doc         docs/architecture.md#books-and-chunks

`default_nettype none

module huff_dec_symbols_top #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Books = 2,
  parameter int unsigned TopSymbols = 15
) (
  input  logic               clk_i,

  input  logic               write_i,
  input  logic [3:0]         write_slot_i,
  input  logic [7:0]         write_rank_i,
  input  logic [7:0]         write_symbol_i,

  // As in huff_dec_symbols_full.
  input  logic               read_i,
  input  logic [3:0]         slot_i,
  input  logic [Lanes*8-1:0] rank_i,
  output logic [Lanes*8-1:0] symbol_o
);

  localparam int unsigned RowBits  = TopSymbols * 8;
  localparam int unsigned RankBits = $clog2(TopSymbols + 1);

  logic [Books*RowBits-1:0] rows_d, rows_q;
  logic [RowBits-1:0]       row;
  logic [Lanes*8-1:0]       symbol_d, symbol_q;

  always_comb begin
    rows_d = rows_q;
    row    = '0;
    for (int unsigned k = 0; k < Books; k++) begin
      for (int unsigned j = 0; j < TopSymbols; j++) begin
        if (write_i && (write_slot_i == 4'(k)) && (write_rank_i == 8'(j))) begin
          rows_d[k*RowBits + j*8 +: 8] = write_symbol_i;
        end
      end
      row = row | (rows_q[k*RowBits +: RowBits] & {RowBits{slot_i == 4'(k)}});
    end
  end

  // The rank of an escape means nothing, and may be larger.
  always_comb begin
    symbol_d = read_i ? '0 : symbol_q;
    for (int unsigned i = 0; i < Lanes; i++) begin
      for (int unsigned j = 0; j < TopSymbols; j++) begin
        if (read_i && (rank_i[i*8 +: RankBits] == RankBits'(j))) begin
          symbol_d[i*8 +: 8] = row[j*8 +: 8];
        end
      end
    end
  end

  logic unused_rank;
  assign unused_rank = ^rank_i;

  always_ff @(posedge clk_i) begin
    rows_q   <= rows_d;
    symbol_q <= symbol_d;
  end

  assign symbol_o = symbol_q;

endmodule

`default_nettype wire
