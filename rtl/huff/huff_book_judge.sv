// SPDX-License-Identifier: Apache-2.0
//
// huff_book_judge: finds out whether the lengths that come in are a book.
//
//   Latency     1 cycle
//   Throughput  1 length per cycle
//   Storage     31 bits, and huff_book_fit
//   Model       model/huff/book.cc
//   Test        tb/huff/huff_book_refuse_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

module huff_book_judge #(
  parameter int unsigned MaxCodeLen = 15,
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  // Entry 0 starts afresh, also after a load that was given up.
  input  logic       entry_i,
  input  logic [8:0] index_i,
  input  logic [3:0] len_i,
  input  logic       forget_i,

  // All entries came, in order, they are a code that can say every symbol, and one that the unit
  // can hold.
  output logic       is_book_o,
  output logic [3:0] min_len_o
);

  localparam logic [8:0]  EscapeIndex = 9'(huff_pkg::EscapeIndex);
  localparam logic [15:0] KraftOne = 16'h8000;

  logic [8:0]  count_d, count_q;       // entries that came, in order
  logic        bad_d, bad_q;           // out of order, too long, or not decodable
  logic        gap_d, gap_q;           // some symbol has no codeword
  logic [15:0] kraft_d, kraft_q;       // sum of 2^-length, 15 bits behind the point
  logic [3:0]  min_len_d, min_len_q;
  logic        too_long, first, fits;

  if (MaxCodeLen < 15) begin : gen_limited
    assign too_long = len_i > 4'(MaxCodeLen);
  end else begin : gen_all_lengths
    assign too_long = 1'b0;
  end

  assign first = (entry_i && index_i == '0) || forget_i;

  huff_book_fit #(
    .BookKind  (BookKind),
    .TopSymbols(TopSymbols)
  ) u_fit (
    .clk_i,
    .first_i (first),
    .entry_i,
    .escape_i(index_i == EscapeIndex),
    .len_i,
    .fits_o  (fits)
  );

  always_comb begin
    count_d   = count_q;
    bad_d     = bad_q;
    gap_d     = gap_q;
    kraft_d   = kraft_q;
    min_len_d = min_len_q;
    if (first) begin
      count_d = '0;
      bad_d   = 1'b0;
      gap_d   = 1'b0;
      kraft_d = '0;
    end
    if (entry_i && index_i != count_d) begin
      bad_d = 1'b1;
    end else if (entry_i) begin
      count_d = count_d + 9'd1;
      if (len_i == '0) begin
        // Without a codeword of its own a symbol needs the escape, and the escape is missing.
        bad_d = bad_d || (index_i == EscapeIndex && gap_q);
        gap_d = 1'b1;
      end else begin
        // Any codeword is one too many once the sum is 1.
        bad_d     = bad_d || too_long || kraft_d[15];
        min_len_d = (kraft_d == '0 || len_i < min_len_q) ? len_i : min_len_q;
        kraft_d   = kraft_d + (KraftOne >> len_i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
    end else begin
      count_q <= count_d;
    end
  end

  always_ff @(posedge clk_i) begin
    bad_q     <= bad_d;
    gap_q     <= gap_d;
    kraft_q   <= kraft_d;
    min_len_q <= min_len_d;
  end

  assign is_book_o = !bad_q && count_q == EscapeIndex + 9'd1 && kraft_q == KraftOne && fits;
  assign min_len_o = min_len_q;

endmodule

`default_nettype wire
