// SPDX-License-Identifier: Apache-2.0
//
// huff_book_sweep: the canonical code, from entries that are swept once for each length.
//
// The sweep meets the entries in canonical order, so that a codeword and a rank counter are all it
// takes. The codeword, a sum of powers of two, is at the same time the Kraft sum.
//
//   Latency     0 cycles
//   Throughput  1 entry per cycle
//   Storage     about 50 bits
//   Model       model/huff/canonical.cc
//   Test        tb/huff/huff_book_load_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

module huff_book_sweep #(
  parameter int unsigned MaxCodeLen = 15
) (
  input  logic        clk_i,

  // A round begins.
  input  logic        start_i,

  // Entry of the sweep for the codewords of `len`.
  input  logic        seen_i,
  input  logic [8:0]  index_i,
  input  logic [3:0]  len_i,
  input  logic [3:0]  length_i,

  // Behind the last entry: these lengths are a code that can say every symbol.
  output logic        is_book_o,
  output logic [3:0]  min_len_o,

  // The entry has this codeword, its first bit in bit 0; or it is a symbol without one.
  output logic        hit_o,
  output logic        absent_o,
  output logic [14:0] code_o,
  output logic [7:0]  rank_o,

  // See huff_book_load.
  output logic        level_first_o,
  output logic        level_last_o,
  output logic [7:0]  level_delta_o,
  output logic [15:0] level_limit_o
);

  localparam logic [8:0]  EscapeIndex = 9'(huff_pkg::EscapeIndex);
  // Codewords are numbers of 15 bits, the first bit on top; the step of a length is one bit.
  localparam logic [15:0] CodeOne = 16'h8000;

  logic [15:0] code_d, code_q;
  logic [15:0] step_d, step_q;
  logic [7:0]  number_d, number_q;     // the codeword right-aligned, modulo 256
  logic [7:0]  rank_d, rank_q;
  logic [3:0]  min_len_d, min_len_q;
  logic        bad_d, bad_q;           // too long, or more codewords than there are
  logic        gap_d, gap_q;           // some symbol needs the escape
  logic        escape_d, escape_q;     // there is one

  logic hit, symbol_hit, level_end, too_long;
  assign hit        = seen_i && length_i == len_i;
  assign symbol_hit = hit && index_i != EscapeIndex;
  assign level_end  = seen_i && index_i == EscapeIndex;

  if (MaxCodeLen < 15) begin : gen_limited
    assign too_long = length_i > 4'(MaxCodeLen);
  end else begin : gen_all_length_is
    assign too_long = 1'b0;
  end

  always_comb begin
    code_d    = code_q;
    step_d    = step_q;
    number_d  = number_q;
    rank_d    = rank_q;
    min_len_d = min_len_q;
    bad_d     = bad_q;
    gap_d     = gap_q;
    escape_d  = escape_q;

    if (seen_i) begin
      if (hit) begin
        code_d   = code_q + step_q;
        number_d = number_q + 8'd1;
        // The sum was 1 before.
        if (code_q[15]) begin
          bad_d = 1'b1;
        end
        if (min_len_q == '0) begin
          min_len_d = len_i;
        end
      end
      if (symbol_hit) begin
        rank_d = rank_q + 8'd1;
      end
      if (level_end) begin
        number_d = number_d << 1;
        step_d   = step_q >> 1;
        escape_d = length_i != '0;
      end else if (length_i == '0) begin
        gap_d = 1'b1;
      end
      if (too_long) begin
        bad_d = 1'b1;
      end
    end

    if (start_i) begin
      code_d    = '0;
      step_d    = CodeOne >> 1;
      number_d  = '0;
      rank_d    = '0;
      min_len_d = '0;
      bad_d     = 1'b0;
      gap_d     = 1'b0;
      escape_d  = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    code_q    <= code_d;
    step_q    <= step_d;
    number_q  <= number_d;
    rank_q    <= rank_d;
    min_len_q <= min_len_d;
    bad_q     <= bad_d;
    gap_q     <= gap_d;
    escape_q  <= escape_d;
  end

  assign is_book_o     = !bad_q && code_q == CodeOne && !(gap_q && !escape_q);
  assign min_len_o     = min_len_q;
  assign hit_o         = hit;
  assign absent_o      = seen_i && length_i == '0 && len_i == 4'd1;
  assign rank_o        = rank_q;
  assign level_first_o = seen_i && index_i == '0;
  assign level_last_o  = level_end;
  assign level_delta_o = rank_q - number_q;
  assign level_limit_o = code_d;
  always_comb begin
    for (int unsigned i = 0; i < 15; i++) begin
      code_o[i] = code_q[14-i];
    end
  end

endmodule

`default_nettype wire
