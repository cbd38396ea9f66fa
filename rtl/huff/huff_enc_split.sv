// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_split: values become symbols and extra bits.
//
// Wiring, a mask, and a subtraction: a value that is not there counts as zero.
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
  localparam int unsigned Bytes = Lanes * ValueBits / 8
) (
  input  logic               split_i,
  input  logic [7:0]         offset_i,
  input  logic [8*Bytes-1:0] data_i,
  input  logic [Bytes-1:0]   there_i,
  output logic [Lanes*8-1:0] symbol_o,
  output logic [Lanes*8-1:0] extra_o
);

  logic [Lanes*8-1:0] field;

  if (ValueBits == 16) begin : gen_both
    always_comb begin
      extra_o = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        field[8*i+:8] = data_i[8*i+:8] & {8{there_i[i]}};
      end
      if (split_i) begin
        for (int unsigned i = 0; i < Lanes; i++) begin
          field[8*i+:8]   = data_i[16*i+7+:8] & {8{there_i[2*i] && there_i[2*i+1]}};
          extra_o[8*i+:8] = {data_i[16*i+15], data_i[16*i+:7]}
                            & {8{there_i[2*i] && there_i[2*i+1]}};
        end
      end
    end
  end else begin : gen_bytes
    logic unused_split;
    assign unused_split = split_i;
    always_comb begin
      extra_o = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        field[8*i+:8] = data_i[8*i+:8] & {8{there_i[i]}};
      end
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      symbol_o[8*i+:8] = field[8*i+:8] - offset_i;
    end
  end

endmodule

`default_nettype wire
