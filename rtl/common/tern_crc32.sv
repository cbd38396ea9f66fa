// SPDX-License-Identifier: Apache-2.0
//
// tern_crc32: the CRC-32 of IEEE 802.3 over whole beats.
//
// CRC is linear: what a beat adds and what becomes of the state are separate flat trees of
// exclusive ors. A user may put a register between them; the loop then holds the small tree only.
//
//   Latency     0 cycles: combinational, the state register belongs to the user
//   Throughput  1 beat per cycle
//   Storage     none
//   Model       model/huff/crc32.cc
//   Test        tb/common/tern_common_test.cc
//   Doc         docs/huffman_format.md#8-check

`default_nettype none

module tern_crc32 #(
  parameter int unsigned DataBits = 512
) (
  // What the beat adds to the state; bit 0 of the beat is the first bit.
  input  logic [DataBits-1:0] data_i,
  output logic [31:0]         part_o,

  // State behind a beat with this part.
  input  logic [31:0]         state_i,
  input  logic [31:0]         part_i,
  output logic [31:0]         state_o
);

  if (DataBits == 0 || DataBits % 32 != 0) begin : gen_bad_width
    $fatal(1, "tern_crc32: DataBits must be a multiple of 32");
  end

  localparam logic [31:0] Poly = 32'hEDB88320;

  // The bits of the beat that reach bit 0 of the state. Going backwards from the last bit of the
  // beat, a bit's contribution is that of the bit behind it, shifted once more.
  function automatic logic [DataBits-1:0] reach_bit_0();
    logic [31:0] step;
    begin
      step = Poly;
      for (int unsigned word = 0; word < DataBits / 32; word++) begin
        for (int unsigned b = 0; b < 32; b++) begin
          reach_bit_0[DataBits-1-32*word-b] = step[0];
          step = (step >> 1) ^ (step[0] ? Poly : 32'd0);
        end
      end
    end
  endfunction

  localparam logic [DataBits-1:0] ReachBit0 = reach_bit_0();

  // The bits of the beat that reach bit `index`. A shift moves bit i + 1 to bit i, and adds bit 0
  // where the polynomial has bit i; so every reach follows from the one above it and that of bit 0.
  // Each in a loop over the beat of its own would keep the tools busy for half a minute.
  function automatic logic [DataBits-1:0] reach(input logic [4:0] index);
    begin
      reach = '0;
      for (int unsigned down = 0; down < 32; down++) begin
        if (31 - down >= 32'(index)) begin
          if (Poly[31-down]) reach = reach ^ ReachBit0;
          reach = {Poly[31-down], reach[DataBits-1:1]};
        end
      end
    end
  endfunction

  for (genvar i = 0; i < 32; i++) begin : gen_bit
    localparam logic [DataBits-1:0] Reach = reach(5'(i));
    assign part_o[i] = ^(data_i & Reach);
    // The state acts like the first 32 bits of a beat.
    assign state_o[i] = ^(state_i & Reach[31:0]) ^ part_i[i];
  end

endmodule

`default_nettype wire
