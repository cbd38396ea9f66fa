// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_check: CRC of each message against its trailer.
//
// Runs beside the beats on their way in; the verdicts wait for their messages to end.
//
//   Latency     4 cycles from the last beat to the verdict
//   Throughput  1 beat per cycle
//   Storage     a beat's and a message's CRC, the trailer, four verdicts
//   Model       model/huff/crc32.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/huffman_format.md#8-check

`default_nettype none

`include "tern_assert.svh"

module huff_dec_check #(
  parameter int unsigned Lanes    = 16,
  parameter int unsigned WordBits = 32
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // Beats as they are accepted.
  input  logic                      beat_i,
  input  logic                      beat_last_i,
  input  logic [Lanes*WordBits-1:0] beat_data_i,
  input  logic [Lanes-1:0]          beat_covered_i,
  input  logic [Lanes-1:0]          beat_trailer_i,

  // One verdict for each message.
  output logic                      match_valid_o,
  input  logic                      match_ready_i,
  output logic                      match_o
);

  // Messages of which the last beat is in and the verdict is not taken: one in each row, and one
  // that waits for its last value.
  localparam int unsigned Verdicts = 4;

  logic                      first_d, first_q;
  logic                      part_valid_d, part_valid_q;
  logic                      part_first_d, part_first_q;
  logic                      part_empty_d, part_empty_q;
  logic                      part_last_d, part_last_q;
  logic [31:0]               part_d, part_q;
  logic [WordBits-1:0]       trailer_d, trailer_q;
  logic                      end_d, end_q;
  logic [31:0]               state_d, state_q;
  logic [WordBits-1:0]       end_trailer_d, end_trailer_q;

  logic [Lanes*WordBits-1:0] covered;
  logic [31:0]               part, state_in, state_out, crc;
  logic                      match_ready, unused_room;

  // What follows the payload counts as zero bits.
  always_comb begin
    covered   = '0;
    trailer_d = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      covered[i*WordBits +: WordBits] =
          beat_data_i[i*WordBits +: WordBits] & {WordBits{beat_covered_i[i]}};
      trailer_d = trailer_d | (beat_data_i[i*WordBits +: WordBits] & {WordBits{beat_trailer_i[i]}});
    end
  end

  assign state_in = part_first_q ? huff_pkg::CrcInit : state_q;

  tern_crc32 #(
    .DataBits(Lanes * WordBits)
  ) u_crc32 (
    .data_i (covered),
    .part_o (part),
    .state_i(state_in),
    .part_i (part_q),
    .state_o(state_out)
  );

  always_comb begin
    first_d       = beat_i ? beat_last_i : first_q;
    part_valid_d  = beat_i;
    part_first_d  = first_q;
    // A trailer alone in its beat has nothing before it to fill up.
    part_empty_d  = beat_covered_i == '0;
    part_last_d   = beat_last_i;
    part_d        = part;
    end_d         = part_valid_q && part_last_q;
    end_trailer_d = trailer_q;
    state_d       = (part_valid_q && !part_empty_q) ? state_out : state_q;
  end

  // The upper half of a 64-bit trailer is zero.
  assign crc = ~state_q;

  tern_fifo #(
    .Width(1),
    .Depth(Verdicts)
  ) u_verdicts (
    .clk_i,
    .rst_ni,
    .in_valid_i (end_q),
    .in_ready_o (match_ready),
    .in_data_i  (end_trailer_q == WordBits'(crc)),
    .in_room_o  (unused_room),
    .out_valid_o(match_valid_o),
    .out_ready_i(match_ready_i),
    .out_data_o (match_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q      <= 1'b1;
      part_valid_q <= 1'b0;
      end_q        <= 1'b0;
    end else begin
      first_q      <= first_d;
      part_valid_q <= part_valid_d;
      end_q        <= end_d;
    end
  end

  always_ff @(posedge clk_i) begin
    part_first_q  <= part_first_d;
    part_empty_q  <= part_empty_d;
    part_last_q   <= part_last_d;
    part_q        <= part_d;
    trailer_q     <= trailer_d;
    end_trailer_q <= end_trailer_d;
    state_q       <= state_d;
  end

  logic unused_ready;
  assign unused_ready = match_ready;
  `TERN_ASSERT(RoomForVerdict, !end_q || match_ready)

endmodule

`default_nettype wire
