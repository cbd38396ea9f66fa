// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_title: writes the header of a message from command and choice of the first chunk.
//
//   Latency     0 cycles
//   Throughput  1 message per cycle
//   Storage     none
//   Model       model/huff/frame.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

module huff_enc_title #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MinTokenBits = 3,
  parameter logic        WordCode = huff_pkg::WordCodeWord32
) (
  input  huff_enc_pkg::message_t message_i,
  input  huff_enc_pkg::choice_t  choice_i,
  input  logic [3:0]             min_len_i,     // shortest codeword of that choice
  output logic [5:0]             min_token_o,   // Lmin
  output huff_pkg::header_t      header_o
);

  localparam int unsigned LanesLog2 = $clog2(Lanes);

  logic        wide;
  logic [3:0]  min_len;
  logic [31:0] last;     // index of the last value
  assign wide    = huff_enc_pkg::is_wide(ValueBits, message_i.dtype);
  // Later chunks may choose any book that the unit may send.
  assign min_len = (message_i.chunk_log2 == '0)
                   ? min_len_i : huff_enc_pkg::min_code(message_i.split, wide, MinTokenBits);
  assign last    = (message_i.left << LanesLog2) | 32'(message_i.tail);

  assign min_token_o = huff_enc_pkg::token_bits(message_i.split, wide, min_len);

  always_comb begin
    header_o.reserved   = '0;
    header_o.offset     = message_i.offset;
    header_o.count      = message_i.empty ? 32'd0 : last + 32'd1;
    header_o.epoch      = choice_i.epoch;
    header_o.chunk_log2 = message_i.chunk_log2;
    header_o.book_id    = choice_i.id;
    header_o.min_len    = 3'(min_len - 4'd1);
    header_o.raw        = choice_i.raw;
    header_o.word_code  = WordCode;
    header_o.lanes_log2 = 3'(LanesLog2);
    header_o.dtype      = message_i.dtype;
    header_o.version    = 4'(huff_pkg::FormatVersion);
  end

  logic unused_fields;
  assign unused_fields = ^{message_i.legal, message_i.single, message_i.raw, message_i.best,
                           message_i.id, choice_i.slot};

endmodule

`default_nettype wire
