// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_expand: the network from the banks to the lanes.
//
// Stages of 2x2 switches, last bit first: the mirror image of the encoder's compaction. Words that
// are consecutive modulo Lanes never meet in a switch.
//
//   Latency     combinational
//   Throughput  Lanes words per cycle
//   Storage     none
//   Model       model/huff/distribute.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_expand #(
  parameter int unsigned Lanes    = 16,
  parameter int unsigned WordBits = 32,
  localparam int unsigned Stages   = $clog2(Lanes),
  localparam int unsigned Switches = (Lanes == 1) ? 1 : Stages * Lanes / 2
) (
  input  logic [Lanes*WordBits-1:0] bank_i,
  input  logic [Switches-1:0]       cross_i,

  // Lanes that are not in the mask get anything.
  output logic [Lanes*WordBits-1:0] lane_o
);

  if (Lanes == 1) begin : gen_one
    logic unused_cross;
    assign unused_cross = cross_i[0];
    assign lane_o = bank_i;
  end else begin : gen_many
    logic [Lanes*WordBits-1:0] from;
    logic [Lanes*WordBits-1:0] to;

    always_comb begin
      from = bank_i;
      to   = bank_i;
      for (int unsigned n = 0; n < Stages; n++) begin
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          // Stage k = Stages - 1 - n swaps positions that differ in bit k.
          to[lane*WordBits +: WordBits] = from[lane*WordBits +: WordBits];
          if (cross_i[(Stages-1-n)*Lanes/2 + (lane >> (Stages-n) << (Stages-1-n))
                      + lane % (1 << (Stages-1-n))]) begin
            to[lane*WordBits +: WordBits] =
                from[(lane ^ (1 << (Stages-1-n)))*WordBits +: WordBits];
          end
        end
        from = to;
      end
      lane_o = to;
    end
  end

endmodule

`default_nettype wire
