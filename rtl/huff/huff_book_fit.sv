// SPDX-License-Identifier: Apache-2.0
//
// huff_book_fit: finds out whether the unit can hold a book with the lengths that come in.
//
//   Latency     1 cycle
//   Throughput  1 length per cycle
//   Storage     KindFull: none; KindTop: 6 bits; KindQuad: 18 bits
//   Model       sim/book_kind.cc
//   Test        tb/huff/huff_book_refuse_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

module huff_book_fit #(
  parameter int unsigned BookKind = 0,
  parameter int unsigned TopSymbols = 15
) (
  input  logic       clk_i,

  // `first` starts afresh, and may come with an entry.
  input  logic       first_i,
  input  logic       entry_i,
  input  logic       escape_i,
  input  logic [3:0] len_i,

  output logic       fits_o
);

  if (BookKind == huff_book_pkg::KindTop) begin : gen_top
    // Stops at one too many.
    logic [5:0] coded_d, coded_q;
    always_comb begin
      coded_d = first_i ? '0 : coded_q;
      if (entry_i && !escape_i && len_i != '0 && coded_d <= 6'(TopSymbols)) begin
        coded_d = coded_d + 6'd1;
      end
    end

    always_ff @(posedge clk_i) begin
      coded_q <= coded_d;
    end
    assign fits_o = coded_q <= 6'(TopSymbols);
  end else if (BookKind == huff_book_pkg::KindQuad) begin : gen_quad
    logic [15:1] seen_d, seen_q;
    logic [2:0]  lengths_d, lengths_q;
    always_comb begin
      seen_d    = first_i ? '0 : seen_q;
      lengths_d = first_i ? '0 : lengths_q;
      for (int unsigned l = 1; l < 16; l++) begin
        if (entry_i && len_i == 4'(l) && !seen_d[l]) begin
          seen_d[l] = 1'b1;
          if (lengths_d <= 3'(huff_book_pkg::QuadLengths)) begin
            lengths_d = lengths_d + 3'd1;
          end
        end
      end
    end

    always_ff @(posedge clk_i) begin
      seen_q    <= seen_d;
      lengths_q <= lengths_d;
    end
    assign fits_o = lengths_q <= 3'(huff_book_pkg::QuadLengths);

    logic unused_escape;
    assign unused_escape = escape_i;
  end else begin : gen_full
    assign fits_o = 1'b1;
    logic unused_lengths;
    assign unused_lengths = ^{clk_i, first_i, entry_i, escape_i, len_i};
  end

endmodule

`default_nettype wire
