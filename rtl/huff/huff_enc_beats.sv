// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_beats: fills beats with the words of the passes, behind the header of their message.
//
// A pass that completes a beat usually sends it on at once. The first passes of a message fill a
// beat each, while the output may still hold the last beat of the message before; they may wait
// here, because what wraps around behind them is at most as long as a header. The first pass may
// come together with its header, while the last words of the message before leave.
//
//   Latency     0 cycles; 1 cycle for a header
//   Throughput  1 pass and 1 beat per cycle
//   Storage     Lanes * WordBits + 96 bits, 128 with WordBits 64, and about 15
//   Model       model/huff/frame.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s5-order

`default_nettype none

`include "tern_assert.svh"

module huff_enc_beats #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  // 0: a header is a sign only that a message may begin, and nothing of it leaves.
  parameter int unsigned HeaderWords = (huff_pkg::HeaderBits + WordBits - 1) / WordBits,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  localparam int unsigned BeatBits = Lanes * WordBits
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 header_valid_i,
  output logic                 header_ready_o,
  input  huff_pkg::header_t    header_i,

  // Words of a pass in their places base, base + 1, ..., end - 1 (modulo Lanes); others are zero.
  // Ready may depend on valid.
  input  logic                 pass_valid_i,
  output logic                 pass_ready_o,
  input  logic [CountBits-1:0] pass_base_i,
  input  logic [CountBits-1:0] pass_end_i,
  input  logic                 pass_last_i,
  input  logic                 pass_spoilt_i,
  input  logic [BeatBits-1:0]  pass_words_i,

  // Valid depends on ready: a beat comes into being when it is taken. `words` of a last beat are
  // used, 0 to Lanes, and all of any other.
  output logic                 beat_valid_o,
  input  logic                 beat_ready_i,
  output logic [BeatBits-1:0]  beat_o,
  output logic                 beat_last_o,
  output logic [CountBits-1:0] beat_words_o,
  output logic                 beat_spoilt_o,

  output logic                 busy_o
);

  localparam int unsigned TitleBits = ((HeaderWords == 0) ? 1 : HeaderWords) * WordBits;
  // Beats that hold nothing but the header.
  localparam int unsigned HeaderBeats = HeaderWords / Lanes;
  // Words that may wrap around behind a waiting beat.
  localparam int unsigned LeadWords = (HeaderBeats == 0 && HeaderWords > 1) ? HeaderWords : 1;
  localparam int unsigned LeadBits = LeadWords * WordBits;
  localparam logic [CountBits-1:0] Wrap = CountBits'(Lanes - 1);
  localparam logic [CountBits-1:0] Whole = CountBits'(Lanes);

  // `part` is the beat being filled; in an open message its places from base on are zero, so that
  // words just join. If it waits whole, `lead` has the first words of the beat behind it.
  logic [BeatBits-1:0]  part_d, part_q;
  logic [LeadBits-1:0]  lead_d, lead_q;
  logic                 open_d, open_q;     // the header of the message is in
  logic                 whole_d, whole_q;   // `part` waits as a whole beat
  logic                 drain_d, drain_q;   // the message ends with what is left here
  logic [CountBits-1:0] drain_words_d, drain_words_q;
  logic                 drain_spoilt_d, drain_spoilt_q;

  /////////////
  // Control //
  /////////////

  logic fills, spills, early, waiting, pop, direct, leaves, closes, opens, header_beat;
  logic joins;   // the pass in front is the first of the message that opens
  assign fills   = pass_end_i[CountBits-1];
  assign spills  = fills && (pass_end_i & Wrap) != '0;
  assign early   = 32'(pass_base_i) <= LeadWords;
  assign waiting = whole_q || drain_q;

  assign pass_ready_o = joins
                        || (open_q && (waiting ? (beat_ready_i && early && !drain_q)
                                               : (beat_ready_i || early
                                                  || !(fills || pass_last_i))));
  assign pop    = pass_valid_i && pass_ready_o;
  assign direct = pop && !joins && !waiting && beat_ready_i && (fills || pass_last_i);
  assign leaves = direct || (waiting && beat_ready_i);
  assign closes = (direct && pass_last_i && !spills) || (drain_q && !whole_q && beat_ready_i);

  always_comb begin
    open_d         = opens || (open_q && !closes);
    whole_d        = whole_q && !beat_ready_i;
    drain_d        = drain_q && !closes;
    drain_words_d  = drain_words_q;
    drain_spoilt_d = drain_spoilt_q;
    if (pop) begin
      drain_words_d  = direct || spills ? (pass_end_i & Wrap) : pass_end_i;
      drain_spoilt_d = pass_spoilt_i;
      drain_d        = pass_last_i && (!direct || spills);
      // A last beat that is just whole waits as the last one.
      whole_d        = !direct && fills && !(pass_last_i && !spills);
    end
  end

  ////////////
  // Header //
  ////////////

  // Beats of its own, as many as it fills; the rest into the first places of the next one.
  logic [TitleBits-1:0] title;
  logic [BeatBits-1:0]  header_part, header_data;
  if (HeaderWords == 0) begin : gen_no_title
    logic unused_header;
    assign unused_header = ^header_i;
    assign title = '0;
  end else begin : gen_title
    assign title = TitleBits'(header_i);
  end

  if (HeaderBeats == 0) begin : gen_header_joined
    assign opens       = header_valid_i && (!open_q || closes);
    assign joins       = header_valid_i && (!open_q || (drain_q && !whole_q && beat_ready_i));
    assign header_beat = 1'b0;
    assign header_part = opens ? BeatBits'(title) : '0;
    assign header_data = part_q;
  end else begin : gen_header_alone
    localparam logic [1:0] LastBeat = 2'(HeaderBeats - 1);
    logic [1:0] sent_d, sent_q;
    assign opens       = header_beat && beat_ready_i && sent_q == LastBeat;
    assign joins       = opens;
    assign header_beat = header_valid_i && !open_q;
    assign header_part = opens ? BeatBits'(title >> (HeaderBeats * BeatBits)) : '0;
    assign header_data = BeatBits'(title >> (32'(sent_q) * BeatBits));
    always_comb begin
      sent_d = sent_q;
      if (header_beat && beat_ready_i) begin
        sent_d = opens ? 2'd0 : sent_q + 2'd1;
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        sent_q <= 2'd0;
      end else begin
        sent_q <= sent_d;
      end
    end
  end

  ///////////
  // Words //
  ///////////

  logic [Lanes-1:0]    put, add;
  logic                keep;
  logic [BeatBits-1:0] lead_part;

  always_comb begin
    keep = !leaves && !opens;
    for (int unsigned i = 0; i < Lanes; i++) begin
      // Sent on directly, the words below base are those of the next beat; otherwise the others are
      // those of this one.
      put[i] = pop && ((CountBits'(i) < pass_base_i) ? (direct && fills) : !direct);
      add[i] = !waiting && CountBits'(i) >= pass_base_i;
    end
    lead_part = (leaves && whole_q) ? BeatBits'(lead_q) : '0;
    lead_d    = lead_q;
    if (pop) begin
      for (int unsigned i = 0; i < LeadWords; i++) begin
        lead_d[WordBits*i+:WordBits] = (CountBits'(i) < pass_base_i)
                                       ? pass_words_i[WordBits*i+:WordBits] : '0;
      end
    end
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_place
    assign part_d[WordBits*i+:WordBits] =
        (part_q[WordBits*i+:WordBits] & {WordBits{keep}})
        | (pass_words_i[WordBits*i+:WordBits] & {WordBits{put[i]}})
        | lead_part[WordBits*i+:WordBits] | header_part[WordBits*i+:WordBits];
    assign beat_o[WordBits*i+:WordBits] =
        header_beat ? header_data[WordBits*i+:WordBits]
                    : part_q[WordBits*i+:WordBits]
                      | (pass_words_i[WordBits*i+:WordBits] & {WordBits{add[i]}});
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q  <= 1'b0;
      whole_q <= 1'b0;
      drain_q <= 1'b0;
    end else begin
      open_q  <= open_d;
      whole_q <= whole_d;
      drain_q <= drain_d;
    end
  end

  always_ff @(posedge clk_i) begin
    part_q         <= part_d;
    lead_q         <= lead_d;
    drain_words_q  <= drain_words_d;
    drain_spoilt_q <= drain_spoilt_d;
  end

  /////////////
  // Outputs //
  /////////////

  assign header_ready_o = opens;
  assign beat_valid_o   = header_beat || leaves;
  assign beat_last_o    = !header_beat && (waiting ? !whole_q : (pass_last_i && !spills));
  assign beat_words_o   = !beat_last_o ? Whole : (drain_q ? drain_words_q : pass_end_i);
  assign beat_spoilt_o  = drain_q ? drain_spoilt_q : pass_spoilt_i;
  assign busy_o         = open_q || header_valid_i;

  `TERN_ASSERT(WaitingIsOpen, !waiting || open_q)
  `TERN_ASSERT(HeaderFindsNothing, !opens || !open_q || closes)

endmodule

`default_nettype wire
