// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_pick: finds the book that a chunk asks for.
//
// Of several epochs of a book only the last one competes (`current`). If there is none, or it has
// codewords shorter than the unit may send, the choice is raw.
//
//   Latency     0 cycles
//   Throughput  1 choice per cycle
//   Storage     none
//   Model       model/huff/select.h
//   Test        tb/huff/encoder_chunk_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

module huff_enc_pick #(
  parameter int unsigned Books = 2,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MinTokenBits = 3
) (
  // Slots.
  input  logic [Books-1:0]      current_i,
  input  logic [4*Books-1:0]    dtype_i,
  input  logic [4*Books-1:0]    id_i,
  input  logic [8*Books-1:0]    epoch_i,
  input  logic [4*Books-1:0]    min_len_i,

  // Asked for.
  input  huff_enc_pkg::want_t   want_i,

  output huff_enc_pkg::choice_t choice_o,
  output logic [3:0]            min_len_o,   // shortest codeword; raw counts as 8
  output logic                  missed_o     // raw, but a book was asked for
);

  logic       hit, fits, wide, long;
  logic [3:0] slot, min_len;
  logic [7:0] epoch;
  logic [4:0] min_token;   // of bytes and 16-bit values

  always_comb begin
    hit     = 1'b0;
    slot    = '0;
    min_len = '0;
    epoch   = '0;
    for (int unsigned i = 0; i < Books; i++) begin
      if (current_i[i] && dtype_i[4*i+:4] == want_i.dtype && id_i[4*i+:4] == want_i.id) begin
        hit     = 1'b1;
        slot    = slot | 4'(i);
        min_len = min_len | min_len_i[4*i+:4];
        epoch   = epoch | epoch_i[8*i+:8];
      end
    end
  end

  assign wide      = huff_enc_pkg::is_wide(ValueBits, want_i.dtype);
  assign min_token = {1'b0, min_len} + (want_i.split ? 5'd8 : 5'd0);
  assign long      = wide ? 32'(min_len) + huff_enc_pkg::WideExtra >= MinTokenBits
                          : 32'(min_token) >= MinTokenBits;
  assign fits      = hit && !want_i.raw && long;

  always_comb begin
    choice_o.raw   = !fits;
    choice_o.slot  = fits ? slot : 4'd0;
    choice_o.id    = fits ? want_i.id : 4'd0;
    choice_o.epoch = fits ? epoch : 8'd0;
  end

  assign min_len_o = fits ? min_len : 4'd8;
  assign missed_o  = !fits && !want_i.raw;

endmodule

`default_nettype wire
