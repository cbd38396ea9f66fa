// SPDX-License-Identifier: Apache-2.0
//
// tdr_decode: the words of blocks to levels, a value of every lane in each cycle.
//
// Words go to the lanes in the order in which they ask for them; a lane looks the codeword of its
// next value up, if the desymboliser needs one, and the desymboliser says where the value ends: a
// loop of one cycle, since the next value begins there.
//
//   Latency     4 cycles from the command to the first levels
//   Throughput  1 step per cycle; see the document for the end of a block
//   Storage     2 beats, the lanes
//   Model       model/tdr/part_decode.cc
//   Test        tb/tdr/tdr_decode_test.cc
//   Doc         docs/tdr_architecture.md#decode

`default_nettype none

`include "tern_assert.svh"

module tdr_decode #(
  parameter int unsigned Lanes     = 16,
  // Counts the values of a lane of a block.
  parameter int unsigned CountBits = 13,
  localparam int unsigned Word  = tdr_pkg::WordBits,
  localparam int unsigned Level = tdr_pkg::LevelBits,
  localparam int unsigned Shift = tdr_pkg::CentroidBits + 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // One for each block: log2 of the states, 0 or 2 to 5; whether digits are bounded, as in versions
  // 5 and 6; and how many values each lane has.
  input  logic                       cmd_tvalid_i,
  output logic                       cmd_tready_o,
  input  logic [2:0]                 cmd_states_log2_i,
  input  logic                       cmd_bounded_i,
  input  logic [Lanes*CountBits-1:0] cmd_count_i,

  // One for each step: of each lane that has values left, bin and raw bits; which of the lines in
  // turn, and whether the value is the first of its line.
  input  logic                       place_tvalid_i,
  output logic                       place_tready_o,
  input  logic [Lanes*3-1:0]         place_bin_i,
  input  logic [Lanes*4-1:0]         place_low_i,
  input  logic [Lanes*2-1:0]         place_turn_i,
  input  logic [Lanes-1:0]           place_first_i,

  // A packet for each block. Words that are kept come first; all beats but the last one are full.
  input  logic                       in_tvalid_i,
  output logic                       in_tready_o,
  input  logic [Lanes*Word-1:0]      in_tdata_i,
  input  logic [Lanes-1:0]           in_tkeep_i,
  input  logic                       in_tlast_i,

  // Steps of levels, 0 where a lane has no value; then a beat that ends the block: the verdict, 0,
  // 1 if a word is missing, 2 if words are left; and how many were taken, if none is missing. From
  // the step on that lacks a word all levels are 0.
  output logic                       out_tvalid_o,
  input  logic                       out_tready_i,
  output logic                       out_end_o,
  output logic [1:0]                 out_error_o,
  output logic [31:0]                out_words_o,
  output logic [Lanes-1:0]           out_keep_o,
  output logic [Lanes*Level-1:0]     out_magnitude_o,
  output logic [Lanes-1:0]           out_negative_o,
  output logic [Lanes-1:0]           out_quantizer_o,
  output logic [Lanes*Shift-1:0]     out_shift_o
);

  localparam int unsigned MaxLen = tdr_pkg::BookCodeLen;
  localparam int unsigned Extra  = tdr_pkg::ExtraBits;

  if (Lanes == 0 || Lanes > 64 || (Lanes & (Lanes - 1)) != 0) begin : gen_bad_lanes
    $fatal(1, "tdr_decode: Lanes must be 1, 2, 4, 8, 16, 32 or 64");
  end
  // Rule 1 tells apart up to 8 times 64 values.
  if (CountBits < 10 || CountBits > 31) begin : gen_bad_count
    $fatal(1, "tdr_decode: CountBits must be 10 to 31");
  end

  typedef enum logic [1:0] {
    StFree,
    StRun,
    StEnd
  } state_e;

  state_e     state_d, state_q;
  logic       first_d, first_q, failed_d, failed_q, bounded_d, bounded_q;
  logic [2:0] states_d, states_q;

  //////////////
  // Lockstep //
  //////////////

  logic                   start, step_there, go, final_step, ending, beat_ready;
  logic                   served, truncated, dropped, excess;
  logic [31:0]            taken;
  logic [Lanes-1:0]       active, last, whole, ask, again, fresh, quantizer;
  logic [Lanes*10-1:0]    symbol;
  logic [Lanes*Extra-1:0] extra;
  logic [Lanes-1:0]       tail;
  logic [Lanes*6-1:0]     tail_own, plain_own;
  logic [Lanes*Word-1:0]  word;
  logic [Lanes-1:0]       unused_keep;

  // The next block begins when the last one ends.
  assign start      = cmd_tready_o && cmd_tvalid_i;
  assign step_there = (state_q == StRun) && place_tvalid_i;
  // A step is decoded when all of its values are whole and its last mask is served.
  assign go         = step_there && beat_ready && (&whole) && ((ask == '0) || served || failed_q)
                      && (again == '0 || failed_q);
  assign final_step = (active & ~last) == '0;
  assign ending     = (state_q == StEnd) && beat_ready && dropped;

  assign cmd_tready_o   = (state_q == StFree) || ending;
  assign place_tready_o = go;

  tdr_words #(.Lanes(Lanes)) u_words (
    .clk_i, .rst_ni, .in_tvalid_i, .in_tready_o, .in_tdata_i, .in_tkeep_i, .in_tlast_i,
    .start_i(start), .ask_i(ask), .ask_ready_i(step_there && !failed_q),
    .served_o(served), .truncated_o(truncated), .word_o(word),
    .drop_i((state_q == StEnd) && beat_ready), .dropped_o(dropped), .excess_o(excess),
    .taken_o(taken)
  );

  always_comb begin
    state_d   = state_q;
    first_d   = first_q;
    failed_d  = failed_q || truncated;
    states_d  = states_q;
    bounded_d = bounded_q;
    unique case (state_q)
      StFree: state_d = StFree;
      StRun: begin
        if (go) begin
          first_d = 1'b0;
          if (final_step) state_d = StEnd;
        end
      end
      StEnd: if (ending) state_d = StFree;
      default: state_d = StFree;
    endcase
    if (start) begin
      state_d   = (cmd_count_i == '0) ? StEnd : StRun;
      first_d   = 1'b1;
      failed_d  = 1'b0;
      states_d  = cmd_states_log2_i;
      bounded_d = cmd_bounded_i;
    end
  end

  ///////////
  // Lanes //
  ///////////

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [MaxLen+7:0]   code;
    logic [MaxLen-1:0]   len;
    logic [2*MaxLen-1:0] lens;
    logic [1:0]          escapes;
    logic [19:0]         both;
    logic                escape;
    logic [3:0]          digits;

    tdr_bits_lane #(.CountBits(CountBits)) u_bits (
      .clk_i, .rst_ni, .bounded_i(bounded_q), .start_i(start),
      .start_count_i(cmd_count_i[i*CountBits +: CountBits]),
      .failed_i(failed_q), .active_o(active[i]), .last_o(last[i]), .code_o(code),
      .extra_o(extra[i*Extra +: Extra]), .fresh_i(fresh[i]), .len_i(len), .escape_i(escape),
      .digits_i(digits), .tail_i(tail[i]),
      .tail_own_i(tail_own[i*6 +: 6]), .plain_own_i(plain_own[i*6 +: 6]), .go_i(go),
      .whole_o(whole[i]), .ask_o(ask[i]), .again_o(again[i]), .served_i(served),
      .word_i(word[i*Word +: Word])
    );

    // In the books of both quantisers: which of them is known later than the bin.
    for (genvar q = 0; q < 2; q++) begin : gen_book
      tdr_codeword #(.Quantizer(q)) u_codeword (
        .bin_i(place_bin_i[i*3 +: 3]), .window_i(code), .len_o(lens[q*MaxLen +: MaxLen]),
        .escape_o(escapes[q]), .digits_o(both[q*10 +: 10])
      );
    end

    assign len    = quantizer[i] ? lens[MaxLen +: MaxLen] : lens[0 +: MaxLen];
    assign escape = escapes[quantizer[i]];

    assign symbol[i*10 +: 10] = quantizer[i] ? both[10 +: 10] : both[0 +: 10];

    // Digits of a symbol.
    always_comb begin
      case (place_bin_i[i*3 +: 3])
        3'd0, 3'd1: digits = 4'd8;
        3'd2:       digits = 4'd5;
        3'd3:       digits = 4'd4;
        3'd4, 3'd5: digits = 4'd3;
        default:    digits = 4'd2;
      endcase
    end
  end

  tdr_desymbolize #(.Lanes(Lanes)) u_desymbolize (
    .clk_i, .rst_ni, .in_valid_i(go || ending), .in_ready_o(beat_ready),
    .in_states_log2_i(states_q), .in_begin_i(first_q),
    .in_bounded_i(bounded_q),
    .in_keep_i(active & {Lanes{!failed_q}}), .in_bin_i(place_bin_i), .in_low_i(place_low_i),
    .in_turn_i(place_turn_i), .in_first_i(place_first_i), .in_digits_i(symbol),
    .in_extra_i(extra), .need_fresh_o(fresh), .need_quantizer_o(quantizer), .need_tail_o(tail),
    .need_tail_count_o(tail_own), .need_plain_count_o(plain_own),
    .out_valid_o(out_tvalid_o), .out_ready_i(out_tready_i), .out_keep_o(unused_keep),
    .out_magnitude_o, .out_negative_o, .out_quantizer_o, .out_shift_o
  );

  // Beside the levels; moves with them.
  localparam int unsigned SideWidth = Lanes + 32 + 3;
  logic [1:0]       error;
  logic [31:0]      words;
  logic             unused_valid, unused_ready;

  assign error = !ending ? 2'd0 : failed_q ? 2'd1 : excess ? 2'd2 : 2'd0;
  assign words = (ending && !failed_q) ? taken : '0;

  tern_skid #(.Width(SideWidth)) u_side (
    .clk_i, .rst_ni, .in_valid_i(go || ending), .in_ready_o(unused_ready),
    .in_data_i({active, words, error, ending}), .out_valid_o(unused_valid),
    .out_ready_i(out_tready_i), .out_data_o({out_keep_o, out_words_o, out_error_o, out_end_o})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StFree;
      failed_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      failed_q <= failed_d;
    end
  end

  always_ff @(posedge clk_i) begin
    first_q   <= first_d;
    states_q  <= states_d;
    bounded_q <= bounded_d;
  end

  `TERN_ASSERT(StatesAreLegal, !cmd_tvalid_i || cmd_states_log2_i == 3'd0
               || (cmd_states_log2_i >= 3'd2 && cmd_states_log2_i <= 3'd5))

endmodule

`default_nettype wire
