// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_s1_deframe: takes a message apart, and sees to it that every message ends.
//
// The header starts the stages behind, without waiting for its book; when they have decoded the
// last value, or cannot go on, what is left of the message is dropped up to its last beat.
//
//   Latency     1 cycle from the header in the first row to the start
//   Throughput  1 beat per cycle
//   Storage     header fields
//   Model       model/huff/deframe.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/architecture.md

`default_nettype none

`include "tern_assert.svh"

module huff_dec_s1_deframe #(
  parameter int unsigned Lanes     = 16,
  parameter int unsigned WordBits  = 32,
  parameter int unsigned ValueBits = 16,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  // As much of a header as a row can hold.
  localparam int unsigned HeadBits =
      (Lanes * WordBits < huff_pkg::HeaderBits) ? Lanes * WordBits : huff_pkg::HeaderBits
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // First row of words.
  input  logic                      row_valid_i,
  input  logic                      row_last_i,
  input  logic                      row_front_i,
  input  logic                      row_bad_i,
  input  logic [CountBits-1:0]      row_whole_i,
  input  logic [CountBits-1:0]      row_words_i,
  input  logic [HeadBits-1:0]       row_i,
  input  logic                      row_leave_i,
  output logic                      row_header_o,
  output logic                      row_drop_o,

  // Choice in the header. A book that waits for its slot may hold the message.
  input  logic                      hold_i,
  output logic                      head_o,
  output huff_pkg::header_t         header_o,

  // Start of the stages behind, and how they end.
  output logic                      start_o,
  output logic [Lanes-1:0]          start_mask_o,
  output logic [5:0]                start_min_token_o,
  output logic                      start_split_o,
  output logic                      start_wide_o,
  input  logic                      finished_i,
  input  logic                      truncated_i,
  output logic                      stop_o,

  // A choice was bad, `first`: that of the header; or is not known yet.
  input  logic                      bad_i,
  input  logic                      bad_first_i,
  input  logic [3:0]                bad_error_i,
  input  logic                      choice_busy_i,

  // A packet of values that has had no last beat gets an empty one.
  output logic                      mark_o,
  input  logic                      mark_ready_i,

  // Verdict, without the check.
  output logic                      end_valid_o,
  input  logic                      end_ready_i,
  output logic [3:0]                end_error_o,
  output logic [3:0]                end_dtype_o,
  output logic [31:0]               end_count_o,

  output logic                      idle_o
);

  // One lane, and two of 32-bit words, get the header in more than one row.
  localparam int unsigned RowBits = Lanes * WordBits;
  localparam logic [1:0]  LastRow = 2'((huff_pkg::HeaderBits - 1) / RowBits);

  typedef enum logic [1:0] {
    StHead,
    StRun,
    StTail
  } state_e;

  state_e      state_d, state_q;
  logic [1:0]  rows_d, rows_q;    // of the header that have passed
  logic        mark_d, mark_q;
  logic        bad_size_d, bad_size_q;
  logic        excess_d, excess_q;
  // Of the header, and what stopped the lanes.
  logic [3:0]  error_d, error_q;
  logic [3:0]  late_d, late_q;
  logic [3:0]  dtype_d, dtype_q;
  logic [31:0] count_d, count_q;

  ////////////
  // Header //
  ////////////

  logic        head_row;
  logic        drop_low;
  logic        parse;
  logic        cut;
  logic        no_room;
  logic [3:0]  error;

  huff_pkg::header_t header;

  huff_dec_header #(
    .Lanes(Lanes), .WordBits(WordBits), .ValueBits(ValueBits)
  ) u_header (
    .clk_i,
    .ready_i(rows_q == LastRow), .early_i(drop_low),
    .row_last_i, .row_front_i, .row_bad_i, .row_whole_i, .row_i,
    .header_o(header), .error_o(error), .cut_o(cut), .no_room_o(no_room),
    .mask_o(start_mask_o), .split_o(start_split_o), .wide_o(start_wide_o),
    .min_token_o(start_min_token_o)
  );

  // A row with the end of the header, or with the end of the message.
  assign head_row = row_valid_i && (state_q == StHead) && (!hold_i || (rows_q != '0));
  assign parse    = head_row && ((rows_q == LastRow) || row_last_i);
  assign drop_low = head_row && !parse;

  assign header_o = header;
  assign head_o   = parse && (error == huff_pkg::StreamErrorNone);
  assign start_o  = head_o && !no_room && (header.count != '0);

  ///////////////
  // Sequence  //
  ///////////////

  logic end_row;

  assign end_row = (state_q == StTail) && row_valid_i && row_last_i && !mark_q && !choice_busy_i;

  assign row_header_o = parse;
  assign row_drop_o   = drop_low || ((state_q == StTail) && row_valid_i && !row_last_i) ||
                        (end_row && end_ready_i);
  assign stop_o       = (state_q == StRun) && (truncated_i || bad_i);
  assign mark_o       = mark_q && mark_ready_i;
  assign end_valid_o  = end_row;

  always_comb begin
    state_d     = state_q;
    rows_d      = rows_q;
    mark_d      = mark_q && !mark_ready_i;
    bad_size_d  = bad_size_q || (row_leave_i && row_bad_i);
    excess_d    = excess_q || ((state_q == StTail) && row_leave_i && (row_words_i != '0));
    error_d     = error_q;
    late_d      = late_q;
    dtype_d     = dtype_q;
    count_d     = count_q;

    unique case (state_q)
      StHead: begin
        if (drop_low) rows_d = rows_q + 2'd1;
        if (parse) begin
          rows_d  = '0;
          error_d = error;
          // What was cut off is not made up.
          dtype_d = cut ? '0 : header.dtype;
          count_d = cut ? '0 : header.count;
          state_d = start_o ? StRun : StTail;
          mark_d  = !start_o;
          late_d  = huff_pkg::StreamErrorNone;
          if (no_room) bad_size_d = 1'b1;
        end
      end
      StRun: begin
        if (finished_i) state_d = StTail;
        if (stop_o) begin
          state_d = StTail;
          mark_d  = 1'b1;
          late_d  = bad_i ? bad_error_i : huff_pkg::StreamErrorTruncated;
        end
      end
      StTail: begin
        if (end_row && end_ready_i) begin
          state_d     = StHead;
          bad_size_d  = 1'b0;
          excess_d    = 1'b0;
        end
      end
      default: state_d = StHead;
    endcase

    // The book of the header comes before everything that is found later.
    if (bad_i && bad_first_i) error_d = bad_error_i;
  end

  always_comb begin
    end_error_o = huff_pkg::StreamErrorNone;
    if (error_q != huff_pkg::StreamErrorNone) begin
      end_error_o = error_q;
    end else if (bad_size_q || row_bad_i) begin
      end_error_o = huff_pkg::StreamErrorSize;
    end else if (late_q != huff_pkg::StreamErrorNone) begin
      end_error_o = late_q;
    end else if (excess_q || (row_words_i != '0)) begin
      end_error_o = huff_pkg::StreamErrorExcess;
    end
  end

  assign end_dtype_o = dtype_q;
  assign end_count_o = count_q;
  assign idle_o      = (state_q == StHead) && (rows_q == '0) && !row_valid_i;

  ///////////////
  // Registers //
  ///////////////

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= StHead;
      rows_q      <= '0;
      mark_q      <= 1'b0;
      bad_size_q  <= 1'b0;
      excess_q    <= 1'b0;
    end else begin
      state_q     <= state_d;
      rows_q      <= rows_d;
      mark_q      <= mark_d;
      bad_size_q  <= bad_size_d;
      excess_q    <= excess_d;
    end
  end

  always_ff @(posedge clk_i) begin
    error_q <= error_d;
    late_q  <= late_d;
    dtype_q <= dtype_d;
    count_q <= count_d;
  end

  ////////////////
  // Assertions //
  ////////////////

  `TERN_ASSERT(EndsOneWay, !(finished_i && truncated_i))

endmodule

`default_nettype wire
