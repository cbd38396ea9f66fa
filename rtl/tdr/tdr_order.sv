// SPDX-License-Identifier: Apache-2.0
//
// tdr_order: words of the lanes in the order in which a decoder takes them, a packet a block.
//
// Instances only: demands, collector, beats and pace are those of the Huffman encoder, without
// header and check.
//
//   Latency     6 cycles from a packed part, 1 cycle from complete words
//   Throughput  1 pass and 1 beat per cycle
//   Storage     Parts demands, 3 beats
//   Model       model/tdr/order.h
//   Test        tb/tdr/tdr_code_test.cc
//   Doc         docs/tdr_architecture.md#code

`default_nettype none

module tdr_order #(
  parameter int unsigned Lanes = 16,
  // Parts of steps that may be packed and not ordered. Each demands one pass at most.
  parameter int unsigned Parts = 1024,
  localparam int unsigned BeatBits = Lanes * 32,
  localparam int unsigned RankBits = $clog2(Lanes) + 1,
  localparam int unsigned Units    = huff_enc_pkg::ByteUnits
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                packed_i,
  input  huff_enc_pkg::plan_t plan_i,
  input  logic [Lanes-1:0]    demand_i,
  output logic                advance_o,

  input  logic [Lanes-1:0]    word_valid_i,
  output logic [Lanes-1:0]    word_ready_o,
  input  logic [BeatBits-1:0] word_i,

  output logic                out_tvalid_o,
  input  logic                out_tready_i,
  output logic [BeatBits-1:0] out_tdata_o,
  output logic [Lanes*4-1:0]  out_tkeep_o,
  output logic                out_tlast_o
);

  logic                        pass_valid, pass_ready, unused_room, unused_demand_busy;
  huff_enc_pkg::pass_t         pass;
  logic [Lanes-1:0]            pass_mask;
  logic [Lanes*RankBits-1:0]   pass_rank;
  logic [RankBits-1:0]         pass_count, placed_base, placed_end, beat_words;
  logic [huff_enc_pkg::GapBits-1:0] pass_gap;
  logic                        placed_valid, placed_ready, placed_last, placed_spoilt;
  logic                        beat_valid, beat_ready, beat_last, unused_spoilt, unused_busy;
  logic                        unused_header;
  logic [BeatBits-1:0]         placed_words, beat;
  logic [Lanes-1:0]            beat_keep, out_keep;

  huff_enc_demand #(.Lanes(Lanes), .Depth(Parts + 8), .Passes(1'b0), .Memory(1'b1)) u_demand (
    .clk_i, .rst_ni, .packed_i, .plan_i, .spoilt_i(1'b0), .demand_i,
    .passes_a_i('0), .passes_b_i('0), .pass_valid_o(pass_valid), .pass_ready_i(pass_ready),
    .mask_o(pass_mask), .rank_o(pass_rank), .count_o(pass_count), .pass_o(pass),
    .gap_o(pass_gap), .room_o(unused_room), .busy_o(unused_demand_busy)
  );

  huff_enc_collect #(.Lanes(Lanes), .WordBits(32), .HeaderWords(0)) u_collect (
    .clk_i, .rst_ni, .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .mask_i(pass_mask),
    .rank_i(pass_rank), .count_i(pass_count), .start_i(pass.start), .last_i(pass.last),
    .spoilt_i(pass.spoilt), .word_valid_i, .word_ready_o, .word_i,
    .placed_valid_o(placed_valid), .placed_ready_i(placed_ready), .placed_base_o(placed_base),
    .placed_end_o(placed_end), .placed_last_o(placed_last), .placed_spoilt_o(placed_spoilt),
    .placed_words_o(placed_words)
  );

  // Blocks have no header: the next one may always begin.
  huff_enc_beats #(.Lanes(Lanes), .WordBits(32), .HeaderWords(0)) u_beats (
    .clk_i, .rst_ni, .header_valid_i(1'b1), .header_ready_o(unused_header), .header_i('0),
    .pass_valid_i(placed_valid), .pass_ready_o(placed_ready), .pass_base_i(placed_base),
    .pass_end_i(placed_end), .pass_last_i(placed_last), .pass_spoilt_i(placed_spoilt),
    .pass_words_i(placed_words), .beat_valid_o(beat_valid), .beat_ready_i(beat_ready),
    .beat_o(beat), .beat_last_o(beat_last), .beat_words_o(beat_words),
    .beat_spoilt_o(unused_spoilt), .busy_o(unused_busy)
  );

  huff_enc_pace #(.Limit(Units * Parts), .FarLimit(Units * Parts), .StartUnits(0)) u_pace (
    .clk_i, .rst_ni, .packed_i, .packed_split_i(1'b0), .packed_wide_i(1'b0),
    .packed_first_i(plan_i.first), .next_i(pass_valid && pass_ready), .next_split_i(pass.split),
    .next_wide_i(pass.wide), .next_gap_i(pass_gap), .next_start_i(pass.start),
    .next_step_i(pass.step), .taken_i(placed_valid && placed_ready), .room_i(1'b0),
    .advance_o
  );

  for (genvar i = 0; i < Lanes; i++) begin : gen_keep
    assign beat_keep[i]          = beat_words > RankBits'(i);
    assign out_tkeep_o[4*i +: 4] = {4{out_keep[i]}};
  end

  tern_skid #(.Width(BeatBits + Lanes + 1)) u_skid (
    .clk_i, .rst_ni, .in_valid_i(beat_valid), .in_ready_o(beat_ready),
    .in_data_i({beat, beat_keep, beat_last}), .out_valid_o(out_tvalid_o),
    .out_ready_i(out_tready_i), .out_data_o({out_tdata_o, out_keep, out_tlast_o})
  );

endmodule

`default_nettype wire
