// SPDX-License-Identifier: Apache-2.0
//
// codeword_alone: codewords of both books of a bin, as a stream.
//
// In from bit 0 on: window, bin. Out for each quantiser: digits, length as one of 12, escape.
//
//   Latency     1 cycle
//   Test        tb/tdr/tdr_codeword_test.cc

`default_nettype none

module codeword_alone #(
  localparam int unsigned MaxLen = tdr_pkg::BookCodeLen,
  localparam int unsigned Window = MaxLen + 8,
  localparam int unsigned Book   = MaxLen + 11
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              in_valid_i,
  output logic              in_ready_o,
  input  logic [Window+2:0] in_data_i,
  output logic              out_valid_o,
  input  logic              out_ready_i,
  output logic [2*Book-1:0] out_data_o
);

  logic [2*Book-1:0] found;

  for (genvar q = 0; q < 2; q++) begin : gen_book
    tdr_codeword #(.Quantizer(q)) u_codeword (
      .bin_i(in_data_i[Window +: 3]), .window_i(in_data_i[Window-1:0]),
      .len_o(found[q*Book+10 +: MaxLen]), .escape_o(found[q*Book+10+MaxLen]),
      .digits_o(found[q*Book +: 10])
    );
  end

  tern_skid #(.Width(2 * Book)) u_skid (
    .clk_i, .rst_ni, .in_valid_i, .in_ready_o, .in_data_i(found), .out_valid_o, .out_ready_i,
    .out_data_o
  );

endmodule

`default_nettype wire
