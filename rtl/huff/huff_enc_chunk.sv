// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_chunk: counts the chunks of a message and has each one's choice sent ahead of it.
//
// The choice of the next chunk is made in the last cycle before its first bit must be sent, so that
// a new book comes into use as early as the format lets it.
//
//   Latency     0 cycles
//   Throughput  1 step per cycle
//   Storage     about 90 bits
//   Model       model/huff/stream_encode.cc
//   Test        tb/huff/encoder_chunk_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

`include "tern_assert.svh"

module huff_enc_chunk #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Books = 2,
  localparam int unsigned ChoiceBits = 32'(huff_pkg::ChoiceBits)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // A message begins.
  input  logic                   start_i,
  input  huff_enc_pkg::message_t message_i,

  // A step of it moves on; `left`, steps behind that one.
  input  logic                   step_i,
  input  logic [31:0]            left_i,
  input  logic                   active_i,

  // The book that the chunks ask for, as it is now.
  output huff_enc_pkg::want_t    want_o,
  input  huff_enc_pkg::choice_t  pick_i,
  input  logic                   missed_i,
  output logic                   missed_o,

  // Of the step that moves on next.
  output logic                   raw_o,
  output logic [3:0]             slot_o,
  output logic                   choice_o,
  output logic                   choice_last_o,
  output logic [ChoiceBits-1:0]  choice_bits_o,

  // Slots that this message has chosen and not left.
  output logic [Books-1:0]       uses_o
);

  localparam int unsigned ChoiceSteps = huff_enc_pkg::choice_steps(Lanes);
  localparam int unsigned RestBits = 15;
  // `rest` of the steps that carry a choice, last and first, and of the one in which it is made.
  localparam logic [RestBits-1:0] LastRest = RestBits'(huff_pkg::ChoiceLead);
  localparam logic [RestBits-1:0] FirstRest = LastRest + RestBits'(ChoiceSteps - 1);
  localparam logic [RestBits-1:0] PickRest = FirstRest + RestBits'(1);

  huff_enc_pkg::want_t   want_d, want_q;
  logic                  many_d, many_q;       // more than one chunk is allowed
  logic [RestBits-1:0]   size_d, size_q;       // steps of a chunk, less 1
  logic [RestBits-1:0]   rest_d, rest_q;       // steps behind the next one in its chunk
  logic                  opens_d, opens_q;     // the next step is the first of its chunk
  logic                  more_d, more_q;       // another chunk follows; valid behind the first step
  huff_enc_pkg::choice_t this_d, this_q, next_d, next_q;
  logic                  picked_d, picked_q;   // `next` is made
  logic [ChoiceBits-1:0] bits_d, bits_q;       // of the choice that are not sent

  logic carries, picks;
  assign carries = more_q && !opens_q && rest_q >= LastRest && rest_q <= FirstRest;
  // The smallest chunk picks in its first step, where `more_q` is not known yet.
  assign picks   = step_i && more_d && rest_q == PickRest;

  always_comb begin
    want_d   = want_q;
    many_d   = many_q;
    size_d   = size_q;
    rest_d   = rest_q;
    opens_d  = opens_q;
    more_d   = more_q;
    this_d   = this_q;
    next_d   = next_q;
    picked_d = picked_q;
    bits_d   = bits_q;

    if (opens_q) begin
      // Steps behind this one reach beyond the chunk.
      more_d = many_q && (left_i[31:RestBits] != '0 || (left_i[RestBits-1:0] & ~size_q) != '0);
    end
    if (step_i) begin
      rest_d  = rest_q - RestBits'(1);
      opens_d = 1'b0;
      if (picks) begin
        next_d   = pick_i;
        picked_d = 1'b1;
        bits_d   = {pick_i.epoch, pick_i.id, pick_i.raw};
      end else if (carries) begin
        bits_d = bits_q >> Lanes;
      end
      if (rest_q == '0 && many_q) begin
        rest_d   = size_q;
        opens_d  = 1'b1;
        picked_d = 1'b0;
        this_d   = next_q;
      end
    end

    if (start_i) begin
      want_d   = {message_i.raw, message_i.split, message_i.dtype, message_i.id};
      many_d   = message_i.chunk_log2 != '0;
      size_d   = ~({RestBits{1'b1}} << message_i.chunk_log2);
      rest_d   = size_d;
      opens_d  = 1'b1;
      picked_d = 1'b0;
      this_d   = message_i.choice;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      picked_q <= 1'b0;
    end else begin
      picked_q <= picked_d;
    end
  end

  always_ff @(posedge clk_i) begin
    want_q  <= want_d;
    many_q  <= many_d;
    size_q  <= size_d;
    rest_q  <= rest_d;
    opens_q <= opens_d;
    more_q  <= more_d;
    this_q  <= this_d;
    next_q  <= next_d;
    bits_q  <= bits_d;
  end

  /////////////
  // Outputs //
  /////////////

  assign want_o        = want_q;
  assign missed_o      = picks && missed_i;
  assign raw_o         = this_q.raw;
  assign slot_o        = this_q.slot;
  assign choice_o      = carries;
  assign choice_last_o = rest_q == LastRest;
  assign choice_bits_o = bits_q;

  always_comb begin
    for (int unsigned i = 0; i < Books; i++) begin
      uses_o[i] = active_i && ((!this_q.raw && this_q.slot == 4'(i))
                               || (picked_q && !next_q.raw && next_q.slot == 4'(i)));
    end
  end

  logic unused_choice;
  assign unused_choice = ^{this_q.id, this_q.epoch, next_q.id, next_q.epoch};
  logic unused_message;
  assign unused_message = ^{message_i.legal, message_i.empty, message_i.single,
                            message_i.min_token, message_i.tail, message_i.left};

  `TERN_ASSERT(PickedBeforeUse, !(step_i && more_q && !opens_q && rest_q == '0) || picked_q)

endmodule

`default_nettype wire
