// SPDX-License-Identifier: Apache-2.0
//
// huff_book_sweep: the canonical code, from entries that are swept once for each length.
//
// One sweep for each length meets the entries in canonical order, so that a codeword and a rank
// counter are all it takes.
//
//   Latency     0 cycles
//   Throughput  1 entry per cycle
//   Storage     about 50 bits
//   Model       model/huff/canonical.cc
//   Test        tb/huff/huff_book_load_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

module huff_book_sweep (
  input  logic        clk_i,

  // A round begins.
  input  logic        start_i,

  // Entry of the sweep for the codewords of `len`.
  input  logic        seen_i,
  input  logic [8:0]  index_i,
  input  logic [3:0]  len_i,
  input  logic [3:0]  length_i,

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

  logic hit, level_end;
  assign hit       = seen_i && length_i == len_i;
  assign level_end = seen_i && index_i == EscapeIndex;

  always_comb begin
    code_d   = code_q;
    step_d   = step_q;
    number_d = number_q;
    rank_d   = rank_q;
    if (hit) begin
      code_d   = code_q + step_q;
      number_d = number_q + 8'd1;
      if (index_i != EscapeIndex) begin
        rank_d = rank_q + 8'd1;
      end
    end
    if (level_end) begin
      number_d = number_d << 1;
      step_d   = step_q >> 1;
    end
    if (start_i) begin
      code_d   = '0;
      step_d   = CodeOne >> 1;
      number_d = '0;
      rank_d   = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    code_q   <= code_d;
    step_q   <= step_d;
    number_q <= number_d;
    rank_q   <= rank_d;
  end

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
