// SPDX-License-Identifier: Apache-2.0
//
// prove_chunk: a chunk has one book, and its choice is sent once, whole, in the chunk before it.
//
// Messages, their chunks, the choices that are offered and the times of steps are free. Chunks are
// the smallest of the format.
//
//   Test        tb/formal/prove.sh
//   Doc         docs/huffman_format.md#6-chunks

`default_nettype none

module prove_chunk #(
  parameter int unsigned Lanes = 4,
  parameter int unsigned MostSteps = 48
) (
  input  logic                  clk_i,
  input  logic                  start_i,
  input  logic                  chunks_i,
  input  logic [31:0]           left_i,
  input  huff_enc_pkg::choice_t first_i,
  input  huff_enc_pkg::choice_t pick_i,
  input  logic                  pick_valid_i,
  input  logic                  go_i
);

  localparam int unsigned Parts = huff_enc_pkg::choice_steps(Lanes);
  localparam int unsigned Size = 1 << huff_pkg::MinChunkLog2;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  huff_enc_pkg::message_t message;
  huff_enc_pkg::step_t    step_now;
  huff_enc_pkg::want_t    want;
  logic                   start, step, active, hold, best, picks, missed;
  logic [1:0]             uses;
  assign start = rst_ni && start_i && (!active || (step && step_now.last));
  assign step  = rst_ni && go_i && active && !hold;

  always_comb begin
    message            = '0;
    message.legal      = 1'b1;
    message.single     = left_i == 32'd0;
    message.chunk_log2 = chunks_i ? 4'(huff_pkg::MinChunkLog2) : 4'd0;
    message.left       = left_i;
  end

  huff_enc_chunk #(.Lanes(Lanes), .Books(2)) u_dut (
    .clk_i, .rst_ni, .start_i(start), .message_i(message), .choice_i(first_i),
    .min_token_i(5'd1), .step_i(step), .spoilt_i(1'b0), .step_o(step_now), .active_o(active),
    .hold_o(hold), .want_o(want), .best_o(best), .picks_o(picks), .pick_valid_i, .pick_i,
    .missed_i(1'b0), .missed_o(missed), .uses_o(uses)
  );

  // What the format says of the step at hand.
  logic                  chunks;
  logic [5:0]            left;             // steps behind it
  logic [3:0]            place;            // in its chunk
  huff_enc_pkg::choice_t expected, picked;
  logic                  has_pick;
  logic [12:0]           sent;             // bits of the choice, the first one lowest
  logic [4:0]            sent_parts;
  logic                  follows, carries;
  assign follows = chunks && 32'(left) >= Size - 32'(place);
  assign carries = follows && 32'(place) >= Size - 32'(huff_pkg::ChoiceLead) - Parts
                   && 32'(place) < Size - 32'(huff_pkg::ChoiceLead);

  logic [12:0] sent_now;
  assign sent_now = sent | 13'(step_now.choice_bits << (sent_parts * 5'(Lanes)));

  always_ff @(posedge clk_i) begin
    assume (left_i < 32'(MostSteps));
    if (step) begin
      left  <= left - 6'd1;
      place <= place + 4'd1;
      if (picks) begin
        picked   <= pick_i;
        has_pick <= 1'b1;
      end
      if (carries) begin
        sent       <= (Lanes >= 13) ? step_now.choice_bits : sent_now;
        sent_parts <= sent_parts + 5'd1;
      end
      if (place == 4'd15 && chunks) begin
        expected   <= picked;
        has_pick   <= 1'b0;
        sent       <= '0;
        sent_parts <= '0;
      end
    end
    if (start) begin
      chunks     <= chunks_i;
      left       <= left_i[5:0];
      place      <= '0;
      expected   <= first_i;
      has_pick   <= 1'b0;
      sent       <= '0;
      sent_parts <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && active) begin
      OneBookInAChunk: assert (step_now.raw == expected.raw
                               && (expected.raw || step_now.slot == expected.slot));
      LastIsLast: assert (step_now.last == (left == 6'd0));
      CarriesWhereTheFormatSays: assert (step_now.choice == carries);
      PicksOnce: assert (!picks || (follows && !has_pick));
      EndsWhereTheFormatSays: assert (!carries
                                      || step_now.choice_last == (sent_parts == 5'(Parts - 1)));
      PickedBeforeSent: assert (!carries || has_pick);
      SentWhole: assert (!(chunks && follows && place == 4'd15)
                         || (has_pick && sent == {picked.epoch, picked.id, picked.raw}));
      BookInUse: assert (expected.raw || expected.slot > 4'd1 || uses[expected.slot[0]]);
      NextBookInUse: assert (!has_pick || picked.raw || picked.slot > 4'd1
                             || uses[picked.slot[0]]);
    end
    if (rst_ni && !active) begin
      NothingInUse: assert (uses == '0);
    end
  end

  // A message with a swap from one book to another.
  logic [1:0] swaps = 2'd0;
  always_ff @(posedge clk_i) begin
    if (start) begin
      swaps <= 2'd0;
    end else if (step && place == 4'd15 && follows && picked.slot != expected.slot
                 && !picked.raw && !expected.raw) begin
      swaps <= swaps + 2'd1;
    end
    TwoBooks: cover (swaps == 2'd1 && step && step_now.last);
  end

endmodule

`default_nettype wire
