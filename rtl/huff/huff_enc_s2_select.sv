// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s2_select: each lane looks its symbol up in the book of its chunk.
//
// The kind of the books decides what it is looked up in.
//
//   Latency     1 cycle
//   Throughput  1 step per cycle
//   Storage     the look-up, and Lanes * max(16, ValueBits) bits
//   Model       model/huff/code.cc
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s2-select

`default_nettype none

module huff_enc_s2_select #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned Books = 2,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15,
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_port(ValueBits),
  localparam int unsigned EntryBits = MaxCodeLen + 4
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       advance_i,
  input  logic                       step_valid_i,
  input  huff_enc_pkg::step_t        step_i,
  input  logic [Lanes*8-1:0]         symbol_i,
  input  logic [Lanes*ExtraBits-1:0] extra_i,

  output logic                       step_valid_o,
  output huff_enc_pkg::step_t        step_o,
  output logic [Lanes*8-1:0]         symbol_o,
  output logic [Lanes*ExtraBits-1:0] extra_o,
  output logic [Lanes*EntryBits-1:0] entry_o,
  output logic [EntryBits-1:0]       escape_o,

  // The escapes of all slots.
  input  logic [Books*EntryBits-1:0] escape_i,

  input  huff_enc_pkg::build_t       build_i,
  // The slot that is still read.
  output logic [Books-1:0]           reads_o
);

  logic                valid_d, valid_q;
  huff_enc_pkg::step_t step_d, step_q;
  logic [Lanes*8-1:0]  symbol_d, symbol_q;
  logic [EntryBits-1:0] escape_d, escape_q;
  logic [Lanes*ExtraBits-1:0] extra_d, extra_q;

  logic take;
  assign take = advance_i && step_valid_i;

  if (BookKind == huff_book_pkg::KindTop) begin : gen_top
    huff_enc_lookup_top #(
      .Lanes(Lanes), .MaxCodeLen(MaxCodeLen), .Books(Books), .TopSymbols(TopSymbols)
    ) u_lookup (
      .clk_i, .take_i(take), .slot_i(step_i.slot), .symbol_i, .entry_o, .build_i
    );
  end else if (BookKind == huff_book_pkg::KindQuad) begin : gen_quad
    huff_enc_lookup_quad #(
      .Lanes(Lanes), .MaxCodeLen(MaxCodeLen), .Books(Books)
    ) u_lookup (
      .clk_i, .take_i(take), .slot_i(step_i.slot), .symbol_i, .entry_o, .build_i
    );
  end else begin : gen_full
    huff_enc_lookup_full #(
      .Lanes(Lanes), .MaxCodeLen(MaxCodeLen), .Books(Books)
    ) u_lookup (
      .clk_i, .take_i(take), .slot_i(step_i.slot), .symbol_i, .entry_o, .build_i
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

  // A memory has been read; anything else is read until the step moves on.
  always_comb begin
    for (int unsigned i = 0; i < Books; i++) begin
      reads_o[i] = BookKind != huff_book_pkg::KindFull && valid_q && !step_q.raw
                   && step_q.slot == 4'(i);
    end
  end

  assign step_valid_o = valid_q;
  assign step_o       = step_q;
  assign symbol_o     = symbol_q;
  assign escape_o     = escape_q;
  assign extra_o      = extra_q;

endmodule

`default_nettype wire
