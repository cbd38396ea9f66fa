// SPDX-License-Identifier: Apache-2.0
//
// huff_dec_header: checks a header against the unit.
//
// The order of the checks is part of the format. Its choice of a book is checked elsewhere, beside
// the first words.
//
//   Latency     combinational; behind the beats that the header takes
//   Throughput  1 header per cycle
//   Storage     none, or two thirds of a header
//   Model       model/huff/deframe.cc
//   Test        tb/huff/huff_dec_test.cc
//   Doc         docs/huffman_format.md#9-decoding-errors

`default_nettype none

module huff_dec_header #(
  parameter int unsigned Lanes     = 16,
  parameter int unsigned WordBits  = 32,
  parameter int unsigned ValueBits = 16,
  localparam int unsigned CountBits = $clog2(Lanes) + 1,
  // As much of a header as a row can hold.
  localparam int unsigned HeadBits =
      (Lanes * WordBits < huff_pkg::HeaderBits) ? Lanes * WordBits : huff_pkg::HeaderBits
) (
  input  logic                 clk_i,

  // Row with the end of the header, `ready`: and all rows before it have passed, `early`: this one
  // is such a row.
  input  logic                 ready_i,
  input  logic                 early_i,
  input  logic                 row_last_i,
  input  logic                 row_front_i,
  input  logic                 row_bad_i,
  input  logic [CountBits-1:0] row_whole_i,
  input  logic [HeadBits-1:0]  row_i,

  output huff_pkg::header_t    header_o,
  // Checks 1 to 5 of section 9.
  output logic [3:0]           error_o,
  // The message ends before its header does; or with it, so that there is no trailer.
  output logic                 cut_o,
  output logic                 no_room_o,
  // Lanes with a value, Lmin.
  output logic [Lanes-1:0]     mask_o,
  output logic                 split_o,
  output logic                 wide_o,
  output logic [5:0]           min_token_o
);

  localparam int unsigned HeaderWords = (huff_pkg::HeaderBits + WordBits - 1) / WordBits;
  // Words of a header in the row with its end.
  localparam int unsigned RowHeader   = (HeaderWords - 1) % Lanes + 1;
  localparam logic [2:0]  LanesLog2   = 3'($clog2(Lanes));
  localparam logic        WordCode    =
      (WordBits == 32) ? huff_pkg::WordCodeWord32 : huff_pkg::WordCodeWord64;

  huff_pkg::header_t header;
  logic              bad_reserved, bad_geometry;
  logic [4:0]        narrow;

  if (HeadBits < huff_pkg::HeaderBits) begin : gen_rows
    // Of few lanes every row but the last brings as much as it has.
    localparam int unsigned LowBits = huff_pkg::HeaderBits - 32;
    logic [LowBits-1:0] low_d, low_q;
    assign low_d  = early_i ? LowBits'({row_i, low_q} >> HeadBits) : low_q;
    assign header = {row_i[31:0], low_q};
    always_ff @(posedge clk_i) low_q <= low_d;
  end else begin : gen_row
    logic unused_early;
    assign unused_early = ^{clk_i, early_i};
    assign header = row_i;
  end

  if (RowHeader == Lanes) begin : gen_header_row
    logic unused_row;
    assign unused_row = ^{row_bad_i, row_whole_i};
    assign no_room_o  = row_last_i;
  end else begin : gen_header_and_more
    assign no_room_o = row_last_i && (row_bad_i || (row_whole_i <= CountBits'(RowHeader)));
  end

  assign split_o = (header.dtype == huff_pkg::DtypeBf16) || (header.dtype == huff_pkg::DtypeFp16);
  assign wide_o  = (ValueBits == 32) && (header.dtype == huff_pkg::DtypeFp32);

  assign bad_reserved = ((header.chunk_log2 != '0) &&
                         (header.chunk_log2 < 4'(huff_pkg::MinChunkLog2))) ||
                        (header.raw && ((header.book_id != '0) || (header.epoch != '0))) ||
                        (header.reserved != '0);
  // A value that is wider than those of the unit does not fit.
  assign bad_geometry = (header.lanes_log2 != LanesLog2) || (header.word_code != WordCode) ||
                        ((ValueBits != 32) && (header.dtype == huff_pkg::DtypeFp32)) ||
                        ((ValueBits == 8) && split_o);

  always_comb begin
    error_o = huff_pkg::StreamErrorNone;
    if (cut_o) begin
      error_o = huff_pkg::StreamErrorSize;
    end else if (header.version != 4'(huff_pkg::FormatVersion)) begin
      error_o = huff_pkg::StreamErrorVersion;
    end else if (bad_reserved) begin
      error_o = huff_pkg::StreamErrorReserved;
    end else if (header.dtype > huff_pkg::DtypeFp32) begin
      error_o = huff_pkg::StreamErrorDtype;
    end else if (bad_geometry) begin
      error_o = huff_pkg::StreamErrorGeometry;
    end
  end

  // The first pass gives one word to each lane that has a value.
  always_comb begin
    mask_o = '1;
    if (header.count < 32'(Lanes)) begin
      for (int unsigned i = 0; i < Lanes; i++) mask_o[i] = i < header.count;
    end
  end

  assign header_o    = header;
  assign cut_o       = !ready_i || !row_front_i;
  // With 24 extra bits it has 25 to 32.
  assign narrow      = {2'b0, header.min_len} + 5'd1 +
                       (split_o ? 5'(huff_pkg::SplitExtraBits) : 5'd0);
  assign min_token_o = wide_o ? 6'(narrow) + 6'(huff_pkg::WideExtraBits) : {1'b0, narrow};

endmodule

`default_nettype wire
