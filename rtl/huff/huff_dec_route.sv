// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_route: settings of the network that brings consecutive words to the lanes of a mask.
//
// The j-th lane of the mask gets the word of bank (base + j) mod Lanes. Each block of the network
// needs one number, the bank that its upper half starts with; it comes from a tree of counts.
//
//   Latency     combinational
//   Throughput  1 mask per cycle
//   Storage     none
//   Model       model/huff/distribute.h
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

module huff_dec_route #(
  parameter int unsigned Lanes = 16,
  localparam int unsigned Stages   = $clog2(Lanes),
  localparam int unsigned Switches = (Lanes == 1) ? 1 : Stages * Lanes / 2
) (
  input  logic [Lanes-1:0]    mask_i,
  // Counts modulo 2 * Lanes.
  input  logic [Stages:0]     base_i,

  // Lanes in the mask.
  output logic [Stages:0]     need_o,
  // Switch p of block b of stage k is bit k * Lanes / 2 + b * 2^k + p; 1: cross.
  output logic [Switches-1:0] cross_o
);

  if (Lanes == 1) begin : gen_one
    logic unused_base;
    assign unused_base = base_i[0];
    assign need_o  = mask_i;
    assign cross_o = '0;
  end else begin : gen_many
    localparam int unsigned CountBits = Stages + 1;
    // Binary trees in heap order: node 1 is the root, node i has the children 2i and 2i + 1.
    logic [2*Lanes*CountBits-1:0] count;  // lanes of the mask below a node
    logic [2*Lanes*CountBits-1:0] start;  // bank of the first word below a node

    always_comb begin
      count = '0;
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        count[(Lanes+lane)*CountBits] = mask_i[lane];
      end
      for (int unsigned node = Lanes - 1; node >= 1; node--) begin
        count[node*CountBits +: CountBits] =
            count[(2*node)*CountBits +: CountBits] + count[(2*node+1)*CountBits +: CountBits];
      end
    end

    always_comb begin
      start = '0;
      start[CountBits +: CountBits] = base_i;
      for (int unsigned node = 1; node < Lanes; node++) begin
        start[(2*node)*CountBits +: CountBits] = start[node*CountBits +: CountBits];
        start[(2*node+1)*CountBits +: CountBits] =
            start[node*CountBits +: CountBits] + count[(2*node)*CountBits +: CountBits];
      end
    end

    // A word of the upper half goes to the first bank from its start on that is p modulo the half:
    // above p if that wraps. The bit that decides is the one above the half.
    always_comb begin
      cross_o = '0;
      for (int unsigned stage = 0; stage < Stages; stage++) begin
        for (int unsigned i = 0; i < Lanes / 2; i++) begin
          // Block i >> stage of this stage is node (Lanes >> (stage + 1)) + block.
          cross_o[stage*Lanes/2 + i] =
              start[(2*((Lanes >> (stage+1)) + (i >> stage)) + 1)*CountBits + stage] ==
              ((i % (1 << stage)) <
               (32'(start[(2*((Lanes >> (stage+1)) + (i >> stage)) + 1)*CountBits +: CountBits])
                % (1 << stage)));
        end
      end
    end

    assign need_o = count[CountBits +: CountBits];

    logic unused_carries;
    assign unused_carries = ^start;
  end

endmodule

`default_nettype wire
