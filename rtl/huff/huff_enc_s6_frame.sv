// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_s6_frame: output register, and the trailer with the check.
//
// Only a message's last beat waits for the check, one cycle, and not even that if it waited already
// for the beat in front; the trailer joins it behind the last word, or leaves alone if the beat has
// no room. While a last beat waits the next one may come. What the output shows comes from
// registers through few gates.
//
//   Latency     1 cycle; 1 more for a message's last beat that need not wait otherwise
//   Throughput  1 beat per cycle
//   Storage     Lanes * (2 * WordBits + 2) + 84 bits
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
  localparam logic [31:0] Init = 32'(huff_pkg::CrcInit);

  typedef enum logic [1:0] {
    StFree,   // no beat
    StBeat,   // a beat before the trailer
    StWhole,  // the same, and the trailer follows alone
    StTail    // the beat with the trailer
  } state_e;

  state_e               state_d, state_q;
  logic [BeatBits-1:0]  beat_d, beat_q;
  logic [Lanes-1:0]     keep_d, keep_q;
  logic [Lanes-1:0]     place_d, place_q;    // one-hot: word of the trailer; else none
  logic                 spoilt_d, spoilt_q;

  // The beat behind it.
  logic                 next_valid_d, next_valid_q;
  logic [BeatBits-1:0]  next_beat_d, next_beat_q;
  logic                 next_last_d, next_last_q;
  logic [CountBits-1:0] next_words_d, next_words_q;
  logic                 next_spoilt_d, next_spoilt_q;

  ///////////
  // Check //
  ///////////

  // A beat is added in the cycle after it came, wherever it is then.
  logic        new_d, new_q;          // there is one to add, or one without words,
  logic        blank_d, blank_q;      // namely this
  logic        ends_d, ends_q;        // it is the last of its message
  logic        fresh_d, fresh_q;      // `crc_q` is that of a whole message
  logic [31:0] crc_part, crc_next, crc_d, crc_q;
  // Check of the message at the output, from when a beat of the next one is added.
  logic        kept_d, kept_q;
  logic [31:0] check_d, check_q;

  tern_crc32 #(
    .DataBits(BeatBits)
  ) u_crc (
    .data_i (next_valid_q ? next_beat_q : beat_q),
    .part_o (crc_part),
    .state_i(fresh_q ? Init : crc_q),
    .part_i (crc_part),
    .state_o(crc_next)
  );

  ////////////////
  // Next state //
  ////////////////

  logic take, out_fire, frees, load;
  logic waits;   // the beat at the output is being added
  assign out_fire     = out_tvalid_o && out_tready_i;
  assign frees        = state_q == StFree || (out_fire && state_q != StWhole);
  assign beat_ready_o = frees || !next_valid_q;
  assign take         = beat_valid_i && beat_ready_o;
  assign load         = frees && (next_valid_q || take);

  logic [BeatBits-1:0]  load_beat;
  logic                 load_last;
  logic [CountBits-1:0] load_words;
  assign load_beat  = next_valid_q ? next_beat_q : beat_i;
  assign load_last  = next_valid_q ? next_last_q : beat_last_i;
  assign load_words = next_valid_q ? next_words_q : beat_words_i;

  always_comb begin
    state_d  = state_q;
    beat_d   = beat_q;
    keep_d   = keep_q;
    place_d  = place_q;
    spoilt_d = spoilt_q;

    if (load) begin
      state_d  = !load_last ? StBeat : (load_words == Whole ? StWhole : StTail);
      beat_d   = load_beat;
      spoilt_d = next_valid_q ? next_spoilt_q : beat_spoilt_i;
      for (int unsigned i = 0; i < Lanes; i++) begin
        place_d[i] = load_last && load_words == CountBits'(i);
        keep_d[i]  = load_words > CountBits'(i) || place_d[i];
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
  end

  always_comb begin
    next_valid_d  = (take || next_valid_q) && !(frees && !(take && next_valid_q));
    next_beat_d   = next_beat_q;
    next_last_d   = next_last_q;
    next_words_d  = next_words_q;
    next_spoilt_d = next_spoilt_q;
    if (take) begin
      next_beat_d   = beat_i;
      next_last_d   = beat_last_i;
      next_words_d  = beat_words_i;
      next_spoilt_d = beat_spoilt_i;
    end
  end

  always_comb begin
    new_d   = take;
    blank_d = beat_words_i == '0;
    ends_d  = beat_last_i;
    crc_d   = (new_q && !blank_q) ? crc_next : crc_q;
    fresh_d = new_q ? ends_q : fresh_q;
    kept_d  = !load && (kept_q || (new_q && next_valid_q));
    check_d = kept_q ? check_q : crc_q;
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= StFree;
      next_valid_q <= 1'b0;
      new_q        <= 1'b0;
      fresh_q      <= 1'b1;
    end else begin
      state_q      <= state_d;
      next_valid_q <= next_valid_d;
      new_q        <= new_d;
      fresh_q      <= fresh_d;
    end
  end

  always_ff @(posedge clk_i) begin
    beat_q        <= beat_d;
    keep_q        <= keep_d;
    place_q       <= place_d;
    spoilt_q      <= spoilt_d;
    next_beat_q   <= next_beat_d;
    next_last_q   <= next_last_d;
    next_words_q  <= next_words_d;
    next_spoilt_q <= next_spoilt_d;
    blank_q       <= blank_d;
    ends_q        <= ends_d;
    crc_q         <= crc_d;
    kept_q        <= kept_d;
    check_q       <= check_d;
  end

  /////////////
  // Outputs //
  /////////////

  // A receiver must refuse a message whose packet did not fit its command: the check is inverted.
  logic [31:0] check, trailer;
  assign check   = kept_q ? check_q : crc_q;
  assign trailer = spoilt_q ? check : ~check;

  for (genvar i = 0; i < Lanes; i++) begin : gen_word
    logic [WordBits-1:0] word;
    assign word = place_q[i] ? WordBits'(trailer) : beat_q[WordBits*i+:WordBits];
    assign out_tdata_o[WordBits*i+:WordBits] = word;
    assign out_tkeep_o[(WordBits/8)*i+:WordBits/8] = {(WordBits / 8){keep_q[i]}};

    // Word by word: an assertion on the whole beat would copy the beat every cycle.
    `TERN_ASSERT_STREAM(OutHeld, out_tvalid_o, out_tready_i, word)
  end

  assign waits        = new_q && !blank_q && !next_valid_q;
  assign out_tvalid_o = state_q == StBeat || state_q == StWhole || (state_q == StTail && !waits);
  assign out_tlast_o  = state_q == StTail;
  assign busy_o       = state_q != StFree;

  `TERN_ASSERT_STREAM(OutShapeHeld, out_tvalid_o, out_tready_i, {keep_q, out_tlast_o})
  `TERN_ASSERT(PartialOnlyLast, !(take && !beat_last_i) || beat_words_i == Whole)

endmodule

`default_nettype wire
