// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_lookup_full: codewords of any book: a memory for each lane.
//
// All memories have the same contents, so that every lane reads every cycle.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Lanes * Books * 256 * (MaxCodeLen + 4) bits
//   Model       model/huff/code.cc
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s2-select

`default_nettype none

module huff_enc_lookup_full #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books = 2,
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                       clk_i,

  // Taken at the edge; the entries {code, length} behind it, until the next one is taken. Length 0:
  // the symbol has no codeword.
  input  logic                       take_i,
  input  logic [3:0]                 slot_i,
  input  logic [Lanes*8-1:0]         symbol_i,
  output logic [Lanes*EntryBits-1:0] entry_o,

  input  huff_enc_pkg::build_t       build_i
);

  localparam int unsigned AddressBits = $clog2(Books) + 8;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tern_ram_1r1w #(
      .Width(EntryBits),
      .Depth(Books * huff_pkg::NumSymbols)
    ) u_book (
      .clk_i,
      .write_i(build_i.valid),
      .waddr_i(AddressBits'({build_i.slot, build_i.symbol})),
      .wdata_i({build_i.code[MaxCodeLen-1:0], build_i.len}),
      .read_i (take_i),
      .raddr_i(AddressBits'({slot_i, symbol_i[8*i+:8]})),
      .rdata_o(entry_o[EntryBits*i+:EntryBits])
    );
  end

  logic unused_build;
  assign unused_build = ^build_i;

endmodule

`default_nettype wire
