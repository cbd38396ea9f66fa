// SPDX-License-Identifier: Apache-2.0
//
// s1_alone: stage 1 of the encoder with the fields of its steps on ports of their own.
//
//   Latency     that of huff_enc_s1_symbolize
//   Test        tb/huff/huff_enc_s1_symbolize_test.cc

`default_nettype none

module s1_alone #(
  parameter int unsigned Lanes = 64,
  // 8: only the counting matters, which simulates several times faster without symbols.
  parameter int unsigned ValueBits = 16
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                cmd_tvalid_i,
  output logic                cmd_tready_o,
  input  logic [3:0]          cmd_chunk_log2_i,
  input  logic [7:0]          cmd_offset_i,
  input  logic [31:0]         cmd_count_i,

  input  logic                in_tvalid_i,
  output logic                in_tready_o,
  input  logic [Lanes*ValueBits-1:0]   in_tdata_i,
  input  logic [Lanes*ValueBits/8-1:0] in_tkeep_i,
  input  logic                in_tlast_i,

  output logic                step_valid_o,
  output logic                first_o,
  output logic                last_o,
  output logic                empty_o,
  output logic                spoilt_o,
  output logic [5:0]          tail_o,
  output logic [5:0]          min_token_o,
  output logic [7:0]          left_o,
  output logic                choice_o,
  output logic                choice_last_o,
  output logic [12:0]         choice_bits_o,
  output logic [8*Lanes-1:0]  symbol_o,
  output logic [8*Lanes-1:0]  extra_o,

  output logic                header_valid_o,
  output logic [95:0]         header_o,

  output logic                idle_o,
  output logic                err_count_o
);

  localparam logic [3:0] Dtype = (ValueBits == 16) ? huff_pkg::DtypeBf16 : huff_pkg::DtypeUint8;

  huff_enc_pkg::step_t step;
  huff_pkg::header_t   header;
  logic [8*Lanes-1:0]  symbol, extra;
  logic                unused_book, unused_cmd, unused_uses, unused_fields, unused_begun;

  huff_enc_s1_symbolize #(
    .Lanes       (Lanes),
    .ValueBits   (ValueBits),
    .MinTokenBits(4),
    .Books       (1)
  ) u_s1_symbolize (
    .clk_i,
    .rst_ni,
    .cmd_tvalid_i,
    .cmd_tready_o,
    .cmd_dtype_i   (Dtype),
    .cmd_raw_i     (1'b0),
    .cmd_best_i    (1'b0),
    .cmd_book_i    (4'd6),
    .cmd_chunk_log2_i,
    .cmd_offset_i,
    .cmd_count_i,
    .in_tvalid_i,
    .in_tready_o,
    .in_tdata_i,
    .in_tkeep_i,
    .in_tlast_i,
    .hold_i        (1'b0),
    .begun_o       (unused_begun),
    .advance_i     (1'b1),
    .step_valid_o,
    .step_o        (step),
    .symbol_o      (symbol),
    .extra_o       (extra),
    .header_valid_o,
    .header_ready_i(1'b1),
    .header_o      (header),
    .book_current_i(1'b1),
    .book_dtype_i  (Dtype),
    .book_id_i     (4'd6),
    .book_epoch_i  (8'd99),
    .book_min_len_i(4'd4),
    .book_escape_len_i(4'd0),
    .write_i       (1'b0),
    .write_slot_i  (4'd0),
    .write_symbol_i(8'd0),
    .write_len_i   (4'd0),
    .book_uses_o   (unused_uses),
    .idle_o,
    .err_book_o    (unused_book),
    .err_count_o,
    .err_cmd_o     (unused_cmd),
    .err_clear_i   (1'b0)
  );

  assign symbol_o      = (ValueBits == 16) ? symbol : '0;
  assign extra_o       = (ValueBits == 16) ? extra : '0;
  assign first_o       = step.first;
  assign last_o        = step.last;
  assign empty_o       = step.empty;
  assign spoilt_o      = step.spoilt;
  assign tail_o        = step.tail;
  assign min_token_o   = step.min_token;
  assign left_o        = step.left;
  assign header_o      = header;
  assign choice_o      = step.choice;
  assign choice_last_o = step.choice_last;
  assign choice_bits_o = step.choice_bits;

  assign unused_fields = ^{step.opens, step.split, step.raw, step.slot, step.dtype, step.id};

endmodule

`default_nettype wire
