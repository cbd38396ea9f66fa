// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_intake: what a beat of a message is, seen from its keep bits.
//
//   Latency     combinational
//   Throughput  1 beat per cycle
//   Storage     none
//   Model       model/huff/deframe.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/huffman_format.md#2-a-message

`default_nettype none

module huff_dec_intake #(
  parameter int unsigned Lanes    = 16,
  parameter int unsigned WordBits = 32,
  localparam int unsigned CountBits = $clog2(Lanes) + 1
) (
  input  logic [Lanes*WordBits/8-1:0] keep_i,
  input  logic                        last_i,

  // Whole words, without the trailer: it is the last word of the last beat.
  output logic [CountBits-1:0]        whole_o,
  output logic [CountBits-1:0]        end_o,
  // Words that are covered by the check, and the trailer.
  output logic [Lanes-1:0]            covered_o,
  output logic [Lanes-1:0]            trailer_o,
  // All bytes of the header that belong here, if this is the beat with its end.
  output logic                        front_o,
  // Not whole words from the first on, or not full and not the last beat.
  output logic                        bad_o
);

  localparam int unsigned WordBytes = WordBits / 8;
  localparam int unsigned HeaderBytes = huff_pkg::HeaderBits / 8;
  localparam int unsigned BeatBytes = Lanes * WordBytes;
  // Bytes of the header in the beat with its end.
  localparam int unsigned FrontBytes = (HeaderBytes - 1) % BeatBytes + 1;

  logic [Lanes-1:0] whole;
  logic [Lanes-1:0] part;
  // A whole word follows.
  logic [Lanes-1:0] more;

  always_comb begin
    for (int unsigned i = 0; i < Lanes; i++) begin
      whole[i] = &keep_i[i*WordBytes +: WordBytes];
      part[i]  = (keep_i[i*WordBytes +: WordBytes] != '0) && !whole[i];
    end
  end

  assign more      = whole >> 1;
  assign covered_o = last_i ? more : '1;
  assign trailer_o = whole & ~more;

  always_comb begin
    whole_o = CountBits'(Lanes);
    end_o   = CountBits'(Lanes);
    if (last_i) begin
      whole_o = '0;
      end_o   = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (whole[i]) begin
          whole_o = CountBits'(i + 1);
          end_o   = CountBits'(i);
        end
      end
    end
  end

  assign front_o = &keep_i[FrontBytes-1:0];

  // Without a gap, at least one, and all before the last beat.
  assign bad_o = (part != '0) || ((more & ~whole) != '0) || !whole[0] ||
                 (!last_i && !whole[Lanes-1]);

endmodule

`default_nettype wire
