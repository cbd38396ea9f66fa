// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_chunk: gives each step its book, and has the choice of the next chunk sent ahead of it.
//
// The choice is made in the last cycle before its first bit must be sent, so that a new book comes
// into use as early as the format lets it.
//
//   Latency     0 cycles
//   Throughput  1 step per cycle
//   Storage     about 150 bits
//   Model       model/huff/stream_encode.cc
//   Test        tb/huff/encoder_chunk_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

`include "tern_assert.svh"

module huff_enc_chunk #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned Books = 2
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // A message begins. It may in the cycle of the last step of the one before.
  input  logic                   start_i,
  input  huff_enc_pkg::message_t message_i,
  input  huff_enc_pkg::choice_t  choice_i,      // of the first chunk
  input  logic [5:0]             min_token_i,   // Lmin, 1 to 32

  // A step moves on.
  input  logic                   step_i,
  input  logic                   spoilt_i,
  output huff_enc_pkg::step_t    step_o,
  output logic                   active_o,      // a message has begun and not ended
  output logic                   hold_o,        // this step needs a choice that is not there yet

  // The book that the chunks ask for, as it is now.
  output huff_enc_pkg::want_t    want_o,
  output logic                   best_o,
  output logic                   picks_o,
  input  logic                   pick_valid_i,
  input  huff_enc_pkg::choice_t  pick_i,
  input  logic                   missed_i,
  output logic                   missed_o,

  // Slots that this message has chosen and not left.
  output logic [Books-1:0]       uses_o
);

  localparam int unsigned ChoiceBits = 32'(huff_pkg::ChoiceBits);
  localparam int unsigned ChoiceSteps = huff_enc_pkg::choice_steps(Lanes);
  localparam int unsigned RestBits = 15;
  // `rest` of the steps that carry a choice, last and first, and of the one in which it is made.
  localparam logic [RestBits-1:0] LastRest = RestBits'(huff_pkg::ChoiceLead);
  localparam logic [RestBits-1:0] FirstRest = LastRest + RestBits'(ChoiceSteps - 1);
  localparam logic [RestBits-1:0] PickRest = FirstRest + RestBits'(1);

  huff_enc_pkg::want_t   want_d, want_q;
  logic                  best_d, best_q;       // the choice comes from the weighing
  logic                  many_d, many_q;       // more than one chunk is allowed
  logic [RestBits-1:0]   size_d, size_q;       // steps of a chunk, less 1
  logic [RestBits-1:0]   rest_d, rest_q;       // steps behind the next one in its chunk
  logic                  opens_d, opens_q;     // the next step is the first of its chunk
  logic                  more_d, more_q;       // another chunk follows; valid behind the first step
  huff_enc_pkg::choice_t this_d, this_q, next_d, next_q;
  logic                  picked_d, picked_q;   // `next` is made
  logic [ChoiceBits-1:0] bits_d, bits_q;       // of the choice that are not sent

  logic                  active_d, active_q;
  logic                  first_d, first_q;
  logic                  last_d, last_q;
  logic                  empty_d, empty_q;
  logic [5:0]            min_token_d, min_token_q;
  logic [5:0]            tail_d, tail_q;
  logic [31:0]           left_d, left_q;       // steps behind the next one

  logic carries, picks;
  assign carries = more_q && !opens_q && rest_q >= LastRest && rest_q <= FirstRest;
  // The smallest chunk picks in its first step, where `more_q` is not known yet.
  assign picks   = active_q && more_d && rest_q == PickRest;

  always_comb begin
    want_d   = want_q;
    best_d   = best_q;
    many_d   = many_q;
    size_d   = size_q;
    rest_d   = rest_q;
    opens_d  = opens_q;
    more_d   = more_q;
    this_d   = this_q;
    next_d   = next_q;
    picked_d = picked_q;
    bits_d   = bits_q;

    active_d    = active_q;
    first_d     = first_q;
    last_d      = last_q;
    empty_d     = empty_q;
    min_token_d = min_token_q;
    tail_d      = tail_q;
    left_d      = left_q;

    if (opens_q) begin
      // Steps behind this one reach beyond the chunk.
      more_d = many_q && !last_q
               && (left_q[31:RestBits] != '0 || (left_q[RestBits-1:0] & ~size_q) != '0);
    end
    if (step_i) begin
      active_d = !last_q;
      first_d  = 1'b0;
      last_d   = left_q == 32'd1;
      left_d   = left_q - 32'd1;
      rest_d   = rest_q - RestBits'(1);
      opens_d  = 1'b0;
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
      active_d    = 1'b1;
      first_d     = 1'b1;
      last_d      = message_i.single;
      empty_d     = message_i.empty;
      min_token_d = min_token_i;
      tail_d      = message_i.tail;
      left_d      = message_i.left;

      want_d   = {message_i.raw, message_i.split, message_i.dtype, message_i.id};
      best_d   = message_i.best;
      many_d   = message_i.chunk_log2 != '0;
      size_d   = ~({RestBits{1'b1}} << message_i.chunk_log2);
      rest_d   = size_d;
      opens_d  = 1'b1;
      picked_d = 1'b0;
      this_d   = choice_i;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      picked_q <= 1'b0;
      active_q <= 1'b0;
    end else begin
      picked_q <= picked_d;
      active_q <= active_d;
    end
  end

  always_ff @(posedge clk_i) begin
    first_q     <= first_d;
    last_q      <= last_d;
    empty_q     <= empty_d;
    min_token_q <= min_token_d;
    tail_q      <= tail_d;
    left_q      <= left_d;

    want_q  <= want_d;
    best_q  <= best_d;
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

  assign want_o   = want_q;
  assign best_o   = best_q;
  assign hold_o   = picks && !pick_valid_i;
  assign picks_o  = picks && step_i;
  assign missed_o = picks_o && missed_i;
  assign active_o = active_q;

  always_comb begin
    step_o.first       = first_q;
    step_o.last        = last_q;
    step_o.opens       = opens_q;
    step_o.split       = want_q.split;
    step_o.raw         = this_q.raw;
    step_o.slot        = this_q.slot;
    step_o.dtype       = want_q.dtype;
    step_o.id          = best_q ? this_q.id : want_q.id;
    step_o.empty       = empty_q;
    step_o.spoilt      = spoilt_i;
    step_o.min_token   = min_token_q;
    step_o.tail        = tail_q;
    step_o.left        = (left_q[31:8] == '0) ? left_q[7:0] : 8'd255;
    step_o.choice      = carries;
    step_o.choice_last = rest_q == LastRest;
    step_o.choice_bits = bits_q;
  end

  always_comb begin
    for (int unsigned i = 0; i < Books; i++) begin
      uses_o[i] = active_q && ((!this_q.raw && this_q.slot == 4'(i))
                               || (picked_q && !next_q.raw && next_q.slot == 4'(i)));
    end
  end

  logic unused_choice;
  assign unused_choice = ^{this_q.epoch, next_q.id, next_q.epoch};
  logic unused_message;
  assign unused_message = ^{message_i.legal, message_i.offset};

  `TERN_ASSERT(StepsOfAMessage, !step_i || (active_q && !hold_o))
  `TERN_ASSERT(PickedBeforeUse, !(step_i && more_q && !opens_q && rest_q == '0) || picked_q)

endmodule

`default_nettype wire
