// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_shape: where the codeword of a token is, and how long the token is.
//
// The codeword is behind the extra bits. They add whole bytes to its length, as an escape does.
//
//   Latency     combinational
//   Throughput  1 token per cycle
//   Storage     none
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
  // 8 extra bits, 24 extra bits.
  input  logic                  split_i,
  input  logic                  wide_i,

  // From the token on; bits that are there modulo a unit, and without the choice bit.
  input  logic [WinBits-1:0]    token_i,
  input  logic [RestBits-1:0]   rest_i,
  input  logic [RestBits:0]     room_i,
  input  logic [3:0]            code_len_i,
  input  logic                  escape_i,

  output logic [MaxCodeLen-1:0] code_window_o,
  // Bits for the codeword, from -9 on, or -25.
  output logic [RestBits:0]     code_room_o,
  output logic [RestBits-1:0]   token_len_o,
  // Less than a unit, but any token is complete.
  output logic                  enough_o
);

  localparam int unsigned Wide  = 32'(huff_pkg::WideExtraBits);
  localparam int unsigned Split = 32'(huff_pkg::SplitExtraBits);

  if (ValueBits == 32) begin : gen_wide
    assign code_window_o = wide_i ? token_i[Wide+:MaxCodeLen]
                           : (split_i ? token_i[Split+:MaxCodeLen] : token_i[MaxCodeLen-1:0]);
    assign code_room_o   = room_i - (wide_i ? 7'(Wide) : (split_i ? 7'(Split) : 7'd0));
    assign token_len_o   = {3'(code_len_i[3]) + (wide_i ? 3'd3 : 3'(split_i)) + 3'(escape_i),
                            code_len_i[2:0]};
    // From 48 bits on, or 32.
    assign enough_o      = rest_i[5] && (!wide_i || rest_i[4]);
    logic unused_rest;
    assign unused_rest = ^rest_i;
  end else begin : gen_narrow
    assign code_window_o = ((ValueBits == 16) && split_i) ? token_i[Split+:MaxCodeLen]
                                                          : token_i[MaxCodeLen-1:0];
    assign code_room_o   = room_i - (split_i ? 6'(Split) : 6'd0);
    assign token_len_o   = {{1'b0, code_len_i[3]} + {1'b0, split_i} + {1'b0, escape_i},
                            code_len_i[2:0]};
    assign enough_o      = 1'b0;
    logic unused_wide;
    assign unused_wide = ^{wide_i, rest_i};
  end

  logic unused_token;
  assign unused_token = ^token_i;

endmodule

`default_nettype wire
