// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_shape: where the codeword of a token is, and the room for it.
//
// The codeword is behind the choice bit and the extra bits. Where that is, is known a cycle ahead;
// it is the first thing in the loop of a step.
//
//   Latency     combinational
//   Throughput  1 token per cycle
//   Storage     2 bits for each kind of values
//   Model       model/huff/decode.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#the-loop-of-a-step

`default_nettype none

module huff_dec_shape #(
  parameter int unsigned ValueBits  = 16,
  parameter int unsigned MaxCodeLen = 15,
  localparam int unsigned RestBits  = huff_dec_pkg::rest_bits(ValueBits),
  localparam int unsigned WinBits   = huff_dec_pkg::unit_bits(ValueBits) + 8
) (
  input  logic                  clk_i,

  // 8 extra bits, 24 extra bits; a choice bit; and all of it in the next cycle.
  input  logic                  split_i,
  input  logic                  wide_i,
  input  logic                  next_split_i,
  input  logic                  next_wide_i,
  input  logic                  next_choice_i,

  // From the token on; bits that are there modulo a unit, and without the choice bit.
  input  logic [WinBits-1:0]    window_i,
  input  logic [RestBits-1:0]   rest_i,
  input  logic [RestBits:0]     room_i,

  output logic [MaxCodeLen-1:0] code_window_o,
  // Bits for the codeword, from -9 on, or -25.
  output logic [RestBits:0]     code_room_o,
  // Less than a unit, but any token is complete.
  output logic                  enough_o
);

  localparam int unsigned Wide  = 32'(huff_pkg::WideExtraBits);
  localparam int unsigned Split = 32'(huff_pkg::SplitExtraBits);
  // Kinds of values: bytes, 16 bits, 32 bits. Place 2k + c: kind k, with c choice bits in front.
  localparam int unsigned Kinds  = (ValueBits == 32) ? 3 : ((ValueBits == 16) ? 2 : 1);
  localparam int unsigned Places = 2 * Kinds;

  logic [Kinds-1:0]  kind;
  logic [Places-1:0] place_d;
  // One-hot, and each lane has its own: shared by all it would need a tree of buffers.
  (* keep *) logic [Places-1:0] place_q;

  if (ValueBits == 32) begin : gen_wide
    assign kind        = {next_wide_i, next_split_i && !next_wide_i, !next_split_i && !next_wide_i};
    assign code_room_o = room_i - (wide_i ? 7'(Wide) : (split_i ? 7'(Split) : 7'd0));
    // From 48 bits on, or 32.
    assign enough_o    = rest_i[5] && (!wide_i || rest_i[4]);
    logic unused_rest;
    assign unused_rest = ^rest_i;
  end else begin : gen_narrow
    if (ValueBits == 16) begin : gen_split
      assign kind        = {next_split_i, !next_split_i};
      assign code_room_o = room_i - (split_i ? 6'(Split) : 6'd0);
    end else begin : gen_bytes
      assign kind        = 1'b1;
      assign code_room_o = room_i;
      logic unused_split;
      assign unused_split = ^{split_i, next_split_i};
    end
    assign enough_o = 1'b0;
    logic unused_wide;
    assign unused_wide = ^{wide_i, next_wide_i, rest_i};
  end

  always_comb begin
    code_window_o = '0;
    for (int unsigned k = 0; k < Kinds; k++) begin
      for (int unsigned c = 0; c < 2; c++) begin
        place_d[2*k+c] = kind[k] && (next_choice_i == (c == 1));
        code_window_o  = code_window_o | (window_i[((k == 2) ? Wide : k * Split) + c +: MaxCodeLen]
                                          & {MaxCodeLen{place_q[2*k+c]}});
      end
    end
  end

  always_ff @(posedge clk_i) begin
    place_q <= place_d;
  end

  logic unused_window;
  assign unused_window = ^window_i;

endmodule

`default_nettype wire
