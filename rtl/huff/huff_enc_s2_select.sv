// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s2_select: each lane looks its symbol up in the book of its chunk.
//
// One memory per lane, all with the same contents, so that every lane reads every cycle.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     Lanes * (Books * 256 * (MaxCodeLen + 4) + 16) bits
//   Model       model/huff/code.cc
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s2-select

`default_nettype none

module huff_enc_s2_select #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books = 2,
  localparam int unsigned EntryBits = MaxCodeLen + 4,
  localparam int unsigned AddressBits = $clog2(Books) + 8
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       advance_i,
  input  logic                       step_valid_i,
  input  huff_enc_pkg::step_t        step_i,
  input  logic [Lanes*8-1:0]         symbol_i,
  input  logic [Lanes*8-1:0]         extra_i,

  output logic                       step_valid_o,
  output huff_enc_pkg::step_t        step_o,
  output logic [Lanes*8-1:0]         symbol_o,
  output logic [Lanes*8-1:0]         extra_o,
  output logic [Lanes*EntryBits-1:0] entry_o,
  output logic [EntryBits-1:0]       escape_o,

  // The escapes of all slots.
  input  logic [Books*EntryBits-1:0] escape_i,

  input  logic                       write_i,
  input  logic [AddressBits-1:0]     write_address_i,   // slot, symbol
  input  logic [EntryBits-1:0]       write_entry_i
);

  logic                valid_d, valid_q;
  huff_enc_pkg::step_t step_d, step_q;
  logic [Lanes*8-1:0]  symbol_d, symbol_q;
  logic [EntryBits-1:0] escape_d, escape_q;
  logic [Lanes*8-1:0]  extra_d, extra_q;

  logic take;
  assign take = advance_i && step_valid_i;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    tern_ram_1r1w #(
      .Width(EntryBits),
      .Depth(Books * huff_pkg::NumSymbols)
    ) u_book (
      .clk_i,
      .write_i,
      .waddr_i(write_address_i),
      .wdata_i(write_entry_i),
      .read_i (take),
      .raddr_i(AddressBits'({step_i.slot, symbol_i[8*i+:8]})),
      .rdata_o(entry_o[EntryBits*i+:EntryBits])
    );
  end

  always_comb begin
    valid_d  = advance_i ? step_valid_i : valid_q;
    step_d   = take ? step_i : step_q;
    symbol_d = take ? symbol_i : symbol_q;
    escape_d = escape_q;
    for (int unsigned i = 0; i < Books; i++) begin
      if (take && step_i.slot == 4'(i)) begin
        escape_d = escape_i[EntryBits*i+:EntryBits];
      end
    end
    extra_d  = take ? extra_i : extra_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    step_q   <= step_d;
    symbol_q <= symbol_d;
    escape_q <= escape_d;
    extra_q  <= extra_d;
  end

  assign step_valid_o = valid_q;
  assign step_o       = step_q;
  assign symbol_o     = symbol_q;
  assign escape_o     = escape_q;
  assign extra_o      = extra_q;

endmodule

`default_nettype wire
