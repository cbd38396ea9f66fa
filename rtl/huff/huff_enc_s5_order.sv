// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s5_order: puts the words of the lanes into the order in which a decoder takes them.
//
// Instances only: the queue of demands, the collector that serves them, the headers, and the pace
// that follows from how far the order lags behind.
//
//   Latency     4 cycles from a packed step, 0 cycles from complete words
//   Throughput  1 pass and 1 beat per cycle
//   Storage     sum of the parts
//   Model       model/huff/order.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s5-order

`default_nettype none

module huff_enc_s5_order #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Reserve = 0,
  parameter int unsigned Latches = 0,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  localparam int unsigned BeatBits = Lanes * WordBits
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  header_valid_i,
  output logic                  header_ready_o,
  input  huff_pkg::header_t     header_i,

  input  logic                  packed_i,
  input  huff_enc_pkg::plan_t   plan_i,
  input  logic                  spoilt_i,
  input  logic [Lanes-1:0]      demand_i,
  input  logic [1:0]            passes_a_i,
  input  logic [1:0]            passes_b_i,
  output logic                  advance_o,

  input  logic [Lanes-1:0]      word_valid_i,
  output logic [Lanes-1:0]      word_ready_o,
  input  logic [BeatBits-1:0]   word_i,
  input  logic                  room_i,

  // Valid depends on ready.
  output logic                  beat_valid_o,
  input  logic                  beat_ready_i,
  output logic [BeatBits-1:0]   beat_o,
  output logic                  beat_last_o,
  output logic [CountBits-1:0]  beat_words_o,
  output logic                  beat_spoilt_o,

  output logic                  busy_o
);

  localparam int unsigned Steps = huff_enc_pkg::queue_steps(ValueBits, WordBits, MinTokenBits);
  localparam int unsigned GapBits = huff_enc_pkg::GapBits;
  localparam int unsigned Slowest = huff_enc_pkg::steps_to_word(0, WordBits, MinTokenBits);
  localparam int unsigned Titles = huff_enc_reserve_pkg::titles(Reserve, Slowest);

  logic                 title_valid, title_ready, unused_title_room;
  logic [63:0]          title;
  huff_pkg::header_t    header;

  tern_fifo #(
    .Width  (64),
    .Depth  (Titles),
    .Latches(Latches)
  ) u_titles (
    .clk_i,
    .rst_ni,
    .in_valid_i (header_valid_i),
    .in_ready_o (header_ready_o),
    .in_data_i  ({header_i.offset, header_i.count, header_i.epoch, header_i.chunk_log2,
                   header_i.book_id, header_i.min_len, header_i.raw, header_i.dtype}),
    .in_room_o  (unused_title_room),
    .out_valid_o(title_valid),
    .out_ready_i(title_ready),
    .out_data_o (title)
  );

  // The other fields are the same for every message.
  always_comb begin
    header            = header_i;
    header.offset     = title[63:56];
    header.count      = title[55:24];
    header.epoch      = title[23:16];
    header.chunk_log2 = title[15:12];
    header.book_id    = title[11:8];
    header.min_len    = title[7:5];
    header.raw        = title[4];
    header.dtype      = title[3:0];
  end

  logic                       pass_valid, pass_ready;
  huff_enc_pkg::pass_t        pass;
  logic [Lanes-1:0]           pass_mask;
  logic [Lanes*CountBits-1:0] pass_rank;
  logic [CountBits-1:0]       pass_count;
  logic                       placed_valid, placed_ready, placed_last, placed_spoilt;
  logic [CountBits-1:0]       placed_base, placed_end;
  logic [BeatBits-1:0]        placed_words;
  logic                       demand_busy, beats_busy, queue_room;
  logic [GapBits-1:0]         pass_gap;

  huff_enc_demand #(
    .Lanes  (Lanes),
    .HasWide(ValueBits == 32),
    .Depth  (Steps),
    .Latches(Latches)
  ) u_demand (
    .clk_i,
    .rst_ni,
    .packed_i,
    .plan_i,
    .spoilt_i,
    .demand_i,
    .passes_a_i,
    .passes_b_i,
    .pass_valid_o(pass_valid),
    .pass_ready_i(pass_ready),
    .mask_o      (pass_mask),
    .rank_o      (pass_rank),
    .count_o     (pass_count),
    .pass_o      (pass),
    .gap_o       (pass_gap),
    .room_o      (queue_room),
    .busy_o      (demand_busy)
  );

  huff_enc_collect #(
    .Lanes   (Lanes),
    .WordBits(WordBits)
  ) u_collect (
    .clk_i,
    .rst_ni,
    .pass_valid_i   (pass_valid),
    .pass_ready_o   (pass_ready),
    .mask_i         (pass_mask),
    .rank_i         (pass_rank),
    .count_i        (pass_count),
    .start_i        (pass.start),
    .last_i         (pass.last),
    .spoilt_i       (pass.spoilt),
    .word_valid_i,
    .word_ready_o,
    .word_i,
    .placed_valid_o (placed_valid),
    .placed_ready_i (placed_ready),
    .placed_base_o  (placed_base),
    .placed_end_o   (placed_end),
    .placed_last_o  (placed_last),
    .placed_spoilt_o(placed_spoilt),
    .placed_words_o (placed_words)
  );

  huff_enc_beats #(
    .Lanes   (Lanes),
    .WordBits(WordBits)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .header_valid_i(title_valid),
    .header_ready_o(title_ready),
    .header_i      (header),
    .pass_valid_i  (placed_valid),
    .pass_ready_o  (placed_ready),
    .pass_base_i   (placed_base),
    .pass_end_i    (placed_end),
    .pass_last_i   (placed_last),
    .pass_spoilt_i (placed_spoilt),
    .pass_words_i  (placed_words),
    .beat_valid_o,
    .beat_ready_i,
    .beat_o,
    .beat_last_o,
    .beat_words_o,
    .beat_spoilt_o,
    .busy_o        (beats_busy)
  );

  huff_enc_pace #(
    .Limit     (huff_enc_pkg::lag_limit(ValueBits, WordBits, MinTokenBits)),
    .FarLimit  (huff_enc_pkg::far_limit(ValueBits, WordBits, MinTokenBits, Titles)),
    .StartUnits(huff_enc_pkg::start_units(WordBits)),
    .HasWide   (ValueBits == 32)
  ) u_pace (
    .clk_i,
    .rst_ni,
    .packed_i,
    .packed_split_i(plan_i.split),
    .packed_wide_i (plan_i.wide),
    .packed_first_i(plan_i.first),
    .next_i        (pass_valid && pass_ready),
    .next_split_i  (pass.split),
    .next_wide_i   (pass.wide),
    .next_gap_i    (pass_gap),
    .next_start_i  (pass.start),
    .next_step_i   (pass.step),
    .taken_i       (placed_valid && placed_ready),
    .room_i        (room_i && queue_room),
    .advance_o
  );

  assign busy_o = demand_busy || beats_busy;

endmodule

`default_nettype wire
