// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_symbols_full: symbols of any book by rank: a memory for each lane.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Lanes memories of Books * 256 x 8
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#books-and-chunks

`default_nettype none

module huff_dec_symbols_full #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Books = 2
) (
  input  logic               clk_i,

  input  logic               write_i,
  input  logic [3:0]         write_slot_i,
  input  logic [7:0]         write_rank_i,
  input  logic [7:0]         write_symbol_i,

  // Read at the edge; the symbols behind it, until the next read.
  input  logic               read_i,
  input  logic [3:0]         slot_i,
  input  logic [Lanes*8-1:0] rank_i,
  output logic [Lanes*8-1:0] symbol_o
);

  localparam int unsigned Symbols  = Books * huff_pkg::NumSymbols;
  localparam int unsigned AddrBits = $clog2(Symbols);

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tern_ram_1r1w #(
      .Width(8),
      .Depth(Symbols)
    ) u_symbols (
      .clk_i,
      .write_i,
      .waddr_i(AddrBits'({write_slot_i, write_rank_i})),
      .wdata_i(write_symbol_i),
      .read_i,
      .raddr_i(AddrBits'({slot_i, rank_i[i*8 +: 8]})),
      .rdata_o(symbol_o[i*8 +: 8])
    );
  end

endmodule

`default_nettype wire
