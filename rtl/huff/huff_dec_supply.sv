// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_supply: whether a mask asks for more words than there are.
//
// That is known before the number of its lanes is: they are counted with as many bits as lanes, so
// that a sum is one level of gates, and the comparison with a number that is known early another.
//
//   Latency     combinational
//   Throughput  1 mask per cycle
//   Storage     none
//   Model       none: counting
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md#from-a-token-to-the-word-that-it-asks-for

`default_nettype none

module huff_dec_supply #(
  parameter int unsigned Lanes = 16,
  localparam int unsigned Stages = $clog2(Lanes)
) (
  input  logic [Lanes-1:0]  mask_i,

  // Words of the older row, and up to the end of the newer one.
  input  logic [Stages:0]   row_words_i,
  input  logic [Stages+1:0] words_i,

  // The mask takes the older row's last word; it needs more than all.
  output logic              all_o,
  output logic              lacks_o
);

  // Level s counts blocks of 2^s lanes. Each has 2^s + 1 bits: bit k says that at least k of its
  // lanes are in the mask.
  logic [2*Lanes-1:0] least [Stages+1];

  always_comb begin
    for (int s = 0; s <= Stages; s++) least[s] = '0;
    for (int i = 0; i < Lanes; i++) least[0][2*i+:2] = {mask_i[i], 1'b1};
    for (int s = 1; s <= Stages; s++) begin
      for (int block = 0; block < (Lanes >> s); block++) begin
        for (int a = 0; a <= (1 << (s - 1)); a++) begin
          for (int b = 0; b <= (1 << (s - 1)); b++) begin
            least[s][block*((1<<s)+1)+a+b] = least[s][block*((1<<s)+1)+a+b]
                                             || (least[s-1][2*block*((1<<(s-1))+1)+a]
                                                 && least[s-1][(2*block+1)*((1<<(s-1))+1)+b]);
          end
        end
      end
    end
  end

  always_comb begin
    all_o   = 1'b0;
    lacks_o = 1'b0;
    for (int unsigned k = 0; k <= Lanes; k++) begin
      if (least[Stages][k] && (row_words_i == (Stages + 1)'(k))) all_o = 1'b1;
      if (k != 0 && least[Stages][k] && (words_i == (Stages + 2)'(k - 1))) lacks_o = 1'b1;
    end
  end

endmodule

`default_nettype wire
