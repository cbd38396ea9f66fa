// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s6_frame: output register, and the trailer with the check.
//
// Only a message's last beat waits for the check, one cycle; the trailer joins it behind the last
// word, or leaves alone if the beat has no room. What the output shows comes from registers through
// at most one gate.
//
//   Latency     1 cycle; 1 more for a message's last beat
//   Throughput  1 beat per cycle
//   Storage     Lanes * (WordBits + 2) + 36 bits
//   Model       model/huff/frame.h
//   Test        tb/huff/huff_enc_test.cc
//   Doc         docs/architecture.md#s6-frame

`default_nettype none

`include "tern_assert.svh"

module huff_enc_s6_frame #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned WordBits = 32,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  localparam int unsigned BeatBits = Lanes * WordBits
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  beat_valid_i,
  output logic                  beat_ready_o,
  input  logic [BeatBits-1:0]   beat_i,
  input  logic                  beat_last_i,
  input  logic [CountBits-1:0]  beat_words_i,
  input  logic                  beat_spoilt_i,

  output logic                  out_tvalid_o,
  input  logic                  out_tready_i,
  output logic [BeatBits-1:0]   out_tdata_o,
  output logic [BeatBits/8-1:0] out_tkeep_o,
  output logic                  out_tlast_o,

  output logic                  busy_o
);

  localparam logic [CountBits-1:0] Whole = CountBits'(Lanes);

  typedef enum logic [1:0] {
    StFree,   // no beat
    StBeat,   // a beat before the trailer
    StWhole,  // the same, and the trailer follows alone
    StTail    // the beat with the trailer
  } state_e;

  state_e              state_d, state_q;
  logic [BeatBits-1:0] beat_d, beat_q;
  logic [Lanes-1:0]    keep_d, keep_q;
  logic [Lanes-1:0]    place_d, place_q;    // one-hot: word of the trailer; else none
  logic                spoilt_d, spoilt_q;
  logic                new_d, new_q;        // the beat is not in the check yet
  logic [31:0]         crc_part, crc_next, crc_d, crc_q;

  tern_crc32 #(
    .DataBits(BeatBits)
  ) u_crc (
    .data_i (beat_q),
    .part_o (crc_part),
    .state_i(crc_q),
    .part_i (crc_part),
    .state_o(crc_next)
  );

  ////////////////
  // Next state //
  ////////////////

  logic take, out_fire;
  assign out_fire     = out_tvalid_o && out_tready_i;
  assign beat_ready_o = state_q == StFree || (out_fire && state_q != StWhole);
  assign take         = beat_valid_i && beat_ready_o;

  always_comb begin
    state_d  = state_q;
    beat_d   = beat_q;
    keep_d   = keep_q;
    place_d  = place_q;
    spoilt_d = spoilt_q;
    new_d    = 1'b0;
    crc_d    = new_q ? crc_next : crc_q;

    if (take) begin
      state_d  = !beat_last_i ? StBeat : (beat_words_i == Whole ? StWhole : StTail);
      beat_d   = beat_i;
      spoilt_d = beat_spoilt_i;
      new_d    = beat_words_i != '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        place_d[i] = beat_last_i && beat_words_i == CountBits'(i);
        keep_d[i]  = beat_words_i > CountBits'(i) || place_d[i];
      end
    end else if (out_fire) begin
      state_d = StFree;
      if (state_q == StWhole) begin
        // The words of the beat stay, but no longer count.
        state_d = StTail;
        place_d = Lanes'(1);
        keep_d  = Lanes'(1);
      end
    end
    if (out_fire && state_q == StTail) begin
      crc_d = huff_pkg::CrcInit;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StFree;
      new_q   <= 1'b0;
      crc_q   <= huff_pkg::CrcInit;
    end else begin
      state_q <= state_d;
      new_q   <= new_d;
      crc_q   <= crc_d;
    end
  end

  always_ff @(posedge clk_i) begin
    beat_q   <= beat_d;
    keep_q   <= keep_d;
    place_q  <= place_d;
    spoilt_q <= spoilt_d;
  end

  /////////////
  // Outputs //
  /////////////

  // A receiver must refuse a message whose packet did not fit its command: the check is inverted.
  logic [31:0] trailer;
  assign trailer = spoilt_q ? crc_q : ~crc_q;

  for (genvar i = 0; i < Lanes; i++) begin : gen_word
    logic [WordBits-1:0] word;
    assign word = place_q[i] ? WordBits'(trailer) : beat_q[WordBits*i+:WordBits];
    assign out_tdata_o[WordBits*i+:WordBits] = word;
    assign out_tkeep_o[(WordBits/8)*i+:WordBits/8] = {(WordBits / 8){keep_q[i]}};

    // Word by word: an assertion on the whole beat would copy the beat every cycle.
    `TERN_ASSERT_STREAM(OutHeld, out_tvalid_o, out_tready_i, word)
  end

  assign out_tvalid_o = state_q == StBeat || state_q == StWhole || (state_q == StTail && !new_q);
  assign out_tlast_o  = state_q == StTail;
  assign busy_o       = state_q != StFree;

  `TERN_ASSERT_STREAM(OutShapeHeld, out_tvalid_o, out_tready_i, {keep_q, out_tlast_o})
  `TERN_ASSERT(PartialOnlyLast, !(take && !beat_last_i) || beat_words_i == Whole)

endmodule

`default_nettype wire
