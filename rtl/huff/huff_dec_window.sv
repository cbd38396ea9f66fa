// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_window: the bits of a lane from its next token on.
//
// The register starts with the token, so that the loop of a step is only: find the length, shift.
// The unit behind it is turned into place beside that, and closes the gap at the upper end.
//
//   Latency     1 cycle from a unit to the window
//   Throughput  1 token per cycle
//   Storage     UnitBits + 8 bits
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_window #(
  parameter int unsigned UnitBits = 32,
  localparam int unsigned RestBits = $clog2(UnitBits),
  localparam int unsigned TailBits = huff_pkg::SymbolBits,
  // More than a unit, so that two tokens can pass while the next unit moves up.
  localparam int unsigned SpareBits = 8,
  localparam int unsigned WinBits   = UnitBits + SpareBits
) (
  input  logic                clk_i,

  // Unit, none of whose bits, or all behind the window, are in the window.
  input  logic [UnitBits-1:0] unit_i,
  // Bits of window and unit, modulo UnitBits.
  input  logic [RestBits-1:0] rest_i,
  // Bits of the window: rest; if `full`, a unit more; if `over`, all.
  input  logic                full_i,
  input  logic                over_i,

  // The token has 8 extra bits, 24 extra bits, a raw symbol behind its codeword.
  input  logic                split_i,
  input  logic                wide_i,
  input  logic                escape_i,
  // Length of the codeword and the choice bit, both one-hot: its multiple of 4, and what is left.
  input  logic [4:0]          coarse_i,
  input  logic [3:0]          fine_i,
  // Decode it.
  input  logic                go_i,

  output logic [WinBits-1:0]  window_o,
  // The 8 bits before the next token: the end of the codeword, with zeros before it, or the symbol
  // of an escape.
  output logic [TailBits-1:0] tail_o
);

  // A token has at most UnitBits.
  localparam int unsigned AheadBits = WinBits + UnitBits;

  logic [WinBits-1:0]            window_d, window_q;
  logic [UnitBits-1:0]           turned;
  logic [AheadBits-1:0]          ahead;
  logic [AheadBits-1:0]          token;
  logic [2:0]                    bytes;   // one-hot: whole bytes of a token of 16 bits
  logic [TailBits+AheadBits-1:0] behind_bytes, behind_coarse, shifted;

  // Bit i of the unit belongs at rest + i of the window, modulo UnitBits.
  always_comb begin
    turned = unit_i;
    for (int unsigned k = 0; k < RestBits; k++) begin
      if (rest_i[k]) turned = (turned << (1 << k)) | (turned >> (UnitBits - (1 << k)));
    end
  end

  always_comb begin
    ahead = AheadBits'({turned, turned, turned});
    for (int unsigned i = 0; i < UnitBits; i++) begin
      if (full_i || (RestBits'(i) < rest_i)) ahead[i] = window_q[i];
    end
    for (int unsigned i = 0; i < SpareBits; i++) begin
      if (over_i || (full_i && (RestBits'(i) < rest_i))) begin
        ahead[UnitBits+i] = window_q[UnitBits+i];
      end
    end
  end

  if (UnitBits == 64) begin : gen_wide
    assign token = wide_i ? ahead >> huff_pkg::WideExtraBits : ahead;
  end else begin : gen_narrow
    assign token = ahead;
    logic unused_wide;
    assign unused_wide = wide_i;
  end
  assign bytes = {split_i && escape_i, split_i ^ escape_i, !split_i && !escape_i};

  // Large shifts first: fewer bits are left for the others.
  always_comb begin
    behind_bytes  = '0;
    behind_coarse = '0;
    shifted       = '0;
    for (int unsigned k = 0; k < 3; k++) begin
      behind_bytes = behind_bytes | (({token, {TailBits{1'b0}}} >> (8 * k))
                                     & {(TailBits + AheadBits){bytes[k]}});
    end
    for (int unsigned k = 0; k < 5; k++) begin
      behind_coarse = behind_coarse
                      | ((behind_bytes >> (4 * k)) & {(TailBits + AheadBits){coarse_i[k]}});
    end
    for (int unsigned k = 0; k < 4; k++) begin
      shifted = shifted | ((behind_coarse >> k) & {(TailBits + AheadBits){fine_i[k]}});
    end
  end

  assign window_d = go_i ? shifted[TailBits +: WinBits] : ahead[WinBits-1:0];
  assign tail_o   = shifted[TailBits-1:0];
  assign window_o = window_q;

  // Bits need no reset: the counts say which are valid.
  always_ff @(posedge clk_i) begin
    window_q <= window_d;
  end

endmodule

`default_nettype wire
