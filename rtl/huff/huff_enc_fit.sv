// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_fit: whether a beat of values is the one that is due.
//
//   Latency     0 cycles
//   Throughput  1 beat per cycle
//   Storage     none
//   Model       model/huff/symbolize.h
//   Test        tb/huff/encoder_error_test.cc
//   Doc         docs/streams.md#errors

`default_nettype none

module huff_enc_fit #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  localparam int unsigned Bytes = Lanes * ValueBits / 8
) (
  // The step that is due.
  input  logic             split_i,
  input  logic             wide_i,
  input  logic             empty_i,
  input  logic             last_i,
  input  logic [5:0]       tail_i,

  input  logic [Bytes-1:0] tkeep_i,
  input  logic             tlast_i,
  output logic             misfit_o
);

  localparam bit HasSplit = ValueBits >= 16;
  localparam bit HasWide = ValueBits == 32;
  localparam int unsigned TailBits = HasWide ? 9 : 8;

  logic [Bytes-1:0]    keep_due;
  logic [TailBits-1:0] tail_bytes;

  always_comb begin
    tail_bytes = (TailBits'(tail_i) + TailBits'(1)) << split_i;
    keep_due   = (HasSplit && !split_i) ? {Bytes{1'b1}} >> (Bytes - Lanes) : '1;
    if (HasWide && split_i) begin
      keep_due = {Bytes{1'b1}} >> (Bytes - 2 * Lanes);
    end
    if (HasWide && wide_i) begin
      tail_bytes = (TailBits'(tail_i) + TailBits'(1)) << 2;
      keep_due   = '1;
    end
    if (last_i) begin
      keep_due = ~({Bytes{1'b1}} << tail_bytes);
    end
    if (empty_i) begin
      keep_due = '0;
    end
  end

  assign misfit_o = tkeep_i != keep_due || tlast_i != last_i;

endmodule

`default_nettype wire
