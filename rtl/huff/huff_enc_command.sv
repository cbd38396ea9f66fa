// SPDX-License-Identifier: Apache-2.0
//
// huff_enc_command: decides what a command's message will be.
//
// Checks the command against the unit, chooses the book of its first chunk, and turns its count
// into steps, so that nothing wide is left to do when the values arrive.
//
//   Latency     1 cycle
//   Throughput  1 command per cycle
//   Storage     about 90 bits
//   Model       model/huff/frame.h
//   Test        tb/huff/huff_enc_s1_symbolize_test.cc
//   Doc         docs/architecture.md#s1-symbolize

`default_nettype none

`include "tern_assert.svh"

module huff_enc_command #(
  parameter int unsigned Lanes = 16,
  parameter int unsigned ValueBits = 16,
  parameter int unsigned MinTokenBits = 3,
  parameter int unsigned Books = 2,
  parameter logic        WordCode = huff_pkg::WordCodeWord32
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   cmd_tvalid_i,
  output logic                   cmd_tready_o,
  input  logic [3:0]             cmd_dtype_i,
  input  logic                   cmd_raw_i,
  input  logic [3:0]             cmd_book_i,
  input  logic [3:0]             cmd_chunk_log2_i,
  input  logic [31:0]            cmd_count_i,

  // Ready may depend on valid.
  output logic                   message_valid_o,
  input  logic                   message_ready_i,
  output huff_enc_pkg::message_t message_o,

  // Moves together with a legal message.
  output logic                   header_valid_o,
  input  logic                   header_ready_i,
  output huff_pkg::header_t      header_o,

  // Slots.
  input  logic [Books-1:0]       book_current_i,
  input  logic [4*Books-1:0]     book_dtype_i,
  input  logic [4*Books-1:0]     book_id_i,
  input  logic [8*Books-1:0]     book_epoch_i,
  input  logic [4*Books-1:0]     book_min_len_i,

  // A later chunk could not have the book that it asked for.
  input  logic                   missed_i,

  output logic                   waiting_o,
  output logic                   err_book_o,
  output logic                   err_cmd_o,
  input  logic                   err_clear_i
);

  localparam int unsigned LanesLog2 = $clog2(Lanes);
  // Shortest codewords that MinTokenBits leaves.
  localparam logic [3:0] ChunkMinSplit = (MinTokenBits > 9) ? 4'(MinTokenBits - 8) : 4'd1;
  localparam logic [3:0] ChunkMinByte = (MinTokenBits > 8) ? 4'd8 : 4'(MinTokenBits);

  logic        cmd_valid, cmd_ready;
  logic [3:0]  dtype;
  logic        raw;
  logic [3:0]  id, chunk_log2;
  logic [31:0] count;

  tern_skid #(
    .Width(45)
  ) u_skid (
    .clk_i,
    .rst_ni,
    .in_valid_i (cmd_tvalid_i),
    .in_ready_o (cmd_tready_o),
    .in_data_i  ({cmd_dtype_i, cmd_raw_i, cmd_book_i, cmd_chunk_log2_i, cmd_count_i}),
    .out_valid_o(cmd_valid),
    .out_ready_i(cmd_ready),
    .out_data_o ({dtype, raw, id, chunk_log2, count})
  );

  logic                  legal, split, missed;
  huff_enc_pkg::choice_t choice;
  logic [3:0]            choice_min;
  logic [3:0]            min_len;   // shortest codeword that the message may contain
  logic [31:0]           behind;    // values behind the first; all ones if there is none
  assign split  = dtype == huff_pkg::DtypeBf16 || dtype == huff_pkg::DtypeFp16;
  assign legal  = dtype < huff_pkg::DtypeFp32 && (ValueBits == 16 || !split)
                  && (chunk_log2 == '0 || chunk_log2 >= 4'(huff_pkg::MinChunkLog2));
  assign behind = count - 32'd1;

  huff_enc_pick #(
    .Books       (Books),
    .MinTokenBits(MinTokenBits)
  ) u_pick (
    .current_i   (book_current_i),
    .dtype_i     (book_dtype_i),
    .id_i        (book_id_i),
    .epoch_i     (book_epoch_i),
    .min_len_i   (book_min_len_i),
    .want_i      ({raw, split, dtype, id}),
    .choice_o    (choice),
    .min_len_o   (choice_min),
    .missed_o    (missed)
  );

  // Later chunks may choose any book that the unit may send.
  assign min_len = (chunk_log2 == '0) ? choice_min : (split ? ChunkMinSplit : ChunkMinByte);

  assign message_valid_o = cmd_valid && (header_ready_i || !legal);
  assign cmd_ready       = message_ready_i && (header_ready_i || !legal);
  assign header_valid_o   = cmd_valid && cmd_ready && legal;

  always_comb begin
    message_o.legal      = legal;
    message_o.split      = split;
    message_o.empty      = count == 32'd0;
    message_o.single     = count <= 32'(Lanes);
    message_o.raw        = raw;
    message_o.dtype      = dtype;
    message_o.id         = id;
    message_o.chunk_log2 = chunk_log2;
    message_o.choice     = choice;
    message_o.min_token  = {1'b0, min_len} + (split ? 5'd8 : 5'd0);
    message_o.tail       = 6'(behind & 32'(Lanes - 1));
    message_o.left       = behind >> LanesLog2;

    header_o.count      = count;
    header_o.epoch      = choice.epoch;
    header_o.chunk_log2 = chunk_log2;
    header_o.book_id    = choice.id;
    header_o.min_len    = 3'(min_len - 4'd1);
    header_o.raw        = choice.raw;
    header_o.word_code  = WordCode;
    header_o.lanes_log2 = 3'(LanesLog2);
    header_o.dtype      = dtype;
    header_o.version    = 4'(huff_pkg::FormatVersion);
  end

  ////////////
  // Errors //
  ////////////

  logic err_book_d, err_book_q;
  logic err_cmd_d, err_cmd_q;

  always_comb begin
    err_book_d = (err_book_q && !err_clear_i) || missed_i;
    err_cmd_d  = err_cmd_q && !err_clear_i;
    if (cmd_valid && cmd_ready) begin
      if (!legal) begin
        err_cmd_d = 1'b1;
      end else if (missed) begin
        err_book_d = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      err_book_q <= 1'b0;
      err_cmd_q  <= 1'b0;
    end else begin
      err_book_q <= err_book_d;
      err_cmd_q  <= err_cmd_d;
    end
  end

  assign waiting_o  = cmd_valid;
  assign err_book_o = err_book_q;
  assign err_cmd_o  = err_cmd_q;

  `TERN_ASSERT(HeaderWithMessage, !header_valid_o || (message_valid_o && header_ready_i))

endmodule

`default_nettype wire
