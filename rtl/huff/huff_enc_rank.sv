// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_rank: how many lanes of a mask lie below each lane.
//
// A tree of sums; a lane's rank is that of the lane with its lowest 1 bit cleared, plus the sum of
// the block in between.
//
//   Latency     0 cycles
//   Throughput  1 mask per cycle
//   Storage     none
//   Model       none: counting
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#compaction

`default_nettype none

module huff_enc_rank #(
  parameter int unsigned Lanes = 16,
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic [Lanes-1:0]           mask_i,
  output logic [Lanes*CountBits-1:0] rank_o,
  output logic [CountBits-1:0]       count_o
);

  // sum[Lanes + i] is lane i, and sum[j] is sum[2j] + sum[2j + 1].
  logic [CountBits-1:0] sum [2*Lanes];
  logic [CountBits-1:0] rank [Lanes];

  always_comb begin
    sum[0] = '0;
    for (int i = 0; i < Lanes; i++) begin
      sum[Lanes+i] = CountBits'(mask_i[i]);
    end
    for (int j = Lanes - 1; j > 0; j--) begin
      sum[j] = sum[2*j] + sum[2*j+1];
    end
    rank[0] = '0;
    for (int i = 1; i < Lanes; i++) begin
      // i & -i is the size of the block.
      rank[i] = rank[i & (i - 1)] + sum[(Lanes+i)/(i&-i)-1];
    end
    for (int i = 0; i < Lanes; i++) begin
      rank_o[CountBits*i+:CountBits] = rank[i];
    end
    count_o = sum[1];
  end

endmodule

`default_nettype wire
