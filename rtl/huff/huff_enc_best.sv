// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_best: holds steps back until the cheapest book of their chunk is known.
//
// All messages pass through the buffer, so that they stay in order; only those that ask for the
// best choice are weighed.
//
//   Latency     2 cycles; a choice is there 4 cycles after the last step of its chunk
//   Throughput  1 step per cycle
//   Storage     memory of about BestSteps * (Lanes * max(16, ValueBits) + 1) bits, and the parts
//   Model       model/huff/select.h
//   Test        tb/huff/encoder_best_test.cc
//   Doc         docs/architecture.md#best-choice

`default_nettype none

module huff_enc_best #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter int unsigned BestSteps = 64,
  localparam int unsigned ExtraBits = huff_enc_pkg::extra_port(ValueBits)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // A message begins to come in, which may only be if there is room.
  input  logic                   message_take_i,
  output logic                   message_room_o,
  input  huff_enc_pkg::message_t message_i,

  input  logic                   in_valid_i,
  output logic                   in_advance_o,
  input  logic                   in_last_i,
  input  logic                   in_spoilt_i,
  input  logic [Lanes-1:0]       in_present_i,
  input  logic [Lanes*8-1:0]     in_symbol_i,
  input  logic [Lanes*ExtraBits-1:0] in_extra_i,

  // The oldest message whose steps have not begun to leave, the oldest step, the oldest choice.
  output logic                   message_valid_o,
  input  logic                   message_ready_i,
  output huff_enc_pkg::message_t message_o,
  output logic                   held_valid_o,
  input  logic                   held_ready_i,
  output logic                   spoilt_o,
  output logic [Lanes*8-1:0]     symbol_o,
  output logic [Lanes*ExtraBits-1:0] extra_o,
  output logic                   choice_valid_o,
  input  logic                   choice_ready_i,
  output huff_enc_pkg::choice_t  choice_o,

  input  logic [Books-1:0]       book_current_i,
  input  logic [4*Books-1:0]     book_dtype_i,
  input  logic [4*Books-1:0]     book_id_i,
  input  logic [8*Books-1:0]     book_epoch_i,
  input  logic [4*Books-1:0]     book_min_len_i,
  input  logic [4*Books-1:0]     book_escape_len_i,
  output logic [Books-1:0]       book_uses_o,

  input  logic                   write_i,
  input  logic [3:0]             write_slot_i,
  input  logic [7:0]             write_symbol_i,
  input  logic [3:0]             write_len_i,

  output logic                   busy_o
);

  localparam int unsigned RestBits = 15;
  localparam int unsigned HeldBits = Lanes * (8 + ExtraBits) + 1;
  localparam int unsigned MessageBits = huff_enc_pkg::MessageBits;
  localparam int unsigned Messages = 8;
  // A chunk leaves when the next one is whole and weighed, except for the steps behind the one in
  // which its choice is made.
  localparam int unsigned Depth = BestSteps + huff_enc_pkg::choice_steps(Lanes) + 14;

  ///////////////////////
  // Chunks coming in //
  ///////////////////////

  logic                best_d, best_q, split_d, split_q, opens_d, opens_q;
  logic [3:0]          dtype_d, dtype_q;
  logic [RestBits-1:0] size_d, size_q, rest_d, rest_q;
  logic                step, closes, wide;
  logic [Books-1:0]    candidate;

  assign step   = in_valid_i && in_advance_o;
  assign wide   = huff_enc_pkg::is_wide(ValueBits, dtype_q);
  assign closes = rest_q == '0 || in_last_i;

  always_comb begin
    best_d  = best_q;
    split_d = split_q;
    dtype_d = dtype_q;
    size_d  = size_q;
    rest_d  = rest_q;
    opens_d = opens_q;
    if (step) begin
      rest_d  = closes ? size_q : rest_q - RestBits'(1);
      opens_d = closes;
    end
    if (message_take_i) begin
      best_d  = message_i.best;
      split_d = message_i.split;
      dtype_d = message_i.dtype;
      size_d  = ~({RestBits{1'b1}} << message_i.chunk_log2);
      rest_d  = size_d;
      opens_d = 1'b1;
    end
    for (int unsigned k = 0; k < Books; k++) begin
      candidate[k] = book_current_i[k] && book_dtype_i[4*k+:4] == dtype_q
                     && book_min_len_i[4*k+:4]
                        >= huff_enc_pkg::min_code(split_q, wide, MinTokenBits);
    end
  end

  always_ff @(posedge clk_i) begin
    best_q  <= best_d;
    split_q <= split_d;
    dtype_q <= dtype_d;
    size_q  <= size_d;
    rest_q  <= rest_d;
    opens_q <= opens_d;
  end

  ///////////////
  // Weighing //
  ///////////////

  logic             made, made_raw, choice_room, choice_raw;
  logic [3:0]       made_slot, choice_slot;
  logic [Books-1:0] weigh_uses, choice_uses;

  huff_enc_weigh #(
    .Lanes    (Lanes),
    .Books    (Books),
    .BestSteps(BestSteps)
  ) u_weigh (
    .clk_i,
    .rst_ni,
    .step_i        (step && best_q),
    .opens_i       (opens_q),
    .closes_i      (closes),
    .present_i     (in_present_i),
    .symbol_i      (in_symbol_i),
    .candidate_i   (candidate),
    .id_i          (book_id_i),
    .escape_len_i  (book_escape_len_i),
    .write_i,
    .write_slot_i,
    .write_symbol_i,
    .write_len_i,
    .choice_valid_o(made),
    .choice_raw_o  (made_raw),
    .choice_slot_o (made_slot),
    .uses_o        (weigh_uses)
  );

  // Three choices may be on their way when the intake stops.
  huff_enc_choices #(
    .Books(Books),
    .Depth(8),
    .Room (4)
  ) u_choices (
    .clk_i,
    .rst_ni,
    .in_valid_i (made),
    .in_room_o  (choice_room),
    .in_raw_i   (made_raw),
    .in_slot_i  (made_slot),
    .out_valid_o(choice_valid_o),
    .out_ready_i(choice_ready_i),
    .out_raw_o  (choice_raw),
    .out_slot_o (choice_slot),
    .uses_o     (choice_uses)
  );

  always_comb begin
    choice_o.raw   = choice_raw;
    choice_o.slot  = choice_raw ? 4'd0 : choice_slot;
    choice_o.id    = '0;
    choice_o.epoch = '0;
    for (int unsigned k = 0; k < Books; k++) begin
      if (!choice_raw && choice_slot == 4'(k)) begin
        choice_o.id    = book_id_i[4*k+:4];
        choice_o.epoch = book_epoch_i[8*k+:8];
      end
    end
  end

  assign book_uses_o = weigh_uses | choice_uses;

  ////////////
  // Buffer //
  ////////////

  logic held_room, unused_room;

  tern_ram_fifo #(
    .Width(HeldBits),
    .Depth(Depth)
  ) u_hold (
    .clk_i,
    .rst_ni,
    .in_valid_i (step),
    .in_room_o  (held_room),
    .in_data_i  ({in_spoilt_i, in_extra_i, in_symbol_i}),
    .out_valid_o(held_valid_o),
    .out_ready_i(held_ready_i),
    .out_data_o ({spoilt_o, extra_o, symbol_o})
  );

  tern_fifo #(
    .Width(MessageBits),
    .Depth(Messages)
  ) u_messages (
    .clk_i,
    .rst_ni,
    .in_valid_i (message_take_i),
    .in_ready_o (message_room_o),
    .in_data_i  (message_i),
    .in_room_o  (unused_room),
    .out_valid_o(message_valid_o),
    .out_ready_i(message_ready_i),
    .out_data_o (message_o)
  );

  assign in_advance_o = held_room && choice_room;
  assign busy_o       = message_valid_o || held_valid_o;

endmodule

`default_nettype wire
