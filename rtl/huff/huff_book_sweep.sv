// SPDX-License-Identifier: Apache-2.0
//
// huff_book_sweep: the canonical code, from entries that are swept once for each length.
//
// One sweep for each length meets the entries in canonical order, so that a codeword and a rank
// counter are all it takes.
//
//   Latency     2 cycles from the start to the first entry
//   Throughput  1 entry per cycle
//   Storage     about 80 bits
//   Model       model/huff/canonical.cc
//   Test        tb/huff/huff_book_load_test.cc
//   Doc         docs/streams.md#book-load-port

`default_nettype none

module huff_book_sweep #(
  parameter int unsigned MaxCodeLen = 15
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // The sweeps for the lengths 1 to MaxCodeLen begin; the last entry of the last one.
  input  logic        start_i,
  output logic        end_o,

  // Memory of the lengths.
  output logic        read_o,
  output logic [8:0]  address_o,
  input  logic [3:0]  length_i,

  // An entry of the sweep for the codewords of `len`. It has this codeword, its first bit in bit
  // 0; or it has none.
  output logic [8:0]  index_o,
  output logic [3:0]  len_o,
  output logic        hit_o,
  output logic        absent_o,
  output logic [14:0] code_o,
  output logic [7:0]  rank_o,

  // See huff_book_load.
  output logic        level_first_o,
  output logic        level_last_o,
  output logic [7:0]  level_delta_o,
  output logic [14:0] level_base_o,
  output logic [15:0] level_limit_o
);

  localparam logic [8:0]  EscapeIndex = 9'(huff_pkg::EscapeIndex);
  // Codewords are numbers of 15 bits, the first bit on top; the step of a length is one bit.
  localparam logic [15:0] CodeOne = 16'h8000;
  localparam logic [3:0]  LastLen = 4'(MaxCodeLen);

  // What is read, then what comes out of the memory.
  logic       read_d, read_q;
  logic [8:0] index_d, index_q;
  logic [3:0] len_d, len_q;
  logic       seen_q;
  logic [8:0] seen_index_q;
  logic [3:0] seen_len_q;

  logic [15:0] code_d, code_q;
  logic [15:0] step_d, step_q;
  logic [14:0] number_d, number_q;     // the codeword right-aligned
  logic [7:0]  rank_d, rank_q;

  logic hit, level_end;
  assign hit       = seen_q && length_i == seen_len_q;
  assign level_end = seen_q && seen_index_q == EscapeIndex;

  always_comb begin
    read_d   = read_q;
    index_d  = index_q;
    len_d    = len_q;
    code_d   = code_q;
    step_d   = step_q;
    number_d = number_q;
    rank_d   = rank_q;
    if (read_q) begin
      index_d = index_q + 9'd1;
      if (index_q == EscapeIndex) begin
        index_d = '0;
        len_d   = len_q + 4'd1;
        read_d  = len_q != LastLen;
      end
    end
    if (hit) begin
      code_d   = code_q + step_q;
      number_d = number_q + 15'd1;
      if (!level_end) begin
        rank_d = rank_q + 8'd1;
      end
    end
    if (level_end) begin
      number_d = number_d << 1;
      step_d   = step_q >> 1;
    end
    if (start_i) begin
      read_d   = 1'b1;
      index_d  = '0;
      len_d    = 4'd1;
      code_d   = '0;
      step_d   = CodeOne >> 1;
      number_d = '0;
      rank_d   = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q <= 1'b0;
      seen_q <= 1'b0;
    end else begin
      read_q <= read_d;
      seen_q <= read_q;
    end
  end

  always_ff @(posedge clk_i) begin
    index_q      <= index_d;
    len_q        <= len_d;
    seen_index_q <= index_q;
    seen_len_q   <= len_q;
    code_q       <= code_d;
    step_q       <= step_d;
    number_q     <= number_d;
    rank_q       <= rank_d;
  end

  assign end_o     = level_end && seen_len_q == LastLen;
  assign read_o    = read_q;
  assign address_o = index_q;
  assign index_o   = seen_index_q;
  assign len_o     = seen_len_q;

  assign hit_o         = hit;
  assign absent_o      = seen_q && length_i == '0 && seen_len_q == 4'd1;
  assign rank_o        = rank_q;
  assign level_first_o = seen_q && seen_index_q == '0;
  assign level_last_o  = level_end;
  assign level_delta_o = rank_q - number_q[7:0];
  assign level_base_o  = number_q - 15'(rank_q);
  assign level_limit_o = code_d;
  always_comb begin
    for (int unsigned i = 0; i < 15; i++) begin
      code_o[i] = code_q[14-i];
    end
  end

endmodule

`default_nettype wire
