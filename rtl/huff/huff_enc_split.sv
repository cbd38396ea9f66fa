// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_split: values become symbols and extra bits.
//
// Wiring, a mask, and a subtraction: a value that is not there counts as zero. In a unit for 32-bit
// values the extra bits of a 16-bit value are the upper ones of its place.
//
//   Latency     0 cycles
//   Throughput  1 step per cycle
//   Storage     none
//   Model       model/huff/symbolize.h
//   Test        tb/huff/huff_enc_s1_symbolize_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

module huff_enc_split #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  localparam int unsigned Bytes = Lanes * ValueBits / 8,
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_port(ValueBits)
) (
  input  logic                       split_i,
  input  logic                       wide_i,
  input  logic [7:0]                 offset_i,
  input  logic [8*Bytes-1:0]         data_i,
  input  logic [Bytes-1:0]           there_i,
  output logic [Lanes*8-1:0]         symbol_o,
  output logic [Lanes*ExtraBits-1:0] extra_o
);

  // Bytes and 16-bit values; and of all kinds.
  logic [Lanes*8-1:0]         narrow, field;
  logic [Lanes*ExtraBits-1:0] narrow_extra;

  if (ValueBits >= 16) begin : gen_both
    always_comb begin
      narrow_extra = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        narrow[8*i+:8] = data_i[8*i+:8] & {8{there_i[i]}};
      end
      if (split_i) begin
        for (int unsigned i = 0; i < Lanes; i++) begin
          narrow[8*i+:8] = data_i[16*i+7+:8] & {8{there_i[2*i] && there_i[2*i+1]}};
          narrow_extra[ExtraBits*(i+1)-8+:8] = {data_i[16*i+15], data_i[16*i+:7]}
                                               & {8{there_i[2*i] && there_i[2*i+1]}};
        end
      end
    end
  end else begin : gen_bytes
    logic unused_split;
    assign unused_split = split_i;
    always_comb begin
      narrow_extra = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        narrow[8*i+:8] = data_i[8*i+:8] & {8{there_i[i]}};
      end
    end
  end

  if (ValueBits == 32) begin : gen_wide
    always_comb begin
      field   = narrow;
      extra_o = narrow_extra;
      if (wide_i) begin
        for (int unsigned i = 0; i < Lanes; i++) begin
          field[8*i+:8]     = data_i[32*i+23+:8] & {8{there_i[4*i+:4] == 4'hF}};
          extra_o[24*i+:24] = {data_i[32*i+31], data_i[32*i+:23]} & {24{there_i[4*i+:4] == 4'hF}};
        end
      end
    end
  end else begin : gen_narrow
    logic unused_wide;
    assign unused_wide = wide_i;
    assign field       = narrow;
    assign extra_o     = narrow_extra;
  end

  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      symbol_o[8*i+:8] = field[8*i+:8] - offset_i;
    end
  end

endmodule

`default_nettype wire
