// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_deliver: the value port.
//
// It can stall without a path back: one spare beat takes what is under way.
//
//   Latency     combinational; 1 cycle for a beat that had to wait
//   Throughput  1 beat per cycle
//   Storage     1 beat
//   Model       model/huff/desymbolize.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/streams.md#decoder

`default_nettype none

`include "tern_assert.svh"

module huff_dec_deliver #(
  parameter int unsigned Lanes     = 16,
  parameter int unsigned ValueBits = 16,
  localparam int unsigned ExtraBits = huff_dec_pkg::extra_bits(ValueBits),
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  // Symbols as they are in the values, taken whenever there is no spare beat.
  input  logic                         symbol_valid_i,
  output logic                         symbol_ready_o,
  input  logic                         symbol_last_i,
  input  logic                         symbol_split_i,
  input  logic                         symbol_wide_i,
  input  logic [CountBits-1:0]         symbol_count_i,
  input  logic [Lanes*8-1:0]           field_i,
  input  logic [Lanes*ExtraBits-1:0]   extra_i,

  output logic                         out_tvalid_o,
  input  logic                         out_tready_i,
  output logic [Lanes*ValueBits-1:0]   out_tdata_o,
  output logic [Lanes*ValueBits/8-1:0] out_tkeep_o,
  output logic                         out_tlast_o,
  output logic                         packet_end_o
);

  localparam int unsigned OutBits = Lanes * ValueBits;
  localparam int unsigned SplitBytes = (ValueBits >= 16) ? 2 : 1;

  logic                 spare_valid_d, spare_valid_q;
  logic                 spare_last_d, spare_last_q;
  logic                 spare_split_d, spare_split_q, spare_wide_d, spare_wide_q;
  logic [CountBits-1:0] spare_count_d, spare_count_q;
  logic [OutBits-1:0]   spare_data_d, spare_data_q;

  ////////////
  // Values //
  ////////////

  logic [OutBits-1:0] value;

  // Bytes and 16-bit values are packed densely from bit 0.
  if (ValueBits == 32) begin : gen_wide
    always_comb begin
      value = '0;
      value[Lanes*8-1:0] = field_i;
      if (symbol_split_i) begin
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          value[lane*16 +: 16] = {extra_i[lane*24 + 7], field_i[lane*8 +: 8],
                                  extra_i[lane*24 +: 7]};
        end
      end
      if (symbol_wide_i) begin
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          value[lane*32 +: 32] = {extra_i[lane*24 + 23], field_i[lane*8 +: 8],
                                  extra_i[lane*24 +: 23]};
        end
      end
    end
  end else if (ValueBits == 16) begin : gen_values
    always_comb begin
      value = '0;
      value[Lanes*8-1:0] = field_i;
      if (symbol_split_i) begin
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          value[lane*16 +: 16] = {extra_i[lane*8 + 7], field_i[lane*8 +: 8],
                                  extra_i[lane*8 +: 7]};
        end
      end
    end
  end else begin : gen_bytes
    logic unused_extra;
    assign unused_extra = ^{extra_i, symbol_split_i};
    assign value = field_i;
  end

  ////////////
  // Output //
  ////////////

  logic                 out_split, out_wide;
  logic [CountBits-1:0] out_count;

  assign symbol_ready_o = !spare_valid_q;

  assign out_tvalid_o = spare_valid_q || symbol_valid_i;
  assign out_tdata_o  = spare_valid_q ? spare_data_q : value;
  assign out_tlast_o  = spare_valid_q ? spare_last_q : symbol_last_i;
  assign out_split    = spare_valid_q ? spare_split_q : symbol_split_i;
  assign out_wide     = (ValueBits == 32) && (spare_valid_q ? spare_wide_q : symbol_wide_i);
  assign out_count    = spare_valid_q ? spare_count_q : symbol_count_i;
  assign packet_end_o = out_tvalid_o && out_tready_i && out_tlast_o;

  always_comb begin
    out_tkeep_o = '0;
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      if (lane < 32'(out_count)) begin
        if (out_wide) begin
          out_tkeep_o[lane*ValueBits/8 +: ValueBits/8] = '1;
        end else if (ValueBits >= 16 && out_split) begin
          out_tkeep_o[lane*SplitBytes +: SplitBytes] = '1;
        end else begin
          out_tkeep_o[lane] = 1'b1;
        end
      end
    end
  end

  always_comb begin
    spare_valid_d = spare_valid_q && !out_tready_i;
    spare_last_d  = spare_last_q;
    spare_split_d = spare_split_q;
    spare_wide_d  = spare_wide_q;
    spare_count_d = spare_count_q;
    spare_data_d  = spare_data_q;
    if (symbol_ready_o) begin
      spare_valid_d = symbol_valid_i && !out_tready_i;
      spare_last_d  = symbol_last_i;
      spare_split_d = symbol_split_i;
      spare_wide_d  = symbol_wide_i;
      spare_count_d = symbol_count_i;
      spare_data_d  = value;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      spare_valid_q <= 1'b0;
    end else begin
      spare_valid_q <= spare_valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    spare_last_q  <= spare_last_d;
    spare_split_q <= spare_split_d;
    spare_wide_q  <= spare_wide_d;
    spare_count_q <= spare_count_d;
    spare_data_q  <= spare_data_d;
  end

  // Value by value: an assertion on the whole beat would copy the beat every cycle.
  for (genvar i = 0; i < Lanes; i++) begin : gen_held
    `TERN_ASSERT_STREAM(OutHeld, out_tvalid_o, out_tready_i,
                        out_tdata_o[i*ValueBits +: ValueBits])
  end
  `TERN_ASSERT_STREAM(OutShapeHeld, out_tvalid_o, out_tready_i, {out_tkeep_o, out_tlast_o})

endmodule

`default_nettype wire
